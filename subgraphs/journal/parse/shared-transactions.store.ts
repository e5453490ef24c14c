import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { FileParsed } from '../../../schema/events/file-parsed.ts'
import type { DayCounts, TransactionCounts } from './parse-result.ts'

/** A file that another one has taken transactions over from, as it is since. */
export type ChangedFile = Pick<FileParsed, 'fileId' | 'agentAtmId' | 'atmId' | 'journalDate' | 'parseSequence'> &
  TransactionCounts & {
    readonly institutionKey: string
    readonly status: 'PARSED' | 'PARTIAL'
  }

/** What a file and others of its ATM had both. */
export type SharedTransactions = {
  /** Of the file's transactions those that another file keeps. */
  readonly leftOut: TransactionCounts
  /** Files that lost transactions to this one. */
  readonly changed: readonly ChangedFile[]
  /** The local days of all these transactions. */
  readonly days: readonly string[]
}

const NOTHING: SharedTransactions = {
  leftOut: { transactions: 0, successful: 0, failed: 0, undecided: 0 },
  changed: [],
  days: [],
}

/** The first and the last local day that a file has transactions of. */
type Days = { readonly from: string; readonly to: string }

/** Counts of a group of rows, as columns. */
const COUNTS = sql.raw(`count(*)::int as transactions,
  count(*) filter (where verdict = 'APPROVED')::int as successful,
  count(*) filter (where verdict = 'DECLINED')::int as failed,
  count(*) filter (where verdict is null or verdict not in ('APPROVED', 'DECLINED'))::int as undecided`)

/** A value may be missing of a transaction that perhaps broke off. */
const same = (column: string) =>
  sql.raw(`(n.${column} is not distinct from o.${column}
    or n.is_open and n.${column} is null or o.is_open and o.${column} is null)`)

/**
 * How many pairs of attempts of one second are compared: far more than a machine makes of customers. What is more is a
 * copy or made up, and comparing each with each would take hours.
 */
const MAX_PAIRS = 100

/**
 * Runs a statement without joins in nested loops. How many rows it compares is in no statistics, as the file's have
 * just been stored; in nested loops twenty thousand of each side take minutes.
 */
const executeHashed = async <Row extends Record<string, unknown>>(tx: PlatformTx, statement: SQL) => {
  const setNestedLoops = (value: 'on' | 'off') =>
    tx.execute(sql`select set_config('enable_nestloop', ${value}::text, true)`)
  const [, rows] = await Promise.all([setNestedLoops('off'), tx.execute<Row>(statement), setNestedLoops('on')])
  return rows
}

/** The transactions of a file's ATM and institution around its days. */
const AROUND = (file: JournalFileRow, { from, to }: Days) => sql`
  t.atm_id = ${file.atmId}::text::bigint and t.institution_key = ${file.institutionKey}
    and t.started_at >= ${from}::text::date and t.started_at < ${to}::text::date + interval '2 days'`

/**
 * The transactions around the days of a file, of it (`is_own`) and others of its ATM and institution. Attempts are
 * compared that have the same `pairing`: all of a second, but where those are too many each with one of each other file
 * that is alike in everything, in their order.
 */
const FOUND = (file: JournalFileRow, days: Days) => sql`
  with read as materialized (
    -- A session that breaks off before its first request has the number 0, and is the first attempt elsewhere.
    select t.id, t.session_id, greatest(t.attempt_no, 1) as attempt_no, t.file_id, t.started_at, t.kind,
      t.amount_minor, t.card, t.reference, t.file_id = ${file.id}::text::bigint as is_own,
      t.completeness = 'TRUNCATED' or t.attempt_no = 0 or t.verdict is null as is_open
    from journal.transaction_all t where ${AROUND(file, days)}
  ), numbered as (
    select *, row_number() over (partition by file_id, started_at, attempt_no, kind, card, reference, amount_minor
        order by id) as nth,
      count(*) filter (where is_own) over same_second * count(*) filter (where not is_own) over same_second as pairs
    from read window same_second as (partition by started_at, attempt_no)
  )
  select *, case when pairs > ${MAX_PAIRS}::int then row(kind, card, reference, amount_minor, nth)::text else '' end
    as pairing
  from numbered`

