import { MAX_EVENTS_OF_REQUEST } from '../../subgraphs/domain/event-header.rules.ts'
import type { AgentEnv, AgentEvent } from './agent.ts'
import { type Answer, isForLater } from './client.ts'
import { reasonOf } from './work.ts'

/** An event that waits for its acknowledgement; `number` is its place on disk. */
export type Waiting = AgentEvent & { readonly number: number }

/**
 * The events of one agent, from when they are on disk until the platform has acknowledged them; sent in the order in
 * which they came.
 */
export type EventQueue = {
  put(events: readonly Waiting[]): void
  /** Resolves when nothing waits any more, or when the run has ended. */
  idle(): Promise<void>
}

/** What an agent keeps while the platform is away; the oldest go first. */
const MAX_WAITING = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** So much longer than it was asked to, or than it takes by itself, an agent waits at most. */
const JITTER = 0.5

/** Whether the platform has taken what was sent. */
export const isAcknowledgement = (status: number): boolean => status >= 200 && status < 300

/** The status of each of the events of a request. */
const statusesOf = (answer: Answer, count: number): readonly number[] => {
  if (count === 1 || !isAcknowledgement(answer.status)) return Array<number>(count).fill(answer.status)
  const entries: readonly unknown[] = Array.isArray(answer.body) ? answer.body : []
  return Array.from({ length: count }, (_, n) => Number(Object(entries[n]).status ?? 500))
}

type QueueEnv = Pick<AgentEnv, 'client' | 'spool' | 'tally' | 'nowMs' | 'random' | 'pause' | 'isStopped'>

const send = async (events: readonly AgentEvent[], token: string, { client, tally }: QueueEnv): Promise<Answer> => {
  tally.sent(1, events.length)
  const [first, ...others] = events
  return others.length === 0
    ? await client.post('/api/journal-events', token, { json: first?.body })
    : await client.post('/api/journal-events/batch', token, { json: events.map(({ body }) => body) })
}

/** Takes note of the answers; returns the events that are to be sent again. */
const settle = (
  events: readonly Waiting[],
  statuses: readonly number[],
  { tally, spool, nowMs }: QueueEnv,
): readonly Waiting[] => {
  const left = events.filter(({ happenedMs }, n) => {
    const status = statuses[n] ?? 500
    if (isAcknowledgement(status)) {
      tally.acknowledged(nowMs() - happenedMs)
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

/**
 * Sends a batch once; returns what is to be sent again, and how long the platform wants that to wait, where it says
 * so.
 */
const attempt = async (batch: readonly Waiting[], token: string, env: QueueEnv) => {
  try {
    const answer = await send(batch, token, env)
    return { left: settle(batch, statusesOf(answer, batch.length), env), pauseMs: answer.retryAfterMs }
  } catch (error) {
    env.tally.error(reasonOf(error))
    return { left: batch, pauseMs: null }
  }
}

/** Makes the queue of an agent. One batch is on its way at a time, so that nothing overtakes what is sent again. */
export const createEventQueue = (token: string, env: QueueEnv): EventQueue => {
  let waiting: Waiting[] = []
  let pumping: Promise<void> | null = null

  const pump = async (): Promise<void> => {
    let failures = 0
    while (waiting.length > 0 && !env.isStopped()) {
      const batch = waiting.slice(0, MAX_EVENTS_OF_REQUEST)
      const { left, pauseMs } = await attempt(batch, token, env)
      // What came meanwhile is behind; what overflowed meanwhile was the oldest.
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

  return {
    put(events) {
      waiting.push(...events)
      const overflow = waiting.splice(0, Math.max(0, waiting.length - MAX_WAITING))
      for (const _event of overflow) env.tally.lost()
      if (overflow.length > 0) env.spool.acknowledge(overflow.map(({ number }) => number))
      start()
    },
    async idle() {
      while (pumping !== null) await pumping
    },
  }
}
