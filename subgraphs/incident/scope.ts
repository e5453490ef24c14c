import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import type { Visibility } from '../../db/tenancy.ts'

/**
 * The caller's institutions as a condition on `column`. Row-level security says the same once more; the query's own
 * says it where a single key lets an index give the order.
 */
export const scopeOf = ({ unrestricted, institutions }: Visibility, column: SQL): SQL => {
  if (unrestricted) return sql`true`
  const [only, ...others] = institutions
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}`
  return sql`${column} = any (${sqlArray(institutions, 'text')})`
}
