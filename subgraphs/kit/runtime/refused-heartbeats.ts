import type { HeartbeatCounts } from '../http/overload.ts'
import type { Logger } from '../observability/log.ts'
import { createCounter } from '../observability/metrics.ts'
import type { ServiceProcess } from './process.ts'

/** A time in which most heartbeats were refused. */
export type RefusedTime = { readonly from: Date; readonly to: Date }

export type RefusedHeartbeatsEnv = {
  /** What was refused and what was not since the last call. */
  take(): HeartbeatCounts
  /** Tells the incident service. Rejects where that fails. */
  send(time: RefusedTime): Promise<void>
  /** Counts the seconds. */
  count(seconds: number): void
  readonly log: Logger
  now(): Date
}

/** Times that wait to be reported. */
const MAX_PENDING = 40

/**
 * Tells when this process refused most heartbeats and polls, by looking at what was refused since the look before: then
 * the silence of an ATM says nothing about it. What cannot be reported is reported by a later look.
 */
export const createRefusedHeartbeats = ({ take, send, count, log, now }: RefusedHeartbeatsEnv) => {
  let lookedAt = now()
  let pending: RefusedTime[] = []
  const note = (time: RefusedTime): void => {
    const last = pending.at(-1)
    const isSame = last !== undefined && last.to.getTime() === time.from.getTime()
    pending = isSame ? [...pending.slice(0, -1), { from: last.from, to: time.to }] : [...pending, time]
    pending = pending.slice(-MAX_PENDING)
  }
  const report = async (): Promise<void> => {
    for (const time of pending) {
      await send(time)
      pending = pending.filter((one) => one !== time)
    }
  }
  return {
    /** Never rejects. */
    async look(): Promise<void> {
      const from = lookedAt
      lookedAt = now()
      const { refused, heard } = take()
      // Where the clock was set back it is not known when it was.
      if (refused > heard && from < lookedAt) {
        note({ from, to: lookedAt })
        count((lookedAt.getTime() - from.getTime()) / 1_000)
      }
      await report().catch((error: unknown) => log.warn({ err: error }, 'refused heartbeats cannot be reported'))
    },
  }
}

const EVERY_MS = 15_000
const TIMEOUT_MS = 10_000

/** What tells the incident service, by a look every 15 s from `start` on; `close` ends that. */
export const openRefusedHeartbeats = ({
  calls,
  overload,
  metrics,
  log,
  now,
}: Pick<ServiceProcess, 'calls' | 'overload' | 'metrics' | 'log' | 'now'>) => {
  const seconds = createCounter(
    metrics,
    'fleetops_heartbeats_refused_seconds_total',
    'For how long the process refused most heartbeats and polls, as it was overloaded',
  )
  const { look } = createRefusedHeartbeats({
    take: overload.takeHeartbeats,
    count: (by) => seconds.inc(by),
    async send({ from, to }) {
      const path = '/api/internal/refused-heartbeats'
      const body = { from: from.toISOString(), to: to.toISOString() }
      const request = { method: 'POST', path, body, as: { kind: 'internal' }, timeoutMs: TIMEOUT_MS } as const
      const { status } = await calls.request('incident', request)
      if (status !== 204) throw new Error(`the incident service answered ${status} to refused heartbeats`)
    },
    log,
    now,
  })
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  return {
    start(): void {
      timer = setInterval(() => {
        looking = looking.then(look)
      }, EVERY_MS).unref()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
