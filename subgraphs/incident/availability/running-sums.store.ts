import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { affectedAtms, deafMs, type Fleet, GONE, lostAt, ms, silentAtms } from './affected-atms.store.ts'
import { MEASURES } from './availability.rules.ts'

/*
 * What is summed up is the time of an ATM under an institution: one that was moved has sums under each that had it.
 *
 * Order of reading: still_silent (unreachable all the time) -> affected (ATMs for which not all time passed in one
 * state) -> base (where their sums begin) -> interrupted / special (silence, maintenance, retirement, moves: computed
 * span by span) -> movedByStateChanges (all other affected ones: each change moves time from one measure to another) ->
 * the unaffected (sum plus elapsed time).
 */

/** What the platform itself sees. */
export const EVERY_ATM: Visibility = { unrestricted: true, institutions: [] }

/** The columns of the sums, in the order of `MEASURES`. */
export const SUM_COLUMNS = sql.raw(MEASURES.map(({ column }) => column).join(', '))

/** What `silentAtms` finds, once it is read. */
const STILL_SILENT = sql`select atm_id from still_silent`

/** The sums of all ATMs. */
const ALL_SUMS = sql`incident.availability_sum`

/**
 * The codes of service states: of two at one instant, and of any two, the order is that of their instants. The last one
 * is of sums only.
 */
