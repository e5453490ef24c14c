import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { MEASURES } from './availability.rules.ts'

/*
 * Order of reading: affected (ATMs for which not all time passed in one state) -> base (where their sums begin) ->
 * interrupted / special (silence, maintenance, retirement: computed span by span) -> movedByStateChanges (all other
 * affected ones: each change moves time from one measure to another) -> the unaffected (sum plus elapsed time).
 */

/** Which ATMs are summed up. `connectedWithinMs` is ATM_CONNECTED_WITHIN. */
export type Fleet = Visibility & { readonly atmIds?: readonly number[]; readonly connectedWithinMs: number }

/** What the platform itself sees. */
export const EVERY_ATM: Visibility = { unrestricted: true, institutions: [] }

/** Milliseconds are added up as floating point numbers, which is exact for them and faster than integers are. */
const ms = (at: SQL): SQL => sql`round(date_part('epoch', ${at}) * 1000)`

/** The columns of the sums, in the order of `MEASURES`. */
export const SUM_COLUMNS = sql.raw(MEASURES.map(({ column }) => column).join(', '))

/** The codes of service states: of two at one instant, and of any two, the order is that of their instants. */
const STATES = ['UNKNOWN', 'IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR'] as const
const codeOf = (state: SQL): SQL =>
  sql`case ${state} when 'IN_SERVICE' then 1 when 'OUT_OF_SERVICE' then 2 when 'IN_SUPERVISOR' then 3 else 0 end`
const nameOf = (code: SQL): SQL => sql`(${sqlArray([...STATES], 'text')})[${code} + 1]`

/** What each measure counts, of a span in use that has a state and is in maintenance, silent, or neither. */
const MEASURED: Readonly<Record<(typeof MEASURES)[number]['column'], SQL>> = {
  in_service: sql`in_use and last & 3 = 1 and not maintained and not unreachable`,
  in_supervisor: sql`in_use and last & 3 = 3 and not maintained and not unreachable`,
  out_of_service: sql`in_use and last & 3 = 2 and not maintained and not unreachable`,
  unreachable: sql`in_use and unreachable and not maintained`,
  unknown: sql`in_use and last & 3 = 0 and not maintained and not unreachable`,
  maintenance: sql`in_use and maintained`,
}

/** The state in which time passes for a measure where nothing changes; null for those that only a change begins. */
const unchanged: Readonly<Record<(typeof MEASURES)[number]['column'], (typeof STATES)[number] | null>> = {
  in_service: 'IN_SERVICE',
  in_supervisor: 'IN_SUPERVISOR',
  out_of_service: 'OUT_OF_SERVICE',
  unreachable: null,
  unknown: 'UNKNOWN',
  maintenance: null,
}

/** The newest instant of sums that is not later; null before the first. */
export const findSumInstant = async (tx: TenantTx, at: Date): Promise<Date | null> => {
  const [row] = await tx.execute<{ at: string | null }>(
    sql`select max(at) as at from incident.availability_instant where at <= ${sqlInstant(at)}`,
  )
  return row?.at == null ? null : new Date(row.at)
}

/** A condition on rows of incident.atm_silence and others: something began at `from` or later, and before `at`. */
const beganBetween = (column: string, from: Date, at: Date): SQL =>
  sql`${sql.raw(column)} >= ${sqlInstant(from)} and ${sql.raw(column)} < ${sqlInstant(at)}`

/** When an ATM `a` counts as unreachable, unless it is heard again. */
const lostAt = ({ connectedWithinMs }: Fleet): SQL =>
  sql`a.last_heartbeat_at + ${connectedWithinMs}::float8 * interval '1 millisecond'`

/**
 * The ATMs to which something happened between `from` and `at`, or lasts since before: time does not simply go on for
 * them. An ATM may be among them without need. A few of all, each found by a range of an index. Maintenance may be
 * written after the sums of an instant within it, where the platform was down when it began: all of it counts that is
 * not over at `from`.
 */
