import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { CountedReason, DayFound, JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { PlatformTx, TenantTx } from '../../../db/tenancy.ts'
import { lastSentAt, standingFile } from '../files/files.store.ts'
import { type DayCounts, SLICE_COLUMNS, type TransactionCounts } from './parse-result.ts'

/** What a parse made of a file. */
export type FileOutcome = TransactionCounts & {
  readonly status: 'PARSED' | 'PARTIAL' | 'FAILED' | 'MISDATED'
  readonly format: string | null
  readonly error: string | null
}

/** What else a parse says about a file. */
export type FileFindings = {
  readonly daysFound: readonly DayFound[]
  readonly reasons: readonly CountedReason[]
  /** The version of the profile that it was parsed with; null where it was not parsed. */
  readonly profileVersion: number | null
  /** How many of its transactions are stored with another file. */
  readonly duplicates: number
}

/** Lets one transaction at a time write the journal of an ATM. */
export const lockJournal = async (tx: TenantTx, atmId: number): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`journal.atm:${atmId}`}, 0))`)
}

/** The same, and lets no month move to the cold table meanwhile. */
export const lockAtm = async (tx: PlatformTx, atmId: number): Promise<void> => {
  await Promise.all([tx.execute(sql`select hot_from from journal.hot_boundary for share`), lockJournal(tx, atmId)])
}

/** Remembers a message; false if this consumer has had it before. */
export const insertInbox = async (tx: PlatformTx, consumer: string, messageId: string): Promise<boolean> => {
  const rows = await tx.execute(sql`
    insert into journal.inbox (consumer, message_id) values (${consumer}, ${messageId}::text::uuid)
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/** Forgets one message, which is handled when it comes again. */
export const deleteInbox = async (tx: TenantTx, consumer: string, messageId: string): Promise<void> => {
  await tx.execute(
    sql`delete from journal.inbox where consumer = ${consumer} and message_id = ${messageId}::text::uuid`,
  )
}

/** Forgets messages that cannot come again. Returns how many. */
export const deleteOldInbox = async (tx: PlatformTx, before: Date): Promise<number> => {
  const rows = await tx.execute<{ gone: string }>(sql`
    with gone as (delete from journal.inbox where received_at < ${before}::timestamptz returning 1)
    select count(*)::text as gone from gone`)
  return Number(rows[0]?.gone ?? 0)
}

/**
 * What a file was before a parse, and the standing file of its institution and day: perhaps itself, perhaps none.
 */
export type FileBefore = OutcomeBefore & { readonly standing: StandingFile | null }

type StandingFile = {
  readonly id: number
  readonly transactions: number
  /**
   * It was sent after this one, which was asked for once more since it was sent: its request comes out of order. Those
   * that were asked for once come in the order in which they were sent, whatever the clocks of processes say.
   */
  readonly isLater: boolean
}
type OutcomeBefore = Omit<FileOutcome, 'status'> & { readonly status: JournalFileRow['status'] }

/** Reads it under the lock of the ATM; null for a file that is gone, or was filed under another day since. */
export const findFileBefore = async (tx: PlatformTx, file: JournalFileRow): Promise<FileBefore | null> => {
  const [row] = await tx.execute<OutcomeBefore & { standing: FileBefore['standing'] }>(sql`
    select f.status, f.format, f.error, f.transactions, f.successful, f.failed, f.undecided,
      case when s.id is not null then jsonb_build_object('id', s.id, 'transactions', s.transactions, 'isLater',
        s.id <> f.id and s.sent_at >= ${lastSentAt('f')} and coalesce(f.parse_asked_at > ${lastSentAt('f')}, false)
      ) end as standing
    from journal.journal_file f left join (${standingFile(file)}) s on true
    where f.id = ${file.id}::text::bigint and f.journal_date = ${file.journalDate}::text::date`)
  return row ?? null
}

/** Writes what the parse made of a file; the parse's sequence, a new one if it is news. */
export const updateFileOutcome = async (
  tx: PlatformTx,
  file: JournalFileRow,
  outcome: FileOutcome & FileFindings,
  to: { parsedAt: Date; isNews: boolean; takesPlace: boolean; yieldsTo: number | null },
): Promise<number> => {
  const { parsedAt, isNews, takesPlace, yieldsTo } = to
  const { daysFound, reasons, profileVersion, duplicates } = outcome
  const [row] = await tx.execute<{ sequence: string }>(sql`
    update journal.journal_file set status = ${outcome.status}, format = ${outcome.format}, error = ${outcome.error},
      transactions = ${outcome.transactions}, successful = ${outcome.successful}, failed = ${outcome.failed},
      undecided = ${outcome.undecided}, parsed_at = ${parsedAt}::timestamptz,
      days_found = ${JSON.stringify(daysFound)}::text::jsonb, reasons = ${JSON.stringify(reasons)}::text::jsonb,
      profile_version = coalesce(${profileVersion}::text::int, profile_version), duplicates = ${duplicates}::text::int,
      superseded_by = case when ${takesPlace} then null else coalesce(${yieldsTo}::text::bigint, superseded_by) end,
      parse_sequence = case when ${isNews} then nextval('journal.parse_sequence') else parse_sequence end
    where id = ${file.id}::text::bigint returning parse_sequence::text as sequence`)
  return Number(row?.sequence)
}

