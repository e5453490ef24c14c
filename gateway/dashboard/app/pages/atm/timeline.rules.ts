import type { AtmTimelineQuery } from '../../gql/graphql.gen.ts'

export type Event = NonNullable<AtmTimelineQuery['atmJournalEvents']>['content'][number]

/** What the timeline shows, from above: a day's head, an event, or a time in which nothing came. */
export type Entry =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'event'; readonly key: string; readonly event: Event }
  | { readonly kind: 'gap'; readonly key: string; readonly from: string; readonly to: string }

/** So long without an event is drawn as a gap. */
export const GAP_MS = 2 * 3_600_000

/**
 * Events, newest first, with the heads of their days and the gaps between them. `dayOf` is the day of an instant
 * in the time zone of the ATM.
 */
export const entriesOf = (events: readonly Event[], dayOf: (at: string) => string): readonly Entry[] =>
  events.flatMap((event, n) => {
    const newer = events[n - 1]
    const day = dayOf(event.occurredAt)
    const entries: Entry[] = []
    if (newer !== undefined && Date.parse(newer.occurredAt) - Date.parse(event.occurredAt) >= GAP_MS)
      entries.push({ kind: 'gap', key: `gap ${event.id}`, from: event.occurredAt, to: newer.occurredAt })
    if (newer === undefined || dayOf(newer.occurredAt) !== day)
      entries.push({ kind: 'day', key: `day ${day}`, at: event.occurredAt })
    return [...entries, { kind: 'event', key: String(event.id), event }]
  })

type KnownType = { readonly eventType: string; readonly group: string | null }

/** The types of some groups. As soon as one group is ticked, types outside of all groups are among what is hidden. */
export const typesOf = (types: readonly KnownType[], groups: readonly string[]): readonly string[] =>
  types.flatMap(({ eventType, group }) => (group !== null && groups.includes(group) ? [eventType] : []))

/** How many events a group has. */
export const countOfGroup = (
  types: readonly KnownType[],
  counts: readonly { readonly eventType: string; readonly eventCount: number }[],
  group: string,
): number => {
  const own = typesOf(types, [group])
  return counts.reduce((sum, { eventType, eventCount }) => (own.includes(eventType) ? sum + eventCount : sum), 0)
}
