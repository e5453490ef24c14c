import { sql } from 'drizzle-orm'
import type { JournalFileRow } from '../../db/journal/journal-file.ts'
import type { PlatformTx } from '../../db/tenancy.ts'
import { standingFile } from './files.store.ts'
import type { JournalTransaction } from './formats/family.ts'

/** Counts of the transactions of a file. */
export type TransactionCounts = Pick<JournalFileRow, 'transactions' | 'successful' | 'failed' | 'undecided'>

/** What a parse made of a file. */
export type FileOutcome = TransactionCounts & {
  readonly status: 'PARSED' | 'PARTIAL' | 'FAILED'
  readonly format: string | null
  readonly error: string | null
  readonly parsedAt: Date
}

/** Lets one transaction at a time write the journal of an ATM, and no month move to the cold table meanwhile. */
export const lockAtm = async (tx: PlatformTx, atmId: number): Promise<void> => {
  await Promise.all([
    tx.execute(sql`select hot_from from journal.hot_boundary for share`),
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`journal.atm:${atmId}`}, 0))`),
  ])
}

/** Remembers a message; false if this consumer has had it before. */
export const insertInbox = async (tx: PlatformTx, consumer: string, messageId: string): Promise<boolean> => {
  const rows = await tx.execute(sql`
    insert into journal.inbox (consumer, message_id) values (${consumer}, ${messageId}::text::uuid)
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/** Forgets messages that cannot come again. Returns how many. */
export const deleteOldInbox = async (tx: PlatformTx, before: Date): Promise<number> => {
  const rows = await tx.execute<{ gone: string }>(sql`
    with gone as (delete from journal.inbox where received_at < ${before}::timestamptz returning 1)
    select count(*)::text as gone from gone`)
  return Number(rows[0]?.gone ?? 0)
}

/**
 * Writes what the parse made of a file that waits for it, or with `again` of one that does not stand for its day; the
 * parse's sequence, or null if the file is left as it is.
 */
export const updateFileOutcome = async (
  tx: PlatformTx,
  file: JournalFileRow,
  outcome: FileOutcome,
  again: boolean,
): Promise<number | null> => {
  const [row] = await tx.execute<{ sequence: string }>(sql`
    update journal.journal_file set status = ${outcome.status}, format = ${outcome.format}, error = ${outcome.error},
      transactions = ${outcome.transactions}, successful = ${outcome.successful}, failed = ${outcome.failed},
      undecided = ${outcome.undecided}, parsed_at = ${outcome.parsedAt}::timestamptz,
      parse_sequence = nextval('journal.parse_sequence')
    where id = ${file.id}::text::bigint and (status = 'RECEIVED' or (${again} and id is distinct from (${standingFile(file)})))
    returning parse_sequence::text as sequence`)
  return row === undefined ? null : Number(row.sequence)
}

/** Deletes the transactions of the earlier files of the same ATM and day. Returns the local days they were of. */
export const deleteEarlierTransactions = async (tx: PlatformTx, file: JournalFileRow): Promise<string[]> => {
  const rows = await tx.execute<{ day: string }>(sql`
    with earlier as materialized (
      select id from journal.journal_file
      where atm_id = ${file.atmId}::text::bigint and journal_date = ${file.journalDate}::text::date
        and id <> ${file.id}::text::bigint and transactions > 0
    ), hot as (
      delete from journal.transaction_hot t using earlier e where t.file_id = e.id returning t.started_at::date as day
    ), cold as (
      delete from journal.transaction_cold t using earlier e where t.file_id = e.id returning t.started_at::date as day
    )
    select distinct day::text from (select day from hot union all select day from cold) days`)
  return rows.map((row) => row.day)
}

const recordOf = (transaction: JournalTransaction) => ({
  started_at: transaction.startedAt,
  ended_at: transaction.endedAt,
  kind: transaction.kind,
  verdict: transaction.verdict,
  host_code: transaction.hostCode,
  amount_minor: transaction.amountMinor?.toString() ?? null,
  currency: transaction.currency,
  card: transaction.card,
  reference: transaction.reference,
  cash_outcome: transaction.cashOutcome,
  completeness: transaction.completeness,
  first_line: transaction.firstLine,
  last_line: transaction.lastLine,
})

