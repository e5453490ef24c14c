import type { ServiceState } from '../model/service-state.rules.ts'
import { MEASURES, type Measure, type Sums } from './availability.rules.ts'

/*
 * The time of an ATM, walked through from one thing that happened to the next. It shares nothing with the statements by
 * which sums are made, which it is to check: it says in the plainest way what they have to come to.
 */

/** What may last for a while: `held` is that the institution has the ATM. */
export type SpanKind = 'held' | 'retired' | 'maintained' | 'silent' | 'deaf'
/** From an instant on and before another, in epoch milliseconds. */
export type PastSpan = { readonly kind: SpanKind; readonly from: number; readonly to: number }
/** A service state and since when, in epoch milliseconds. */
export type PastState = { readonly at: number; readonly state: ServiceState }

/** What happened to an ATM while an institution may have had it: `states` in order, after `stateBefore`. */
export type Past = {
  readonly spans: readonly PastSpan[]
  readonly stateBefore: ServiceState
  readonly states: readonly PastState[]
}

const MEASURE_OF: Readonly<Record<ServiceState, Measure>> = {
  IN_SERVICE: 'in_service',
  IN_SUPERVISOR: 'in_supervisor',
  OUT_OF_SERVICE: 'out_of_service',
  UNKNOWN: 'unknown',
}

const stateAt = ({ stateBefore, states }: Past, at: number): ServiceState =>
  states.findLast((one) => one.at <= at)?.state ?? stateBefore

/** What the time at an instant counts as; null where it counts for nothing. */
const measureAt = (past: Past, at: number): Measure | null => {
  const isIn = (kind: SpanKind) => past.spans.some((span) => span.kind === kind && span.from <= at && at < span.to)
  if (!isIn('held') || isIn('retired')) return null
  if (isIn('maintained')) return 'maintenance'
  if (isIn('silent') && !isIn('deaf')) return 'unreachable'
  return MEASURE_OF[stateAt(past, at)]
}

/** What happened between two instants alone, so that the walk takes the longer the more that was. */
const between = (past: Past, from: number, to: number): Past => ({
  spans: past.spans.filter((span) => span.from < to && span.to > from),
  stateBefore: stateAt(past, from),
  states: past.states.filter(({ at }) => from < at && at < to),
})

/** The time from an instant to another. */
export const walkTime = (whole: Past, from: number, to: number): Sums => {
  const past = between(whole, from, to)
  const happened = [...past.spans.flatMap((span) => [span.from, span.to]), ...past.states.map(({ at }) => at)]
  const edges = [from, ...happened.filter((at) => from < at && at < to).sort((a, b) => a - b), to]
  const sums = { in_service: 0, in_supervisor: 0, out_of_service: 0, unreachable: 0, unknown: 0, maintenance: 0 }
  for (const [n, at] of edges.entries()) {
    const measure = measureAt(past, at)
    if (measure !== null) sums[measure] += (edges[n + 1] ?? at) - at
  }
  return sums
}

/** The sums of an ATM under an institution by their instants, and its past. */
export type SampledAtm = {
  readonly atmId: number
  readonly institutionKey: string
  readonly sums: ReadonlyMap<number, Sums>
  readonly past: Past
}

/** A time of an ATM between two instants of sums, as these have it and as it is walked through. */
export type WalkedTime = {
  readonly from: number
  readonly at: number
  readonly summed: Readonly<Record<string, number>>
  readonly walked: Sums
  readonly isDiffering: boolean
}

/** Walks through the time before each sum of an ATM, since the sum before it. */
export const compareWithWalk = ({ sums, past }: SampledAtm, instants: readonly number[]): readonly WalkedTime[] =>
  instants.flatMap((at, n) => {
    const [from, sum] = [instants[n - 1], sums.get(at)]
    if (from === undefined || sum === undefined) return []
    const before = sums.get(from)
    const walked = walkTime(past, from, at)
    const summed = Object.fromEntries(MEASURES.map(({ column }) => [column, sum[column] - (before?.[column] ?? 0)]))
    const isDiffering = MEASURES.some(({ column }) => summed[column] !== walked[column])
    return [{ from, at, summed, walked, isDiffering }]
  })
