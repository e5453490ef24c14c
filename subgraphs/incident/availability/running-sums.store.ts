import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { MEASURES } from './availability.rules.ts'

/** Which ATMs are summed up. `connectedWithinMs` is ATM_CONNECTED_WITHIN. */
export type Fleet = Visibility & { readonly atmIds?: readonly number[]; readonly connectedWithinMs: number }

/** What the platform itself sees. */
export const EVERY_ATM: Visibility = { unrestricted: true, institutions: [] }

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const ms = (at: SQL): SQL => sql`round(date_part('epoch', ${at}) * 1000)::bigint`

/** The columns of the sums, in the order of `MEASURES`. */
export const SUM_COLUMNS = sql.raw(MEASURES.map(({ column }) => column).join(', '))

/** The codes of service states: of two at one instant, and of any two, the order is that of their instants. */
const STATES = ['UNKNOWN', 'IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR'] as const
const codeOf = (state: SQL): SQL => sql`array_position(${sqlArray([...STATES], 'text')}, ${state}) - 1`
const nameOf = (code: SQL): SQL => sql`(${sqlArray([...STATES], 'text')})[${code} + 1]`

/** What each measure counts, of a span that has a state and is in maintenance, silent, or neither. */
const MEASURED: Readonly<Record<(typeof MEASURES)[number]['column'], SQL>> = {
  in_service: sql`last & 3 = 1 and not maintained and not unreachable`,
  in_supervisor: sql`last & 3 = 3 and not maintained and not unreachable`,
  out_of_service: sql`last & 3 = 2 and not maintained and not unreachable`,
  unreachable: sql`unreachable and not maintained`,
  unknown: sql`last & 3 = 0 and not maintained and not unreachable`,
  maintenance: sql`maintained`,
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
    sql`select max(at) as at from incident.availability_instant where at <= ${instant(at)}`,
  )
  return row?.at == null ? null : new Date(row.at)
}

/**
 * The ATMs `a` with where their sums begin: the row of `from`, or for one that has none under its institution, `from`
 * itself or its registration.
 */
const baseOf = (fleet: Fleet, from: Date, at: Date): SQL => sql`
  select a.id as atm_id, a.institution_key, b.at, coalesce(m.since, b.at) as since,
    coalesce(${fleet.atmIds === undefined ? sql`m.state` : sql`null`}, h.to_state, m.state,
      case when a.state_at <= b.at then a.service_state end, 'UNKNOWN') as state,
    a.last_heartbeat_at + ${fleet.connectedWithinMs}::float8 * interval '1 millisecond' as lost_at,
    ${sql.raw(MEASURES.map(({ column }) => `coalesce(m.${column}, 0) as ${column}`).join(', '))}
  from incident.atm a
  left join incident.availability_sum m
    on m.at = ${instant(from)} and m.atm_id = a.id and m.institution_key = a.institution_key
  cross join lateral (select coalesce(m.at, greatest(a.registered_at, ${instant(from)})) as at) b
  left join lateral (
    select h.to_state from incident.state_history h
    where ${fleet.atmIds === undefined ? sql`m.at is null` : sql`true`} and h.atm_id = a.id and h.occurred_at <= b.at
    order by h.occurred_at desc, h.sequence desc limit 1) h on true
  where ${scopeOf(fleet, sql`a.institution_key`)} and a.institution_key is not null and b.at <= ${instant(at)}
    and ${fleet.atmIds === undefined ? sql`true` : sql`a.id = any (${sqlArray(fleet.atmIds, 'bigint')})`}`

/**
 * Whatever changes between `from` and `at`, as points in time. Speaks of `base`. A state that begins at `at` is the one
 * that the next sums begin with.
 */
