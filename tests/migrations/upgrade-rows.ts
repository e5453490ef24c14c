import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { runAs } from '../support/sql.ts'

/** A row as PostgreSQL writes it as JSON. */
export type Row = Readonly<Record<string, unknown>>
/** The rows of each table, by `schema.table`. */
export type Rows = ReadonlyMap<string, readonly Row[]>

/** What processes remember for themselves and a crash may empty: no data. */
const NO_DATA = ['live_change', 'live_epoch']

const ARCHIVES = new URL('../fixtures/archives/', import.meta.url)
const SERVICES = ['analytics', 'claims', 'devices', 'fleet', 'graph', 'incident', 'jobs', 'journal', 'topics']

/** Puts an archived database in the place of all that a new one holds. */
export const restoreArchive = async (superuserUrl: string, file: string): Promise<void> => {
  const script = gunzipSync(readFileSync(new URL(file, ARCHIVES))).toString()
  await runAs(superuserUrl, [`drop schema ${SERVICES.join(', ')}, migrations, pgboss cascade`, script])
}

/** Reads every row of the services' tables, past row-level security; partitions with the table that they are of. */
export const readRows = async (query: (statement: string) => Promise<Record<string, unknown>[]>): Promise<Rows> => {
  const tables = await query(`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ('{${SERVICES.join()}, migrations}')
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ('{${NO_DATA.join()}}') order by 1`)
  const rows = new Map<string, readonly Row[]>()
  for (const { name } of tables) {
    const [found] = await query(
      `select coalesce(json_agg(to_jsonb(t) order by to_jsonb(t)), '[]') as rows from ${name} t`,
    )
    rows.set(String(name), Array.from<Row>(Object(found).rows))
  }
  return rows
}

/** The rows of a table that there has to be. */
export const rowsOf = (rows: Rows, table: string): readonly Row[] => {
  const found = rows.get(table)
  if (found === undefined) throw new Error(`there is no table ${table}`)
  return found
}

/** Tables that a migration removes because nothing ever wrote to them. */
export const REMOVED_EMPTY: readonly string[] = ['incident.inbox']

/** A row without the columns that came with an upgrade. */
export const withoutNewColumns = (row: Row, before: readonly Row[]): Row => {
  const [first] = before
  return first === undefined ? row : Object.fromEntries(Object.entries(row).filter(([column]) => column in first))
}

/**
 * What the migrations make of a row on purpose. Everything that they left without an institution goes to the first
 * one that its ATM has (incident/0007_first_institution); an incident that changes has a higher version. Besides,
 * `journal.file_content` became `journal.content` and `journal.content_chunk` (journal/0002_content). Nothing else
 * may change.
 */
export const changedRow = (table: string, row: Row, before: Rows): Row => {
  const followsAtm = ['incident.incident', 'incident.state_history', 'incident.event_exception'].includes(table)
  if (!followsAtm || row.institution_key !== null) return row
  const atm = rowsOf(before, 'incident.atm').find(({ id }) => id === row.atm_id)
  const institution = atm?.institution_key ?? null
  if (institution === null) return row
  return {
    ...row,
    institution_key: institution,
    ...(table === 'incident.incident' ? { version: Number(row.version) + 1 } : {}),
  }
}

/** How many rows each institution has; `null` and `undefined` for those without one. */
export const countByInstitution = (rows: readonly Row[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const key = String(row.institution_key)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** In an order that does not depend on the columns that came with an upgrade. */
export const sorted = (rows: readonly Row[]): readonly Row[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row)
