import type { Fault } from './problem.ts'

/** What an operation brought: perhaps not all of it, and then why. */
export type Answer<T> = {
  readonly data: T
  readonly faults: readonly Fault[]
  readonly at: number
  /** Parts that are missing now and shown as they were last, by their names, with the time of that. */
  readonly kept?: Readonly<Record<string, number>>
}

/** Faults that say nothing of the figures, but that somebody does not answer. */
const SILENT = ['UNAVAILABLE', 'INTERNAL']

/** Whether somebody who should have answered did not: what is missing may be there in a moment. */
export const isSilence = (faults: readonly Fault[]): boolean => faults.some(({ code }) => SILENT.includes(code))

/** An answer with what its services do not bring right now as it was in the one before. */
export const withLastKnown = <T>(before: Answer<T> | undefined, now: Answer<T>): Answer<T> => {
  if (before === undefined) return now
  const old = new Map<string, unknown>(Object.entries(before.data ?? {}))
  const fresh = new Map<string, unknown>(Object.entries(now.data ?? {}))
  const kept: Record<string, number> = {}
  const parts: Record<string, unknown> = {}
  for (const { path, code } of now.faults) {
    const value = old.get(path)
    if (!SILENT.includes(code) || fresh.get(path) !== null || value === null || value === undefined) continue
    parts[path] = value
    kept[path] = before.kept?.[path] ?? before.at
  }
  return Object.keys(kept).length === 0 ? now : { ...now, data: { ...now.data, ...parts }, kept }
}
