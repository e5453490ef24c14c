import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import {
  type ChoiceAttribute,
  columnOf,
  type TextAttribute,
  type WordsAttribute,
} from '../../../schema/atm-attributes.rules.ts'
import type { PageRequest, Sorting } from '../../kit/common/paging.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import { MEASURES, type Sums } from './availability.rules.ts'
import { type Fleet, findSumInstant, runningSums, SUM_COLUMNS } from './running-sums.store.ts'

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
  availabilityPct: sql`in_service / nullif(
    in_service + in_supervisor + out_of_service + unreachable + unknown, 0)`,
  atms: sql`atms`,
  ...Object.fromEntries(MEASURES.map(({ column, field }) => [field, sql.raw(column)])),
}

/** The orders of groups, and those of ATMs: of equal ones the name of each would have to be looked up. */
export const availabilitySorting = (grouping: Grouping): Sorting<SQL> => ({
  sortable: SORT_COLUMNS,
  defaultSort: ['availabilityPct,asc'],
  tieBreak: { column: grouping === 'atm' ? sql`atm_id` : SORT_COLUMNS.name, descending: false },
})

/**
 * Has the statements of a transaction planned by their values. From the sixth time on a session would use plans for any
 * instants, which go through all incidents of months. Planning the sums of edges takes 10 to 20 ms each time, so that
 * lists, and the time of one ATM, are left to plans for any instants, which are no worse for them.
 */
export const planByValues = async (tx: TenantTx): Promise<void> => {
  await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
}

/** The period as far as there are sums for it: not before the first, nor after `now`; null where nothing is left. */
export const findPeriod = async (tx: TenantTx, period: Period, now: Date): Promise<Period | null> => {
  const [row] = await tx.execute<{ at: string | null }>(sql`select min(at) as at from incident.availability_instant`)
  if (row?.at == null) return null
  const from = new Date(Math.max(period.from.getTime(), Date.parse(row.at)))
  const to = new Date(Math.min(period.to.getTime(), now.getTime()))
  return from < to ? { from, to } : null
}

/** The sums of each ATM at an instant, from the newest ones before. */
const sumsAt = async (tx: TenantTx, fleet: Fleet, at: Date): Promise<SQL> => {
  const from = (await findSumInstant(tx, at)) ?? at
  if (from < at) return runningSums(fleet, from, at)
  const ofAtms = fleet.atmIds === undefined ? sql`true` : sql`atm_id = any (${sqlArray(fleet.atmIds, 'bigint')})`
  return sql`
    select atm_id, institution_key, since, state, interrupted, ${SUM_COLUMNS}
    from incident.availability_sum
    where at = ${sqlInstant(at)} and ${scopeOf(fleet, sql`institution_key`)} and ${ofAtms}`
}

/**
 * The time of each ATM in a period: the difference of its sums. One that had none, as it was retired all the time, is
 * left out. One that was moved has a time under each institution that had it.
 */
export const differences = async (tx: TenantTx, fleet: Fleet, { from, to }: Period): Promise<SQL> => {
  const [before, after] = [await sumsAt(tx, fleet, from), await sumsAt(tx, fleet, to)]
  const columns = MEASURES.map(({ column }) => `(t.${column} - coalesce(f.${column}, 0))::float8 as ${column}`).join(
    ', ',
  )
  // A full join, which is never planned as a loop, however few rows there are guessed to be at an instant; what is in
  // the sums before only is left out.
  return sql`
    select * from (
      select t.atm_id, t.institution_key, ${sql.raw(columns)}
      from (${after}) t full join (${before}) f
        on f.atm_id = t.atm_id and f.institution_key = t.institution_key and f.since = t.since
      offset 0) s
    where atm_id is not null and ${sql.raw(MEASURES.map(({ column }) => column).join(' + '))} > 0`
}

const summed = sql.raw(MEASURES.map(({ column }) => `coalesce(sum(${column}), 0) as ${column}`).join(', '))

/**
 * The ATMs with a time under several institutions, which count once: in the first one. Rows are not counted by distinct
 * ATMs, as that sorts them.
 */
const repeatedOf = ({ from }: Period): SQL => sql`
  select atm_id, min(institution_key) as first_key, count(*) - 1 as repeats from d
  where atm_id in (select atm_id from incident.former_assignment where to_at > ${sqlInstant(from)})
  group by atm_id having count(*) > 1`

/** No ATM that counts for several institutions, as `repeatedOf` finds them. */
const NO_REPEATS = sql`select null::bigint as atm_id, null::text as first_key, 0 as repeats where false`

