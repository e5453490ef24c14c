import { sql } from 'drizzle-orm'
import { type JournalFileRow, journalFile } from '../../../db/journal/journal-file.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { ParseRequest } from '../../../schema/events/parse-request.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { standingFile } from '../files/files.store.ts'
import { parseRequestOf, parseRequestTopic } from '../model/messages.ts'
import { deleteInbox, lockJournal } from './parse.store.ts'

type Env = { readonly now: Date; newId(): string }

const messageOf = ({ institutionKey, agentAtmId: key }: JournalFileRow, data: ParseRequest) => ({
  topic: parseRequestTopic(institutionKey),
  key,
  institutionKey,
  data,
})

const insertRequest = (tx: TenantTx, file: JournalFileRow, data: ParseRequest, env: Env): Promise<void> =>
  insertOutbox(tx, 'journal', [messageOf(file, data)], { newId: env.newId, now: () => env.now })

/** Asks for a file to be parsed, in the transaction of whatever makes that necessary. */
export const insertParseRequest = (
  tx: TenantTx,
  file: JournalFileRow,
  reason: ParseRequest['reason'],
  env: Env,
): Promise<void> => insertRequest(tx, file, parseRequestOf(file, reason), env)

/** Asks for files to be read again, without taking the place of others that are standing by then. */
export const insertReparseRequests = (tx: TenantTx, files: readonly JournalFileRow[], env: Env): Promise<void> => {
  const rows = files.map((file) => messageOf(file, parseRequestOf(file, 'REPARSE', true)))
  return insertOutbox(tx, 'journal', rows, { newId: env.newId, now: () => env.now })
}

/** A file that waits although it was asked for long ago. */
export type UnansweredFile = {
  readonly file: JournalFileRow
  /** True where it is not to take the place of a file that is standing by then. */
  readonly yields: boolean
}

/** Asks once more for files to be parsed. Nothing comes of it for one that has been parsed by then. */
export const insertRepeatedRequests = (tx: TenantTx, files: readonly UnansweredFile[], env: Env): Promise<void> => {
  const rows = files.map(({ file, yields }) => messageOf(file, parseRequestOf(file, 'UPLOAD', yields)))
  return insertOutbox(tx, 'journal', rows, { newId: env.newId, now: () => env.now })
}

/** The id of the standing file of this one's ATM and day: perhaps this one itself; null if none does. */
export const findStandingId = async (tx: TenantTx, file: JournalFileRow): Promise<number | null> => {
  const [row] = await tx.execute<{ id: string }>(standingFile(file))
  return row === undefined ? null : Number(row.id)
}

/**
 * Has a file that could not be read wait again; any other stays what it is until it has been read anew. Returns it as
 * it is then.
 */
export const updateReparseRequested = async (tx: TenantTx, id: number, at: Date): Promise<JournalFileRow | null> => {
  const wasFailed = sql`${journalFile.status} = 'FAILED'`
  const [row] = await tx
    .update(journalFile)
    .set({
      reparseRequestedAt: at,
      status: sql`case when ${wasFailed} then 'RECEIVED' else ${journalFile.status} end`,
      format: sql`case when ${wasFailed} then null else ${journalFile.format} end`,
      error: sql`case when ${wasFailed} then null else ${journalFile.error} end`,
      parsedAt: sql`case when ${wasFailed} then null else ${journalFile.parsedAt} end`,
    })
    .where(sql`${journalFile.id} = ${id}::text::bigint`)
    .returning()
  return row ?? null
}

/** When a file was last asked for once more, by its replay or to be read again; null where it never was. */
export const findAskedAgainAt = async (tx: TenantTx, id: number): Promise<Date | null> => {
  const [row] = await tx.execute<{ at: number | null }>(sql`
    select (extract(epoch from greatest(reparse_requested_at, parse_asked_at)) * 1000)::float8 as at
    from journal.journal_file where id = ${id}::text::bigint`)
  const at = row?.at ?? null
  return at === null ? null : new Date(at)
}

/**
 * Lets a request that was given up be handled as if it came for the first time: its file waits again, unless it has
 * been read since. Notes that it comes out of order: other files of the day may have been sent meanwhile. One that is
 * being given up waits for that, which then is undone.
 */
export const updateRevived = async (
  tx: TenantTx,
  fileId: number,
  message: { readonly consumer: string; readonly id: string },
  at: Date,
): Promise<void> => {
  const unlessFailed = (column: 'format' | 'error' | 'parsed_at') =>
    sql`case when status <> 'FAILED' then ${sql.identifier(column)} end`
  const [file] = await tx.execute<{ atm_id: string }>(
    sql`select atm_id::text from journal.journal_file where id = ${fileId}::text::bigint`,
  )
  if (file === undefined) return
  await lockJournal(tx, Number(file.atm_id))
  await deleteInbox(tx, message.consumer, message.id)
  await tx.execute(sql`
    update journal.journal_file set parse_asked_at = ${at}::timestamptz,
      status = case when status <> 'FAILED' then status else 'RECEIVED' end, format = ${unlessFailed('format')},
      error = ${unlessFailed('error')}, parsed_at = ${unlessFailed('parsed_at')}
    where id = ${fileId}::text::bigint`)
}
