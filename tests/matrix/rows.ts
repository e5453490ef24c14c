import { runAs } from '../support/sql.ts'

/** The rows of each table as hashes: those of one institution where a table says whose its rows are, else all. */
export type Rows = ReadonlyMap<string, { readonly isOwned: boolean; readonly hashes: ReadonlySet<string> }>

const TABLES = `select c.oid::regclass::text as name, exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'institution_key') as owned
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    -- Insights are everybody's, and anyone may acknowledge them.
    and c.oid <> 'analytics.insight'::regclass
    and n.nspname in ('analytics', 'claims', 'devices', 'fleet', 'incident', 'journal')
  order by 1`

/** What every table has of an institution. */
export const rowsOf = async (url: string, institutionKey: string): Promise<Rows> => {
  const tables = await runAs(url, [TABLES])
  const selects = tables.map(
    ({ name, owned }) =>
      `select '${name}' as name, md5(t::text) as hash from ${name} t` +
      (owned === true ? ` where institution_key = '${institutionKey}'` : ''),
  )
  const found = await runAs(url, [selects.join(' union all ')])
  return new Map(
    tables.map(({ name, owned }) => [
      String(name),
      {
        isOwned: owned === true,
        hashes: new Set(found.filter((row) => row.name === name).map(({ hash }) => String(hash))),
      },
    ]),
  )
}

/**
 * Tables that lost or changed rows of the institution, or gained some. Of a table that does not say whose its rows
 * are, only what was there before is compared.
 */
export const changedTables = (before: Rows, after: Rows): readonly string[] =>
  [...before].flatMap(([name, { isOwned, hashes }]) => {
    const now = after.get(name)?.hashes ?? new Set()
    const isKept = [...hashes].every((hash) => now.has(hash))
    return isKept && (!isOwned || now.size === hashes.size) ? [] : [name]
  })
