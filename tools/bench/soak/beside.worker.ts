import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { Pool } from 'undici'
import { createHttpClient, failureOf } from '../common/callers.ts'
import { journalOf } from '../journals/journals-text.ts'

/** What the worker is started with: dashboards that read their first page, and agents that send journals. */
export type BesideTask = {
  readonly url: string
  readonly pages: readonly string[]
  /** Of the dashboards, which read in turn. */
  readonly tokens: readonly string[]
  readonly pagesPerSecond: number
  /** Of agents that send the journal of `day`, one each. */
  readonly senders: readonly { readonly agentAtmId: string; readonly token: string }[]
  readonly journalsPerSecond: number
  readonly day: string
  readonly sessions: number
  readonly bytes: number
}

export type BesideCommand =
  | { readonly kind: 'journals'; readonly perSecond: number }
  | { readonly kind: 'report' | 'stop' }

/** What was answered since the last report. Latencies count from when each request was due. */
export type BesideReport = {
  readonly pagesMs: readonly number[]
  readonly journalsMs: readonly number[]
  /** How often what failed: by status, or by the error where no answer came. */
  readonly failed: ReadonlyMap<string, number>
}

const TICK_MS = 10

const task: BesideTask = workerData
const http = createHttpClient(task.url, 24)
const uploads = new Pool(task.url, { connections: 8, pipelining: 1, headersTimeout: 120_000 })
const journal = gzipSync(journalOf(task.day, task.sessions, task.bytes))
const createTally = () => ({ pagesMs: [] as number[], journalsMs: [] as number[], failed: new Map<string, number>() })
let tally = createTally()

const fail = (outcome: number | string): void =>
  void tally.failed.set(String(outcome), (tally.failed.get(String(outcome)) ?? 0) + 1)

/** The page of one dashboard after the other. */
let reading = 0
const readPage = async (dueAt: number): Promise<void> => {
  reading += 1
  const token = task.tokens[reading % task.tokens.length] ?? ''
  const answers = await Promise.all(
    task.pages.map((page) => http.request('POST', '/graphql', token, page).catch(failureOf)),
  )
  tally.pagesMs.push(performance.now() - dueAt)
  for (const answer of answers) {
    if (typeof answer === 'string') fail(answer)
    else if (answer.status !== 200) fail(answer.status)
    else if (answer.body.subarray(0, 20).includes('"errors"')) fail(503)
  }
}

let sending = 0
/** A kept database has the files of earlier runs. */
const startedAtMs = Date.now()
const sendJournal = async (dueAt: number): Promise<void> => {
  const sender = task.senders[sending % task.senders.length]
  sending += 1
  if (sender === undefined) return
  // A comment makes each file one of its own; members of gzip may follow one another.
  const body = Buffer.concat([journal, gzipSync(`NOTE ${sender.agentAtmId} ${sending} ${startedAtMs}\n`)])
  const path = `/agent-proxy/api/journal-files?agentAtmId=${sender.agentAtmId}&journalDate=${task.day}`
  try {
    const { statusCode, body: answer } = await uploads.request({
      method: 'POST',
      path,
      headers: {
        authorization: `Bearer ${sender.token}`,
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
      },
      body,
    })
    await answer.dump()
    if (statusCode !== 201) fail(statusCode)
  } catch (error) {
    fail(failureOf(error))
  }
  tally.journalsMs.push(performance.now() - dueAt)
}

const startedAt = performance.now()
const pages = { dueAt: startedAt, perSecond: task.pagesPerSecond, send: readPage }
const journals = { dueAt: startedAt, perSecond: task.journalsPerSecond, send: sendJournal }
const timer = setInterval(() => {
  const now = performance.now()
  for (const flow of [pages, journals])
    while (flow.perSecond > 0 && flow.dueAt <= now) {
      void flow.send(flow.dueAt)
      flow.dueAt += 1_000 / flow.perSecond
    }
}, TICK_MS)

const report = (): void => {
  const sent: BesideReport = tally
  tally = createTally()
  parentPort?.postMessage(sent)
}

parentPort?.on('message', (command: BesideCommand) => {
  if (command.kind === 'journals') {
    journals.perSecond = command.perSecond
    journals.dueAt = Math.min(journals.dueAt, performance.now() + 1_000 / command.perSecond)
  } else if (command.kind === 'report') report()
  else {
    clearInterval(timer)
    void Promise.all([http.close(), uploads.destroy()]).finally(report)
  }
})
