import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client } from 'undici'
import { createHttpClient, failureOf } from '../common/callers.ts'

/** What the worker is started with: agents that ask for work again and again, and listeners of streams. */
export type ConnectionsTask = {
  readonly url: string
  readonly polls: readonly { readonly agentAtmId: string; readonly token: string }[]
  readonly streams: readonly { readonly path: string; readonly token: string }[]
  /** How long opening all of them takes. */
  readonly openSeconds: number
}

/** `cut`: every connection of an agent is cut, and opened again within so many seconds. */
export type ConnectionsCommand =
  | { readonly kind: 'cut'; readonly seconds: number }
  | { readonly kind: 'report' | 'stop' }

/** What became of them since the last report. */
export type ConnectionsReport = {
  readonly pollsAnswered: number
  /** Polls that gave work. */
  readonly pollsWithWork: number
  readonly pollsWaiting: number
  readonly streamsOpen: number
  readonly streamBytes: number
  /** How often what failed: by status (200 of a stream that ended), or by the error where no answer came. */
  readonly failed: ReadonlyMap<string, number>
}

const WAIT_SECONDS = 30
const PAUSE_MS = 1_000
/** Without an answer that says `Retry-After`. */
const FAILED_MS = 2_000
/** Shorter than that, a wait gave something, and the agent has something to do. */
const SHORT_MS = 500

const task: ConnectionsTask = workerData
const stopped = new AbortController()
const createTally = () => ({ pollsAnswered: 0, pollsWithWork: 0, streamBytes: 0, failed: new Map<string, number>() })
let tally = createTally()
let [pollsWaiting, streamsOpen] = [0, 0]
/** Counts how often the connections of agents were cut. */
let cuts = 0
let clients = new Set<ReturnType<typeof createHttpClient>>()

const fail = (outcome: number | string): void => {
  const name = String(outcome)
  if (!stopped.signal.aborted) tally.failed.set(name, (tally.failed.get(name) ?? 0) + 1)
}

const pause = (ms: number) => delay(ms, undefined, { signal: stopped.signal }).catch(() => {})

/** As our agents do, each at a moment of its own. */
const pauseAfterFailure = (ms = FAILED_MS) => pause(ms * (1 + Math.random()))

const NO_WORK = '{"tasks":[],"journalFetches":[]}'

const pollOnce = async (http: ReturnType<typeof createHttpClient>, path: string, token: string): Promise<void> => {
  const [from, before] = [performance.now(), cuts]
  pollsWaiting += 1
  try {
    const { status, body, retryAfterS } = await http.request('GET', path, token)
    if (status !== 200) {
      fail(status)
      await pauseAfterFailure(retryAfterS > 0 ? retryAfterS * 1_000 : FAILED_MS)
      return
    }
    tally.pollsAnswered += 1
    if (body.toString() !== NO_WORK) tally.pollsWithWork += 1
    if (performance.now() - from < SHORT_MS) await pause(PAUSE_MS)
  } catch (error) {
    if (cuts === before) {
      fail(failureOf(error))
      await pauseAfterFailure()
    }
  } finally {
    pollsWaiting -= 1
  }
}

/** An agent on a connection of its own, until the connections of agents are cut. */
const poll = async ({ agentAtmId, token }: ConnectionsTask['polls'][number], afterMs: number): Promise<void> => {
  const own = cuts
  await pause(afterMs)
  const http = createHttpClient(task.url, 1)
  clients.add(http)
  const path = `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=${WAIT_SECONDS}`
  while (!stopped.signal.aborted && cuts === own) await pollOnce(http, path, token)
}

const startPolls = (seconds: number): void => {
  const eachMs = (seconds * 1_000) / Math.max(1, task.polls.length)
  for (const [n, agent] of task.polls.entries()) void poll(agent, n * eachMs)
}

/** Reads a stream until it ends; resolves to its status, or to how it failed. */
const readStream = (client: Client, path: string, token: string): Promise<number | string> =>
  new Promise((resolve) => {
    let status = 0
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    client.dispatch(
      { method: 'GET', path, headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode
          if (status === 200) streamsOpen += 1
        },
        onResponseData(_controller, chunk) {
          tally.streamBytes += chunk.length
        },
        onResponseEnd() {
          if (status === 200) streamsOpen -= 1
          resolve(status)
        },
        onResponseError(_controller, error) {
          if (status === 200) streamsOpen -= 1
          resolve(failureOf(error))
        },
      },
    )
  })

const listen = async ({ path, token }: ConnectionsTask['streams'][number], afterMs: number): Promise<void> => {
  await pause(afterMs)
  const client = new Client(task.url, { pipelining: 1, bodyTimeout: 60_000 })
  stopped.signal.addEventListener('abort', () => void client.destroy(), { once: true })
  while (!stopped.signal.aborted) {
    fail(await readStream(client, path, token))
    await pause(PAUSE_MS)
  }
}

const report = (): void => {
  const counted = tally
  tally = createTally()
  const sent: ConnectionsReport = { ...counted, pollsWaiting, streamsOpen }
  parentPort?.postMessage(sent)
}

const cut = async (): Promise<void> => {
  const leaving = clients
  cuts += 1
  clients = new Set()
  await Promise.all([...leaving].map((http) => http.close()))
}

parentPort?.on('message', (command: ConnectionsCommand) => {
  if (command.kind === 'report') report()
  else if (command.kind === 'cut') void cut().then(() => startPolls(command.seconds))
  else {
    stopped.abort()
    void cut().finally(report)
  }
})

startPolls(task.openSeconds)
const eachMs = (task.openSeconds * 1_000) / Math.max(1, task.streams.length)
for (const [n, stream] of task.streams.entries()) void listen(stream, n * eachMs)
