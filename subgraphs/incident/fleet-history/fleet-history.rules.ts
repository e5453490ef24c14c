import { DAY_MS, MINUTE_MS } from '../../kit/common/dates.ts'
import type { FleetHistory, FleetHistoryBucket } from '../schema.gen.ts'
import type { Buckets } from './buckets.rules.ts'
import type { SampleCounts } from './fleet-samples.store.ts'

export const HALF_HOUR_MS = 30 * MINUTE_MS
/** What is usual is the median of as many days before. */
export const USUAL_DAYS = 7

/** Where to begin to read for that, with the days before. */
export const usualStart = (from: Date): Date => new Date(from.getTime() - USUAL_DAYS * DAY_MS)

/** The middle of the values, which a few days that were bad do not move; null of none. */
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** A share as a percentage; null where there is nothing to share. */
const percent = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.min(100, Math.max(0, (part / whole) * 100))

/** The shares of a sample, of all ATMs. */
const seenShares = ({ total, connected, inService }: SampleCounts) => ({
  connectedPct: percent(connected, total),
  inServicePct: percent(inService, total),
})

/**
 * The shares of a sample without the ATMs that had been silent, or not in service, for a day already: what is broken
 * for long is not usual.
 */
const usualShares = ({ total, connected, inService, silent, down }: SampleCounts) => ({
  connectedPct: percent(connected, total - silent),
  inServicePct: percent(inService, total - down),
})

const isNumber = (value: number | null): value is number => value !== null

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
  connectedPct: null,
  inServicePct: null,
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

/** What was usual at a time, by the samples of the same time of the days before. */
const usualFigures = (usual: readonly SampleCounts[]) => {
  const shares = usual.map(usualShares)
  return {
    usualTotal: median(usual.map(({ total }) => total)),
    usualConnected: median(usual.map(({ connected }) => connected)),
    usualInService: median(usual.map(({ inService }) => inService)),
    usualConnectedPct: median(shares.map(({ connectedPct }) => connectedPct).filter(isNumber)),
    usualInServicePct: median(shares.map(({ inServicePct }) => inServicePct).filter(isNumber)),
  }
}

/** The buckets of a history from their mean samples and those of the days before. */
export const fleetHistoryOf = (
  { from, widthMs, buckets }: Buckets,
  samples: readonly (SampleCounts & { readonly atMs: number })[],
  targetPct: number,
): FleetHistory => {
  const known = new Map(samples.map((sample) => [sample.atMs, sample]))
  const bucketAt = (atMs: number): FleetHistoryBucket => {
    const sample = known.get(atMs)
    const lastWeek = known.get(atMs - USUAL_DAYS * DAY_MS)
    const weekAgo = lastWeek === undefined ? NONE : seenShares(lastWeek)
    return {
      at: new Date(atMs),
      ...(sample === undefined ? NONE : { ...wholeOf(sample), ...seenShares(sample) }),
      ...usualFigures(before(known, atMs)),
      weekAgoConnectedPct: weekAgo.connectedPct,
      weekAgoInServicePct: weekAgo.inServicePct,
    }
  }
  return {
    from,
    bucketMinutes: widthMs / MINUTE_MS,
    targetPct,
    buckets: Array.from({ length: buckets }, (_, index) => bucketAt(from.getTime() + index * widthMs)),
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
  { from, widthMs, buckets }: Buckets,
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
    return sinceMs === null ? null : median(days.filter((day) => day >= sinceMs).map(countIn))
  })
}
