import { HOUR_MS, MINUTE_MS } from '../../kit/common/dates.ts'

/** What the counters need of a stored event. `occurredAt` in epoch milliseconds; the institution is null for none. */
export type Counted = {
  readonly atmId: number
  readonly institutionKey: string | null
  readonly typeId: number
  readonly occurredAt: number
}

/**
 * The key of what has no institution in counters and samples. No caller has it: a comma separates the keys of a
 * caller.
 */
export const NO_INSTITUTION = ','
/** The key of all ATMs together in samples. */
export const WHOLE_FLEET = `${NO_INSTITUTION}*`
/** The span of a row of counter A. */
export const BUCKET_MS = 15 * MINUTE_MS
/** How many hours before its newest one counter B knows of an ATM. */
export const HOURS_KEPT = 26

/** Counter A: `counts[type id - 1]` events of an institution in the 15 minutes from `bucket`. */
export type BucketCount = { readonly institutionKey: string | null; readonly bucket: number; readonly counts: number[] }

/** Counter B: see `incident.atm_activity`. */
export type AtmCount = {
  readonly atmId: number
  readonly institutionKey: string | null
  readonly head: number
  readonly total: number
  readonly beforeHour: readonly number[]
}

/** `beforeHour` of events that are all of one hour, as nearly every batch's are. */
export const NOTHING_BEFORE: readonly number[] = new Array<number>(HOURS_KEPT).fill(0)

const byKey = (a: string | null, b: string | null): number => {
  const [first, second] = [a ?? NO_INSTITUTION, b ?? NO_INSTITUTION]
  return first < second ? -1 : first > second ? 1 : 0
}

/** The events of a batch by institution and 15 minutes, in the order in which the rows are to be locked. */
export const countBuckets = (events: readonly Counted[]): readonly BucketCount[] => {
  const rows = new Map<string, BucketCount>()
  for (const { institutionKey, occurredAt, typeId } of events) {
    const bucket = Math.floor(occurredAt / BUCKET_MS) * BUCKET_MS
    const key = `${bucket}|${institutionKey ?? NO_INSTITUTION}`
    const row = rows.get(key) ?? { institutionKey, bucket, counts: [] }
    rows.set(key, row)
    while (row.counts.length < typeId) row.counts.push(0)
    row.counts[typeId - 1] = (row.counts[typeId - 1] ?? 0) + 1
  }
  return [...rows.values()].sort((a, b) => byKey(a.institutionKey, b.institutionKey) || a.bucket - b.bucket)
}

/**
 * The events of a batch by ATM and institution: the newest hour, how many, and how many before each of the hours up
 * to it.
 */
export const countAtms = (events: readonly Counted[]): readonly AtmCount[] => {
  const groups = new Map<string, { first: Counted; hours: number[] }>()
  for (const event of events) {
    const key = `${event.atmId}|${event.institutionKey ?? NO_INSTITUTION}`
    const hour = Math.floor(event.occurredAt / HOUR_MS)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { first: event, hours: [hour] })
    else group.hours.push(hour)
  }
  return [...groups.values()].map(({ first: { atmId, institutionKey }, hours }) => {
    const head = Math.max(...hours)
    const beforeHour = hours.every((hour) => hour === head)
      ? NOTHING_BEFORE
      : NOTHING_BEFORE.map((_, n) => hours.filter((hour) => hour < head - n).length)
    return { atmId, institutionKey, head, total: hours.length, beforeHour }
  })
}
