import { sql } from 'drizzle-orm'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { GONE } from './affected-atms.store.ts'
import { MEASURES } from './availability.rules.ts'
import { EVERY_ATM, runningSums, SUM_COLUMNS } from './running-sums.store.ts'
import { insertTotals } from './totals.store.ts'

/** The instants of sums, oldest first: all, or those from one on. */
export const listSumInstants = async (tx: PlatformTx, from?: Date): Promise<Date[]> => {
  const rows = await tx.execute<{ at: string }>(sql`
    select at from incident.availability_instant
    where at >= ${from?.toISOString() ?? '-infinity'}::timestamptz order by at`)
  return rows.map(({ at }) => new Date(at))
}

/** Begins to sum at an instant, unless it has begun. */
export const insertFirstInstant = async (tx: PlatformTx, at: Date): Promise<void> => {
  await tx.execute(sql`
    insert into incident.availability_instant (at) select ${at.toISOString()}::timestamptz
    where not exists (select from incident.availability_instant) on conflict do nothing`)
}

export type NewSums = {
  readonly at: Date
  /** The instant of sums before. */
  readonly from: Date
  readonly connectedWithinMs: number
  /** Those whose history was corrected, of which they are made again; left out: all. */
  readonly atmIds?: readonly number[]
}

/** Sums under an institution that had the ATM are needed as long as it is known when. */
const isNeeded = (sums: string) => sql`(${sql.raw(sums)}.state <> ${GONE} or exists (
  select from incident.former_assignment f
  where f.atm_id = ${sql.raw(sums)}.atm_id and f.institution_key = ${sql.raw(sums)}.institution_key))`

/** Makes the sums of an instant from those of the one before. Resolves to the number of ATMs. */
export const upsertSums = async (tx: PlatformTx, { at, from, ...fleet }: NewSums): Promise<number> => {
  const instant = sqlInstant(at)
  // Sums that are made again change only those that are there: before them the ATM was not of this institution.
  const present =
    fleet.atmIds === undefined
      ? isNeeded('s')
      : sql`exists (select from incident.availability_sum m
          where m.at = ${instant} and m.institution_key = s.institution_key and m.atm_id = s.atm_id)`
  const summed = { ...EVERY_ATM, ...fleet, isCorrected: fleet.atmIds !== undefined }
  const assignments = sql.raw(
    ['since', 'state', 'interrupted', ...MEASURES.map(({ column }) => column)]
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  )
  const [row] = await tx.execute<{ atms: number }>(sql`
    with made as (
      insert into incident.availability_sum (at, atm_id, institution_key, since, state, interrupted, ${SUM_COLUMNS})
      select ${instant}, s.* from (${runningSums(summed, from, at)}) s where ${present}
      order by s.institution_key, s.atm_id
      on conflict (at, institution_key, atm_id) do update set ${assignments}
      returning 1)
    select count(*)::int as atms from made`)
  await tx.execute(sql`insert into incident.availability_instant (at) values (${instant}) on conflict do nothing`)
  if (fleet.atmIds === undefined) await insertTotals(tx, at)
  return row?.atms ?? 0
}

/**
 * Makes the sums of an instant once more, without storing them. Resolves to the number of those that are stored or
 * made, and of those that differ or are missing in either.
 */
export const checkSums = async (
  tx: PlatformTx,
  { at, from, connectedWithinMs }: Omit<NewSums, 'atmIds'>,
): Promise<{ readonly sums: number; readonly differing: number }> => {
  const columns = MEASURES.map(({ column }) => column)
  const values = (of: string) => sql.raw(['state', 'interrupted', ...columns].map((name) => `${of}.${name}`).join(', '))
  const [row] = await tx.execute<{ sums: number; differing: number }>(sql`
    select count(*)::int as sums,
      count(*) filter (where (${values('s')}) is distinct from (${values('m')}))::int as differing
    from (select * from incident.availability_sum k where at = ${sqlInstant(at)} and ${isNeeded('k')}) m
    full join (
      select * from (${runningSums({ ...EVERY_ATM, connectedWithinMs }, from, at)}) r where ${isNeeded('r')}) s
      on s.atm_id = m.atm_id and s.institution_key = m.institution_key`)
  return row ?? { sums: 0, differing: 0 }
}

/** Deletes the sums of an instant, and with them the instant; its totals are left to `deleteTotalsWithoutInstant`. */
export const deleteSums = async (tx: PlatformTx, at: Date): Promise<void> => {
  await tx.execute(sql`delete from incident.availability_instant where at = ${sqlInstant(at)}`)
  await tx.execute(sql`delete from incident.availability_sum where at = ${sqlInstant(at)}`)
}

/** A table of what the sums are made from, with the columns by which a row of it is over. */
type Facts = { readonly table: string; readonly ends: readonly string[] }

export const FACTS: readonly Facts[] = [
  { table: 'incident.atm_silence', ends: ['lost_at', 'heard_at'] },
  { table: 'incident.deaf_period', ends: ['to_at'] },
  { table: 'incident.atm_maintenance', ends: ['ends_at'] },
  { table: 'incident.atm_retirement', ends: ['to_at'] },
  { table: 'incident.former_assignment', ends: ['to_at'] },
  { table: 'incident.atm_assignment', ends: ['after'] },
]

/** Deletes up to `limit` rows of such a table that were over before an instant. Resolves to how many rows went. */
export const deleteFacts = async (
  tx: PlatformTx,
  { table: name, ends }: Facts,
  before: Date,
  limit: number,
): Promise<number> => {
  const table = sql.raw(name)
  const isOver = sql.join(
    // What an ATM was assigned to before the first sums has no instant.
    ends.map((end) => sql`${sql.raw(end)} < ${sqlInstant(before)} and ${sql.raw(end)} > '-infinity'`),
    sql` and `,
  )
  const rows = await tx.execute(sql`
    delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOver} limit ${limit}::int))
    returning 1`)
  return rows.length
}
