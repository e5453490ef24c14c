import { and, asc, count, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { type JournalFileRow, journalFile } from '../../../db/journal/journal-file.ts'
import { createRowReader } from '../../../db/rows.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import type { PageRequest } from '../../kit/common/paging.ts'
import { branchesOf } from '../model/pages.rules.ts'

/** A file that has come: it is not known yet what can be read of it. */
export type NewFile = Pick<
  JournalFileRow,
  | 'institutionKey'
  | 'atmId'
  | 'agentAtmId'
  | 'journalDate'
  | 'sha256'
  | 'sizeBytes'
  | 'timeZone'
  | 'receivedAt'
  | 'contentId'
>

/** Inserts a file; null if this ATM and day has the very same bytes already. */
export const insertFile = async (tx: TenantTx, file: NewFile): Promise<JournalFileRow | null> =>
  (await tx.insert(journalFile).values(file).onConflictDoNothing().returning())[0] ?? null

/** The file of this ATM, day and hash. */
export const findFileByHash = async (
  tx: TenantTx,
  of: Pick<JournalFileRow, 'atmId' | 'journalDate' | 'sha256'>,
): Promise<JournalFileRow | null> => {
  const [row] = await tx
    .select()
    .from(journalFile)
    .where(
      and(
        eq(journalFile.atmId, of.atmId),
        eq(journalFile.journalDate, of.journalDate),
        eq(journalFile.sha256, of.sha256),
      ),
    )
  return row ?? null
}

/** When a file was last sent, as an expression. */
export const lastSentAt = (file: 'f' | 's' | 'o'): SQL =>
  sql.raw(`coalesce(${file}.sent_again_at, ${file}.received_at)`)

/**
 * The standing file of an institution, ATM and day, as a subquery of id, transactions and when it was last sent: the
 * one that none has superseded; of several, as an empty one replaces none and does not count beside a fuller one, that
 * with transactions, else the one parsed last.
 */
export const standingFile = (of: Pick<JournalFileRow, 'institutionKey' | 'atmId' | 'journalDate'>): SQL => sql`
  select s.id, s.transactions, ${lastSentAt('s')} as sent_at from journal.journal_file s
  where s.atm_id = ${of.atmId}::text::bigint and s.journal_date = ${of.journalDate}::text::date
    and s.institution_key = ${of.institutionKey} and s.status in ('PARSED', 'PARTIAL') and s.superseded_by is null
  order by s.transactions > 0 desc, s.parse_sequence desc limit 1`

/** Whole files, by what follows `from journal.journal_file`. */
export const readFiles = createRowReader(journalFile)

/** One file by its id. */
export const findFile = async (tx: TenantTx, id: number): Promise<JournalFileRow | null> =>
  (await tx.select().from(journalFile).where(eq(journalFile.id, id)))[0] ?? null

/** The last file that this one has superseded; null for none. */
export const findSuperseded = async (tx: TenantTx, file: JournalFileRow): Promise<JournalFileRow | null> => {
  const [row] = await tx
    .select()
    .from(journalFile)
    .where(
      and(
        eq(journalFile.atmId, file.atmId),
        eq(journalFile.journalDate, file.journalDate),
        eq(journalFile.supersededByFileId, file.id),
      ),
    )
    .orderBy(desc(journalFile.parseSequence))
    .limit(1)
  return row ?? null
}

/** What a list of files is limited to. */
export type FileFilter = {
  readonly agentAtmId: string | null
  readonly atmId: number | null
  readonly status: JournalFileRow['status'] | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
}

/** The fields that files are sorted by. */
export type FileSort = 'id' | 'receivedAt' | 'journalDate' | 'status'

/** Written out, as the plan for any value that may come could not use the indexes of some. */
const STATUS_IS: Readonly<Record<JournalFileRow['status'], SQL>> = {
  RECEIVED: sql`${journalFile.status} = 'RECEIVED'`,
  PARSED: sql`${journalFile.status} = 'PARSED'`,
  PARTIAL: sql`${journalFile.status} = 'PARTIAL'`,
  FAILED: sql`${journalFile.status} = 'FAILED'`,
  MISDATED: sql`${journalFile.status} = 'MISDATED'`,
}

const conditions = (filter: FileFilter): (SQL | undefined)[] => [
  filter.agentAtmId === null ? undefined : eq(journalFile.agentAtmId, filter.agentAtmId),
  filter.atmId === null ? undefined : eq(journalFile.atmId, filter.atmId),
  filter.status === null ? undefined : STATUS_IS[filter.status],
  filter.dateFrom === null ? undefined : gte(journalFile.journalDate, filter.dateFrom),
  filter.dateTo === null ? undefined : lte(journalFile.journalDate, filter.dateTo),
]

/** One page of files. */
export const listFiles = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: FileFilter,
  page: PageRequest<FileSort>,
): Promise<JournalFileRow[]> => {
  const order = page.order.map(({ column, descending }) => (descending ? desc : asc)(journalFile[column]))
  const read = (institutionKey: string | null, limit = page.offset + page.size, offset = 0) =>
    tx
      .select()
      .from(journalFile)
      .where(
        and(
          ...conditions(filter),
          institutionKey === null ? undefined : eq(journalFile.institutionKey, institutionKey),
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const ofOneAtm = filter.agentAtmId !== null || filter.atmId !== null
  const [first = null, second, ...more] = branchesOf(visibility, ofOneAtm) ?? []
  if (second === undefined) return read(first, page.size, page.offset)
  const found = unionAll(read(first), read(second), ...more.map((key) => read(key))).as('found')
  return tx
    .select()
    .from(found)
    .orderBy(...page.order.map(({ column, descending }) => (descending ? desc : asc)(found[column])))
    .limit(page.size)
    .offset(page.offset)
}

/** How many files there are in all. */
export const countFiles = async (tx: TenantTx, filter: FileFilter): Promise<number> => {
  const [row] = await tx
    .select({ total: count() })
    .from(journalFile)
    .where(and(...conditions(filter)))
  return row?.total ?? 0
}
