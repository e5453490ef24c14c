import type { TenantTx } from '../../../db/tenancy.ts'
import { checkGroupFilter } from '../../domain/atm-groups.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { badInput } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { listKey } from '../../kit/graphql/batched-lists.ts'
import { checkBetween, checkFirst } from '../../kit/graphql/bounds.rules.ts'
import { csvFileName } from '../../kit/rest/csv.rules.ts'
import { type CsvCaller, type CsvSource, checkFormat, createCsvAnswers } from '../../kit/rest/csv.ts'
import { loadAtm } from '../atms/atms.loaders.ts'
import { atmOf } from '../atms/atms.rules.ts'
import { listAtmsById } from '../atms/atms.store.ts'
import { type IncidentKey, loadEventsOfIncident, loadFirstEventsOfIncident } from '../events/events.loaders.ts'
import { eventOf } from '../events/events.rules.ts'
import { isKindShaped, KIND_WORDS } from '../model/incident-kinds.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type {
  AtmResolvers,
  IncidentEntryResolvers,
  IncidentResolvers,
  JournalEventResolvers,
  QueryResolvers,
} from '../schema.gen.ts'
import { findUser } from '../users/users.resolvers.ts'
import { listUsersById } from '../users/users.store.ts'
import { causesOf, causesOfAll } from './causes.rules.ts'
import { countIncidentGroups } from './incident-groups.store.ts'
import { INCIDENT_COLUMNS, type IncidentLine, incidentItemOf, incidentOf } from './incident-view.rules.ts'
import {
  loadEntries,
  loadIncident,
  loadIncidentsOfAtm,
  loadOpening,
  loadOpenSummary,
  loadWorstIncident,
} from './incidents.loaders.ts'
import {
  countOpenIncidents,
  INCIDENT_SORTING,
  type IncidentCursor,
  type IncidentFilter,
  type IncidentRow,
  listIncidentPage,
  listIncidentsAfter,
  listOpenIncidents,
} from './incidents.store.ts'
import { severityChangesOf, severityOf } from './severity-changes.rules.ts'

type IncidentQueries = Pick<
  QueryResolvers,
  | ('incidents' | 'incidentsCsv' | 'incident' | 'incidentEntries' | 'incidentCauses' | 'incidentGroups')
  | ('listOpenIncidents' | 'openIncidents' | 'openIncidentCount')
>

const PART = 1_000
const MAX_ENTRIES = 500

const MAX_WORDS_CHARS = 100

/** @throws DomainError BAD_USER_INPUT for what is too short or too long to be searched for. */
const checkWords = (q: string | null | undefined): void => {
  const words = q?.trim() ?? ''
  if (words.length > MAX_WORDS_CHARS) throw badInput('q', `must have ${MAX_WORDS_CHARS} characters or fewer`)
  if (words.length === 1 && !/\d/.test(words)) throw badInput('q', 'must have 2 characters at least, or be a number')
}

async function* streamOpen(
  read: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>,
  principal: Principal,
  isPart: boolean | null,
) {
  let before: IncidentCursor | null = null
  for (;;) {
    const after: IncidentCursor | null = before
    const rows: IncidentRow[] = await read((tx) => listOpenIncidents(tx, principal, isPart, after, PART))
    for (const row of rows) yield incidentItemOf(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PART) return
    before = { openedAt: last.openedAt, id: last.id }
  }
}

/** @throws DomainError BAD_USER_INPUT for a kind, words and groups that nothing can be found by. */
const checkFilter = (filter: IncidentFilter): void => {
  if (filter.kind && !isKindShaped(filter.kind)) throw badInput('kind', KIND_WORDS)
  checkWords(filter.q)
  checkGroupFilter(filter)
}

/** Incidents with what their lines name beside them, by two statements. */
const linesOf = async (tx: TenantTx, rows: readonly IncidentRow[]): Promise<IncidentLine[]> => {
  const people = rows.flatMap((row) => [row.ownerUserId, row.acknowledgedByUserId]).filter((id) => id !== null)
  const [atms, users] = await Promise.all([
    listAtmsById(tx, [...new Set(rows.map(({ atmId }) => atmId))]),
    listUsersById(tx, [...new Set(people)]),
  ])
  const sites = new Map(atms.map(({ id, siteName }) => [id, siteName]))
  const names = new Map(users.map(({ userId, name }) => [userId, name]))
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? null))
  return rows.map((row) => ({
    ...row,
    siteName: sites.get(row.atmId) ?? null,
    acknowledgedBy: nameOf(row.acknowledgedByUserId),
    owner: nameOf(row.ownerUserId),
  }))
}

/** Incidents as CSV, of any number. */
const createIncidentsCsv = ({ stores }: ResolverEnv) => {
  const answer = createCsvAnswers()
  return (filter: IncidentFilter, caller: CsvCaller, now: Date) => {
    const { principal } = caller
    checkFilter(filter)
    const source: CsvSource<IncidentLine> = {
      fileName: csvFileName('incidents', now),
      columns: INCIDENT_COLUMNS,
      read: (before, limit) =>
        stores.inTenant(
          principal,
          async (tx) => linesOf(tx, await listIncidentsAfter(tx, principal, filter, { before, limit, now })),
          { mode: 'read' },
        ),
    }
    return answer(source, caller)
  }
}

const listQueries = (env: ResolverEnv): Pick<IncidentQueries, 'incidents' | 'incidentsCsv'> => {
  const answerCsv = createIncidentsCsv(env)
  return {
    async incidents(_source, { page, size, sort, format, ...filter }, { principal, read, now }) {
      checkFormat(format)
      const request = pageRequest({ page, size, sort: sort ?? null }, INCIDENT_SORTING)
      checkFilter(filter)
      const { rows, total } = await read((tx) => listIncidentPage(tx, principal, filter, request, now()))
      return pageOf(rows.map(incidentOf), total, request)
    },
    incidentsCsv: (_source, filter, context) => answerCsv(filter, context, context.now()),
  }
}

