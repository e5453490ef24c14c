import type { IncidentQuery } from '../../gql/graphql.gen.ts'
import { whoIs } from '../../people.ts'

export type Detail = NonNullable<IncidentQuery['incident']>
export type Event = Detail['events'][number]

/** An entry of the timeline of an incident. */
export type Entry =
  | { readonly what: 'event'; readonly at: string; readonly event: Event }
  | { readonly what: 'step'; readonly at: string; readonly tone: 'bad' | 'plain' | 'ok'; readonly words: string }

const stepsOf = (incident: Detail, me: string): readonly Entry[] => {
  const { openedAt, acknowledgedAt, acknowledgedByUserId, resolvedAt, resolution, source } = incident
  const step = (at: string | null, tone: 'bad' | 'plain' | 'ok', words: string): readonly Entry[] =>
    at === null ? [] : [{ what: 'step', at, tone, words }]
  return [
    ...step(resolvedAt, 'ok', resolution === 'MANUAL' ? 'Resolved by hand' : 'Resolved by the rules'),
    ...step(acknowledgedAt, 'plain', `Acknowledged by ${whoIs(acknowledgedByUserId, me, incident.acknowledgedBy)}`),
    ...step(openedAt, 'bad', source === 'MANUAL' ? 'Opened by hand' : 'Opened by the rules'),
  ]
}

/**
 * The timeline of an incident, newest first: its events and its changes of status. At one time a step lies above the
 * event that led to it.
 */
export const timelineEntriesOf = (incident: Detail, me: string): readonly Entry[] => {
  const events = incident.events.map((event): Entry => ({ what: 'event', at: event.occurredAt, event }))
  return [...stepsOf(incident, me), ...events].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** Without an event for so long, the timeline says so. */
export const QUIET_MS = 60 * 60_000

/** The entries of one day of the ATM. */
export type Day = { readonly day: string; readonly entries: readonly Entry[] }

/** Entries by days; `dayOf` names the day of an instant. */
export const daysOf = (all: readonly Entry[], dayOf: (at: string) => string): readonly Day[] =>
  [...Map.groupBy(all, ({ at }) => dayOf(at))].map(([day, entries]) => ({ day, entries }))
