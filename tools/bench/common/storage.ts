import { withClient } from './client.ts'
import { countText, tableOf } from './figures.ts'

/** How much a table takes with its indexes and what is stored beside it, the parts of a partitioned one together. */
export type TableSize = { readonly table: string; readonly rows: number; readonly bytes: number }

const READ = `
  with recursive part as (
    select oid, oid as root from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = any (array(select oid from pg_namespace
        where nspname in ('analytics', 'devices', 'fleet', 'incident', 'journal', 'topics', 'graph', 'jobs')))
    union all select i.inhrelid, p.root from part p join pg_inherits i on i.inhparent = p.oid)
  select p.root::regclass::text as table, sum(greatest(c.reltuples, 0))::float8 as rows,
    sum(pg_total_relation_size(p.oid))::float8 as bytes
  from part p join pg_class c on c.oid = p.oid and c.relkind = 'r' group by p.root order by 3 desc`

/** The tables of all services, the largest first; rows as the last `analyze` counted them. */
export const readTableSizes = (url: string): Promise<readonly TableSize[]> =>
  withClient(url, '', async (client) => (await client.query<TableSize>(READ)).rows)

/** Prints what a row takes, of tables that have some. */
export const printSizes = (sizes: readonly TableSize[], print: (line: string) => void): void => {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  print(`\nTables, with their indexes: ${countText(total / 1e6)} MB`)
  const rows = sizes
    .filter((size) => size.rows > 100)
    .map(({ table, rows: count, bytes }) => [
      table,
      countText(count),
      (bytes / 1e6).toFixed(1),
      (bytes / count).toFixed(0),
    ])
  print(tableOf([['', 'rows', 'MB', 'bytes a row'], ...rows]))
}
