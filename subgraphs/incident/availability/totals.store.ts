import { type SQL, sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { Fleet } from './affected-atms.store.ts'
import { MEASURES } from './availability.rules.ts'
import type { Edge, Edges } from './differences.store.ts'
import { SUM_COLUMNS, unchanged } from './running-sums.store.ts'

/** The states in which time goes on, with the columns that count their ATMs. */
const RUNNING = MEASURES.flatMap(({ column }) => {
  const state = unchanged[column]
  return state === null ? [] : [{ state, column, counter: sql.raw(`running_${column}`) }]
})

const isIn = ({ state }: (typeof RUNNING)[number]): SQL => sql`state = ${sql.raw(`'${state}'`)}`

const COUNTERS = sql.join(
  RUNNING.map(({ counter }) => counter),
  sql`, `,
)

const TOTAL_COLUMNS = sql`at, institution_key, atms, ${COUNTERS}, ${SUM_COLUMNS}`

/** The totals of an instant as its sums make them, in the order of `TOTAL_COLUMNS`. */
const totalsOf = (instant: SQL): SQL => {
  const running = RUNNING.map((of) => sql`count(*) filter (where ${isIn(of)} and not interrupted)`)
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

/** What the ATMs did until an edge, added or subtracted: all of them, and the special ones taken out again. */
const untilEdge = (fleet: Fleet, { instant, at, name }: Edge): SQL => {
  const [elapsed, deaf] = [
    sql`${at.getTime() - instant.getTime()}::bigint`,
    sql.raw(`(select ms::bigint from deaf_${name})`),
  ]
  const measured = (time: (of: (typeof RUNNING)[number] | undefined, column: string) => SQL) =>
    sql.join(
      MEASURES.map(({ column }) =>
        time(
          RUNNING.find((of) => of.column === column),
          column,
        ),
      ),
      sql`, `,
    )
  const [one, added, taken] = name === 'after' ? [sql`1`, sql`1`, sql`-1`] : [sql`0`, sql`-1`, sql`1`]
  return sql`
    select ${added}, ${one} * atms, ${one} * atms, ${measured(
      (of, column) => sql`${sql.raw(column)}${of === undefined ? sql`` : sql` + ${elapsed} * ${of.counter}`}`,
    )}
      from incident.availability_total
      where at = ${sqlInstant(instant)} and ${scopeOf(fleet, sql`institution_key`)}
    union all
    select ${taken}, ${one}, ${one}, ${measured((of, column) => {
      const goesOn = of === undefined ? sql`` : sql` + ${elapsed} * (${isIn(of)} and not interrupted)::int`
      return sql`${sql.raw(column)}${goesOn}`
    })}
      from ${sql.raw(`sums_${name}`)}
    union all
    select ${added}, 0, 0, ${measured((of, column) => {
      if (column === 'unreachable') return sql`count(*) * (${elapsed} - ${deaf})`
      return of === undefined ? sql`0` : sql`count(*) filter (where ${isIn(of)}) * ${deaf}`
    })}
      from ${sql.raw(`silent_${name}`)} where atm_id not in (select atm_id from special)`
}

/**
 * The time of the ATMs of a fleet together, as a query of what `exactTimes` makes: the difference of the totals at the
 * edges, without the special ATMs, and their time. With the number of `atms`, and of `rows`: one that was moved has
 * several.
 */
export const totalOfAtms = (fleet: Fleet, { before, after }: Edges): SQL => {
  const sums = MEASURES.map(({ column }) => sql.raw(`coalesce(sum(factor * ${column}), 0)::float8 as ${column}`))
  return sql`
    select coalesce(sum(factor * atms), 0)::int as atms, coalesce(sum(factor * rows), 0)::int as rows,
      ${sql.join(sums, sql`, `)}
    from (
      ${untilEdge(fleet, before)}
      union all ${untilEdge(fleet, after)}
      union all select 1, atms, 1, ${SUM_COLUMNS} from exact) t(factor, atms, rows, ${SUM_COLUMNS})`
}
