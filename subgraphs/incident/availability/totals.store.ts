import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import { MEASURES, type Sums } from './availability.rules.ts'
import { differences, findTotal, type SumsRow } from './availability.store.ts'
import { affectedAtms, deafMs, type Fleet, GONE, SUM_COLUMNS, silentAtms, unchanged } from './running-sums.store.ts'

/*
 * The time of a fleet is the difference of the totals of two instants. That holds for each ATM of which nothing is
 * special; the few others are taken out of the totals, and what they did is computed from their sums and their history.
 */

/** More special ATMs than these: the sums of all are read. */
const MOST_SPECIAL = 20_000

/** Of so few ATMs the sums are read: to find the special ones and what they did takes as long. */
const FEW_ATMS = 5_000

/** The states in which time goes on, with the columns that count their ATMs. */
const RUNNING = MEASURES.flatMap(({ column }) => {
  const state = unchanged[column]
  return state === null ? [] : [{ state, column, counter: sql.raw(`running_${column}`) }]
})

const COUNTERS = sql.join(
  RUNNING.map(({ counter }) => counter),
  sql`, `,
)

const TOTAL_COLUMNS = sql`at, institution_key, atms, ${COUNTERS}, ${SUM_COLUMNS}`

/** The totals of an instant as its sums make them, in the order of `TOTAL_COLUMNS`. */
const totalsOf = (instant: SQL): SQL => {
  const running = RUNNING.map(
    ({ state }) => sql`count(*) filter (where state = ${sql.raw(`'${state}'`)} and not interrupted)`,
  )
  return sql`
    select at, institution_key, count(*), ${sql.join(running, sql`, `)},
      ${sql.raw(MEASURES.map(({ column }) => `sum(${column})::bigint`).join(', '))}
    from incident.availability_sum where at = ${instant} group by at, institution_key`
}

/** Makes the totals of an instant, from its sums. */
export const insertTotals = async (tx: PlatformTx, at: Date): Promise<void> => {
  const instant = sqlInstant(at)
  // No correction of its sums is under way then.
  await tx.execute(sql`update incident.availability_instant set has_totals = true where at = ${instant}`)
  await tx.execute(sql`delete from incident.availability_total where at = ${instant}`)
  await tx.execute(sql`insert into incident.availability_total (${TOTAL_COLUMNS}) ${totalsOf(instant)}`)
}

/** The number of totals of an instant, if it has them, that differ from what its sums make, or that either lacks. */
export const countDifferingTotals = async (tx: PlatformTx, at: Date): Promise<number> => {
  const instant = sqlInstant(at)
  const [row] = await tx.execute<{ differing: number }>(sql`
    with kept as (select ${TOTAL_COLUMNS} from incident.availability_total where at = ${instant}),
      made as (${totalsOf(instant)})
    select count(*)::int as differing
    from ((select * from kept except select * from made) union all (select * from made except select * from kept)) d
    where exists (select from incident.availability_instant where at = ${instant} and has_totals)`)
  return row?.differing ?? 0
}

/** Deletes the totals of instants that were deleted, also by a release before this one, which knows no totals. */
export const deleteTotalsWithoutInstant = async (tx: PlatformTx): Promise<void> => {
  await tx.execute(sql`
    delete from incident.availability_total t
    where not exists (select from incident.availability_instant i where i.at = t.at)`)
}

/** The newest instants of sums that have no totals. */
export const listInstantsWithoutTotals = async (tx: PlatformTx, limit: number): Promise<Date[]> => {
  const rows = await tx.execute<{ at: string }>(sql`
    select at from incident.availability_instant where not has_totals order by at desc limit ${limit}::int`)
  return rows.map(({ at }) => new Date(at))
}

/** The newest instant of sums that is not later; null where it has no totals. */
const findTotalledInstant = async (tx: TenantTx, at: Date): Promise<Date | null> => {
  const [row] = await tx.execute<{ at: string; hasTotals: boolean }>(sql`
    select at, has_totals as "hasTotals" from incident.availability_instant where at <= ${sqlInstant(at)}
    order by at desc limit 1`)
  return row?.hasTotals === true ? new Date(row.at) : null
}