/**
 * Finds the transactions that a file and others of its ATM and institution have both, of sessions that begin in the
 * same second with the same card, reference, amount and kind, and of each two the ids of the session that is not kept.
 * Kept is that with more attempts that were decided, else with more attempts, else that of the file whose day it is of,
 * else the one that was there: the order in which files come makes no difference to what is kept.
 */
const listDropped = async (tx: PlatformTx, file: JournalFileRow, days: Days): Promise<string[]> => {
  const statement = sql`
    with found as materialized (${FOUND(file, days)}
    ), own as materialized (select * from found where is_own
    ), other as materialized (select * from found where not is_own
    ), matches as materialized (
      select distinct n.session_id as own_id, o.session_id as other_id
      from own n join other o
        on o.started_at = n.started_at and o.attempt_no = n.attempt_no and o.pairing = n.pairing
      where (n.kind = o.kind or n.is_open and n.kind = 'OTHER' or o.is_open and o.kind = 'OTHER')
        and ${same('card')} and ${same('reference')} and ${same('amount_minor')}
    ), ranked as materialized (
      select r.session_id, array[count(*) filter (where not is_open), count(*),
        (min(r.started_at)::date = (select journal_date from journal.journal_file where id = r.file_id))::int] as rank
      from found r
      where r.session_id in (select own_id from matches union select other_id from matches)
      group by r.session_id, r.file_id
    ), dropped as materialized (
      select case when n.rank > o.rank then m.other_id else m.own_id end as session_id
      from matches m join ranked n on n.session_id = m.own_id join ranked o on o.session_id = m.other_id
    )
    select r.id::text from found r where r.session_id in (select session_id from dropped)`
  const rows = await executeHashed<{ id: string }>(tx, statement)
  return rows.map(({ id }) => id)
}

type Deleted = { readonly files: string | null; readonly days: string[] | null }

/** Deletes transactions that are around days of a file: what each file lost, as JSON, and the local days. */
const deleteDropped = async (
  tx: PlatformTx,
  file: JournalFileRow,
  days: Days,
  ids: readonly string[],
): Promise<Deleted | undefined> => {
  const gone = (table: 'transaction_hot' | 'transaction_cold') => sql`
    delete from journal.${sql.identifier(table)} t
    where ${AROUND(file, days)} and t.id in (select unnest(${sqlArray(ids, 'bigint')}))
    returning t.file_id, t.started_at::date as day, t.verdict`
  const [row] = await executeHashed<Deleted>(
    tx,
    sql`with hot as (${gone('transaction_hot')}), cold as (${gone('transaction_cold')}),
    gone as materialized (select * from hot union all select * from cold),
    counted as (select file_id, ${COUNTS} from gone group by file_id)
    select (select jsonb_agg(to_jsonb(c)) from counted c)::text as files,
      (select jsonb_agg(distinct day) from gone) as days`,
  )
  return row
}

type SharedRow = {
  left_out: TransactionCounts | null
  changed: ChangedFile[] | null
}

/**
 * Leaves each transaction that the file and others have both with one of them; call it when the file's transactions are
 * stored. Counts of the other files are corrected; those of this one are the caller's.
 */
