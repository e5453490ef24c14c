import { type SQL, sql } from 'drizzle-orm'
import type { TenantTx } from '../../../db/tenancy.ts'
import {
  type ChoiceAttribute,
  columnOf,
  type TextAttribute,
  type WordsAttribute,
} from '../../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import type { Fleet } from './affected-atms.store.ts'
import { MEASURES, type Sums } from './availability.rules.ts'
import { type Edges, type EdgesOptions, exactTimes, findEdges, partsOfTimes, timesOfAtms } from './differences.store.ts'
import { SUM_COLUMNS } from './running-sums.store.ts'
import { totalOfAtms } from './totals.store.ts'

/** An attribute of ATMs that groups them. An ATM is in the group of each of its tags. */
export type GroupingAttribute = TextAttribute | ChoiceAttribute | WordsAttribute

/** What has a row of its own: each ATM, each institution, or each value of an attribute. */
export type Grouping = 'atm' | 'institution' | GroupingAttribute

/** The time of an ATM or a group. */
export type SumsRow = Sums & {
  readonly atmId: number | null
  readonly name: string | null
  readonly institutionKey: string | null
  readonly atms: number
}

const SORT_COLUMNS = {
  name: sql`name`,
  // Null, which is last in either order, of those of which nothing is known: they were not unavailable.
  availabilityPct: sql`case when in_service + in_supervisor + out_of_service + unreachable > 0 then in_service::float8
    / (in_service + in_supervisor + out_of_service + unreachable + unknown) end`,
  atms: sql`atms`,
  ...Object.fromEntries(MEASURES.map(({ column, field }) => [field, sql.raw(column)])),
}

/** The orders of groups, and those of ATMs: of equal ones the name of each would have to be looked up. */
export const availabilitySorting = (grouping: Grouping): Sorting<SQL> => ({
  sortable: SORT_COLUMNS,
  defaultSort: ['availabilityPct,asc'],
  tieBreak: { column: grouping === 'atm' ? sql`atm_id` : SORT_COLUMNS.name, descending: false },
})

