import type { SnapshotRow } from '../../db/analytics/snapshot.ts'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { FLEET_KEY, SNAPSHOT_READY, type SnapshotReady } from '../../schema/events/snapshot-ready.ts'
import { localDateOf } from '../kit/common/dates.ts'
import { runLoop } from '../kit/common/loop.ts'
import { createWaker, type Waker } from '../kit/common/waker.ts'
import { insertOutbox, type OutboxRow } from '../kit/messaging/outbox.ts'
import type { Logger } from '../kit/observability/log.ts'
import { traceparentOf } from '../kit/tracing/trace-context.rules.ts'
import { plainTracer, type Tracer } from '../kit/tracing/tracing.ts'
import type { SnapshotTraces } from './snapshot-traces.ts'
import {
  insertFleetSnapshot,
  insertSnapshots,
  lockSnapshots,
  type Turn,
  updateDueDays,
  updateDueFleetDay,
  updateTakenAhead,
} from './snapshots.store.ts'

type Env = {
  readonly stores: Stores
  readonly log: Logger
  readonly outbox: Waker
  readonly platformTimeZone: string
  now(): Date
  newId(): string
  readonly tracer?: Tracer
  readonly traces?: SnapshotTraces
}

/** An institution has at most one snapshot in this time, and so has the fleet. */
const APART_MS = 10_000
const POLL_MS = 1_000
/** Institutions a transaction. */
const PORTION = 200
/** How far the clocks of processes may differ: a snapshot of a later moment was taken by one that was set back. */
const CLOCKS_APART_MS = 5 * 60_000
const AHEAD_PORTION = 1_000

const messageOf = (
  { id, institutionKey, takenAt, ...counters }: SnapshotRow,
  traceparent: string | undefined,
): OutboxRow => {
  const data: SnapshotReady = { snapshotId: id, takenAt: takenAt.toISOString(), ...counters }
  return { topic: SNAPSHOT_READY, key: institutionKey ?? FLEET_KEY, institutionKey, traceparent, data }
}

/** Records a snapshot in the trace of what it counts; its `traceparent`, where that trace is recorded. */
const recordSnapshot = (
  { traces, tracer = plainTracer }: Env,
  { institutionKey }: SnapshotRow,
  startedAtMs: number,
): string | undefined => {
  const parent = traces?.take(institutionKey) ?? null
  if (parent === null) return undefined
  const span = tracer.start('take snapshot', parent, { startedAtMs })
  span.end()
  return traceparentOf(span.context)
}

/**
 * One transaction of a turn: writes what it takes, with the messages. Returns how many; null where another process is
 * at it.
 */
const takeSome = (env: Env, take: (tx: PlatformTx) => Promise<readonly SnapshotRow[]>): Promise<number | null> =>
  env.stores.asPlatform(async (tx) => {
    if (!(await lockSnapshots(tx))) return null
    const startedAtMs = Date.now()
    const taken = await take(tx)
    const messages = taken.map((row) => messageOf(row, recordSnapshot(env, row, startedAtMs)))
    await insertOutbox(tx, 'analytics', messages, env)
    return taken.length
  })

/**
 * The fleet apart from the institutions: together they would lock counters in an order that may cross that of
 * messages.
 */
const takePortion = async (env: Env, turn: Turn): Promise<{ institutions: number; fleet: number } | null> => {
  const institutions = await takeSome(env, async (tx) => {
    await updateTakenAhead(tx, turn, AHEAD_PORTION)
    const days = await updateDueDays(tx, turn, PORTION)
    return days.length === 0 ? [] : insertSnapshots(tx, turn, days)
  })
  if (institutions === null) return null
  const fleet = await takeSome(env, async (tx) => {
    const day = await updateDueFleetDay(tx, turn)
    return day === null ? [] : insertFleetSnapshot(tx, turn, day)
  })
  return { institutions, fleet: fleet ?? 0 }
}

/** Writes the snapshots that are due, each with its message. Returns how many; 0 where another process is at it. */
export const takeSnapshots = async (env: Env): Promise<number> => {
  const now = env.now()
  const today = localDateOf(now, env.platformTimeZone)
  const later = (ms: number) => new Date(now.getTime() + ms)
  const turn = { now, today, since: later(-APART_MS), atMost: later(CLOCKS_APART_MS) }
  let taken = 0
  for (;;) {
    const portion = await takePortion(env, turn)
    if (portion === null) return taken
    taken += portion.institutions + portion.fleet
    if (portion.institutions + portion.fleet > 0) env.outbox.wake()
    if (portion.institutions < PORTION) return taken
  }
}

/** Takes snapshots as they become due, until it is closed. */
export const startSnapshots = (env: Env): { close(): Promise<void> } => {
  const waker = createWaker()
  let closing = false
  const ended = runLoop({
    turn: async () => {
      await takeSnapshots(env)
      return POLL_MS
    },
    waker,
    retryMs: POLL_MS,
    isClosing: () => closing,
    onFailure: (error) => env.log.warn({ err: error }, 'snapshots cannot be taken; it is tried again'),
  })
  return {
    async close() {
      closing = true
      waker.wake()
      await ended
    },
  }
}
