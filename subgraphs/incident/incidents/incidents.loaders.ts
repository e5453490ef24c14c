import { inOrder, loadLists, parseKey } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany } from '../../kit/graphql/context.ts'
import type { AtmOpenIncidents } from '../schema.gen.ts'
import { type EntryRow, listEntries, listOpenings } from './incident-entries.store.ts'
import {
  type IncidentRow,
  listIncidentsById,
  listIncidentsOfAtms,
  listOpenSummaries,
  listWorstIncidents,
} from './incidents.store.ts'

export type IncidentListArgs = { readonly first: number; readonly status: IncidentRow['status'] | null }

/** An incident by its number; null where it is not the caller's. */
export const loadIncident: LoadMany<number, IncidentRow> = async (ids, { read }) =>
  inOrder(ids, await read((tx) => listIncidentsById(tx, ids)), (row) => row.id)

/** What is open of an ATM, counted. */
export const loadOpenSummary: LoadMany<number, AtmOpenIncidents> = async (atmIds, { read }) => {
  const rows = await read((tx) => listOpenSummaries(tx, atmIds))
  const byAtm = new Map(rows.map((row) => [row.atmId, row]))
  return atmIds.map((id) => byAtm.get(id) ?? { count: 0, worst: null })
}

/** The worst incident of an ATM that is not resolved. */
export const loadWorstIncident: LoadMany<number, IncidentRow> = async (atmIds, { read }) =>
  inOrder(atmIds, await read((tx) => listWorstIncidents(tx, atmIds)), (row) => row.atmId)

/** The newest incidents of an ATM; key of `listKey(atmId, IncidentListArgs)`. */
export const loadIncidentsOfAtm: LoadMany<string, IncidentRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, IncidentListArgs>,
    (ids, { first, status }) => read((tx) => listIncidentsOfAtms(tx, ids, status, first)),
    (row) => row.atmId,
  )

/** The newest entries of an incident; key of `listKey(incidentId, { first })`. */
export const loadEntries: LoadMany<string, EntryRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, { readonly first: number }>,
    (ids, { first }) => read((tx) => listEntries(tx, ids, first)),
    (row) => row.incidentId,
  )

/** The entry by which an incident was opened by hand; null where it was not. */
export const loadOpening: LoadMany<number, EntryRow> = async (ids, { read }) =>
  inOrder(ids, await read((tx) => listOpenings(tx, ids)), (row) => row.incidentId)
