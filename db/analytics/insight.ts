import { sql } from 'drizzle-orm'
import { bigint, boolean, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

export const insight = pgSchema('analytics').table('insight', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  category: text({ enum: ['ANOMALY', 'TREND', 'RECOMMENDATION', 'SUMMARY'] }).notNull(),
  severity: text({ enum: ['INFO', 'WARNING', 'CRITICAL'] }).notNull(),
  title: text().notNull(),
  body: text().notNull(),
  snapshotId: bigint('snapshot_id', { mode: 'number' }),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
  acknowledged: boolean().notNull().generatedAlwaysAs(sql`acknowledged_at is not null`),
  acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true, mode: 'date' }),
  acknowledgedByUserId: text('acknowledged_by_user_id'),
})

export type InsightRow = typeof insight.$inferSelect
