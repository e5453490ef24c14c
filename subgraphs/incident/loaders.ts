import type { Batch } from '../kit/graphql/context.ts'
import { type AtmRow, listAtmsByAgentId, listAtmsById } from './atms.store.ts'
import { type CassetteRow, listCassettesOfAtms } from './cassettes.store.ts'
import { type EventRow, listEventsOfAtms, listEventsOfIncidents } from './events.store.ts'
import { type IncidentRow, listIncidentsById, listIncidentsOfAtms, listOpenSummaries } from './incidents.store.ts'
import type { AtmOpenIncidents } from './schema.gen.ts'
import { type FlipRow, listStateHistory } from './state-history.store.ts'

/** Records by key: one statement for all the keys that an operation asks for. */
const inOrder = <K, V>(keys: readonly K[], rows: readonly V[], keyOf: (row: V) => K): (V | null)[] => {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => byKey.get(key) ?? null)
}

/** An ATM by its numeric id; null where it is not the caller's. */
export const loadAtm: Batch<number, AtmRow> = async (ids, { read }) =>
  inOrder(ids, await read((tx) => listAtmsById(tx, ids)), (row) => row.id)

/** An ATM by its agent's textual id; null where it is not the caller's. */
export const loadAtmByAgent: Batch<string, AtmRow> = async (agentAtmIds, { read }) =>
  inOrder(agentAtmIds, await read((tx) => listAtmsByAgentId(tx, agentAtmIds)), (row) => row.agentAtmId)

/** An incident by its number; null where it is not the caller's. */
export const loadIncident: Batch<number, IncidentRow> = async (ids, { read }) =>
  inOrder(ids, await read((tx) => listIncidentsById(tx, ids)), (row) => row.id)

/** The cassettes of an ATM. */
export const loadCassettes: Batch<number, CassetteRow[]> = async (atmIds, { read }) => {
  const rows = await read((tx) => listCassettesOfAtms(tx, atmIds))
  const byAtm = Map.groupBy(rows, (row) => row.atmId)
  return atmIds.map((id) => byAtm.get(id) ?? [])
}

/** What is open of an ATM, counted. */
export const loadOpenSummary: Batch<number, AtmOpenIncidents> = async (atmIds, { read }) => {
  const rows = await read((tx) => listOpenSummaries(tx, atmIds))
  const byAtm = new Map(rows.map((row) => [row.atmId, row]))
  return atmIds.map((id) => byAtm.get(id) ?? { count: 0, worst: null })
}

/** A list of something, with the arguments that it was asked for with, as one key. */
export type ListKey<Id, Args> = { readonly id: Id; readonly args: Args }

const textOf = <Id, Args>({ id, args }: ListKey<Id, Args>): string => JSON.stringify([id, args])

/** Lists by key, in the order of the keys; those that are asked for with the same arguments are one statement. */
const loadLists = async <Id, Args, Row>(
  texts: readonly string[],
  parse: (text: string) => ListKey<Id, Args>,
  list: (ids: readonly Id[], args: Args) => Promise<readonly Row[]>,
  idOf: (row: Row) => Id,
): Promise<Row[][]> => {
  const keys = texts.map(parse)
  const found = new Map<string, Row[]>(texts.map((text) => [text, []]))
  for (const group of Map.groupBy(keys, ({ args }) => JSON.stringify(args)).values()) {
    const [first] = group
    if (first === undefined) continue
    const rows = await list(
      group.map(({ id }) => id),
      first.args,
    )
    for (const row of rows) found.get(textOf({ id: idOf(row), args: first.args }))?.push(row)
  }
  return texts.map((text) => found.get(text) ?? [])
}

export type EventListArgs = {
  readonly first: number
  readonly from: string | null
  readonly typeIds: readonly number[] | null
}
export type IncidentListArgs = { readonly first: number; readonly status: IncidentRow['status'] | null }
export type IncidentEventsArgs = { readonly first: number }
/** An incident by its number, with its ATM and its first and last event, by which its events are found. */
export type IncidentKey = readonly [id: number, atmId: number, firstEventAt: string, lastEventAt: string]

/** A key of the lists below, as text: DataLoader tells keys apart by identity. */
export const listKey = <Id, Args>(id: Id, args: Args): string => textOf({ id, args })

const parseKey = <Id, Args>(text: string): ListKey<Id, Args> => {
  // Only `listKey` makes these texts, and with these types.
  const [id, args]: [Id, Args] = JSON.parse(text)
  return { id, args }
}

/** The newest events of an ATM; key of `listKey(atmId, EventListArgs)`. */
export const loadEventsOfAtm: Batch<string, EventRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, EventListArgs>,
    (ids, { first, from, typeIds }) =>
      read((tx) => listEventsOfAtms(tx, ids, { from: from === null ? null : new Date(from), typeIds, limit: first })),
    (row) => row.atmId,
  )

/** The newest incidents of an ATM; key of `listKey(atmId, IncidentListArgs)`. */
export const loadIncidentsOfAtm: Batch<string, IncidentRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, IncidentListArgs>,
    (ids, { first, status }) => read((tx) => listIncidentsOfAtms(tx, ids, status, first)),
    (row) => row.atmId,
  )

/** The newest events of an incident; key of `listKey(IncidentKey, IncidentEventsArgs)`. */
export const loadEventsOfIncident: Batch<string, EventRow[]> = async (keys, { read }) => {
  const parsed = keys.map(parseKey<IncidentKey, IncidentEventsArgs>)
  const byLimit = Map.groupBy(parsed, ({ args }) => args.first)
  const found = new Map<string, EventRow[]>()
  for (const [limit, group] of byLimit) {
    const incidents = group.map(({ id: [id, atmId, first, last] }) => ({
      id,
      atmId,
      firstEventAt: new Date(first),
      lastEventAt: new Date(last),
    }))
    const rows = await read((tx) => listEventsOfIncidents(tx, incidents, limit))
    for (const [id, events] of Map.groupBy(rows, (row) => row.incidentId)) found.set(`${limit}|${id}`, events)
  }
  return parsed.map(({ id: [id], args }) => found.get(`${args.first}|${id}`) ?? [])
}

export type StateHistoryArgs = { readonly since: string; readonly limit: number }

/** The newest changes of an ATM's service state; key of `listKey(atmId, StateHistoryArgs)`. */
export const loadStateHistory: Batch<string, FlipRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, StateHistoryArgs>,
    (ids, { since, limit }) => read((tx) => listStateHistory(tx, ids, { since: new Date(since), limit })),
    (row) => row.atmId,
  )
