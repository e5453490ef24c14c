import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import { affectedAtms, deafMs, type Fleet, GONE, silentAtms } from './affected-atms.store.ts'
import { MEASURES } from './availability.rules.ts'
import { goesOn, runningSums } from './running-sums.store.ts'

/*
 * The time of an ATM in a period is the difference of its sums at the edges. Of most ATMs nothing is special: the rows
 * of the instants before both edges are joined, and their time goes on by arithmetic. The few special ones are left out
 * of that, and computed from their history.
 */

/** Of so few ATMs the rows are added up: that takes no longer than to find the totals of instants. */
const FEW_ATMS = 5_000

/** An edge of a period, with the instant of sums before it, which may be the edge itself. */
export type Edge = { readonly instant: Date; readonly at: Date; readonly name: 'before' | 'after' }

/**
 * What is read of a period. `isMany` unless there are few ATMs for sure; `hasTotals` where the totals of both instants
 * are there and worth reading.
 */
export type Edges = Readonly<Record<'before' | 'after', Edge> & Record<'isMany' | 'hasTotals', boolean>>

export type EdgesOptions = {
  /** Of so few ATMs no totals are read. */
  readonly fewAtms?: number
}

/** Finds the sums that a period is computed from; null where there are none. */
export const findEdges = async (
  tx: TenantTx,
  fleet: Fleet,
  { from, to }: Period,
  { fewAtms = FEW_ATMS }: EdgesOptions = {},
): Promise<Edges | null> => {
  const newest = (at: Date) => sql`(select at, has_totals from incident.availability_instant
    where at <= ${sqlInstant(at)} order by at desc limit 1)`
  const isMany = sql`(select sum(atms) > ${fewAtms}::int from incident.availability_total n
    where n.at = t.at and ${scopeOf(fleet, sql`n.institution_key`)})`
  const [row] = await tx.execute<{ from: string; to: string; hasTotals: boolean; isMany: boolean | null }>(sql`
    select f.at as from, t.at as to, f.has_totals and t.has_totals as "hasTotals",
      ${fleet.atmIds === undefined ? isMany : sql`false`} as "isMany"
    from ${newest(from)} f cross join ${newest(to)} t`)
  if (row === undefined) return null
  return {
    before: { instant: new Date(row.from), at: from, name: 'before' },
    after: { instant: new Date(row.to), at: to, name: 'after' },
    isMany: row.isMany !== false,
    hasTotals: row.hasTotals && row.isMany === true,
  }
}

/** A relation of the statement that is of an edge. */
const of = (relation: 'silent' | 'affected' | 'sums' | 'deaf', { name }: Edge): SQL => sql.raw(`${relation}_${name}`)

const isApart = ({ instant, at }: Edge): boolean => instant < at

const NO_SILENT = sql`select null::bigint as atm_id, null::text as state where false`
const NO_ATMS = sql`select null::bigint as atm_id where false`

/** The ATMs that are silent from the instant to the edge, those to which something happened, and the deaf time. */
const eventsOf = (fleet: Fleet, edge: Edge): SQL => {
  const { instant, at } = edge
  const affected = affectedAtms(fleet, instant, at, sql`select atm_id from ${of('silent', edge)}`)
  return sql`
  ${of('silent', edge)} as materialized (${isApart(edge) ? silentAtms(fleet, instant) : NO_SILENT}),
  ${of('affected', edge)} as materialized (${isApart(edge) ? affected : NO_ATMS}),
  ${of('deaf', edge)} as materialized (select ${isApart(edge) ? deafMs(instant, at) : sql`0::float8`} as ms)`
}

/**
 * The ATMs whose time in a period is not simply the difference of their sums, nor goes on in one state from an instant
 * to an edge. An ATM may be among them without need: those that were gone at an instant; to which something happened
 * between instant and edge; that are retired at the end, which may have been so all the time and then are not counted;
 * that another institution got since; or that came shortly before the end, which may be at the end and then are not
 * counted either.
 */
const specialAtms = (fleet: Fleet, { before, after }: Edges): SQL => {
  if (fleet.atmIds !== undefined) return sql`select unnest(${sqlArray(fleet.atmIds, 'bigint')}) as atm_id`
  const inScope = scopeOf(fleet, sql`institution_key`)
  const end = sqlInstant(after.at)
  return sql`
    select atm_id from gone union select atm_id from affected_before union select atm_id from affected_after
    union select atm_id from incident.atm_retirement where from_at <= ${end} and to_at >= ${end}
    union select atm_id from incident.former_assignment where to_at > ${sqlInstant(before.instant)} and ${inScope}
    union select atm_id from incident.atm_assignment where after < ${end} and ${inScope} and after >= coalesce(
      (select max(i.at) from incident.availability_instant i where i.at < ${sqlInstant(after.instant)}), '-infinity')`
}

/** The rows of special ATMs at the instant of an edge. */
const sumsOf = ({ instant, name }: Edge): SQL => sql`
  ${sql.raw(`sums_${name}`)} as materialized (
    select m.* from places p join incident.availability_sum m
      on m.at = ${sqlInstant(instant)} and m.institution_key = p.institution_key and m.atm_id = p.atm_id)`