const STATES = ['UNKNOWN', 'IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'GONE'] as const
const codeOf = (state: SQL): SQL =>
  sql`case ${state} when 'IN_SERVICE' then 1 when 'OUT_OF_SERVICE' then 2 when 'IN_SUPERVISOR' then 3 else 0 end`
const nameOf = (code: SQL): SQL => sql`(${sqlArray([...STATES], 'text')})[${code} + 1]`

/**
 * The state of a row `b` of `base` at `at`, moved by the changes of its row `p` of `passed`. Where the history does not
 * go on from the state in the sums, the codes may add up to no state: that ATM has the newest state of its history, and
 * the sums of all others are made.
 */
const movedState = (at: Date): SQL => {
  const code = sql`(${codeOf(sql`b.state`)} + p.state)`
  return sql`case when ${code} between 0 and 3 then ${nameOf(code)} else (
    select h.to_state from incident.state_history h where h.atm_id = b.atm_id and h.occurred_at <= ${sqlInstant(at)}
    order by h.occurred_at desc, h.sequence desc limit 1) end`
}

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
export const unchanged: Readonly<Record<(typeof MEASURES)[number]['column'], (typeof STATES)[number] | null>> = {
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

/** The columns of `base`: where the sums `m` of an ATM under an institution begin, and what it did then. */
const baseColumns = (fleet: Fleet, { institution, at, lost }: Readonly<Record<'institution' | 'at' | 'lost', SQL>>) => {
  const correctedState = sql`(select h.to_state from incident.state_history h
    where h.atm_id = f.atm_id and h.occurred_at <= ${at} and m.state <> ${GONE}
    order by h.occurred_at desc, h.sequence desc limit 1)`
  return sql`f.atm_id, ${institution} as institution_key, ${at} as at, coalesce(m.since, ${at}) as since,
    m.at is null or m.state = ${GONE} as is_gone, ${lost} as lost_at,
    coalesce(${fleet.isCorrected === true ? correctedState : sql`null`}, m.state, 'UNKNOWN') as state,
    ${sql.raw(MEASURES.map(({ column }) => `coalesce(m.${column}, 0) as ${column}`).join(', '))}`
}

/**
 * The affected ATMs, each under its institution and under those that had it after `from`, with where their sums begin:
 * the row of `from`, or for one that has none, `from` itself or when its institution got it.
 */
const baseOf = (fleet: Fleet, from: Date, at: Date, table: SQL): SQL => {
  const start = sqlInstant(from)
  const sums = (institution: SQL) => sql`left join ${table} m
    on m.at = ${start} and m.atm_id = f.atm_id and m.institution_key = ${institution}`
  const columns = (institution: SQL, fromAt: SQL, lost: SQL) =>
    baseColumns(fleet, { institution, at: sql`coalesce(m.at, greatest(${fromAt}, ${start}))`, lost })
  return sql`
  select row_number() over () as n, b.* from (
    select ${columns(sql`a.institution_key`, sql`r.from_at`, lostAt(fleet))},
      coalesce(a.assigned_at, a.registered_at) as from_at, a.service_state as last_state
    from affected f
    join incident.atm a on a.id = f.atm_id
    ${sums(sql`a.institution_key`)}
    cross join lateral (select least(coalesce(a.assigned_at, a.registered_at), (
      select min(t.from_at) from incident.former_assignment t
      where m.at is null and t.atm_id = f.atm_id and t.institution_key = a.institution_key and t.to_at > ${start}
      )) as from_at) r
    where ${scopeOf(fleet, sql`a.institution_key`)} and a.institution_key is not null
    union all
    select ${columns(sql`f.institution_key`, sql`f.from_at`, sql`null::timestamptz`)}, null, null
    from (
      select atm_id, institution_key, min(from_at) as from_at from incident.former_assignment
      where to_at > ${start} and ${scopeOf(fleet, sql`institution_key`)} and atm_id in (select atm_id from affected)
      group by atm_id, institution_key) f
    left join incident.atm a on a.id = f.atm_id
    ${sums(sql`f.institution_key`)}
    where a.institution_key is distinct from f.institution_key) b
  where b.at <= ${sqlInstant(at)}`
}

/**
 * The times in which an institution of `base` has an ATM, as far as they begin or end after `from`: with when it was
 * last heard in those that are over. What it did at the begin of one is what its first change there changed.
 */
const heldOf = (from: Date, at: Date): SQL => {
  const firstChange = sql`(select h.from_state from incident.state_history h
    where h.atm_id = b.atm_id and h.occurred_at > greatest(t.from_at, b.at) and h.occurred_at < t.to_at
    order by h.occurred_at, h.sequence limit 1)`
  return sql`
  select b.n, greatest(t.from_at, b.at) as from_at, t.to_at, b.is_gone or t.from_at > b.at as begins,
    t.heard_at, b.at, coalesce(${firstChange}, t.state) as state
  from base b cross join lateral (
    select l.from_at, l.to_at, l.state, l.heard_at from incident.former_assignment l
      where l.atm_id = b.atm_id and l.institution_key = b.institution_key and l.to_at > ${sqlInstant(from)}
    union all select b.from_at, 'infinity', b.last_state, null
      where b.from_at <= ${sqlInstant(at)} and (b.is_gone or b.from_at > b.at)) t
  where t.to_at > b.at`
}

/** A table of times of ATMs, and which of its rows `w` are of a row `b` of `base`, besides those of its ATM. */
type Spans = Readonly<Record<'table' | 'from' | 'to', string>> & { readonly condition: SQL }

/** A window is of the institution that opened it. */
const MAINTENANCE: Spans = {
  ...{ table: 'incident.atm_maintenance', from: 'starts_at', to: 'ends_at' },
  condition: sql`w.institution_key = b.institution_key`,
}
const RETIREMENT: Spans = {
  ...{ table: 'incident.atm_retirement', from: 'from_at', to: 'to_at' },
  condition: sql`true`,
}

/** The spans of a table that overlap the time after `from` up to `at`, of the ATMs of `base`, as two points each. */
const spansOf = (
  columns: SQL,
  { table, from: fromColumn, to: toColumn, condition }: Spans,
  from: Date,
  at: Date,
): SQL => {
  const [begin, end] = [fromColumn, toColumn].map((column) => sql.raw(`w.${column}`))
  return sql`
    select b.n, p.at, null::int as state, ${columns} from base b
      join ${sql.raw(table)} w on w.atm_id = b.atm_id and ${end} > b.at and ${end} > ${sqlInstant(from)}
        and ${begin} < ${sqlInstant(at)} and ${begin} < ${end} and ${condition}
      cross join lateral (values (greatest(${begin}, b.at), 1), (${end}, -1)) p(at, step)
      where p.at < ${sqlInstant(at)}`
}

/**
 * What happens between `from` and `at` to ATMs that are not simply in one state after the other, as points in time:
 * silences, maintenance, retirement, and that another institution has it. Uses the aliases `base`, `held` and
 * `silences`.
 */
const interruptions = (from: Date, at: Date): SQL => sql`
  select s.n, p.at, null::int as state, p.step as silent, 0 as maintained, 0 as deaf, 0 as retired, 0 as gone
    from silences s
    cross join lateral (values (s.from_at, 1), (s.to_at, -1)) p(at, step) where p.at < ${sqlInstant(at)}
  union all
  select s.n, greatest(p.at, s.from_at), null, 0, 0, p.step, 0, 0
    from (select n, min(from_at) as from_at from silences group by n) s
    join incident.deaf_period d on d.to_at > s.from_at and d.from_at < ${sqlInstant(at)}
    cross join lateral (values (d.from_at, 1), (d.to_at, -1)) p(at, step) where p.at < ${sqlInstant(at)}
  union all
  ${spansOf(sql`0, p.step, 0, 0, 0`, MAINTENANCE, from, at)}
  union all
  ${spansOf(sql`0, 0, 0, p.step, 0`, RETIREMENT, from, at)}
  union all
  select n, at, null, 0, 0, 0, 0, 1 from base where is_gone
  union all
  select t.n, p.at, p.state, 0, 0, 0, 0, p.step from held t
    cross join lateral (values (t.from_at, -1, ${codeOf(sql`t.state`)}), (t.to_at, 1, null)) p(at, step, state)
    where p.at <= ${sqlInstant(at)} and (p.step = 1 or t.begins)`

/** The changes of state of the ATMs of `base` after its instant, up to `at`: one at `at` begins what comes next. */
const stateChangesOf = (from: Date, at: Date): SQL => sql`
  base b join incident.state_history h on h.atm_id = b.atm_id
  where h.occurred_at > b.at and h.occurred_at > ${sqlInstant(from)} and h.occurred_at <= ${sqlInstant(at)}`

/**
 * What the ATMs of `special`, those with an interruption, did: span by span. Others need none of it.
 */
const spanBySpan = (from: Date, at: Date): SQL => sql`
  select n,
    case when bool_or(is_last and gone) then ${STATES.indexOf('GONE')}::int else (max(last) & 3)::int end as state,
    bool_or(is_last and not gone and (maintained or not in_use or silent)) as interrupted, ${sql.join(
      MEASURES.map(({ column }) => sql`coalesce(sum(ms) filter (where ${MEASURED[column]}), 0) as ${sql.raw(column)}`),
      sql`, `,
    )}
  from (
    select n, coalesce(lead(at_ms) over w, ${ms(sqlInstant(at))}) - at_ms as ms,
      lead(at_ms) over w is null as is_last,
      max(at_ms::bigint * 4 + state) over w as last,
      sum(maintained) over w > 0 as maintained,
      sum(retired) over w = 0 and sum(gone) over w <= 0 as in_use, sum(gone) over w > 0 as gone,
      sum(silent) over w > 0 as silent, sum(silent) over w > 0 and sum(deaf) over w <= 0 as unreachable
    from (
      select n, ${ms(sql`at`)} as at_ms, state, silent, maintained, deaf, retired, gone from interrupted
      union all
      (select distinct on (b.n, h.occurred_at) b.n, ${ms(sql`h.occurred_at`)},
          ${codeOf(sql`h.to_state`)}, 0, 0, 0, 0, 0
        from ${stateChangesOf(from, at)} and b.n in (select n from special)
        order by b.n, h.occurred_at, h.sequence desc)
      union all
      select n, ${ms(sql`at`)}, ${codeOf(sql`state`)}, 0, 0, 0, 0, 0 from base
        where n in (select n from special)) p
    window w as (partition by n order by at_ms rows between unbounded preceding and current row)) spans
  group by n`

/**
 * What the changes of state of all others move from one measure to another: each, from its instant to `at`. In whatever
 * order they are added up it comes to the same, so that nothing has to be sorted.
 */
const movedByStateChanges = (from: Date, at: Date): SQL => sql`
  select n, sum(to_code - from_code)::int as state, false as interrupted, ${sql.join(
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
    select b.n, ${ms(sqlInstant(at))} - ${ms(sql`h.occurred_at`)} as left_ms,
      ${codeOf(sql`h.to_state`)} as to_code, ${codeOf(sql`h.from_state`)} as from_code
    from ${stateChangesOf(from, at)} and h.from_state <> h.to_state and b.n not in (select n from special)
    offset 0) state_changes
  group by n`

/**
 * How much longer an ATM that is not affected was in each state `elapsed` ms after its sums `m`, in the order of
 * `MEASURES`: in the state of these sums, or unreachable, but for `deaf` ms. Of no sums, which are null, none goes on.
 */
export const goesOn = (m: string, elapsed: SQL, deaf: SQL): readonly SQL[] => {
  const [state, isSilent] = [sql.raw(`${m}.state`), sql.raw(`${m}.interrupted and ${m}.state <> 'GONE'`)]
  return MEASURES.map(({ column }) => {
    if (column === 'unreachable') return sql` + case when ${isSilent} then ${elapsed} - ${deaf} else 0 end`
    const own = unchanged[column]
    return own === null
      ? sql``
      : sql` + case when ${state} = ${sql.raw(`'${own}'`)}
          then case when ${sql.raw(m)}.interrupted then ${deaf} else ${elapsed} end else 0 end`
  })
}

/**
 * The sums of the ATMs that are not affected, or that another institution has: those of `from`, and the time since in
 * the state of that instant, or unreachable.
 */
const unaffectedSums = (fleet: Fleet, from: Date, at: Date, table: SQL): SQL => {
  const isGone = sql`m.state = ${GONE}
      and not exists (select from base b where b.atm_id = m.atm_id and b.institution_key = m.institution_key)`
  const isUnaffected =
    fleet.atmIds === undefined
      ? sql`(m.atm_id not in (select atm_id from affected) or ${isGone})`
      : sql`m.atm_id in (select atm_id from affected) and ${isGone}`
  const passed = goesOn('m', sql`${at.getTime() - from.getTime()}::float8`, sql`(select ms from deaf)`)
  return sql`
  select m.atm_id, m.institution_key, m.since, m.state, m.interrupted, ${sql.join(
    MEASURES.map(({ column }, n) => sql`m.${sql.raw(column)}::float8${passed[n]} as ${sql.raw(column)}`),
    sql`, `,
  )}
  from ${table} m
  where m.at = ${sqlInstant(from)} and ${scopeOf(fleet, sql`m.institution_key`)} and ${isUnaffected}`
}

/**
 * What was found beforehand, as names of relations: what `silentAtms` and `affectedAtms` find, and the sums of the ATMs
 * that are summed up, instead of those of all.
 */
export type Found = Readonly<Record<'silent' | 'affected' | 'sums', SQL>>

/**
 * The sums of each ATM at an instant: those of `from`, which is an instant of sums, and what happened since. Columns:
 * atm_id, institution_key, since, state, interrupted and those of `MEASURES`, in milliseconds.
 */
export const runningSums = (fleet: Fleet, from: Date, at: Date, found?: Found): SQL => {
  const went = (state: (typeof STATES)[number] | null): SQL =>
    state === null
      ? sql``
      : sql`+ case when p.is_whole is not true and b.state = ${state}
          then ${ms(sqlInstant(at))} - ${ms(sql`b.at`)} else 0 end`
  const table = found?.sums ?? ALL_SUMS
  const silent = found === undefined ? silentAtms(fleet, from) : sql`select * from ${found.silent}`
  const affected =
    found === undefined ? affectedAtms(fleet, from, at, STILL_SILENT) : sql`select * from ${found.affected}`
  return sql`
  with still_silent as materialized (${silent}),
  affected as materialized (${affected}),
  deaf as materialized (select ${deafMs(from, at)} as ms),
  base as materialized (${baseOf(fleet, from, at, table)}),
  held as materialized (${heldOf(from, at)}),
  silences as materialized (
    select b.n, greatest(s.lost_at, b.at) as from_at, s.heard_at as to_at
    from base b cross join lateral (
      select lost_at, heard_at from incident.atm_silence
      where atm_id = b.atm_id and heard_at > b.at and heard_at > ${sqlInstant(from)} and lost_at < ${sqlInstant(at)}
      offset 0) s
    union all
    select n, greatest(lost_at, at), 'infinity' from base where lost_at < ${sqlInstant(at)}
    union all
    select n, greatest(${lostAt(fleet, sql`heard_at`)}, at), to_at from held
    where ${lostAt(fleet, sql`heard_at`)} < least(to_at, ${sqlInstant(at)})),
  interrupted as materialized (${interruptions(from, at)}),
  special as materialized (select n from interrupted),
  passed as materialized (
    select *, true as is_whole from (${spanBySpan(from, at)}) s
    union all select *, false from (${movedByStateChanges(from, at)}) f)
  select b.atm_id, b.institution_key, b.since,
    case when p.is_whole then ${nameOf(sql`p.state`)}
      when p.n is not null then ${movedState(at)}
      else b.state end as state, coalesce(p.interrupted, false) as interrupted, ${sql.join(
        MEASURES.map(
          ({ column }) => sql`b.${sql.raw(column)} + coalesce(p.${sql.raw(column)}, 0)
            ${went(unchanged[column])}
            as ${sql.raw(column)}`,
        ),
        sql`, `,
      )}
  from base b left join passed p on p.n = b.n
  union all ${unaffectedSums(fleet, from, at, table)}`
}
