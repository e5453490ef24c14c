import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const vendor = pgSchema('claims').table('vendor', {
  uuid: uuid().primaryKey(),
  institutionKey: text('institution_key'),
  name: text().notNull(),
  type: text({ enum: ['CIT', 'SP'] }).notNull(),
  contactName: text('contact_name'),
  contactEmail: text('contact_email'),
  contactPhone: text('contact_phone'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
})
