import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { sqlArray } from './arrays.ts'
import type { Visibility } from './tenancy.ts'

/**
 * The caller's institutions as a condition on `column`. Row-level security applies the same scope, but as something
 * that is unknown when a query is planned: given here, one key lets an index give the order, and the plan knows how
 * few its rows are.
 */
export const scopeOf = ({ unrestricted, institutions }: Visibility, column: SQL | AnyColumn): SQL => {
  if (unrestricted) return sql`true`
  const [only, ...others] = institutions
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}`
  return sql`${column} = any (${sqlArray(institutions, 'text')})`
}