const planBy = async (tx: TenantTx, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<void> => {
  await tx.execute(sql`select set_config('plan_cache_mode', ${mode}, true)`)
}

/**
 * Has the statements of a transaction planned by their values. From the sixth time on a session would use plans for any
 * instants, which go through all incidents of months.
 */
export const planByValues = (tx: TenantTx): Promise<void> => planBy(tx, 'force_custom_plan')

/** A row of times; that of a total says how many rows there are. */
type Read = SumsRow & { readonly rows?: number }

/**
 * Reads the time of ATMs, which takes 10 to 30 ms to plan. That of few is planned once for all values, as it is found
 * by keys and short ranges; that of many by its values, as what is a small part of a table depends on them. The
 * statements are sent together: others share the transaction, and are planned by their values from then on.
 */
const readTimes = async (tx: TenantTx, { isMany }: Edges, statement: SQL): Promise<readonly Read[]> => {
  // A statement is sent when it is first waited for; `async` functions do so at once, in this order.
  const read = async (): Promise<readonly Read[]> => await tx.execute<Read>(statement)
  const [, rows] = await Promise.all([
    planBy(tx, isMany ? 'force_custom_plan' : 'force_generic_plan'),
    read(),
    planByValues(tx),
  ])
  return rows
}

/** The period as far as there are sums for it: not before the first, nor after `now`; null where nothing is left. */
export const findPeriod = async (tx: TenantTx, period: Period, now: Date): Promise<Period | null> => {
  const [row] = await tx.execute<{ at: string | null }>(sql`select min(at) as at from incident.availability_instant`)
  if (row?.at == null) return null
  const from = new Date(Math.max(period.from.getTime(), Date.parse(row.at)))
  const to = new Date(Math.min(period.to.getTime(), now.getTime()))
  return from < to ? { from, to } : null
}

const summed = sql.raw(MEASURES.map(({ column }) => `coalesce(sum(${column}), 0)::float8 as ${column}`).join(', '))

/**
 * One row for each ATM, without their names, or for each group. What an ATM has now is known to its institution only:
 * under a former one, it is in the group of those without a value.
 */
const grouped = (grouping: Grouping, times: SQL = sql`d`): SQL => {
  if (grouping === 'atm')
    return sql`select atm_id, null as name, institution_key, 1 as atms, ${SUM_COLUMNS} from ${times}`
  if (grouping === 'institution') {
    return sql`
      select null::bigint as atm_id, institution_key as name, institution_key, count(*)::int as atms, ${summed}
      from ${times} group by institution_key`
  }
  const column = sql.raw(`a.${columnOf(grouping)}`)
  const values = grouping === 'tags' ? sql`left join lateral unnest(${column}) v(value) on true` : sql``
  return sql`
    select null::bigint as atm_id, ${grouping === 'tags' ? sql`v.value` : column} as name, null as institution_key,
      sum(d.atms)::int as atms, ${summed}
    from ${times} left join incident.atm a on a.id = d.atm_id ${values}
    group by 2`
}

/** Rows of `grouped`: groups of many ATMs are made of each part of their times, and then together. */
const rowsOf = (grouping: Grouping, fleet: Fleet, edges: Edges): SQL => {
  if (grouping === 'atm' || !edges.hasTotals) return grouped(grouping)
  const parts = partsOfTimes(fleet, edges).map((times) => grouped(grouping, sql`(${times}) d`))
  return sql`
    select null::bigint as atm_id, name, institution_key, sum(atms)::int as atms, ${summed}
    from (${sql.join(parts, sql` union all `)}) g group by name, institution_key`
}

/**
 * Rows of `grouped` with the names of ATMs, as far as `condition` picks some of them. One that was moved away has the
 * name that it had then.
 */
const named = (grouping: Grouping, condition: SQL = sql``): SQL => {
  const found = sql`select * from r ${condition}`
  if (grouping !== 'atm') return found
  return sql`
    select n.atm_id, n.institution_key, n.atms, ${sql.raw(MEASURES.map(({ column }) => `n.${column}`).join(', '))},
      coalesce(a.agent_atm_id, (select f.agent_atm_id from incident.former_assignment f
        where f.atm_id = n.atm_id and f.institution_key = n.institution_key order by f.to_at desc limit 1)) as name
    from (${found}) n left join incident.atm a on a.id = n.atm_id`
}

const MEASURED = sql.raw(MEASURES.map(({ column }) => `${column}::float8 as ${column}`).join(', '))
const COLUMNS = sql`atm_id::float8 as "atmId", name, institution_key as "institutionKey", atms, ${MEASURED}`

const materialized = (isSo: boolean): SQL => (isSo ? sql`materialized` : sql`not materialized`)

/** What is asked of a list. */
type Asked = EdgesOptions & { readonly period: Period; readonly grouping: Grouping; readonly page: PageRequest<SQL> }

/** The ATMs together, with the number of their rows: by totals, or else the sum of the rows `d`. */
const totalOf = (fleet: Fleet, edges: Edges): SQL =>
  edges.hasTotals
    ? totalOfAtms(fleet, edges)
    : sql`select coalesce(sum(atms), 0)::int as atms, count(*)::int as rows, ${summed} from d`

/**
 * A page of ATMs or groups, with how many there are and all of them together. Rows are kept where they are added up for
 * that.
 */
export const listAvailability = async (
  tx: TenantTx,
  fleet: Fleet,
  { period, grouping, page, ...options }: Asked,
): Promise<{ rows: SumsRow[]; count: number; total: SumsRow }> => {
  const edges = await findEdges(tx, fleet, period, options)
  if (edges === null) return { rows: [], count: 0, total: NO_SUMS }
  const asked = page.order.map(
    ({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
  )
  // An ATM that was moved has several rows.
  const order = sql.join([...asked, sql`institution_key`], sql`, `)
  const part = sql`order by ${order} limit ${page.size}::int offset ${page.offset}::bigint`
  const isByName = page.order.some(({ column }) => column === SORT_COLUMNS.name)
  const rowsOfPage = isByName ? sql`select * from (${named(grouping)}) o ${part}` : named(grouping, part)
  const isOfAtms = grouping === 'atm'
  const found = await readTimes(
    tx,
    edges,
    sql`
    with ${exactTimes(fleet, edges)},
    d as ${materialized(!edges.hasTotals)} (${timesOfAtms(fleet, edges)}),
    r as ${materialized(!isOfAtms)} (${rowsOf(grouping, fleet, edges)})
    select null::float8 as "atmId", null as name, null as "institutionKey", atms, ${SUM_COLUMNS},
      ${isOfAtms ? sql`rows` : sql`(select count(*)::int from r)`} as rows from (${totalOf(fleet, edges)}) t
    union all
    (select ${COLUMNS}, 0 from (${rowsOfPage}) p order by ${order})`,
  )
  const [first, ...rows] = found
  return first === undefined ? { rows: [], count: 0, total: NO_SUMS } : { rows, count: first.rows ?? 0, total: first }
}

/** The sums of no ATM. */
export const NO_SUMS: SumsRow = {
  atmId: null,
  name: null,
  institutionKey: null,
  atms: 0,
  in_service: 0,
  in_supervisor: 0,
  out_of_service: 0,
  unreachable: 0,
  unknown: 0,
  maintenance: 0,
}

/** All rows, by name. */
export const listAllAvailability = async (
  tx: TenantTx,
  fleet: Fleet,
  { period, grouping }: { readonly period: Period; readonly grouping: Grouping },
): Promise<SumsRow[]> => {
  const edges = await findEdges(tx, fleet, period)
  if (edges === null) return []
  const rows = await readTimes(
    tx,
    edges,
    sql`
    with ${exactTimes(fleet, edges)},
    d as not materialized (${timesOfAtms(fleet, edges)}), r as (${grouped(grouping)})
    select ${COLUMNS} from (${named(grouping)}) n order by name nulls last`,
  )
  return [...rows]
}

/** The ATMs together. */
export const findTotal = async (
  tx: TenantTx,
  fleet: Fleet,
  period: Period,
  options: EdgesOptions = {},
): Promise<SumsRow> => {
  const edges = await findEdges(tx, fleet, period, options)
  if (edges === null) return NO_SUMS
  const [row] = await readTimes(
    tx,
    edges,
    sql`
    with ${exactTimes(fleet, edges)},
    d as not materialized (${timesOfAtms(fleet, edges)})
    select null::float8 as "atmId", null as name, null as "institutionKey", atms, ${SUM_COLUMNS}
    from (${totalOf(fleet, edges)}) t`,
  )
  return row ?? NO_SUMS
}
