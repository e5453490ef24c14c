import { boolean, jsonb, text } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

/** The target of one severity: minutes, of the business hours where there are any. */
export type StoredTarget = {
  readonly acknowledgeMinutes: number | null
  readonly resolveMinutes: number | null
  readonly timeZone: string | null
  /** Minutes of the day, Monday to Sunday; -1 where it is closed. */
  readonly opens: readonly number[] | null
  readonly closes: readonly number[] | null
}

export type StoredTargets = Readonly<Partial<Record<'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL', StoredTarget>>>

/** How soon an institution wants its incidents acknowledged and resolved. */
export const incidentTarget = incidentSchema.table('incident_target', {
  institutionKey: text('institution_key').primaryKey(),
  bySeverity: jsonb('by_severity').$type<StoredTargets>().notNull(),
  /** False while open incidents have due times of older targets. */
  applied: boolean('applied').notNull(),
  /**
   * Incidents that moved there before due times moved with them have those of elsewhere until the job was there, the
   * acknowledged ones too; where nobody set any targets, also what they missed elsewhere.
   */
  movedPending: boolean('moved_pending').notNull().default(false),
  changedAt: instant('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
})