/** Reads of incidents. */
export const createIncidentQueries = (env: ResolverEnv): IncidentQueries => ({
  ...listQueries(env),
  async incident(_source, { id }, { loader }) {
    const row = await loader(loadIncident).load(id)
    return row === null ? null : incidentOf(row)
  },
  async incidentEntries(_source, { id, first }, { loader }) {
    const key = listKey(id, { first: checkBetween('first', first, 1, MAX_ENTRIES) })
    return (await loader(loadIncident).load(id)) === null ? null : ((await loader(loadEntries).load(key)) ?? [])
  },
  incidentCauses: (_source, { kinds }) => [...causesOfAll(kinds)],
  async listOpenIncidents(_source, { isPart }, { principal }) {
    return streamOpen((work) => env.stores.inTenant(principal, work, { mode: 'read' }), principal, isPart ?? null)
  },
  async openIncidents(_source, { first, isPart }, { principal, read }) {
    const limit = checkBetween('first', first, 1, PART)
    const rows = await read((tx) => listOpenIncidents(tx, principal, isPart ?? null, null, limit))
    return rows.map(incidentOf)
  },
  incidentGroups: (_source, { by }, { principal, read }) => read((tx) => countIncidentGroups(tx, principal, by)),
  async openIncidentCount(_source, { isPart }, { principal, read }) {
    return { count: await read((tx) => countOpenIncidents(tx, principal, isPart ?? null)) }
  },
})

type Spanned = {
  readonly id: number
  readonly atmId: number
  readonly firstEventAt: Date | string
  readonly lastEventAt: Date | string
  readonly resolvedAt?: Date | string | null | undefined
}

const keyOf = ({ id, atmId, firstEventAt, lastEventAt, resolvedAt }: Spanned): IncidentKey => {
  const iso = (instant: Date | string) => new Date(instant).toISOString()
  return [id, atmId, iso(firstEventAt), iso(lastEventAt), resolvedAt ? iso(resolvedAt) : null]
}

/** What hangs on an incident. */
export const createIncidentFields = ({ types, connectedWithinMs }: ResolverEnv): IncidentResolvers => ({
  async __resolveReference({ id }, { loader }) {
    const row = await loader(loadIncident).load(id)
    return row === null ? null : incidentOf(row)
  },
  async atm(incident, _args, context) {
    const row = await context.loader(loadAtm).load(incident.atmId)
    return row === null ? null : atmOf(row, context.now(), connectedWithinMs)
  },
  causes: ({ kind }) => [...causesOf(kind)],
  owner: ({ ownerUserId }, _args, context) => findUser(ownerUserId, context),
  acknowledgedBy: ({ acknowledgedByUserId }, _args, context) => findUser(acknowledgedByUserId, context),
  async entries({ id }, { first }, { loader }) {
    return (await loader(loadEntries).load(listKey(id, { first: checkBetween('first', first, 1, MAX_ENTRIES) }))) ?? []
  },
  async severityChanges(incident, _args, { loader }) {
    const opening = incident.source === 'MANUAL' ? await loader(loadOpening).load(incident.id) : null
    const opened = severityOf(opening?.text)
    if (incident.source === 'MANUAL' && opened === null) return []
    const known = await types.current()
    const rows = (await loader(loadFirstEventsOfIncident).load(listKey(keyOf(incident), {}))) ?? []
    const firsts = rows.map((row) => ({ ...eventOf(row, known), receivedAt: new Date(row.receivedAt) }))
    return [...severityChangesOf(firsts, opened)]
  },
  async events(incident, { first }, { loader }) {
    const known = await types.current()
    const key = listKey(keyOf(incident), { first: checkBetween('first', first, 1, 500) })
    return ((await loader(loadEventsOfIncident).load(key)) ?? []).map((row) => eventOf(row, known))
  },
})

/** What hangs on an entry of an incident. */
export const entryFields: IncidentEntryResolvers = {
  user: ({ userId }, _args, context) => findUser(userId, context),
  toUser: ({ toUserId }, _args, context) => findUser(toUserId, context),
  webhook: ({ webhookId: id, webhookName: name, webhookHost: host, webhookEvent: event }) =>
    id === null || host === null || event === null ? null : { id, name, host, event },
}

/** The incidents of an ATM: one statement for all ATMs that ask. */
export const atmIncidentFields: Pick<AtmResolvers, 'incidents' | 'openIncidentSummary' | 'worstIncident'> = {
  async incidents(atm, { first, status }, context) {
    const key = listKey(atm.id, { first: checkFirst(first), status: status ?? null })
    return ((await context.loader(loadIncidentsOfAtm).load(key)) ?? []).map(incidentOf)
  },
  async openIncidentSummary(atm, _args, { loader }) {
    return (await loader(loadOpenSummary).load(atm.id)) ?? { count: 0, worst: null }
  },
  async worstIncident(atm, _args, { loader }) {
    const row = await loader(loadWorstIncident).load(atm.id)
    return row === null ? null : incidentOf(row)
  },
}

/** The incident that an event opened or joined, where it is the caller's. */
export const eventIncidentFields: Pick<JournalEventResolvers, 'incident'> = {
  async incident({ incidentId }, _args, context) {
    if (incidentId === null || incidentId === undefined) return null
    const row = await context.loader(loadIncident).load(incidentId)
    return row === null ? null : incidentOf(row)
  },
}
