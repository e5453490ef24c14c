import { DAY_MS, HOUR_MS } from '../../kit/common/dates.ts'
import { badInput } from '../../kit/common/errors.ts'
import type { EventCursor } from '../events/events.store.ts'

const MAX_PERIOD_MS = 32 * DAY_MS

/** A time in which events occurred: from its first instant until the one after its last. */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * The time of a list of events: the last day, unless it is said; never later than now.
 * @throws DomainError BAD_USER_INPUT for one that ends before it begins or is too long.
 */
export const spanOf = (from: Date | null, to: Date | null, now: Date): Span => {
  const end = to === null || to > now ? now : to
  const start = from ?? new Date(end.getTime() - DAY_MS)
  if (start >= end) throw badInput('from', 'must be before `to`, and before now')
  if (end.getTime() - start.getTime() > MAX_PERIOD_MS) throw badInput('from', 'must be at most 32 days before `to`')
  return { from: start, to: end }
}

/** The spans in which events are looked for, from the newest back: short ones first, as most lists are full soon. */
export const lookBacks = ({ from, to }: Span): readonly Date[] => {
  const starts: Date[] = []
  for (let hours = 1; to.getTime() - hours * HOUR_MS > from.getTime(); hours *= 6)
    starts.push(new Date(to.getTime() - hours * HOUR_MS))
  return [...starts, from]
}

/** Where a list was left, as text; opaque to callers. */
export const cursorText = ({ occurredAt, id }: EventCursor): string =>
  Buffer.from(`${occurredAt}|${id}`).toString('base64url')

const CURSOR =
  /^(\d{4}-\d\d-\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?)\|(\d{1,15})$/

/** A day of the calendar: JavaScript takes 30 February for one of March, PostgreSQL refuses it. */
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** @throws DomainError BAD_USER_INPUT for a text that is no cursor. */
export const parseCursor = (text: string): EventCursor => {
  const [, day = '', time = '', id = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  if (!isDay(day)) throw badInput('after', 'is not the end of a page')
  return { occurredAt: `${day} ${time}`, id: Number(id) }
}
