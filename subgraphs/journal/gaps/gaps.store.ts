import { type AnyColumn, and, asc, count, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { sqlArray } from '../../../db/arrays.ts'
import { type GapRow, type GapStatus, gap } from '../../../db/journal/gap.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { AtmGroupFilter } from '../../../schema/atm-attributes.rules.ts'
import { branchesOf } from '../model/pages.rules.ts'
import { isOfAtmsOfGroup } from './gap-groups.store.ts'

/** What a list of gaps is limited to; days are inclusive. */
export type GapFilter = {
  readonly status: GapStatus | null
  readonly agentAtmId: string | null
  readonly atmId: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly group: AtmGroupFilter
}

/** The place in the list of gaps after which to go on. */
export type GapCursor = Pick<GapRow, 'gapDate' | 'id' | 'agentAtmId'>

/** The order of a list: by what, and then by day and id, all in one direction, so that an index gives it. */
export type GapOrder = { readonly by: 'gapDate' | 'agentAtmId'; readonly descending: boolean }

const OLDEST_FIRST: GapOrder = { by: 'gapDate', descending: false }

type OrderColumns = Readonly<Record<'gapDate' | 'id' | 'agentAtmId', AnyColumn>>

const inOrder = ({ gapDate, id, agentAtmId }: OrderColumns, { by, descending }: GapOrder): SQL[] =>
  (by === 'agentAtmId' ? [agentAtmId, gapDate, id] : [gapDate, id]).map(descending ? desc : asc)

/** Compared as a row, an index leads to the place; as alternatives it would be read from its beginning. */
const follows = (after: GapCursor, { by, descending }: GapOrder): SQL => {
  const than = descending ? sql`<` : sql`>`
  const [day, id] = [sql`${after.gapDate}::text::date`, sql`${after.id}::text::bigint`]
  return by === 'agentAtmId'
    ? sql`(${gap.agentAtmId}, ${gap.gapDate}, ${gap.id}) ${than} (${after.agentAtmId}, ${day}, ${id})`
    : sql`(${gap.gapDate}, ${gap.id}) ${than} (${day}, ${id})`
}

const conditions = (filter: GapFilter): (SQL | undefined)[] => [
  filter.status === null ? undefined : eq(gap.status, filter.status),
  filter.agentAtmId === null ? undefined : eq(gap.agentAtmId, filter.agentAtmId),
  filter.atmId === null ? undefined : eq(gap.atmId, filter.atmId),
  filter.dateFrom === null ? undefined : gte(gap.gapDate, filter.dateFrom),
  filter.dateTo === null ? undefined : lte(gap.gapDate, filter.dateTo),
]

/** Gaps in an order, from the cursor on. */
export const listGaps = (
  tx: TenantTx,
  visibility: Visibility,
  filter: GapFilter,
  limit: number,
  after: GapCursor | null = null,
  order: GapOrder = OLDEST_FIRST,
): Promise<GapRow[]> => {
  const ofGroup = isOfAtmsOfGroup(gap.atmId, filter.group, visibility)
  const wanted = [...conditions(filter), ofGroup, after === null ? undefined : follows(after, order)]
  const read = (institutionKey: string | null) =>
    tx
      .select()
      .from(gap)
      .where(and(...wanted, institutionKey === null ? undefined : eq(gap.institutionKey, institutionKey)))
      .orderBy(...inOrder(gap, order))
      .limit(limit)
  const ofOneAtm = filter.agentAtmId !== null || filter.atmId !== null
  const [first = null, second, ...more] = branchesOf(visibility, ofOneAtm) ?? []
  if (second === undefined) return read(first)
  const found = unionAll(read(first), read(second), ...more.map(read)).as('found')
  return tx
    .select()
    .from(found)
    .orderBy(...inOrder(found, order))
    .limit(limit)
}

/** The condition of a state. It is a literal of the statement, so that the partial index of open gaps serves it. */
export const ofState = (status: GapStatus): SQL =>
  ({ OPEN: sql`status = 'OPEN'`, FETCH_REQUESTED: sql`status = 'FETCH_REQUESTED'`, CLOSED: sql`status = 'CLOSED'` })[
    status
  ]

/** Gaps, counted, with the ATMs that have most of them. */
export type GapCounts = {
  readonly open: number
  readonly atms: number
  readonly top: readonly { readonly atmId: number; readonly agentAtmId: string; readonly gapCount: number }[]
}

/** Counts the gaps of one state, with the filters of their list, in one pass. */
export const findGapCounts = async (
  tx: TenantTx,
  visibility: Visibility,
  { status, ...filter }: GapFilter & { readonly status: GapStatus },
  top: number,
): Promise<GapCounts> => {
  const counted = and(
    scopeOf(visibility, gap.institutionKey),
    ofState(status),
    ...conditions({ ...filter, status: null }),
    isOfAtmsOfGroup(gap.atmId, filter.group, visibility),
  )
  const [row] = await tx.execute<{ open: string; atms: string; top: GapCounts['top'] | null }>(sql`
    with per_atm as materialized (
      select atm_id, count(*) as gaps from ${gap} where ${counted} group by atm_id
    ), most as (select atm_id, gaps from per_atm order by gaps desc, atm_id limit ${top})
    select coalesce(sum(gaps), 0)::text as open, count(*)::text as atms,
      (select jsonb_agg(jsonb_build_object('atmId', m.atm_id, 'agentAtmId', g.agent_atm_id, 'gapCount', m.gaps)
        order by m.gaps desc, m.atm_id)
       from most m cross join lateral (select agent_atm_id from journal.gap where atm_id = m.atm_id limit 1) g) as top
    from per_atm`)
  return { open: Number(row?.open ?? 0), atms: Number(row?.atms ?? 0), top: row?.top ?? [] }
}

/** Gaps whose file was asked for, by their progress. */
export type FetchProgress = Readonly<Record<'asked' | 'waiting' | 'closed' | 'reopened', number>>

/** Counts the gaps whose file was asked for since a moment, by one caller if given. */
export const findFetchProgress = async (tx: TenantTx, since: Date, by: string | null): Promise<FetchProgress> => {
  const rows = await tx
    .select({ status: gap.status, gaps: count() })
    .from(gap)
    .where(and(gte(gap.fetchRequestedAt, since), by === null ? undefined : eq(gap.fetchRequestedBy, by)))
    .groupBy(gap.status)
  const of = (status: GapStatus) => rows.find((row) => row.status === status)?.gaps ?? 0
  const [waiting, closed, reopened] = [of('FETCH_REQUESTED'), of('CLOSED'), of('OPEN')]
  return { asked: waiting + closed + reopened, waiting, closed, reopened }
}

/** One gap by its id. */
export const findGap = async (tx: TenantTx, id: number): Promise<GapRow | null> =>
  (await tx.select().from(gap).where(eq(gap.id, id)))[0] ?? null

/** Who asks for files, and when. */
export type FetchRequest = { readonly at: Date; readonly by: string }

const asRequested = (request: FetchRequest) => ({
  status: 'FETCH_REQUESTED' as const,
  fetchRequestedAt: request.at,
  fetchRequestedBy: request.by,
  fetchAttempts: sql`${gap.fetchAttempts} + 1`,
})

/** Marks a gap that is not closed as asked for; null if there is none, or it is closed. */
export const updateGapRequested = async (tx: TenantTx, id: number, request: FetchRequest): Promise<GapRow | null> => {
  const [row] = await tx
    .update(gap)
    .set(asRequested(request))
    .where(and(eq(gap.id, id), ne(gap.status, 'CLOSED')))
    .returning()
  return row ?? null
}

/** Many gaps by their ids, held until the transaction ends; in one order, so that no deadlock arises. */
export const listGapsToRequest = (tx: TenantTx, ids: readonly number[]): Promise<GapRow[]> =>
  tx
    .select()
    .from(gap)
    .where(inArray(gap.id, [...ids]))
    .orderBy(asc(gap.id))
    .for('update')

/** Marks many gaps as asked for, which the transaction holds. */
export const updateGapsRequested = async (
  tx: TenantTx,
  ids: readonly number[],
  request: FetchRequest,
): Promise<GapRow[]> =>
  ids.length === 0
    ? []
    : tx
        .update(gap)
        .set(asRequested(request))
        .where(inArray(gap.id, [...ids]))
        .returning()

/** Whether the agent of a gap is asked for its file: it was requested, and no file of its day waits to be read. */
const isAskedFor = sql`${gap.status} = 'FETCH_REQUESTED' and not exists (
  select from journal.journal_file f
  where f.atm_id = ${gap.atmId} and f.journal_date = ${gap.gapDate} and f.status = 'RECEIVED')`

/** A gap whose file an agent is asked for, and when it was asked last. */
export type Fetch = { readonly gapId: number; readonly gapDate: string; readonly requestedAt: Date | null }

/** The gaps whose files an agent is asked for. One whose file waits to be read is not asked for again meanwhile. */
export const listFetches = (tx: TenantTx, agentAtmId: string): Promise<Fetch[]> =>
  tx
    .select({ gapId: gap.id, gapDate: gap.gapDate, requestedAt: gap.fetchRequestedAt })
    .from(gap)
    .where(and(eq(gap.agentAtmId, agentAtmId), isAskedFor))
    .orderBy(asc(gap.gapDate))
    .limit(366)

/**
 * The places of those agents that are asked for files. One look into the index of requested gaps for each: a join would
 * read all that are requested on the platform.
 */
export const listPlacesWithFetches = async (tx: TenantTx, agentAtmIds: readonly string[]): Promise<number[]> => {
  const rows = await tx.execute<{ n: number }>(sql`
    select (v.n - 1)::int as n
    from unnest(${sqlArray(agentAtmIds, 'text')}) with ordinality v(agent_atm_id, n) cross join lateral (
      select from ${gap} where ${gap.agentAtmId} = v.agent_atm_id and ${isAskedFor} limit 1) g
    order by v.n`)
  return rows.map(({ n }) => n)
}

/** An agent that was asked for a file, with the moment of its first request since. */
export type FetchChange = { readonly agentAtmId: string; readonly at: Date }

/** The agents that were asked for files from a moment on, in the order of the requests. */
export const listFetchChanges = async (tx: TenantTx, since: Date, limit: number): Promise<FetchChange[]> => {
  const rows = await tx.execute<{ agent_atm_id: string; at_ms: string }>(sql`
    select agent_atm_id, floor(extract(epoch from min(fetch_requested_at)) * 1000)::text as at_ms from journal.gap
    where status = 'FETCH_REQUESTED' and fetch_requested_at >= ${since}::timestamptz
    group by agent_atm_id order by min(fetch_requested_at), agent_atm_id limit ${limit}`)
  return rows.map((row) => ({ agentAtmId: row.agent_atm_id, at: new Date(Number(row.at_ms)) }))
}

/** Whether the agent was asked for the file of this ATM and day. */
export const isFetchRequested = async (tx: TenantTx, atmId: number, day: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: gap.id })
    .from(gap)
    .where(and(eq(gap.atmId, atmId), eq(gap.gapDate, day), eq(gap.status, 'FETCH_REQUESTED')))
  return rows.length > 0
}
