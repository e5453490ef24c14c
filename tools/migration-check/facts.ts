import type pg from 'pg'
import { type Catalog, describeSchemas } from '../backup/catalog.ts'

/** What a migration did to the tables that were there before it, none of which depends on how long anything took. */
export type Facts = {
  /** The strongest lock on each table, held until the migration ends. */
  readonly locks: ReadonlyMap<string, LockMode>
  /** Tables that were read or written from beginning to end, and those of which an index was built. */
  readonly scanned: readonly string[]
  readonly before: Catalog
  readonly after: Catalog
}

/** Locks from the weakest one that writers wait for to the one that readers wait for too; and that of writers. */
export const LOCK_MODES = [
  'RowExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const
export type LockMode = (typeof LOCK_MODES)[number]

const isLockMode = (mode: string): mode is LockMode => LOCK_MODES.some((known) => known === mode)

/** Tables that were there before, partitions under the name of their table. */
const KNOWN = `create temporary table known on commit drop as
  select c.oid, coalesce(pg_partition_root(c.oid)::oid, c.oid)::regclass::text as name, pg_relation_filenode(c.oid) as file
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p')`

const LOCKS = `select distinct k.name, l.mode from pg_locks l join known k on k.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted`

const SCANNED = `select distinct k.name from known k left join pg_stat_xact_all_tables s on s.relid = k.oid
  where s.seq_scan > 0 or pg_relation_filenode(k.oid) is distinct from k.file and exists (
    select from pg_class c where c.oid = k.oid) order by 1`

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
      const stronger = LOCK_MODES.indexOf(locks.get(name) ?? 'RowExclusiveLock')
      if (isLockMode(mode) && LOCK_MODES.indexOf(mode) >= stronger) locks.set(name, mode)
    }
    const after = await describeSchemas(client, schemas)
    return { locks, scanned: scanned.rows.map(({ name }) => name), before, after }
  } finally {
    await client.query('rollback')
  }
}
