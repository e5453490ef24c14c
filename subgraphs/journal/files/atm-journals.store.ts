import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { GapRow, GapStatus } from '../../../db/journal/gap.ts'
import { gap } from '../../../db/journal/gap.ts'
import { type JournalFileRow, journalFile } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'

/** The oldest gaps of each of these ATMs, `limit` an ATM, oldest first. */
export const listGapsByAtm = async (
  tx: TenantTx,
  atmIds: readonly number[],
  status: GapStatus | null,
  limit: number,
): Promise<GapRow[]> => {
  const ofState = status === null ? sql`` : sql`and g.status = ${status}`
  const picked = tx
    .select()
    .from(gap)
    .where(sql`${gap.id} in (
      select p.id from unnest(${sqlArray(atmIds, 'bigint')}) a(atm_id) cross join lateral (
        select g.id from journal.gap g where g.atm_id = a.atm_id ${ofState} order by g.gap_date limit ${limit}
      ) p)`)
  return picked.orderBy(gap.gapDate, gap.id)
}

/** The newest files of each of these ATMs, `limit` an ATM, newest day first. */
export const listFilesByAtm = async (
  tx: TenantTx,
  atmIds: readonly number[],
  limit: number,
): Promise<JournalFileRow[]> =>
  tx
    .select()
    .from(journalFile)
    .where(sql`${journalFile.id} in (
      select p.id from unnest(${sqlArray(atmIds, 'bigint')}) a(atm_id) cross join lateral (
        select f.id from journal.journal_file f where f.atm_id = a.atm_id order by f.journal_date desc, f.id desc
        limit ${limit}
      ) p)`)
    .orderBy(sql`${journalFile.journalDate} desc, ${journalFile.id} desc`)

/** A day of an ATM of which something is known. */
export type KnownDay = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly day: string
  readonly state: 'FILE' | 'GAP' | 'REQUESTED'
}

/** The days of these ATMs that have a file or a gap. */
export const listKnownDays = async (
  tx: TenantTx,
  atmIds: readonly number[],
  from: string,
  to: string,
): Promise<KnownDay[]> => {
  const rows = await tx.execute<{ atm_id: string; agent_atm_id: string; day: string; state: KnownDay['state'] }>(sql`
    select atm_id::text, agent_atm_id, journal_date::text as day, 'FILE' as state from journal.journal_file
    where atm_id = any(${sqlArray(atmIds, 'bigint')}) and journal_date between ${from}::text::date and ${to}::text::date
      and status <> 'FAILED' and status <> 'MISDATED'
    union
    select atm_id::text, agent_atm_id, gap_date::text, case status when 'OPEN' then 'GAP' else 'REQUESTED' end
    from journal.gap
    where atm_id = any(${sqlArray(atmIds, 'bigint')}) and gap_date between ${from}::text::date and ${to}::text::date
      and status <> 'CLOSED'`)
  return rows.map((row) => ({
    atmId: Number(row.atm_id),
    agentAtmId: row.agent_atm_id,
    day: row.day,
    state: row.state,
  }))
}
