import { LOCALE } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { duration, fixed } from '../../ui/format.ts'

/** A percentage with the digits that a contract speaks of; a dash where nothing counts. */
export const percent = (pct: number | null): string => {
  if (pct === null) return '\u2014'
  // What is not whole is never shown as if it were.
  return pct === 100 ? '100\u00a0%' : `${fixed(Math.floor(pct * 100) / 100, 2)}\u00a0%`
}

/** A length of time; a dash where it is not known. */
export const spent = (seconds: number | null): string => {
  if (seconds === null) return '\u2014'
  return Math.round(seconds) === 0 ? t('{minutes}\u00a0min', { minutes: 0 }) : duration(seconds * 1000)
}

/** A month such as `2026-11` in words. */
export const monthWords = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
