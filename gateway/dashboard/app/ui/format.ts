import { LOCALE } from '../language/language.ts'
import { t, translated } from '../language/texts.ts'
import { englishWords } from './words.ts'

// Formatters are expensive to make: one of each, made once.
const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
// The British short form of a million is a lower-case m.
const short = new Intl.NumberFormat(LOCALE === 'en-GB' ? 'en-US' : LOCALE, {
  notation: 'compact',
  maximumFractionDigits: 2,
})
const signedWhole = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero', maximumFractionDigits: 0 })

const made = new Map<string, Intl.DateTimeFormat>()
const formatter = (
  name: string,
  options: Intl.DateTimeFormatOptions,
  zone?: string,
  locale = LOCALE,
): Intl.DateTimeFormat => {
  const key = `${name} ${zone ?? ''}`
  const known = made.get(key)
  if (known !== undefined) return known
  const fresh = new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) })
  made.set(key, fresh)
  return fresh
}

/** Between the parts of a date: short forms go without. */
const COMMA = /[,،]/

export type Instant = number | string | Date
const dateOf = (instant: Instant): Date => new Date(instant)

/** `96,341`; from a million on `1.94 M`. */
export const count = (n: number): string =>
  Math.abs(n) < 1_000_000 ? whole.format(n) : short.format(n).replace(/([KMBT])$/, '\u00a0$1')
/** `+38`, `−12`, with a real minus sign. */
export const signed = (n: number): string => signedWhole.format(n).replace('-', '\u2212')
const fixedFormats = new Map<number, Intl.NumberFormat>()
/** `98.57`; points of a percentage have a real minus sign too. */
export const fixed = (n: number, digits: number): string => {
  const known = fixedFormats.get(digits)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  const format = known ?? new Intl.NumberFormat(LOCALE, options)
  if (known === undefined) fixedFormats.set(digits, format)
  return format.format(n).replace('-', '\u2212')
}
/** A share in percent: never `0 %` for something that is there, nor `100 %` where something is missing. */
export const share = (part: number, total: number, digits = 1): string => {
  if (total === 0 || part === 0) return '0\u00a0%'
  if (part === total) return '100\u00a0%'
  const percent = (part / total) * 100
  const least = 10 ** -digits
  if (percent < least) return `<${fixed(least, digits)}\u00a0%`
  if (part < total && percent > 100 - least) return `>${fixed(100 - least, digits)}\u00a0%`
  return `${fixed(percent, digits)}\u00a0%`
}

/** `UTC+3` in every language, of a zone at an instant; of the reader's without one. */
const offsetOf = (at: Instant, zone?: string): string =>
  (
    formatter('offset', { timeZoneName: 'shortOffset' }, zone, 'en-GB')
      .formatToParts(dateOf(at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  )
    .replace('GMT', 'UTC')
    .replace('-', '\u2212')
/** Nothing where the clock of a zone shows what the reader's does; else ` UTC+3`. */
export const zoneMark = (at: Instant, zone?: string): string =>
  zone === undefined || offsetOf(at, zone) === offsetOf(at) ? '' : ` ${offsetOf(at, zone)}`

/** `03:12`, in the reader's zone or, where one is given, in that. */
export const time = (at: Instant, zone?: string): string => formatter('time', HOURS, zone).format(dateOf(at))
export const timeSeconds = (at: Instant, zone?: string): string =>
  formatter('seconds', { ...HOURS, second: '2-digit' }, zone).format(dateOf(at))
/** `20 Nov`. */
export const day = (at: Instant, zone?: string): string =>
  formatter('day', { day: 'numeric', month: 'short' }, zone).format(dateOf(at))
const months = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })
const haveShortMonths = Array.from({ length: 12 }, (_, month) => months.format(Date.UTC(2024, month, 1))).every(
  (name) => name.length <= 4,
)
/** `20 Nov` of a date such as `2026-11-20`, for where there is little room; `20/11` where months have long names. */
export const briefDay = (text: string): string =>
  formatter('brief', { day: 'numeric', month: haveShortMonths ? 'short' : 'numeric' }, 'UTC').format(
    dateOf(`${text}T00:00:00Z`),
  )
/** `20 Nov 03:12`; with its zone where that is another than the reader's. */
export const dayTime = (at: Instant, zone?: string): string =>
  formatter('dayTime', { day: 'numeric', month: 'short', ...HOURS }, zone)
    .format(dateOf(at))
    .replace(COMMA, '') + zoneMark(at, zone)