const affectedAtms = (fleet: Fleet, from: Date, at: Date): SQL => {
  if (fleet.atmIds !== undefined) return sql`select unnest(${sqlArray(fleet.atmIds, 'bigint')}) as atm_id`
  const scope = scopeOf(fleet, sql`institution_key`)
  const silentBefore = sqlInstant(new Date(at.getTime() - fleet.connectedWithinMs))
  return sql`
    select atm_id from incident.availability_sum where at = ${sqlInstant(from)} and ${scope} and interrupted
    union select atm_id from incident.state_history
      where occurred_at > ${sqlInstant(from)} and occurred_at <= ${sqlInstant(at)} and ${scope}
    union select atm_id from incident.atm_silence where ${beganBetween('lost_at', from, at)} and ${scope}
    union select a.id from incident.atm a
      where a.heard_slot < ${silentBefore} and ${lostAt(fleet)} < ${sqlInstant(at)} and ${scope}
    union select atm_id from incident.atm_maintenance
      where ends_at > ${sqlInstant(from)} and starts_at < ${sqlInstant(at)} and ${scope}
    union select atm_id from incident.atm_retirement where ${beganBetween('from_at', from, at)}
    union select atm_id from incident.atm_assignment where after < ${sqlInstant(at)} and ${scope} and after >= coalesce(
      (select max(i.at) from incident.availability_instant i where i.at < ${sqlInstant(from)}), '-infinity')`
}

/**
 * The affected ATMs `a` with where their sums begin: the row of `from`, or for one that has none under its
 * institution, `from` itself or its registration. Of ATMs that are asked for by number, the history may differ from
 * the state in that row: it was corrected.
 */
const baseOf = (fleet: Fleet, from: Date, at: Date): SQL => sql`
  select a.id as atm_id, a.institution_key, b.at, m.at is not null as is_summed, coalesce(m.since, b.at) as since,
    coalesce(${fleet.atmIds === undefined ? sql`m.state` : sql`null`}, h.to_state, m.state,
      case when a.state_at <= b.at then a.service_state end, 'UNKNOWN') as state,
    ${lostAt(fleet)} as lost_at,
    ${sql.raw(MEASURES.map(({ column }) => `coalesce(m.${column}, 0) as ${column}`).join(', '))}
  from affected f
  join incident.atm a on a.id = f.atm_id
  left join incident.availability_sum m
    on m.at = ${sqlInstant(from)} and m.atm_id = a.id and m.institution_key = a.institution_key
  cross join lateral (select coalesce(m.at, greatest(a.registered_at, ${sqlInstant(from)})) as at) b
  left join lateral (
    select h.to_state from incident.state_history h
    where ${fleet.atmIds === undefined ? sql`m.at is null` : sql`true`} and h.atm_id = a.id and h.occurred_at <= b.at
    order by h.occurred_at desc, h.sequence desc limit 1) h on true
  where ${scopeOf(fleet, sql`a.institution_key`)} and a.institution_key is not null and b.at <= ${sqlInstant(at)}`

/** The spans of a table that overlap the time after `from` up to `at`, of the ATMs of `base`, as two points each. */
const spansOf = (
  columns: SQL,
  table: { readonly name: string; readonly from: string; readonly to: string },
  from: Date,
  at: Date,
): SQL => {
  const [name, begin, end] = [table.name, `w.${table.from}`, `w.${table.to}`].map((text) => sql.raw(text))
  return sql`
    select w.atm_id, p.at, null::int as state, ${columns} from base b
      join incident.${name} w on w.atm_id = b.atm_id and ${end} > b.at and ${end} > ${sqlInstant(from)}
        and ${begin} < ${sqlInstant(at)} and ${begin} < ${end}
      cross join lateral (values (greatest(${begin}, b.at), 1), (${end}, -1)) p(at, step)
      where p.at < ${sqlInstant(at)}`
}

