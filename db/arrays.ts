import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from './values.ts'

/** What a list of a statement holds. */
export type ArrayItem = string | number | boolean | null

/** A list as one parameter of a statement, however long it is. `type` is the PostgreSQL type of an item. */
export const sqlArray = (items: readonly ArrayItem[], type: 'bigint' | 'smallint' | 'text' | 'uuid'): SQL =>
  sql`${arrayLiteral(items)}::text::${sql.raw(type)}[]`