/** Marks the file that stood for the day as superseded by this one. */
export const updateSuperseded = async (tx: PlatformTx, standingId: number, by: number): Promise<void> => {
  await tx.execute(
    sql`update journal.journal_file set superseded_by = ${by}::text::bigint where id = ${standingId}::text::bigint`,
  )
}

/**
 * What was deleted: the local days it was of, and as JSON the ids of what the file itself had brought, by their
 * lines.
 */
export type Replaced = { readonly days: readonly string[]; readonly ownIds: string }

/** Deletes the transactions of these files; of one file's own the ids are returned, so that they can be given again. */
export const deleteTransactions = async (
  tx: PlatformTx,
  fileIds: readonly number[],
  ownId: number,
): Promise<Replaced> => {
  const gone = (table: 'transaction_hot' | 'transaction_cold') => sql`
    delete from journal.${sql.identifier(table)} t where t.file_id = any(${sqlArray(fileIds, 'bigint')})
    returning t.id, t.file_id, t.first_line, t.started_at::date as day`
  const [row] = await tx.execute<{ days: string; own_ids: string }>(sql`
    with hot as (${gone('transaction_hot')}), cold as (${gone('transaction_cold')}),
    gone as materialized (select * from hot union all select * from cold),
    own as (
      select id, first_line, row_number() over (partition by first_line order by id) as nth
      from gone where file_id = ${ownId}::text::bigint
    )
    select coalesce((select string_agg(distinct day::text, ',') from gone), '') as days,
      coalesce((select jsonb_agg(to_jsonb(own)) from own), '[]')::text as own_ids`)
  const days = row?.days ?? ''
  return { days: days === '' ? [] : days.split(','), ownIds: row?.own_ids ?? '[]' }
}

const TRANSACTION_COLUMNS = sql.raw(
  [
    ...['id', 'first_attempt_id', 'file_id', 'institution_key', 'atm_id', 'agent_atm_id'],
    ...Object.keys(SLICE_COLUMNS),
  ].join(', '),
)
const RECORD_COLUMNS = sql.raw(
  [
    ...Object.entries(SLICE_COLUMNS).map(([name, [type]]) => `${name} ${type}`),
    ...['nth int', 'session_line int', 'session_nth int'],
  ].join(', '),
)

/** The first attempts that earlier slices of the file have brought, of the sessions that go on in this one. */
const EARLIER = (fileId: number) => sql`
  union all
  select id, first_line, row_number() over (partition by first_line order by id) from journal.transaction_all
  where file_id = ${fileId}::text::bigint and first_line in (select session_line from found)`

/** What is known of a file's transactions before a slice of them is inserted. */
export type SliceContext = {
  /** The ids that a parse before gave, from `deleteTransactions`. */
  readonly ownIds?: string | undefined
  /** Other slices of the file came before, and perhaps the first attempts of sessions that go on in this one. */
  readonly goesOn?: boolean
}

/**
 * Inserts a slice of a file's transactions, each into the hot or the cold table by its time. One that begins where
 * one of `ownIds` began keeps its id, so that what points to it stays valid. The slices of a file come in their order.
 */
export const insertTransactions = async (
  tx: PlatformTx,
  file: JournalFileRow,
  slice: string,
  { ownIds = '[]', goesOn = false }: SliceContext = {},
): Promise<void> => {
  await tx.execute(sql`
    with boundary as materialized (select hot_from from journal.hot_boundary),
    own as materialized (
      select * from jsonb_to_recordset(${ownIds}::text::jsonb) as o(id bigint, first_line int, nth int)
    ),
    found as materialized (
      -- Ids are given in the order of the file, after the sort.
      select coalesce(o.id, nextval('journal.transaction_id')) as id, ${file.id}::text::bigint as file_id,
        ${file.institutionKey}::text as institution_key, ${file.atmId}::text::bigint as atm_id,
        ${file.agentAtmId}::text as agent_atm_id, r.*, r.started_at >= b.hot_from as is_hot
      from boundary b cross join jsonb_to_recordset(${slice}::text::jsonb) as r(${RECORD_COLUMNS})
      left join own o on o.first_line = r.first_line and o.nth = r.nth
      order by r.first_line, r.nth
    ), first_attempt as materialized (
      select id, first_line, nth from found where session_line is null ${goesOn ? EARLIER(file.id) : sql``}
    ), attempt as materialized (
      select found.*, f.id as first_attempt_id from found
      left join first_attempt f on f.first_line = found.session_line and f.nth = found.session_nth
    ), cold as (
      insert into journal.transaction_cold (${TRANSACTION_COLUMNS})
      select ${TRANSACTION_COLUMNS} from attempt where not is_hot
    )
    insert into journal.transaction_hot (${TRANSACTION_COLUMNS})
    select ${TRANSACTION_COLUMNS} from attempt where is_hot`)
}

