import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { AtmJournalDay, FleetJournalDay } from '../schema.gen.ts'

/** Days, both included. */
export type Span = { readonly from: string; readonly to: string }

/** What is known of a day of an ATM. */
export type AtmDay = AtmJournalDay & { readonly atmId: number; readonly agentAtmId: string }

const inSpan = (column: string, { from, to }: Span) =>
  sql`${sql.raw(column)} between ${from}::text::date and ${to}::text::date`

/** The caller's days, in order: those of which anything is known. */
export const listFleetDays = async (tx: TenantTx, visibility: Visibility, span: Span): Promise<FleetJournalDay[]> => {
  const scope = scopeOf(visibility, sql`institution_key`)
  const gaps = (status: string) => sql`
    select gap_date as day, 0 as atms, count(*) as gaps, ${status === 'OPEN' ? sql`0` : sql`count(*)`} as requested,
      0 as transactions, 0 as successful, 0 as failed
    from journal.gap where ${scope} and status = ${sql.raw(`'${status}'`)} and ${inSpan('gap_date', span)}
    group by gap_date`
  const rows = await tx.execute<FleetJournalDay>(sql`
    select day::text as date, sum(atms)::int as "atmsWithJournal", sum(gaps)::int as "atmsWithGap",
      sum(requested)::int as "atmsRequested",
      sum(transactions)::float8 as transactions, sum(successful)::float8 as successful, sum(failed)::float8 as failed
    from (
      select day, sum(atms) as atms, 0 as gaps, 0 as requested, sum(transactions) as transactions,
        sum(successful) as successful, sum(failed) as failed
      from journal.day_change where ${scope} and ${inSpan('day', span)} group by day
      union all ${gaps('OPEN')} union all ${gaps('FETCH_REQUESTED')}) d
    group by day order by day`)
  return [...rows]
}

/** The days of these ATMs of which anything is known: one statement, however many ATMs. */
export const listAtmDays = async (tx: TenantTx, atmIds: readonly number[], span: Span): Promise<AtmDay[]> => {
  const ofAtms = sql`atm_id = any(${sqlArray(atmIds, 'bigint')})`
  const rows = await tx.execute<AtmDay>(sql`
    with files as (
      select atm_id, max(agent_atm_id) as agent, journal_date as day, count(*)::int as files,
        (array_agg(status order by (superseded_by is null) desc, received_at desc, id desc))[1] as status
      from journal.journal_file where ${ofAtms} and ${inSpan('journal_date', span)} group by atm_id, journal_date
    ), totals as (
      select atm_id, max(agent_atm_id) as agent, day, sum(transactions)::int as transactions,
        sum(successful)::int as successful,
        sum(failed)::int as failed
      from journal.atm_day_total where ${ofAtms} and ${inSpan('day', span)} group by atm_id, day
    ), gaps as (
      select atm_id, agent_atm_id as agent, gap_date as day, id, status
      from journal.gap where ${ofAtms} and ${inSpan('gap_date', span)}
    )
    select atm_id::float8 as "atmId", coalesce(f.agent, t.agent, g.agent) as "agentAtmId", day::text as date,
      coalesce(f.files, 0) as files, f.status as "fileStatus", coalesce(t.transactions, 0) as transactions,
      coalesce(t.successful, 0) as successful, coalesce(t.failed, 0) as failed, g.id::float8 as "gapId",
      g.status as "gapStatus"
    from files f full join totals t using (atm_id, day) full join gaps g using (atm_id, day)`)
  return [...rows]
}

/** The numeric id of an ATM that has sent a journal and is the caller's; null for another one. */
export const findAtmId = async (
  tx: TenantTx,
  { atmId, agentAtmId }: { atmId: number | null; agentAtmId: string | null },
) => {
  const which = atmId === null ? sql`agent_atm_id = ${agentAtmId}` : sql`atm_id = ${String(atmId)}::text::bigint`
  const [row] = await tx.execute<{ id: number }>(
    sql`select atm_id::float8 as id from journal.atm_journal where ${which} limit 1`,
  )
  return row?.id ?? null
}

/** Adds up the changes of each institution and day. Parses that are under way add theirs later. */
export const compactDays = async (tx: PlatformTx): Promise<number> => {
  const [row] = await tx.execute<{ gone: number }>(sql`
    with several as (select institution_key, day from journal.day_change group by 1, 2 having count(*) > 1),
    gone as (delete from journal.day_change c using several s where c.institution_key = s.institution_key
      and c.day = s.day returning c.*),
    kept as (
      insert into journal.day_change (institution_key, day, atms, transactions, successful, failed)
      select institution_key, day, sum(atms), sum(transactions), sum(successful), sum(failed) from gone group by 1, 2)
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}