const hasManyAtms = async (tx: TenantTx, fleet: Fleet, at: Date): Promise<boolean> => {
  const [row] = await tx.execute<{ isMany: boolean }>(sql`
    select sum(atms) > ${FEW_ATMS}::int as "isMany" from incident.availability_total
    where at = ${sqlInstant(at)} and ${scopeOf(fleet, sql`institution_key`)}`)
  return row?.isMany === true
}

/** An edge of a period, with the instant of sums before it, which may be the edge itself. */
type Edge = { readonly instant: Date; readonly at: Date; readonly sign: 1 | -1 }
type Edges = readonly [Edge, Edge]

/** The ATMs of which something is special, and the time of the silent ones from the instant to each edge. */
type Exceptions = { readonly special: readonly number[]; readonly silent: readonly [Sums, Sums] }

/** The time of the ATMs of `silent`, what `silentAtms` finds, but the special ones, as JSON of `Sums`. */
const silentTime = (silent: SQL, { instant, at }: Edge): SQL => {
  const [elapsed, deaf] = [sql.raw(`${at.getTime() - instant.getTime()}::float8`), deafMs(instant, at)]
  const measured = MEASURES.map(({ column }) => {
    const state = unchanged[column]
    const time = state === null ? sql`0` : sql`count(*) filter (where state = ${sql.raw(`'${state}'`)}) * ${deaf}`
    return sql`${sql.raw(`'${column}'`)}, ${column === 'unreachable' ? sql`count(*) * (${elapsed} - ${deaf})` : time}`
  })
  return sql`(select json_build_object(${sql.join(measured, sql`, `)}) from ${silent}
    where atm_id not in (select atm_id from special))`
}

/**
 * Finds, in one statement, the ATMs whose time in a period is not simply the difference of their sums, nor went on in
 * one state from an instant to an edge. An ATM may be among them without need: those that were gone at an instant, or,
 * where the instant is before an edge, interrupted; to which something happened between both; that are retired at the
 * end, which may have been so all the time and then are not counted; that another institution got since; or that came
 * shortly before the end, which may be at the end and then are not counted either.
 */
const findExceptions = async (tx: TenantTx, fleet: Fleet, edges: Edges): Promise<Exceptions> => {
  const inScope = scopeOf(fleet, sql`institution_key`)
  const [{ instant: first }, { instant: last, at: end }] = edges
  const names = [sql.raw('silent_before'), sql.raw('silent_after')] as const
  const silent = edges.map(({ instant, at }, n) =>
    instant < at
      ? sql`${names[n]} as materialized (${silentAtms(fleet, instant)})`
      : sql`${names[n]} as (select null::bigint as atm_id, null::text as state where false)`,
  )
  const parts = edges.map(({ instant, at }, n) => {
    const gone = sql`select atm_id from incident.availability_sum
      where at = ${sqlInstant(instant)} and ${inScope} and state = ${GONE}`
    const affected = () => affectedAtms(fleet, instant, at, sql`select atm_id from ${names[n]}`)
    return instant < at ? sql`${gone} union all select atm_id from (${affected()}) f` : gone
  })
  const [row] = await tx.execute<{ special: number[]; before: Sums; after: Sums }>(sql`
    with ${sql.join(silent, sql`, `)}, special as materialized (
      select distinct atm_id from (
        ${sql.join(parts, sql` union all `)}
        union all select atm_id from incident.atm_retirement
          where from_at <= ${sqlInstant(end)} and to_at >= ${sqlInstant(end)}
        union all select atm_id from incident.former_assignment where to_at > ${sqlInstant(first)} and ${inScope}
        union all select atm_id from incident.atm_assignment
          where after < ${sqlInstant(end)} and ${inScope} and after >= coalesce(
            (select max(i.at) from incident.availability_instant i where i.at < ${sqlInstant(last)}), '-infinity')) s
      limit ${MOST_SPECIAL + 1}::int)
    select to_json(array(select atm_id from special)) as special,
      ${silentTime(names[0], edges[0])} as before, ${silentTime(names[1], edges[1])} as after`)
  if (row === undefined) throw new Error('an aggregate had no row')
  return { special: row.special, silent: [row.before, row.after] }
}

/**
 * What the ATMs did until an edge, added or subtracted: all of them, and the special ones taken out again. `silent` is
 * the time of those that were silent from the instant to the edge.
 */
