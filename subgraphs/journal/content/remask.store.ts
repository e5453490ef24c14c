import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { type ContentRow, content } from '../../../db/journal/content.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { ContentChunk } from './content.store.ts'

/** The place of a text in the order in which texts are masked again. */
export type MaskingPlace = Pick<ContentRow, 'maskingVersion' | 'id'>

/**
 * Locks the oldest text that rules before a version masked, of those behind a place if one is given, passing over those
 * that others hold; null for none.
 */
export const claimUnmasked = async (
  tx: PlatformTx,
  version: number,
  behind: MaskingPlace | null,
): Promise<ContentRow | null> => {
  const isBehind =
    behind === null
      ? undefined
      : sql`(${content.maskingVersion}, ${content.id}) > (${behind.maskingVersion}::int, ${behind.id}::text::bigint)`
  const [row] = await tx
    .select()
    .from(content)
    .where(and(lt(content.maskingVersion, version), isBehind))
    .orderBy(asc(content.maskingVersion), asc(content.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return row ?? null
}

/** How many texts rules before a version masked; counted no further than `limit`. */
export const countUnmasked = async (tx: PlatformTx, version: number, limit: number): Promise<number> => {
  const rows = tx
    .select({ id: content.id })
    .from(content)
    .where(lt(content.maskingVersion, version))
    .limit(limit)
    .as('unmasked')
  const [counted] = await tx.select({ n: sql`count(*)`.mapWith(Number) }).from(rows)
  return counted?.n ?? 0
}

/** A chunk whose bytes have changed; its lines are those that it had. */
export type ChangedChunk = Omit<ContentChunk, 'firstLine'>

/** Puts chunks of a text in the place of those that it had, in one statement: the caller keeps it small. */
export const updateChunks = async (
  tx: PlatformTx,
  contentId: number,
  chunks: readonly ChangedChunk[],
): Promise<void> => {
  if (chunks.length === 0) return
  const rows = chunks.map(
    ({ number, codec, encoding, textFrom, textBytes, data }) => sql`(${number}::text::int, ${codec}::text,
      ${encoding}::text, ${textFrom}::text::bigint, ${textBytes}::text::int, ${Buffer.from(data)}::bytea)`,
  )
  await tx.execute(sql`update journal.content_chunk c
    set codec = v.codec, encoding = v.encoding, text_from = v.text_from, text_bytes = v.text_bytes, data = v.data
    from (values ${sql.join(rows, sql`, `)}) v (number, codec, encoding, text_from, text_bytes, data)
    where c.content_id = ${contentId}::text::bigint and c.number = v.number`)
}

/** Records by which rules a text is masked now. */
export const updateMasking = async (
  tx: PlatformTx,
  contentId: number,
  masked: Pick<ContentRow, 'maskingVersion' | 'labelsVersion'>,
): Promise<void> => {
  await tx.update(content).set(masked).where(eq(content.id, contentId))
}
