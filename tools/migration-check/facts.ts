import type pg from 'pg'
import { type Catalog, describeSchemas } from '../backup/catalog.ts'

/** What a migration did to the tables that were there before it, none of which depends on how long anything took. */
export type Facts = {
  /** The strongest lock on each table that others wait for; it is held until the migration ends. */
  readonly locks: ReadonlyMap<string, LockMode>
  /** Tables that were read or written from beginning to end, and those of which an index was built. */
  readonly scanned: readonly string[]
  readonly before: Catalog
  readonly after: Catalog
}

/** Locks that others wait for: writers, and for the last one readers too. */
export const LOCK_MODES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'] as const
export type LockMode = (typeof LOCK_MODES)[number]

const isLockMode = (mode: string): mode is LockMode => LOCK_MODES.some((known) => known === mode)

/** Tables that were there before, partitions under the name of their table. */
const KNOWN = `create temporary table known on commit drop as
  select c.oid, coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text as name,
    pg_relation_filenode(c.oid) as file, coalesce(pg_stat_get_xact_numscans(c.oid), 0) as scans
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p')`

const LOCKS = `select distinct k.name, l.mode from pg_locks l join known k on k.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted`

const SCANNED = `select distinct k.name from known k join pg_class c on c.oid = k.oid
  where pg_stat_get_xact_numscans(k.oid) > k.scans or pg_relation_filenode(k.oid) is distinct from k.file order by 1`

/** Runs a migration in a transaction that is rolled back, and resolves to what it did. */
export const findFacts = async (client: pg.Client, text: string, schemas: readonly string[]): Promise<Facts> => {
  await client.query('begin')
  try {
    const before = await describeSchemas(client, schemas)
    await client.query(KNOWN, [[...schemas]])
    await client.query(text)
    const scanned = await client.query<{ name: string }>(SCANNED)
    const held = await client.query<{ name: string; mode: string }>(LOCKS)
    const locks = new Map<string, LockMode>()
    for (const { name, mode } of held.rows) {
      const stronger = LOCK_MODES.indexOf(locks.get(name) ?? 'ShareLock')
      if (isLockMode(mode) && LOCK_MODES.indexOf(mode) >= stronger) locks.set(name, mode)
    }
    const after = await describeSchemas(client, schemas)
    return { locks, scanned: scanned.rows.map(({ name }) => name), before, after }
  } finally {
    await client.query('rollback')
  }
}

/** Those of some names, each with its schema, that something has. */
export const findTaken = async (client: pg.Client, names: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [[...names]],
  )
  return rows.map(({ name }) => name)
}