const untilEdge = (fleet: Fleet, special: SQL, silent: Sums, { instant, at, sign }: Edge): SQL => {
  const elapsed = sql.raw(`${at.getTime() - instant.getTime()}::numeric`)
  const measured = (running: (of: (typeof RUNNING)[number]) => SQL) =>
    sql.join(
      MEASURES.map(({ column }) => {
        const own = RUNNING.find((of) => of.column === column)
        return own === undefined ? sql.raw(column) : sql`${sql.raw(column)} + ${elapsed} * ${running(own)}`
      }),
      sql`, `,
    )
  const where = sql`at = ${sqlInstant(instant)} and ${scopeOf(fleet, sql`institution_key`)}`
  const atms = sign === 1 ? sql`atms` : sql`0`
  return sql`
    select ${sql.raw(String(sign))} as factor, ${atms} as atms, ${measured(({ counter }) => counter)}
      from incident.availability_total where ${where}
    union all
    select ${sql.raw(String(-sign))}, ${sign === 1 ? sql`1` : sql`0`},
      ${measured(({ state }) => sql`(state = ${sql.raw(`'${state}'`)} and not interrupted)::int`)}
      from incident.availability_sum where ${where} and atm_id = any (${special})
    union all
    select ${sql.raw(String(sign))}, 0, ${sql.raw(MEASURES.map(({ column }) => silent[column]).join(', '))}`
}

/** Whether totals are read, however many ATMs there are; left out: where there are many. */
type Options = { readonly isMany?: boolean }

/** The time of the ATMs of a fleet together, by totals; null where the sums of all are read as fast, or have to be. */
const findTotalOfMany = async (
  tx: TenantTx,
  fleet: Fleet,
  period: Period,
  { isMany }: Options,
): Promise<SumsRow | null> => {
  const [first, last] = [await findTotalledInstant(tx, period.from), await findTotalledInstant(tx, period.to)]
  if (first === null || last === null || !(isMany ?? (await hasManyAtms(tx, fleet, last)))) return null
  const edges = [
    { instant: first, at: period.from, sign: -1 },
    { instant: last, at: period.to, sign: 1 },
  ] as const
  const { special: atmIds, silent } = await findExceptions(tx, fleet, edges)
  if (atmIds.length > MOST_SPECIAL) return null
  const special = sqlArray(atmIds, 'bigint')
  const parts = [untilEdge(fleet, special, silent[0], edges[0]), untilEdge(fleet, special, silent[1], edges[1])]
  const sums = MEASURES.map(({ column }) => sql.raw(`coalesce(sum(factor * ${column}), 0)::float8 as ${column}`))
  const [row] = await tx.execute<SumsRow>(sql`
    with d as materialized (${await differences(tx, { ...fleet, atmIds }, period)})
    select null::float8 as "atmId", null as name, null as "institutionKey",
      coalesce(sum(factor * atms), 0)::int as atms, ${sql.join(sums, sql`, `)}
    from (
      ${sql.join(parts, sql` union all `)}
      union all select 1, 0, ${SUM_COLUMNS} from d
      union all select 1, count(distinct atm_id), 0, 0, 0, 0, 0, 0 from d) t(factor, atms, ${SUM_COLUMNS})`)
  if (row === undefined) throw new Error('an aggregate had no row')
  return row
}

/** The time of the ATMs of a fleet together. */
export const findFleetTotal = async (
  tx: TenantTx,
  fleet: Fleet,
  period: Period,
  options: Options = {},
): Promise<SumsRow> => (await findTotalOfMany(tx, fleet, period, options)) ?? findTotal(tx, fleet, period)

/**
 * The total that a list of ATMs or groups is given; null where the list adds up its rows: where an ATM may have a time
 * under several institutions, as there are more rows than ATMs then, and where an edge is apart from the instants of
 * sums, as what happened since would be computed for the total and for the list.
 */
export const findTotalOfList = async (
  tx: TenantTx,
  fleet: Fleet,
  period: Period,
  options: Options = {},
): Promise<SumsRow | null> => {
  const edges = [period.from, period.to].map((at) => sqlInstant(at))
  const [row] = await tx.execute<{ isSimple: boolean }>(sql`
    select (select count(*) from incident.availability_instant where at in (${sql.join(edges, sql`, `)})) = 2
      and not exists (select from incident.former_assignment
        where to_at > ${sqlInstant(period.from)} and ${scopeOf(fleet, sql`institution_key`)}) as "isSimple"`)
  return row?.isSimple === true ? findTotalOfMany(tx, fleet, period, options) : null
}