export const deleteShared = async (
  tx: PlatformTx,
  file: JournalFileRow,
  found: readonly DayCounts[],
): Promise<SharedTransactions> => {
  const [from, to] = [found[0]?.day, found.at(-1)?.day]
  if (from === undefined || to === undefined) return NOTHING
  const ids = await listDropped(tx, file, { from, to })
  if (ids.length === 0) return NOTHING
  const deleted = await deleteDropped(tx, file, { from, to }, ids)
  const [row] = await tx.execute<SharedRow>(sql`
    with counted as materialized (
      select * from jsonb_to_recordset(${deleted?.files ?? '[]'}::text::jsonb)
        as c(file_id bigint, transactions int, successful int, failed int, undecided int)
    ),
    changed as (
      update journal.journal_file f set transactions = f.transactions - c.transactions,
        successful = f.successful - c.successful, failed = f.failed - c.failed,
        undecided = f.undecided - c.undecided, duplicates = f.duplicates + c.transactions,
        parse_sequence = nextval('journal.parse_sequence')
      from counted c where f.id = c.file_id and f.id <> ${file.id}::text::bigint returning f.*
    )
    select
      (select to_jsonb(c) - 'file_id' from counted c where file_id = ${file.id}::text::bigint) as left_out,
      (select jsonb_agg(jsonb_build_object('fileId', id, 'agentAtmId', agent_atm_id, 'atmId', atm_id,
        'journalDate', journal_date, 'institutionKey', institution_key, 'status', status,
        'transactions', transactions, 'successful', successful, 'failed', failed, 'undecided', undecided,
        'parseSequence', parse_sequence)) from changed) as changed`)
  return { leftOut: row?.left_out ?? NOTHING.leftOut, changed: row?.changed ?? [], days: deleted?.days ?? [] }
}

/** Times of transactions that are about to be deleted and that other files of the ATM may have left out, as JSON. */
export type AtRisk = { readonly times: string }

/**
 * Finds what files other than this one may have left out, as one of `fileIds` had it; null if nothing. Few files
 * share transactions with others, so that this usually reads a small index only.
 */
export const findAtRisk = async (
  tx: PlatformTx,
  file: JournalFileRow,
  fileIds: readonly number[],
): Promise<AtRisk | null> => {
  if (fileIds.length === 0) return null
  const [row] = await tx.execute<{ times: string | null }>(sql`
    with sharing as materialized (${SHARING(file)})
    select jsonb_agg(distinct t.started_at)::text as times from journal.transaction_all t
    where t.file_id = any(${sqlArray(fileIds, 'bigint')})
      and t.started_at::date in (select (d.day ->> 'date')::date from sharing s
        cross join lateral jsonb_array_elements(s.days_found) d(day)
        where s.id <> all(${sqlArray(fileIds, 'bigint')}))`)
  return row === undefined || row.times === null ? null : { times: row.times }
}

/** The other files of the ATM and institution that left transactions out. */
const SHARING = (file: JournalFileRow) => sql`
  select s.id, s.days_found from journal.journal_file s
  where s.atm_id = ${file.atmId}::text::bigint and s.institution_key = ${file.institutionKey}
    and s.id <> ${file.id}::text::bigint and s.duplicates > 0 and s.superseded_by is null
    and s.status in ('PARSED', 'PARTIAL')`

/**
 * The ids of files that may have what no file has stored any more: to be parsed again. Call it when everything of the
 * parse is stored.
 */
export const listFilesOfLost = async (tx: PlatformTx, file: JournalFileRow, { times }: AtRisk): Promise<number[]> => {
  const rows = await tx.execute<{ id: string }>(sql`
    with lost as materialized (
      select distinct t.at::timestamp::date as day from jsonb_array_elements_text(${times}::text::jsonb) t(at)
      where not exists (
        select from journal.transaction_all a where a.atm_id = ${file.atmId}::text::bigint
          and a.started_at = t.at::timestamp and a.institution_key = ${file.institutionKey}
      )
    )
    select s.id::text from (${SHARING(file)}) s
    where exists (
      select from jsonb_array_elements(s.days_found) d(day) join lost l on l.day = (d.day ->> 'date')::date
    ) order by s.id`)
  return rows.map(({ id }) => Number(id))
}