/** The sums of special ATMs at an edge. */
const sumsAt = (fleet: Fleet, edge: Edge): SQL =>
  isApart(edge)
    ? runningSums(fleet, edge.instant, edge.at, {
        silent: of('silent', edge),
        affected: of('affected', edge),
        sums: of('sums', edge),
      })
    : sql`select * from ${of('sums', edge)}`

const difference = (after: string, before: string) =>
  sql.raw(
    MEASURES.map(({ column }) => `(${after}.${column} - coalesce(${before}.${column}, 0))::bigint as ${column}`).join(
      ', ',
    ),
  )

const isSome = sql.raw(`${MEASURES.map(({ column }) => column).join(' + ')} > 0`)

/**
 * The relations of a statement about a period, with `special`, the ATMs that are computed by themselves, their rows at
 * the instants, `sums_before` and `sums_after`, and their time, `exact`. One that was retired all the time has none.
 * One that was moved has a time under each institution that had it, and counts for the first one: `atms` is 1 or 0.
 */
export const exactTimes = (fleet: Fleet, edges: Edges): SQL => {
  const { before, after } = edges
  const inScope = scopeOf(fleet, sql`institution_key`)
  const gone = sql`select atm_id, institution_key from incident.availability_sum
    where at in (${sqlInstant(before.instant)}, ${sqlInstant(after.instant)}) and ${inScope} and state = ${GONE}`
  const isNamed = fleet.atmIds === undefined ? sql`true` : sql`atm_id = any (${sqlArray(fleet.atmIds, 'bigint')})`
  return sql`
  ${eventsOf(fleet, before)}, ${eventsOf(fleet, after)},
  gone as materialized (${gone} and ${isNamed}),
  special as materialized (${specialAtms(fleet, edges)}),
  places as materialized (
    select id as atm_id, institution_key from incident.atm
      where id in (select atm_id from special) and institution_key is not null and ${inScope}
    union select atm_id, institution_key from incident.former_assignment
      where to_at > ${sqlInstant(before.instant)} and ${inScope} and atm_id in (select atm_id from special)
    union select atm_id, institution_key from gone),
  ${sumsOf(before)}, ${sumsOf(after)},
  exact as materialized (
    select *, (row_number() over (partition by atm_id order by institution_key) = 1)::int as atms from (
      select t.atm_id, t.institution_key, ${difference('t', 'f')}
      from (${sumsAt(fleet, after)}) t left join (${sumsAt(fleet, before)}) f
        on f.atm_id = t.atm_id and f.institution_key = t.institution_key and f.since = t.since
      offset 0) s
    where ${isSome})`
}

const TIME = sql`atm_id, institution_key, atms, ${sql.raw(MEASURES.map(({ column }) => column).join(', '))}`

/** How much longer the ATMs of which nothing is special were in each state at an edge than at the instant before it. */
const passedUntil = (alias: string, edge: Edge): readonly SQL[] => {
  const { instant, at } = edge
  if (!isApart(edge)) return MEASURES.map(() => sql``)
  return goesOn(
    alias,
    sql`${at.getTime() - instant.getTime()}::bigint`,
    sql`(select ms::bigint from ${of('deaf', edge)})`,
  )
}

/**
 * The time of each ATM of which nothing is special, as a query beside what `exactTimes` makes: the difference of its
 * sums, and of what time went on since. Where they are added up, workers may do it: these do not read what another
 * query of the statement keeps, so that they are given the special ATMs as an array. Where they are listed, the columns
 * are used several times, so that the offset has each computed once.
 */
const ordinaryTimes = (fleet: Fleet, { before, after }: Edges, areAddedUp: boolean): SQL => {
  const [later, sooner] = [passedUntil('t', after), passedUntil('f', before)]
  const measured = MEASURES.map(
    ({ column }, n) => sql`t.${sql.raw(column)}${later[n]} - (coalesce(f.${sql.raw(column)}, 0)${sooner[n]})
        as ${sql.raw(column)}`,
  )
  const sumsOfAll = ({ instant }: Edge) => sql`select * from incident.availability_sum
    where at = ${sqlInstant(instant)} and ${scopeOf(fleet, sql`institution_key`)}`
  const isOrdinary = areAddedUp
    ? sql`not exists (select from unnest((select array_agg(atm_id) from special)) u(id) where u.id = t.atm_id)`
    : sql`t.atm_id not in (select atm_id from special) offset 0`
  return sql`
    select ${TIME} from (
      select t.atm_id, t.institution_key, 1 as atms, ${sql.join(measured, sql`, `)}
      from (${sumsOfAll(after)}) t left join (${sumsOfAll(before)}) f
        on f.institution_key = t.institution_key and f.atm_id = t.atm_id and f.since = t.since
      where ${isOrdinary}) s
    where ${isSome}`
}

const EXACT = sql`select ${TIME} from exact`

/** The time of each ATM in a period, as a query beside what `exactTimes` makes. */
export const timesOfAtms = (fleet: Fleet, edges: Edges): SQL =>
  fleet.atmIds === undefined ? sql`${ordinaryTimes(fleet, edges, false)} union all ${EXACT}` : EXACT

/** The same in parts that are added up by themselves. */
export const partsOfTimes = (fleet: Fleet, edges: Edges): readonly SQL[] => [ordinaryTimes(fleet, edges, true), EXACT]
