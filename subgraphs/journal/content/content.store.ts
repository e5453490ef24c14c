import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { type ContentChunkRow, type ContentRow, content, contentChunk } from '../../../db/journal/content.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { holdProfile } from '../profiles/profiles.store.ts'

/**
 * A piece of a file's masked bytes, compressed alone. Lines count from 1; `textFrom` and `textBytes` measure its text
 * as UTF-8.
 */
export type ContentChunk = Omit<ContentChunkRow, 'contentId' | 'institutionKey'>

/** Whose bytes, and which. */
export type ContentKey = Pick<ContentRow, 'institutionKey' | 'sha256'>

/** More of a content than this many chunks (of 256 KiB) is never read at once. */
const MAX_CHUNKS_AT_ONCE = 16

/** For how long an upload waits for another one of the same bytes. */
const SAME_CONTENT_TIMEOUT_MS = 25_000

const COLUMNS = {
  number: contentChunk.number,
  codec: contentChunk.codec,
  encoding: contentChunk.encoding,
  firstLine: contentChunk.firstLine,
  textFrom: contentChunk.textFrom,
  textBytes: contentChunk.textBytes,
  data: contentChunk.data,
}

/** The id of the content with this hash; null if the institution has none. */
export const findContentId = async (tx: TenantTx, { institutionKey, sha256 }: ContentKey): Promise<number | null> => {
  const [row] = await tx
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.institutionKey, institutionKey), eq(content.sha256, sha256)))
  return row?.id ?? null
}

/** A content that is to be stored; masked by the first version of the rules where no other is named. */
export type NewContent = Omit<ContentRow, 'id' | 'maskingVersion' | 'labelsVersion'> &
  Partial<Pick<ContentRow, 'maskingVersion' | 'labelsVersion'>>

/**
 * Inserts a content without its chunks; null if the institution has these bytes already. Waits for another
 * transaction that inserts the same.
 */
export const insertContent = async (tx: TenantTx, row: NewContent): Promise<number | null> => {
  // Another transaction that stores the same large file takes longer than a lock may usually be waited for.
  const [, [inserted]] = await Promise.all([
    tx.execute(sql`select set_config('lock_timeout', ${String(SAME_CONTENT_TIMEOUT_MS)}, true)`),
    tx.insert(content).values(row).onConflictDoNothing().returning({ id: content.id }),
  ])
  return inserted?.id ?? null
}

/** By which versions of the rules and of its institution's labels a content is masked; null if there is none. */
export const findMasking = async (
  tx: TenantTx,
  contentId: number,
): Promise<Pick<ContentRow, 'maskingVersion' | 'labelsVersion'> | null> => {
  const { maskingVersion, labelsVersion } = content
  const [row] = await tx.select({ maskingVersion, labelsVersion }).from(content).where(eq(content.id, contentId))
  return row ?? null
}

/**
 * Marks a content to be masked again if labels were written after those that it was masked by. Call it when its chunks
 * are there: until the transaction ends no others are written.
 */
export const updateOutdated = async (
  tx: TenantTx,
  { id, institutionKey }: Pick<ContentRow, 'id' | 'institutionKey'>,
): Promise<void> => {
  await holdProfile(tx, institutionKey)
  // What was written before that is seen, as each statement sees what is committed when it begins.
  await tx.execute(sql`update journal.content set masking_version = 0
    where id = ${id}::text::bigint and masking_version > 0 and labels_version < (
      select p.labels_version from journal.profile p where p.institution_key = ${institutionKey}
      order by p.version desc limit 1)`)
}

/** Inserts chunks of a content, in one statement: the caller keeps it small. */
export const insertChunks = async (
  tx: TenantTx,
  of: Pick<ContentChunkRow, 'contentId' | 'institutionKey'>,
  chunks: readonly ContentChunk[],
): Promise<void> => {
  if (chunks.length > 0) await tx.insert(contentChunk).values(chunks.map((chunk) => ({ ...of, ...chunk })))
}

/** Where the text of a chunk lies in the whole, without its bytes. */
export type ChunkSpan = Pick<ContentChunk, 'number' | 'firstLine' | 'textFrom' | 'textBytes'>

/** Where the texts of all chunks of a content lie, in order: a few hundred at most, as a file is bounded. */
export const listChunkSpans = (tx: TenantTx, contentId: number): Promise<ChunkSpan[]> =>
  tx
    .select({
      number: COLUMNS.number,
      firstLine: COLUMNS.firstLine,
      textFrom: COLUMNS.textFrom,
      textBytes: COLUMNS.textBytes,
    })
    .from(contentChunk)
    .where(eq(contentChunk.contentId, contentId))
    .orderBy(asc(contentChunk.number))

/** The chunks of a content from a number on, in order; at most `limit` and at most 16. */
export const listChunks = (tx: TenantTx, contentId: number, from: number, limit: number): Promise<ContentChunk[]> =>
  tx
    .select(COLUMNS)
    .from(contentChunk)
    .where(and(eq(contentChunk.contentId, contentId), gte(contentChunk.number, from)))
    .orderBy(asc(contentChunk.number))
    .limit(Math.min(limit, MAX_CHUNKS_AT_ONCE))

/**
 * The chunks that hold the lines from `firstLine` to `lastLine`, in order; the first 16 of them where a line has no
 * end.
 */
export const listChunksOfLines = (
  tx: TenantTx,
  contentId: number,
  firstLine: number,
  lastLine: number,
): Promise<ContentChunk[]> =>
  tx
    .select(COLUMNS)
    .from(contentChunk)
    .where(
      and(
        eq(contentChunk.contentId, contentId),
        // A line may begin in the chunk before the first one that has its number.
        gte(
          contentChunk.number,
          sql`coalesce((select max(c.number) from journal.content_chunk c
            where c.content_id = ${contentId}::text::bigint and c.first_line < ${firstLine}::text::int), 0)`,
        ),
        lte(contentChunk.firstLine, lastLine),
      ),
    )
    .orderBy(asc(contentChunk.number))
    .limit(MAX_CHUNKS_AT_ONCE)
