import type { Spool, Spooled } from '../demo/spool.ts'
import type { Answer, Client } from './client.ts'
import type { Tally } from './tally.ts'
import { createAskForWork, reasonOf } from './work.ts'

/** An event that happened at an ATM. Its id stays the same however often it is sent. */
export type AgentEvent = { readonly body: Readonly<Record<string, unknown>>; readonly happenedMs: number }

/** An event as it is kept on disk. */
export type KeptEvent = { readonly agentAtmId: string; readonly institution: string; readonly body: AgentEvent['body'] }

/** The agent of one ATM: it keeps every event until the platform has acknowledged it, and sends in the order in which they happened. */
export type Agent = {
  readonly agentAtmId: string
  add(events: readonly AgentEvent[]): void
  /** Takes up events that an earlier run left on disk; before all others. */
  takeUp(events: readonly Spooled<KeptEvent>[]): void
  /** A sign of life that asks for work as well: the journals it is asked for are sent before it resolves. */
  heartbeat(): Promise<void>
  /** Waits for work and does it, until the agent has been stopped. */
  listen(): Promise<void>
  uploadJournal(journalDate: string, bytes: Uint8Array, encoding: 'gzip' | null): Promise<void>
  /** Resolves when nothing waits any more, or when the agent has been stopped. */
  idle(): Promise<void>
}

export type AgentEnv = {
  readonly client: Pick<Client, 'post' | 'get' | 'patch'>
  /** Where events are kept until they are acknowledged; shared by all agents of a run. */
  readonly spool: Pick<Spool<KeptEvent>, 'append' | 'acknowledge'>
  readonly tally: Tally
  /** The journal that the ATM printed that day; null where it has none. */
  journalOf(journalDate: string): Uint8Array | null
  nowMs(): number
  /** From 0 to 1, so that not all agents come back at the same moment. */
  random(): number
  /** Resolves after so long; rejects when the run has ended. */
  pause(durationMs: number): Promise<void>
  isStopped(): boolean
}

const MAX_BATCH = 500
/** What an agent keeps while the platform is away; the oldest go first. */
const MAX_WAITING = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** So much longer than it was asked to, or than it takes by itself, an agent waits at most. */
const JITTER = 0.5

const WAIT_S = 30

const isAcknowledgement = (status: number) => status >= 200 && status < 300
/** It may be taken later: the platform is down, behind or slow. */
const isForLater = (status: number) => status >= 500 || status === 429 || status === 408

/** The status of each of the events of a request. */
const statusesOf = (answer: Answer, count: number): readonly number[] => {
  if (count === 1 || !isAcknowledgement(answer.status)) return Array<number>(count).fill(answer.status)
  const entries: readonly unknown[] = Array.isArray(answer.body) ? answer.body : []
  return Array.from({ length: count }, (_, n) => Number(Object(entries[n]).status ?? 500))
}

type Waiting = AgentEvent & { readonly number: number }

export type AgentIdentity = { readonly agentAtmId: string; readonly institution: string; readonly token: string }

/** An agent with its own token. */
export const createAgent = ({ agentAtmId, institution, token }: AgentIdentity, env: AgentEnv): Agent => {
  const { client, tally, spool } = env
  let waiting: Waiting[] = []
  let pumping: Promise<void> | null = null
  let failures = 0

  const send = async (events: readonly AgentEvent[]): Promise<Answer> => {
    tally.sent(1, events.length)
    const [first, ...others] = events
    return others.length === 0
      ? await client.post('/api/journal-events', token, { json: first?.body })
      : await client.post('/api/journal-events/batch', token, { json: events.map(({ body }) => body) })
  }

  /** Takes note of the answers; returns the events that are to be sent again. */
  const settle = (events: readonly Waiting[], statuses: readonly number[]): readonly Waiting[] => {
    const left = events.filter(({ happenedMs }, n) => {
      const status = statuses[n] ?? 500
      if (isAcknowledgement(status)) {
        tally.acknowledged(env.nowMs() - happenedMs)
        return false
      }
      tally.error(String(status))
      if (isForLater(status)) return true
      tally.lost()
      return false
    })
    const kept = new Set(left)
    spool.acknowledge(events.filter((event) => !kept.has(event)).map(({ number }) => number))
    return left
  }

  const pump = async (): Promise<void> => {
    while (waiting.length > 0 && !env.isStopped()) {
      const batch = waiting.slice(0, MAX_BATCH)
      let pauseMs: number | null = null
      let left: readonly Waiting[] = batch
      try {
        const answer = await send(batch)
        left = settle(batch, statusesOf(answer, batch.length))
        pauseMs = answer.retryAfterMs
      } catch (error) {
        tally.error(reasonOf(error))
      }
      // What came meanwhile stands behind; what overflowed meanwhile was the oldest.
      const sent = new Set(batch)
      waiting = [...left, ...waiting.filter((event) => !sent.has(event))]
      failures = left.length === 0 ? 0 : failures + 1
      if (failures === 0) continue
      const leastMs = pauseMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
      await env.pause(leastMs * (1 + JITTER * env.random()))
    }
  }

  const start = (): void => {
    if (pumping !== null || env.isStopped()) return
    // It only rejects when a pause is cut short by the end of the run.
    pumping = pump()
      .catch(() => {})
      .finally(() => {
        pumping = null
        if (waiting.length > 0) start()
      })
  }

  /** Sends what is not kept: when it fails, the next one will do. */
  const tell = async (path: string, body: Parameters<Client['post']>[2], done: () => void): Promise<void> => {
    try {
      const { status } = await client.post(path, token, body)
      if (isAcknowledgement(status)) done()
      else tally.error(String(status))
    } catch (error) {
      tally.error(reasonOf(error))
    }
  }

  const uploadJournal: Agent['uploadJournal'] = (journalDate, bytes, encoding) => {
    const query = new URLSearchParams({ agentAtmId, journalDate })
    return tell(`/api/journal-files?${query}`, { bytes, encoding }, tally.journal)
  }

  const askForWork = createAskForWork(agentAtmId, token, env, uploadJournal)

  const enqueue = (events: readonly Waiting[]): void => {
    waiting.push(...events)
    const overflow = waiting.splice(0, Math.max(0, waiting.length - MAX_WAITING))
    for (const _event of overflow) tally.lost()
    if (overflow.length > 0) spool.acknowledge(overflow.map(({ number }) => number))
    start()
  }

  return {
    agentAtmId,
    add(events) {
      for (const _event of events) tally.happened()
      const kept = spool.append(events.map(({ body }) => ({ agentAtmId, institution, body })))
      enqueue(kept.map(({ number, item }, n) => ({ number, body: item.body, happenedMs: events[n]?.happenedMs ?? 0 })))
    },
    takeUp(events) {
      for (const _event of events) tally.happened()
      // When they happened is not known on this run's clock.
      const happenedMs = env.nowMs()
      enqueue(events.map(({ number, item }) => ({ number, body: item.body, happenedMs })))
    },
    async heartbeat() {
      await askForWork(0)
    },
    async listen() {
      while (!env.isStopped()) {
        const pauseMs = await askForWork(WAIT_S)
        // It only rejects when the run has ended.
        if (pauseMs > 0) await env.pause(pauseMs).catch(() => {})
      }
    },
    uploadJournal,
    async idle() {
      while (pumping !== null) await pumping
    },
  }
}
