import { type SQL, sql } from 'drizzle-orm'
import type { Visibility } from '../../db/tenancy.ts'
import { type ArrayItem, arrayLiteral } from './arrays.rules.ts'

/** A list as one parameter. `type` is the PostgreSQL type of an item. */
export const sqlArray = (items: readonly ArrayItem[], type: 'bigint' | 'smallint' | 'text'): SQL =>
  sql`${arrayLiteral(items)}::text::${sql.raw(type)}[]`

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