/** Adds what a file has brought to the totals of its days, where it has replaced nothing. */
export const addDayTotals = async (tx: PlatformTx, file: JournalFileRow, days: readonly DayCounts[]): Promise<void> => {
  if (days.length === 0) return
  await tx.execute(sql`
    insert into journal.atm_day_total as total (day, atm_id, institution_key, agent_atm_id, transactions,
      successful, failed)
    select d.day, ${file.atmId}::text::bigint, ${file.institutionKey}, ${file.agentAtmId}, d.transactions,
      d.successful, d.failed
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as d(day date, transactions int,
      successful int, failed int)
    on conflict (day, atm_id, institution_key) do update set agent_atm_id = excluded.agent_atm_id,
      transactions = total.transactions + excluded.transactions, successful = total.successful + excluded.successful,
      failed = total.failed + excluded.failed`)
}

/** Counts the transactions of the file's institution, of its ATM and these local days again. */
export const updateDayTotals = async (tx: PlatformTx, file: JournalFileRow, days: readonly string[]): Promise<void> => {
  if (days.length === 0) return
  await tx.execute(sql`
    with days as materialized (
      select day::date as day from unnest(${sqlArray([...new Set(days)], 'text')}) as d(day)
    ), counted as materialized (
      select d.day, count(*) as transactions, count(*) filter (where t.verdict = 'APPROVED') as successful,
        count(*) filter (where t.verdict = 'DECLINED') as failed
      from days d cross join lateral (
        select verdict from journal.transaction_all a where a.atm_id = ${file.atmId}::text::bigint
          and a.institution_key = ${file.institutionKey}
          and a.started_at >= d.day::timestamp and a.started_at < (d.day + 1)::timestamp
      ) t group by d.day
    ), gone as (
      delete from journal.atm_day_total where atm_id = ${file.atmId}::text::bigint
        and institution_key = ${file.institutionKey}
        and day in (select day from days except select day from counted)
    )
    insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
    select day, ${file.atmId}::text::bigint, ${file.institutionKey}, ${file.agentAtmId}, transactions,
      successful, failed
    from counted
    on conflict (day, atm_id, institution_key) do update set agent_atm_id = excluded.agent_atm_id,
      transactions = excluded.transactions, successful = excluded.successful, failed = excluded.failed`)
}

/**
 * Makes the file's day known as a day of the ATM's journal: from its first one on, journals are expected. What is
 * known of the ATM already stays, as the incident service says it: a file may be of before the ATM moved. Notes if
 * another institution has totals of one of these local days, which are those of its transactions; call it when its
 * own are written.
 */
export const updateAtmJournal = async (
  tx: PlatformTx,
  file: JournalFileRow,
  days: readonly DayCounts[],
): Promise<void> => {
  await tx.execute(sql`
    insert into journal.atm_journal as known (atm_id, agent_atm_id, institution_key, time_zone, first_date)
    values (${file.atmId}::text::bigint, ${file.agentAtmId}, ${file.institutionKey}, ${file.timeZone},
      ${file.journalDate}::text::date)
    on conflict (atm_id) do update set first_date = least(known.first_date, excluded.first_date),
      changed_hands = known.changed_hands or exists (
        select from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as d(day date)
          join journal.atm_day_total t on t.day = d.day and t.atm_id = excluded.atm_id
            and t.institution_key <> excluded.institution_key
      )`)
}

/** Closes the gap of the file's ATM and day. Returns the ids of what it closed: one or none. */
export const updateGapClosed = async (tx: PlatformTx, file: JournalFileRow, now: Date): Promise<number[]> => {
  const rows = await tx.execute<{ id: string }>(sql`
    update journal.gap set status = 'CLOSED', closed_at = ${now}::timestamptz,
      closed_by_file_id = ${file.id}::text::bigint
    where atm_id = ${file.atmId}::text::bigint and gap_date = ${file.journalDate}::text::date and status <> 'CLOSED'
    returning id::text`)
  return rows.map((row) => Number(row.id))
}

/** Opens the gap again that a file had closed, where nothing of it is of that day. */
export const updateGapReopened = async (tx: PlatformTx, file: JournalFileRow): Promise<void> => {
  await tx.execute(sql`
    update journal.gap set status = 'OPEN', closed_at = null, closed_by_file_id = null
    where atm_id = ${file.atmId}::text::bigint and gap_date = ${file.journalDate}::text::date
      and closed_by_file_id = ${file.id}::text::bigint`)
}

/** Local days, both inclusive, for which partitions are made. */
export type PartitionRange = { readonly from: string; readonly to: string; readonly today: string }

/** Makes the partitions that transactions of these days need. Returns how many were missing. */
export const insertPartitions = async (tx: PlatformTx, range: PartitionRange, hotDays: number): Promise<number> => {
  const [row] = await tx.execute<{ made: number }>(sql`
    select journal.make_partitions(${range.from}::text::date, ${range.to}::text::date, ${range.today}::text::date,
      ${hotDays}) as made`)
  return row?.made ?? 0
}