const zeros = sql.raw(MEASURES.map(({ column }) => `0 as ${column}`).join(', '))
const materialized = (isSo: boolean): SQL => (isSo ? sql`materialized` : sql`not materialized`)

/**
 * One row for each ATM, without their names, or for each group. What an ATM has now is known to its institution only:
 * under a former one, it is in the group of those without a value.
 */
const grouped = (grouping: Grouping): SQL => {
  if (grouping === 'atm') return sql`select atm_id, null as name, institution_key, 1 as atms, ${SUM_COLUMNS} from d`
  if (grouping === 'institution') {
    return sql`
      select null::bigint as atm_id, institution_key as name, institution_key, count(*)::int as atms, ${summed}
      from d group by institution_key`
  }
  const column = sql.raw(`a.${columnOf(grouping)}`)
  const values = grouping === 'tags' ? sql`left join lateral unnest(${column}) v(value) on true` : sql``
  return sql`
    select null::bigint as atm_id, ${grouping === 'tags' ? sql`v.value` : column} as name, null as institution_key,
      (count(*) filter (where p.atm_id is null or p.first_key = d.institution_key))::int as atms, ${summed}
    from d left join incident.atm a on a.id = d.atm_id left join repeated p on p.atm_id = d.atm_id ${values}
    group by 2`
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

type Found = SumsRow & { readonly isTotal: boolean; readonly rows: number }

const COLUMNS = sql`atm_id::float8 as "atmId", name, institution_key as "institutionKey", atms, ${SUM_COLUMNS}`

/** What is asked of a list. */
type Asked = { readonly period: Period; readonly grouping: Grouping; readonly page: PageRequest<SQL> }

/**
 * A page of ATMs or groups, with how many there are and all of them together: `known`, as `findTotalOfList` gives it,
 * or else the sum of the rows, which are kept for it.
 */
export const listAvailability = async (
  tx: TenantTx,
  fleet: Fleet,
  { period, grouping, page }: Asked,
  known: SumsRow | null,
): Promise<{ rows: SumsRow[]; count: number; total: SumsRow }> => {
  const order = sql.join(
    page.order.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`),
    sql`, `,
  )
  const part = sql`order by ${order} limit ${page.size}::int offset ${page.offset}::bigint`
  const isByName = page.order.some(({ column }) => column === SORT_COLUMNS.name)
  const rowsOfPage = isByName ? sql`select * from (${named(grouping)}) o ${part}` : named(grouping, part)
  const isOfAtms = grouping === 'atm'
  const [atms, sums] =
    known === null ? [sql`(count(*) - (select coalesce(sum(repeats), 0) from repeated))::int`, summed] : [sql`0`, zeros]
  const ofRows = isOfAtms ? sql`count(*)::int` : sql`(select count(*)::int from r)`
  const found = await tx.execute<Found>(sql`
    with d as ${materialized(known === null)} (${await differences(tx, fleet, period)}),
    repeated as materialized (${known === null ? repeatedOf(period) : NO_REPEATS}),
    r as ${materialized(!isOfAtms)} (${grouped(grouping)})
    select null::float8 as "atmId", null as name, null as "institutionKey", ${atms} as atms, ${sums},
      true as "isTotal", ${known !== null && isOfAtms ? sql`0` : ofRows} as rows ${known === null ? sql`from d` : sql``}
    union all
    (select ${COLUMNS}, false, 0 from (${rowsOfPage}) p order by ${order})`)
  const [first, ...rows] = found
  if (first === undefined) return { rows: [], count: 0, total: NO_SUMS }
  if (known === null) return { rows, count: first.rows, total: first }
  return { rows, count: isOfAtms ? known.atms : first.rows, total: known }
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
  const rows = await tx.execute<SumsRow>(sql`
    with d as materialized (${await differences(tx, fleet, period)}),
    repeated as materialized (${repeatedOf(period)}), r as (${grouped(grouping)})
    select ${COLUMNS} from (${named(grouping)}) n order by name nulls last`)
  return [...rows]
}

/** The ATMs together. */
export const findTotal = async (tx: TenantTx, fleet: Fleet, period: Period): Promise<SumsRow> => {
  const [row] = await tx.execute<SumsRow>(sql`
    with d as (${await differences(tx, fleet, period)})
    select null::float8 as "atmId", null as name, null as "institutionKey", count(distinct atm_id)::int as atms,
      ${summed} from d`)
  return row ?? NO_SUMS
}