/**
 * What happens between `from` and `at` to ATMs that are not simply in one state after the other, as points in time:
 * silences, maintenance and retirement. Uses the aliases `base` and `silences`.
 */
const interruptions = (from: Date, at: Date): SQL => sql`
  select s.atm_id, p.at, null::int as state, p.step as silent, 0 as maintained, 0 as deaf, 0 as retired from silences s
    cross join lateral (values (s.from_at, 1), (s.to_at, -1)) p(at, step) where p.at < ${sqlInstant(at)}
  union all
  select s.atm_id, greatest(p.at, s.from_at), null, 0, 0, p.step, 0
    from (select atm_id, min(from_at) as from_at from silences group by atm_id) s
    join incident.deaf_period d on d.to_at > s.from_at and d.from_at < ${sqlInstant(at)}
    cross join lateral (values (d.from_at, 1), (d.to_at, -1)) p(at, step) where p.at < ${sqlInstant(at)}
  union all
  ${spansOf(sql`0, p.step, 0, 0`, { name: 'atm_maintenance', from: 'starts_at', to: 'ends_at' }, from, at)}
  union all
  ${spansOf(sql`0, 0, 0, p.step`, { name: 'atm_retirement', from: 'from_at', to: 'to_at' }, from, at)}`

/** The changes of state of the ATMs of `base` after its instant, up to `at`: one at `at` begins what comes next. */
const stateChangesOf = (from: Date, at: Date): SQL => sql`
  base b join incident.state_history h on h.atm_id = b.atm_id
  where h.occurred_at > b.at and h.occurred_at > ${sqlInstant(from)} and h.occurred_at <= ${sqlInstant(at)}`

/**
 * What the ATMs of `special`, those with an interruption, did: span by span. Others need none of it.
 */
const spanBySpan = (from: Date, at: Date): SQL => sql`
  select atm_id, (max(last) & 3)::int as state, bool_or(is_last and (maintained or not in_use or silent))
    as interrupted, ${sql.join(
      MEASURES.map(({ column }) => sql`coalesce(sum(ms) filter (where ${MEASURED[column]}), 0) as ${sql.raw(column)}`),
      sql`, `,
    )}
  from (
    select atm_id, coalesce(lead(at_ms) over w, ${ms(sqlInstant(at))}) - at_ms as ms,
      lead(at_ms) over w is null as is_last,
      max(at_ms::bigint * 4 + state) over w as last,
      sum(maintained) over w > 0 as maintained,
      sum(retired) over w = 0 as in_use,
      sum(silent) over w > 0 as silent, sum(silent) over w > 0 and sum(deaf) over w <= 0 as unreachable
    from (
      select atm_id, ${ms(sql`at`)} as at_ms, state, silent, maintained, deaf, retired from interrupted
      union all
      (select distinct on (h.atm_id, h.occurred_at) h.atm_id, ${ms(sql`h.occurred_at`)},
          ${codeOf(sql`h.to_state`)}, 0, 0, 0, 0
        from ${stateChangesOf(from, at)} and b.atm_id in (select atm_id from special)
        order by h.atm_id, h.occurred_at, h.sequence desc)
      union all
      select atm_id, ${ms(sql`at`)}, ${codeOf(sql`state`)}, 0, 0, 0, 0 from base
        where atm_id in (select atm_id from special)) p
    window w as (partition by atm_id order by at_ms rows between unbounded preceding and current row)) spans
  group by atm_id`

/**
 * What the changes of state of all others move from one measure to another: each, from its instant to `at`. In whatever
 * order they are added up it comes to the same, so that nothing has to be sorted.
 */
