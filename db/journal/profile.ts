import { integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, journalSchema } from './schema.ts'

/** A label of customers' numbers, as it is kept. */
export type StoredLabel = { readonly words: string; readonly kind: 'IDENTIFIER' | 'ACCOUNT' | 'NAME' }

/** Versions of the profiles of institutions; the highest of each counts. */
export const profile = journalSchema.table(
  'profile',
  {
    institutionKey: text('institution_key').notNull(),
    version: integer('version').notNull(),
    approvedCodes: text('approved_codes').array(),
    currency: text('currency'),
    amountUnit: text('amount_unit', { enum: ['WHOLE', 'HUNDREDTHS'] }),
    timeZone: text('time_zone'),
    customerLabels: jsonb('customer_labels').$type<readonly StoredLabel[]>().notNull(),
    /** The version that changed the labels last; 0 while there have been none. */
    labelsVersion: integer('labels_version').notNull(),
    writtenBy: text('written_by').notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionKey, table.version] })],
)

export type ProfileRow = typeof profile.$inferSelect
