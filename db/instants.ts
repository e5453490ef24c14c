import { type SQL, sql } from 'drizzle-orm'

/** An instant as one parameter of a statement. */
export const sqlInstant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
