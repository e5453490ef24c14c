import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import type { Stores } from '../../db/tenancy.ts'

/** A table of the platform, as the catalog of PostgreSQL describes it. */
export type CatalogTable = {
  /** `schema.table`. */
  readonly name: string
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
  /** Columns that may be null. */
  readonly nullable: readonly string[]
  readonly primaryKey: readonly string[]
  readonly isPartitioned: boolean
  /** The first columns of its whole indexes. */
  readonly indexed: readonly string[]
  /** The tables that its foreign keys name, itself left out. */
  readonly references: readonly string[]
}

/** Schemas without data of institutions: packages own them, or they hold what was migrated. */
const FOREIGN_SCHEMAS = ['pg_catalog', 'information_schema', 'pg_toast', 'pgboss', 'migrations']

/** Every table of the platform in a database; partitions are a part of theirs. */
export const listTables = async (stores: Stores): Promise<CatalogTable[]> => {
  const rows = await stores.asPlatform(
    (tx) =>
      tx.execute<CatalogTable>(sql`
        select n.nspname || '.' || c.relname as name, n.nspname::text as schema, c.relname::text as table,
          c.relkind = 'p' as "isPartitioned",
          (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
          (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]') from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not a.attnotnull) as nullable,
          (select coalesce(jsonb_agg(a.attname order by k.place), '[]')
            from pg_index i cross join lateral unnest(i.indkey) with ordinality k(attnum, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
            where i.indrelid = c.oid and i.indisprimary and k.place <= i.indnkeyatts) as "primaryKey",
          (select coalesce(jsonb_agg(distinct a.attname), '[]') from pg_index i
            join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
            where i.indrelid = c.oid and i.indpred is null) as indexed,
          (select coalesce(jsonb_agg(distinct f.confrelid::regclass::text), '[]') from pg_constraint f
            where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname <> all (${sqlArray(FOREIGN_SCHEMAS, 'text')})
        order by 1`),
    { mode: 'read' },
  )
  return [...rows]
}

/** Tables in an order in which each comes before those that it references. */
export const referencingFirst = (tables: readonly CatalogTable[]): readonly CatalogTable[] => {
  const ordered: CatalogTable[] = []
  const left = new Set(tables)
  while (left.size > 0) {
    const free = [...left].filter(({ name }) => ![...left].some(({ references }) => references.includes(name)))
    if (free.length === 0) throw new Error('Tables reference each other in a circle.')
    for (const table of free) left.delete(table)
    ordered.push(...free)
  }
  return ordered
}
