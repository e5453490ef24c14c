import { LOCALE } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { duration, fixed } from '../../ui/format.ts'

/** A percentage with the digits that a contract speaks of; a dash where nothing counts. */
export const percent = (pct: number | null): string => {
  if (pct === null) return '\u2014'
  // What is not whole is never shown as if it were.
  return pct === 100 ? '100\u00a0%' : `${fixed(Math.floor(pct * 100) / 100, 2)}\u00a0%`
}

/** How ATMs spent their time, in seconds, and the share of it in which they were available. */
type Spent = {
  readonly availabilityPct: number | null
  readonly inServiceSeconds: number
  readonly inSupervisorSeconds: number
  readonly outOfServiceSeconds: number
  readonly unreachableSeconds: number
  readonly unknownSeconds: number
}

/** The availability of ATMs. Those of which nothing was heard in all the time that counts were not unavailable. */
export const available = (of: Spent): string => {
  const knownSeconds = of.inServiceSeconds + of.inSupervisorSeconds + of.outOfServiceSeconds + of.unreachableSeconds
  return knownSeconds === 0 && of.unknownSeconds > 0 ? t('not known') : percent(of.availabilityPct)
}

/** A length of time; a dash where it is not known. */
export const spent = (seconds: number | null): string => {
  if (seconds === null) return '\u2014'
  return Math.round(seconds) === 0 ? t('{minutes}\u00a0min', { minutes: 0 }) : duration(seconds * 1000)
}

/** A month such as `2026-11` in words. */
export const monthWords = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