const pointsOf = (from: Date, at: Date): SQL => sql`
  (select distinct on (h.atm_id, h.occurred_at) h.atm_id, h.occurred_at as at,
      ${codeOf(sql`h.to_state`)} as state, 0 as silent, 0 as maintained, 0 as deaf
    from base b join incident.state_history h on h.atm_id = b.atm_id
    where h.occurred_at > b.at and h.occurred_at > ${instant(from)} and h.occurred_at <= ${instant(at)}
    order by h.atm_id, h.occurred_at, h.sequence desc)
  union all
  select s.atm_id, p.at, null, p.step, 0, 0 from silences s
    cross join lateral (values (s.from_at, 1), (s.to_at, -1)) p(at, step) where p.at < ${instant(at)}
  union all
  select s.atm_id, greatest(p.at, s.from_at), null, 0, 0, p.step
    from (select atm_id, min(from_at) as from_at from silences group by atm_id) s
    join incident.deaf_period d on d.to_at > s.from_at and d.from_at < ${instant(at)}
    cross join lateral (values (d.from_at, 1), (d.to_at, -1)) p(at, step) where p.at < ${instant(at)}
  union all
  select w.atm_id, p.at, null, 0, p.step, 0 from base b
    join incident.atm_maintenance w on w.atm_id = b.atm_id and w.ends_at > b.at and w.ends_at > ${instant(from)}
      and w.starts_at < ${instant(at)} and w.starts_at < w.ends_at
    cross join lateral (values (greatest(w.starts_at, b.at), 1), (w.ends_at, -1)) p(at, step)
    where p.at < ${instant(at)}`

/**
 * The sums of each ATM at an instant: those of `from`, which is an instant of sums, and what happened since. Columns:
 * atm_id, institution_key, since, state and those of `MEASURES`, in milliseconds.
 */
export const runningSums = (fleet: Fleet, from: Date, at: Date): SQL => {
  const passed = sql`${ms(instant(at))} - ${ms(sql`b.at`)}`
  return sql`
  with base as materialized (${baseOf(fleet, from, at)}),
  silences as materialized (
    select b.atm_id, greatest(s.lost_at, b.at) as from_at, s.heard_at as to_at
    from base b join incident.atm_silence s on s.atm_id = b.atm_id
    where s.heard_at > b.at and s.heard_at > ${instant(from)} and s.lost_at < ${instant(at)}
    union all
    select atm_id, greatest(lost_at, at), 'infinity' from base where lost_at < ${instant(at)}),
  changes as materialized (${pointsOf(from, at)}),
  points as (
    select * from changes
    union all
    select atm_id, at, ${codeOf(sql`state`)}, 0, 0, 0 from base where atm_id in (select atm_id from changes)),
  spans as (
    select atm_id, coalesce(lead(at_ms) over w, ${ms(instant(at))}) - at_ms as ms,
      max(at_ms * 4 + state) over w as last,
      sum(maintained) over w > 0 as maintained,
      sum(silent) over w > 0 and sum(deaf) over w <= 0 as unreachable
    from (select atm_id, ${ms(sql`at`)} as at_ms, state, silent, maintained, deaf from points) p
    window w as (partition by atm_id order by at_ms rows between unbounded preceding and current row)),
  passed as (
    select atm_id, max(last) & 3 as state, ${sql.join(
      MEASURES.map(
        ({ column }) => sql`coalesce(sum(ms) filter (where ${MEASURED[column]}), 0)::bigint as ${sql.raw(column)}`,
      ),
      sql`, `,
    )}
    from spans group by atm_id)
  select b.atm_id, b.institution_key, b.since, coalesce(${nameOf(sql`p.state`)}, b.state) as state, ${sql.join(
    MEASURES.map(
      ({ column }) => sql`b.${sql.raw(column)} + case when p.atm_id is not null then p.${sql.raw(column)}
        ${unchanged[column] === null ? sql`` : sql`when b.state = ${unchanged[column]} then ${passed}`}
        else 0 end as ${sql.raw(column)}`,
    ),
    sql`, `,
  )}
  from base b left join passed p on p.atm_id = b.atm_id`
}
