import { integer, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, journalSchema, whole } from './schema.ts'

/** Masked bytes of journal files, once an institution and hash: files of the same bytes share them. */
export const content = journalSchema.table('content', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  institutionKey: text('institution_key').notNull(),
  sha256: text('sha256').notNull(),
  sizeBytes: whole('size_bytes').notNull(),
  maskingVersion: smallint('masking_version').notNull().default(1),
  /** The version of its institution's labels that it was masked by. */
  labelsVersion: integer('labels_version').notNull().default(0),
})

/** Pieces of a content, each compressed alone; see the migration for what their columns mean. */
export const contentChunk = journalSchema.table(
  'content_chunk',
  {
    contentId: whole('content_id').notNull(),
    number: integer('number').notNull(),
    institutionKey: text('institution_key').notNull(),
    codec: text('codec', { enum: ['zstd', 'gzip'] }).notNull(),
    encoding: text('encoding', { enum: ['utf-8', 'latin1', 'utf-16le'] }).notNull(),
    firstLine: integer('first_line').notNull(),
    textFrom: whole('text_from').notNull(),
    textBytes: integer('text_bytes'),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.number] })],
)

export type ContentRow = typeof content.$inferSelect
export type ContentChunkRow = typeof contentChunk.$inferSelect
