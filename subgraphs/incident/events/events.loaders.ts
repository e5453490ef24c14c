import { loadLists, parseKey } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany } from '../../kit/graphql/context.ts'
import {
  type EventRow,
  type EventsOf,
  listEventsOfAtms,
  listEventsOfIncidents,
  listFirstEventsByType,
} from './events.store.ts'

export type EventListArgs = {
  readonly first: number
  readonly from: string | null
  readonly typeIds: readonly number[] | null
}
export type IncidentEventsArgs = { readonly first: number }
/** An incident by its number, with what its events are found by: its ATM, its first and last event, and its end. */
export type IncidentKey = readonly [
  id: number,
  atmId: number,
  firstEventAt: string,
  lastEventAt: string,
  resolvedAt: string | null,
]

const eventsOf = ([id, atmId, first, last, resolved]: IncidentKey): EventsOf => ({
  id,
  atmId,
  firstEventAt: new Date(first),
  lastEventAt: new Date(last),
  resolvedAt: resolved === null ? null : new Date(resolved),
})

/** The newest events of an ATM; key of `listKey(atmId, EventListArgs)`. */
export const loadEventsOfAtm: LoadMany<string, EventRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, EventListArgs>,
    (ids, { first, from, typeIds }) =>
      read((tx) => listEventsOfAtms(tx, ids, { from: from === null ? null : new Date(from), typeIds, limit: first })),
    (row) => row.atmId,
  )

/** The newest events of an incident; key of `listKey(IncidentKey, IncidentEventsArgs)`. */
export const loadEventsOfIncident: LoadMany<string, EventRow[]> = async (keys, { read }) => {
  const parsed = keys.map(parseKey<IncidentKey, IncidentEventsArgs>)
  const byLimit = Map.groupBy(parsed, ({ args }) => args.first)
  const found = new Map<string, EventRow[]>()
  for (const [limit, group] of byLimit) {
    const incidents = group.map(({ id }) => eventsOf(id))
    const rows = await read((tx) => listEventsOfIncidents(tx, incidents, limit))
    for (const [id, events] of Map.groupBy(rows, (row) => row.incidentId)) found.set(`${limit}|${id}`, events)
  }
  return parsed.map(({ id: [id], args }) => found.get(`${args.first}|${id}`) ?? [])
}

/** The first event of each type that an incident has; key of `listKey(IncidentKey, {})`. */
export const loadFirstEventsOfIncident: LoadMany<string, EventRow[]> = async (keys, { read }) => {
  const parsed = keys.map(parseKey<IncidentKey, object>)
  const rows = await read((tx) =>
    listFirstEventsByType(
      tx,
      parsed.map(({ id }) => eventsOf(id)),
    ),
  )
  const found = Map.groupBy(rows, (row) => row.incidentId)
  return parsed.map(({ id: [id] }) => found.get(id) ?? [])
}