const year = (at: Instant, zone?: string): string => formatter('year', { year: 'numeric' }, zone).format(dateOf(at))
/** `20 Nov `, with its year where that is not the current one; nothing of an instant today. */
const dayBefore = (at: Instant, now: Instant, zone?: string): string =>
  year(at, zone) !== year(now, zone)
    ? `${day(at, zone)} ${year(at, zone)} `
    : day(at, zone) === day(now, zone)
      ? ''
      : `${day(at, zone)} `
/**
 * `03:12` of an instant today, `20 Nov 03:12` of another, `20 Nov 2025 03:12` of one in another year; with its zone
 * where that is another than the reader's.
 */
export const moment = (at: Instant, zone?: string, now: Instant = Date.now()): string =>
  dayBefore(at, now, zone) + time(at, zone) + zoneMark(at, zone)
/** `03:12:43` of an instant today, `20 Nov 03:12:43` of another, with its year where that is not the current one. */
export const momentSeconds = (at: Instant, now: Instant = Date.now()): string => dayBefore(at, now) + timeSeconds(at)
/** `Fri`. */
export const weekday = (at: Instant, zone?: string): string =>
  formatter('weekday', { weekday: 'short' }, zone).format(dateOf(at))
/** `Friday, 20 November 2026 at 03:12:43 UTC`, for the title of a time. */
export const fullTime = (at: Instant, zone?: string): string => {
  const written = formatter('full', { dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' }, zone).format(
    dateOf(at),
  )
  return `${written} ${offsetOf(at, zone)}`
}
/** A date without a time, such as `2026-11-20`, as `Fri 20 Nov 2026`; it is of no zone. */
export const date = (text: string): string =>
  formatter('date', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, 'UTC')
    .format(dateOf(`${text}T00:00:00Z`))
    .replace(COMMA, '')
/** A device's own local time such as `2026-11-20T08:15:00`, without conversion: `20 Nov 08:15:00`. */
export const localTime = (text: string): string =>
  formatter('local', { day: 'numeric', month: 'short', ...HOURS, second: '2-digit' }, 'UTC')
    .format(dateOf(`${text}Z`))
    .replace(COMMA, '')

const ISO_CODE = /^[a-z]{3}$/i
const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const currencies = new Map<string, Intl.NumberFormat>()
/**
 * Money in major units, such as `100.00` and `EUR`. Agents report what their vendors call a currency: one that is no
 * ISO 4217 code, for which `Intl` throws, is written behind the amount.
 */
export const money = (amount: string | number, currency: string): string => {
  const isCode = ISO_CODE.test(currency)
  const format =
    currencies.get(currency) ?? new Intl.NumberFormat(LOCALE, isCode ? { style: 'currency', currency } : TWO_DIGITS)
  currencies.set(currency, format)
  const written = format.format(Number(amount))
  return isCode ? written : `${written}\u00a0${currency}`
}

/** `45 s`, `21 min`, `3 h 41 min`, `2 d 4 h`: two units at most. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return t('{seconds}\u00a0s', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return t('{minutes}\u00a0min', { minutes })
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours < 48)
    return rest === 0
      ? t('{hours}\u00a0h', { hours })
      : t('{hours}\u00a0h {minutes}\u00a0min', { hours, minutes: rest })
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 || days > 13
    ? t('{days}\u00a0d', { days })
    : t('{days}\u00a0d {hours}\u00a0h', { days, hours: hours % 24 })
}

/** `UTC+2`, of the reader. */
export const utcOffset = (at: Date): string => {
  const offset = -at.getTimezoneOffset()
  const minutes = Math.abs(offset) % 60
  const hours = Math.trunc(Math.abs(offset) / 60)
  return `UTC${offset < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

const enumeration = new Intl.ListFormat(LOCALE, { type: 'unit' })
/** `A, B, C`. */
export const commas = (parts: readonly string[]): string => enumeration.format(parts)
const conjunction = new Intl.ListFormat(LOCALE)
/** `A, B and C`. */
export const andAlso = (parts: readonly string[]): string => conjunction.format(parts)

/** `CARD_READER_FAIL` as `Card reader fail`, in the reader's language where it is a value of an enum. */
export const words = (constant: string): string => translated(englishWords(constant))