const movedByStateChanges = (from: Date, at: Date): SQL => sql`
  select atm_id, sum(to_code - from_code)::int as state, false as interrupted, ${sql.join(
    MEASURES.map(({ column }) => {
      const state = unchanged[column]
      const code = state === null ? null : sql.raw(String(STATES.indexOf(state)))
      return code === null
        ? sql`0::float8 as ${sql.raw(column)}`
        : sql`coalesce(sum(case when to_code = ${code} then left_ms when from_code = ${code} then -left_ms end), 0)
            as ${sql.raw(column)}`
    }),
    sql`, `,
  )}
  from (
    select h.atm_id, ${ms(sqlInstant(at))} - ${ms(sql`h.occurred_at`)} as left_ms,
      ${codeOf(sql`h.to_state`)} as to_code, ${codeOf(sql`h.from_state`)} as from_code
    from ${stateChangesOf(from, at)} and h.from_state <> h.to_state and b.atm_id not in (select atm_id from special)
    offset 0) state_changes
  group by atm_id`

/** The sums of the ATMs that are not affected: those of `from`, and the time since in the state of that instant. */
const unaffectedSums = (fleet: Fleet, from: Date, at: Date): SQL => {
  const elapsed = sql`${at.getTime() - from.getTime()}::float8`
  return sql`
  select m.atm_id, m.institution_key, m.since, m.state, m.interrupted, ${sql.join(
    MEASURES.map(({ column }) => {
      const state = unchanged[column]
      const went =
        state === null ? sql`` : sql`+ case when m.state = ${sql.raw(`'${state}'`)} then ${elapsed} else 0 end`
      return sql`m.${sql.raw(column)}::float8 ${went} as ${sql.raw(column)}`
    }),
    sql`, `,
  )}
  from incident.availability_sum m
  where m.at = ${sqlInstant(from)} and ${scopeOf(fleet, sql`m.institution_key`)}
    and not m.interrupted and m.atm_id not in (select atm_id from affected)`
}

/**
 * The sums of each ATM at an instant: those of `from`, which is an instant of sums, and what happened since. Columns:
 * atm_id, institution_key, since, state, interrupted and those of `MEASURES`, in milliseconds.
 */
export const runningSums = (fleet: Fleet, from: Date, at: Date): SQL => {
  const went = (state: (typeof STATES)[number] | null): SQL =>
    state === null
      ? sql``
      : sql`+ case when p.is_whole is not true and b.state = ${state}
          then ${ms(sqlInstant(at))} - ${ms(sql`b.at`)} else 0 end`
  return sql`
  with affected as materialized (${affectedAtms(fleet, from, at)}),
  base as materialized (${baseOf(fleet, from, at)}),
  silences as materialized (
    select b.atm_id, greatest(s.lost_at, b.at) as from_at, s.heard_at as to_at
    from base b join incident.atm_silence s on s.atm_id = b.atm_id
    where s.heard_at > b.at and s.heard_at > ${sqlInstant(from)} and s.lost_at < ${sqlInstant(at)}
    union all
    select atm_id, greatest(lost_at, at), 'infinity' from base where lost_at < ${sqlInstant(at)}),
  interrupted as materialized (${interruptions(from, at)}),
  special as materialized (
    select atm_id from interrupted union select atm_id from base where not is_summed),
  passed as materialized (
    select *, true as is_whole from (${spanBySpan(from, at)}) s
    union all select *, false from (${movedByStateChanges(from, at)}) f)
  select b.atm_id, b.institution_key, b.since,
    case when p.is_whole then ${nameOf(sql`p.state`)}
      when p.atm_id is not null then ${nameOf(sql`(${codeOf(sql`b.state`)} + p.state)`)}
      else b.state end as state, coalesce(p.interrupted, false) as interrupted, ${sql.join(
        MEASURES.map(
          ({ column }) => sql`b.${sql.raw(column)} + coalesce(p.${sql.raw(column)}, 0)
            ${went(unchanged[column])}
            as ${sql.raw(column)}`,
        ),
        sql`, `,
      )}
  from base b left join passed p on p.atm_id = b.atm_id
  ${fleet.atmIds === undefined ? sql`union all ${unaffectedSums(fleet, from, at)}` : sql``}`
}
