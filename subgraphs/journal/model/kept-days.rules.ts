import { addDays, localDateOf } from '../../kit/common/dates.ts'

/** The first day (`2026-11-01`) of the months that are kept: those before lie wholly more than `keptDays` ago. */
export const firstKeptDay = (now: Date, keptDays: number): string =>
  `${addDays(localDateOf(now, 'UTC'), -keptDays).slice(0, 7)}-01`
