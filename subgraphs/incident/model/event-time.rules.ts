import { Temporal } from 'temporal-polyfill'

/** When an event happened, as the ATM says and as the platform orders it. */
export type EventTime = {
  /** Local date-time without zone, `2026-11-20T08:15:00`, with a fraction only where one was sent. */
  readonly eventTime: string
  /** True where `eventTime` was blank or unreadable and is the time of receipt instead. */
  readonly defaulted: boolean
  /** The instant, in epoch milliseconds; never later than the receipt. */
  readonly occurredAt: number
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/
/** Zones whose times are those of UTC: read without the rules of a zone, which take longer. */
const UTC_NAMES = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'])

type Local = { readonly text: string; readonly asUtcMs: number }

/** Reads an ISO local date-time; null for anything else, a zoned one and an impossible date included. */
const readLocal = (value: unknown): Local | null => {
  if (typeof value !== 'string') return null
  const match = LOCAL.exec(value.trim())
  if (match === null) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', ...rest] = match
  const [second = '00', fraction = ''] = rest
  const asUtcMs = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second, +fraction.slice(0, 3).padEnd(3, '0'))
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  // Date.UTC rolls 31 February over into March and reads year 0-99 as 19xx; what comes back differs then.
  if (new Date(asUtcMs).toISOString().slice(0, 19) !== whole) return null
  // The store keeps microseconds.
  const kept = fraction.slice(0, 6).replace(/0{1,6}$/, '')
  return { text: kept === '' ? whole : `${whole}.${kept}`, asUtcMs }
}

const isoLocal = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** The local wall clock of an instant, to the second. */
const localAt = (ms: number, timeZone: string): string =>
  UTC_NAMES.has(timeZone)
    ? isoLocal(ms)
    : Temporal.Instant.fromEpochMilliseconds(ms)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })

/**
 * The instant of a local time in a zone. Of an hour that occurs twice, the instant nearer to the receipt; an hour that
 * does not occur is moved forward by the gap.
 */
const instantOf = (local: Local, timeZone: string, receivedAt: number): number => {
  if (UTC_NAMES.has(timeZone)) return local.asUtcMs
  const plain = Temporal.PlainDateTime.from(isoLocal(local.asUtcMs))
  const at = (disambiguation: 'earlier' | 'later') =>
    plain.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds + (((local.asUtcMs % 1000) + 1000) % 1000)
  const earlier = at('earlier')
  const later = at('later')
  if (earlier === later) return earlier
  // In a gap "later" is the reading that moves the clock forward; both readings of a repeated hour are real.
  const isGap = localAt(earlier, timeZone) !== isoLocal(local.asUtcMs)
  if (isGap) return later
  return Math.abs(earlier - receivedAt) < Math.abs(later - receivedAt) ? earlier : later
}

/**
 * Reads the `eventTime` of an event. `timeZone` is the ATM's, else the platform's; `receivedAt` in epoch milliseconds.
 * Never fails: what cannot be read is the time of receipt, on the wall clock of that zone.
 */
export const readEventTime = (value: unknown, timeZone: string, receivedAt: number): EventTime => {
  const local = readLocal(value)
  if (local === null) return { eventTime: localAt(receivedAt, timeZone), defaulted: true, occurredAt: receivedAt }
  return {
    eventTime: local.text,
    defaulted: false,
    occurredAt: Math.min(instantOf(local, timeZone, receivedAt), receivedAt),
  }
}
