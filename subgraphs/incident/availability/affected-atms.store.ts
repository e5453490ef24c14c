import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { Visibility } from '../../../db/tenancy.ts'

/**
 * Which ATMs are summed up. `connectedWithinMs` is ATM_CONNECTED_WITHIN. `isCorrected` where the history of these ATMs
 * was changed, so that it may differ from the state in their sums.
 */
export type Fleet = Visibility & {
  readonly atmIds?: readonly number[]
  readonly isCorrected?: boolean
  readonly connectedWithinMs: number
}

/** Milliseconds are added up as floating point numbers, which is exact for them and faster than integers are. */
export const ms = (at: SQL): SQL => sql`round(date_part('epoch', ${at}) * 1000)`

/** What sums have for a state while another institution has the ATM: no time is added to them. */
export const GONE = sql.raw(`'GONE'`)

/** A condition on rows of incident.atm_silence and others: something began at `from` or later, and before `at`. */
const beganBetween = (column: string, from: Date, at: Date): SQL =>
  sql`${sql.raw(column)} >= ${sqlInstant(from)} and ${sql.raw(column)} < ${sqlInstant(at)}`

/** When an ATM that was heard at an instant counts as unreachable, unless it is heard again. */
export const lostAt = ({ connectedWithinMs }: Fleet, heardAt = sql`a.last_heartbeat_at`): SQL =>
  sql`${heardAt} + ${connectedWithinMs}::float8 * interval '1 millisecond'`

/**
 * ATMs that are silent since before `from`, an instant of sums, until now, and of which nothing else is special, with
 * their state: all the time since they are unreachable, but in deaf periods.
 */
export const silentAtms = (fleet: Fleet, from: Date): SQL => {
  if (fleet.atmIds !== undefined) return sql`select null::bigint as atm_id, null::text as state where false`
  const start = sqlInstant(from)
  return sql`
    select a.id as atm_id, m.state from incident.atm a
      join incident.availability_sum m on m.at = ${start} and m.institution_key = a.institution_key and m.atm_id = a.id
    where a.heard_slot < ${sqlInstant(new Date(from.getTime() - fleet.connectedWithinMs))}
      and ${lostAt(fleet)} < ${start} and ${scopeOf(fleet, sql`a.institution_key`)}
      and ${scopeOf(fleet, sql`m.institution_key`)} and m.interrupted and m.state <> ${GONE}
      and coalesce(a.assigned_at, a.registered_at) <= ${start} and a.retired_at is null
      and not exists (select from incident.atm_retirement r where r.atm_id = a.id and r.to_at > ${start})`
}

/** How many milliseconds between `from` and `at` were in deaf periods. */
export const deafMs = (from: Date, at: Date): SQL => sql`
  (select coalesce(sum(${ms(sql`upper(p)`)} - ${ms(sql`lower(p)`)}), 0) from unnest((
    select range_agg(tstzrange(greatest(from_at, ${sqlInstant(from)}), least(to_at, ${sqlInstant(at)})))
    from incident.deaf_period
    where to_at > ${sqlInstant(from)} and from_at < ${sqlInstant(at)} and from_at < to_at)) p)`

/**
 * The ATMs to which something happened between `from` and `at`, or lasts since before: time does not simply go on for
 * them. An ATM may be among them without need. A few of all, each found by a range of an index. Maintenance may be
 * written after the sums of an instant within it, where the platform was down when it began: all of it counts that is
 * not over at `from`. Those of `silent`, what `silentAtms` finds, are among them only where more than that happened.
 */
export const affectedAtms = (fleet: Fleet, from: Date, at: Date, silent: SQL): SQL => {
  if (fleet.atmIds !== undefined) return sql`select unnest(${sqlArray(fleet.atmIds, 'bigint')}) as atm_id`
  const scope = scopeOf(fleet, sql`institution_key`)
  const silentBefore = sqlInstant(new Date(at.getTime() - fleet.connectedWithinMs))
  return sql`
    select atm_id from incident.availability_sum
      where at = ${sqlInstant(from)} and ${scope} and interrupted and atm_id not in (${silent})
    union select atm_id from incident.state_history
      where occurred_at > ${sqlInstant(from)} and occurred_at <= ${sqlInstant(at)} and ${scope}
    union select atm_id from incident.atm_silence where ${beganBetween('lost_at', from, at)} and ${scope}
    union select a.id from incident.atm a
      where a.heard_slot < ${silentBefore} and ${lostAt(fleet)} < ${sqlInstant(at)} and ${scope}
        and a.id not in (${silent})
    union select atm_id from incident.atm_maintenance
      where ends_at > ${sqlInstant(from)} and starts_at < ${sqlInstant(at)} and ${scope}
    union select atm_id from incident.former_assignment
      where to_at > ${sqlInstant(from)} and heard_at < ${silentBefore} and ${scope}
    union select atm_id from incident.atm_retirement where ${beganBetween('from_at', from, at)}
    union select atm_id from incident.atm_assignment where after < ${sqlInstant(at)} and ${scope} and after >= coalesce(
      (select max(i.at) from incident.availability_instant i where i.at < ${sqlInstant(from)}), '-infinity')`
}