/** Inserts the transactions of a file, each into the hot or the cold table by its time. */
export const insertTransactions = async (
  tx: PlatformTx,
  file: JournalFileRow,
  transactions: readonly JournalTransaction[],
): Promise<void> => {
  if (transactions.length === 0) return
  const columns = sql`file_id, institution_key, atm_id, agent_atm_id, started_at, ended_at, kind, verdict, host_code,
    amount_minor, currency, card, reference, cash_outcome, completeness, first_line, last_line`
  await tx.execute(sql`
    with boundary as materialized (select hot_from from journal.hot_boundary),
    found as materialized (
      select ${file.id}::text::bigint as file_id, ${file.institutionKey}::text as institution_key,
        ${file.atmId}::text::bigint as atm_id, ${file.agentAtmId}::text as agent_atm_id, r.*, r.started_at >= b.hot_from as is_hot
      from boundary b cross join jsonb_to_recordset(${JSON.stringify(transactions.map(recordOf))}::text::jsonb) as r(
        started_at timestamp, ended_at timestamp, kind text, verdict text, host_code text, amount_minor bigint,
        currency text, card text, reference text, cash_outcome text, completeness text, first_line int, last_line int)
    ), cold as (
      insert into journal.transaction_cold (${columns}) select ${columns} from found where not is_hot order by first_line
    )
    insert into journal.transaction_hot (${columns}) select ${columns} from found where is_hot order by first_line`)
}

/** Counts the transactions of an ATM and these local days anew. */
export const updateDayTotals = async (tx: PlatformTx, file: JournalFileRow, days: readonly string[]): Promise<void> => {
  if (days.length === 0) return
  await tx.execute(sql`
    with days as materialized (
      select value::date as day from jsonb_array_elements_text(${JSON.stringify([...new Set(days)])}::text::jsonb)
    ), counted as materialized (
      select d.day, count(*) as transactions, count(*) filter (where t.verdict = 'APPROVED') as successful,
        count(*) filter (where t.verdict = 'DECLINED') as failed
      from days d cross join lateral (
        select verdict from journal.transaction_all a where a.atm_id = ${file.atmId}::text::bigint
          and a.started_at >= d.day::timestamp and a.started_at < (d.day + 1)::timestamp
      ) t group by d.day
    ), gone as (
      delete from journal.atm_day_total where atm_id = ${file.atmId}::text::bigint
        and day in (select day from days except select day from counted)
    )
    insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
    select day, ${file.atmId}::text::bigint, ${file.institutionKey}, ${file.agentAtmId}, transactions, successful, failed
    from counted
    on conflict (day, atm_id) do update set institution_key = excluded.institution_key, agent_atm_id = excluded.agent_atm_id,
      transactions = excluded.transactions, successful = excluded.successful, failed = excluded.failed`)
}

/** Makes the file's day known as a day of the ATM's journal: from its first one on, journals are expected. */
export const updateAtmJournal = async (tx: PlatformTx, file: JournalFileRow): Promise<void> => {
  await tx.execute(sql`
    insert into journal.atm_journal as known (atm_id, agent_atm_id, institution_key, time_zone, first_date)
    values (${file.atmId}::text::bigint, ${file.agentAtmId}, ${file.institutionKey}, ${file.timeZone}, ${file.journalDate}::text::date)
    on conflict (atm_id) do update set agent_atm_id = excluded.agent_atm_id, institution_key = excluded.institution_key,
      time_zone = excluded.time_zone, first_date = least(known.first_date, excluded.first_date)`)
}

/** Closes the gap of the file's ATM and day. Returns the ids of what it closed: one or none. */
export const updateGapClosed = async (tx: PlatformTx, file: JournalFileRow, now: Date): Promise<number[]> => {
  const rows = await tx.execute<{ id: string }>(sql`
    update journal.gap set status = 'CLOSED', closed_at = ${now}::timestamptz, closed_by_file_id = ${file.id}::text::bigint
    where atm_id = ${file.atmId}::text::bigint and gap_date = ${file.journalDate}::text::date and status <> 'CLOSED'
    returning id::text`)
  return rows.map((row) => Number(row.id))
}

/** Local days, both inclusive, for which partitions are made. */
export type PartitionRange = { readonly from: string; readonly to: string; readonly today: string }

/** Makes the partitions that transactions of these days need. Returns how many were missing. */
export const insertPartitions = async (tx: PlatformTx, range: PartitionRange, hotDays: number): Promise<number> => {
  const [row] = await tx.execute<{ made: number }>(sql`
    select journal.make_partitions(${range.from}::text::date, ${range.to}::text::date, ${range.today}::text::date, ${hotDays}) as made`)
  return row?.made ?? 0
}

/** Moves months older than the hot days from the hot table to the cold one. Returns how many. */
export const updateColdPartitions = async (tx: PlatformTx, today: string, hotDays: number): Promise<number> => {
  const [row] = await tx.execute<{ moved: number }>(
    sql`select journal.move_to_cold(${today}::text::date, ${hotDays}) as moved`,
  )
  return row?.moved ?? 0
}
