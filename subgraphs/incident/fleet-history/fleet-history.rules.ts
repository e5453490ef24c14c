import { DAY_MS, MINUTE_MS } from '../../kit/common/dates.ts'
import type { FleetHistory, FleetHistoryBucket } from '../schema.gen.ts'
import type { SampleCounts } from './fleet-samples.store.ts'

export const HALF_HOUR_MS = 30 * MINUTE_MS
/** What is usual is the mean of as many days before. */
export const USUAL_DAYS = 7

/** Half hours that end with the one under way. */
export const historyStart = (now: Date, hoursBack: number): { readonly from: Date; readonly buckets: number } => {
  const buckets = hoursBack * 2
  const current = Math.floor(now.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS
  return { from: new Date(current - (buckets - 1) * HALF_HOUR_MS), buckets }
}

/** Where to begin to read for that, with the days before. */
export const usualStart = (from: Date): Date => new Date(from.getTime() - USUAL_DAYS * DAY_MS)

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The values of the same moment of the days before, where they are known. */
const before = <T>(known: ReadonlyMap<number, T>, atMs: number): T[] =>
  Array.from({ length: USUAL_DAYS }, (_, day) => known.get(atMs - (day + 1) * DAY_MS)).filter(
    (value) => value !== undefined,
  )

const NONE = {
  total: null,
  connected: null,
  disconnected: null,
  neverConnected: null,
  inService: null,
  outOfService: null,
  inSupervisor: null,
  unknown: null,
}

/** Whole ATMs whose parts still add up: what a mean leaves over goes to the largest part. */
const wholeOf = (counts: SampleCounts) => {
  const total = Math.round(counts.total)
  const connected = Math.min(Math.round(counts.connected), total)
  const states = {
    inService: Math.round(counts.inService),
    outOfService: Math.round(counts.outOfService),
    inSupervisor: Math.round(counts.inSupervisor),
    unknown: Math.round(counts.unknown),
  }
  const rest = connected - states.inService - states.outOfService - states.inSupervisor - states.unknown
  const largest = states.inService >= states.unknown ? 'inService' : 'unknown'
  const neverConnected = Math.min(Math.round(counts.neverConnected), total - connected)
  return {
    ...states,
    [largest]: states[largest] + rest,
    total,
    connected,
    neverConnected,
    disconnected: total - connected - neverConnected,
  }
}

/** The buckets of a history from the mean samples of its half hours and those of the days before. */
export const fleetHistoryOf = (
  { from, buckets }: { readonly from: Date; readonly buckets: number },
  samples: readonly (SampleCounts & { readonly atMs: number })[],
): FleetHistory => {
  const known = new Map(samples.map((sample) => [sample.atMs, sample]))
  const bucketAt = (atMs: number): FleetHistoryBucket => {
    const sample = known.get(atMs)
    const usual = before(known, atMs)
    return {
      at: new Date(atMs),
      ...(sample === undefined ? NONE : wholeOf(sample)),
      usualTotal: mean(usual.map(({ total }) => total)),
      usualConnected: mean(usual.map(({ connected }) => connected)),
      usualInService: mean(usual.map(({ inService }) => inService)),
    }
  }
  return {
    from,
    bucketMinutes: HALF_HOUR_MS / MINUTE_MS,
    buckets: Array.from({ length: buckets }, (_, index) => bucketAt(from.getTime() + index * HALF_HOUR_MS)),
  }
}

/** Half hours of events, by type. */
export type HalfHours = {
  readonly sinceMs: number | null
  readonly rows: readonly { readonly slot: number; readonly counts: readonly number[] }[]
}

/**
 * What is usual of buckets of `widthMs` in one category, given how many events of it a half hour's counts hold. Days
 * before anything was known say nothing; a half hour without events on a day that is known is none.
 */
export const usualOf = (
  { from, widthMs, buckets }: { readonly from: Date; readonly widthMs: number; readonly buckets: number },
  { sinceMs, rows }: HalfHours,
  countOf: (counts: readonly number[]) => number,
): (number | null)[] => {
  const counts = new Map(rows.map(({ slot, counts: row }) => [slot, countOf(row)]))
  const countIn = (atMs: number): number => {
    let sum = 0
    for (let slot = atMs; slot < atMs + widthMs; slot += HALF_HOUR_MS) sum += counts.get(slot) ?? 0
    return sum
  }
  return Array.from({ length: buckets }, (_, index) => {
    const atMs = from.getTime() + index * widthMs
    const days = Array.from({ length: USUAL_DAYS }, (_, day) => atMs - (day + 1) * DAY_MS)
    return sinceMs === null ? null : mean(days.filter((day) => day >= sinceMs).map(countIn))
  })
}
