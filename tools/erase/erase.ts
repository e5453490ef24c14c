import { type SQL, sql } from 'drizzle-orm'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { type CatalogTable, listTables, referencingFirst } from './catalog.ts'
import {
  ATMS,
  BEFORE,
  type Belonging,
  belongingsOf,
  COPIES_OF_ATMS,
  isMessage,
  KEPT,
  type Owner,
  SHARED,
  type Sharing,
} from './ownership.ts'
import { inPortions, PORTION, write } from './portions.ts'
import { COUNTED, ROLLOUT_ATMS, removeFromRollouts } from './rollouts.ts'

/** Pages that one transaction goes through where none does: 16 MiB. */
const PAGES = 2_048
/** ATMs whose rows are looked for together. */
const ATMS_AT_ONCE = 500
/** What comes while it runs goes in another pass. */
const MOST_PASSES = 3
/** Counting goes through whole tables. */
const COUNT_TIMEOUT_MS = 30 * 60_000

/** Rows of a table: found at first, deleted or changed, and still there at the end. */
export type ErasedTable = { readonly table: string; readonly before: number; removed: number; after: number }

/** What was done. `kept` are rows of the audit. */
export type ErasureReport = { readonly tables: readonly ErasedTable[]; readonly kept: number }

export type EraseEnv = {
  /** The databases of the platform, each once. */
  readonly databases: readonly Stores[]
  /** Called with the table under way. */
  progress(text: string): void
}

const nameOf = ({ schema, table }: CatalogTable): SQL => sql`${sql.identifier(schema)}.${sql.identifier(table)}`

const deletePortion = async (tx: PlatformTx, table: CatalogTable, where: SQL): Promise<number> => {
  const key = sql.join(
    table.primaryKey.map((column) => sql.identifier(column)),
    sql`, `,
  )
  // Partitions have places of their own, so that rows of a partitioned table are known by their key only.
  const rows = await tx.execute(
    table.isPartitioned
      ? sql`delete from ${nameOf(table)} where (${key}) in (
          select ${key} from ${nameOf(table)} where ${where} limit ${PORTION}::int) returning 1`
      : sql`delete from ${nameOf(table)} where ctid = any (array(
          select ctid from ${nameOf(table)} where ${where} limit ${PORTION}::int)) returning 1`,
  )
  return rows.length
}

/** Goes through a table once, some pages a transaction. */
const deleteByPages = async (stores: Stores, table: CatalogTable, where: SQL): Promise<number> => {
  const [size] = await write(stores, (tx) =>
    tx.execute<{ pages: number }>(sql`
      select (pg_relation_size(${table.name}::text::regclass) / current_setting('block_size')::bigint)::int as pages`),
  )
  let removed = 0
  for (let page = 0; page < (size?.pages ?? 0); page += PAGES) {
    const range = sql`ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + PAGES},0)`}::text::tid`
    removed += await write(stores, async (tx) => {
      const rows = await tx.execute(sql`delete from ${nameOf(table)} where ${range} and (${where}) returning 1`)
      return rows.length
    })
  }
  return removed
}

const removeBelonging = async (stores: Stores, table: CatalogTable, belonging: Belonging, owner: Owner) => {
  const { column } = belonging
  const counted = COUNTED[table.name]
  const where = (of: Owner) =>
    counted === undefined ? belonging.where(of) : sql`(${belonging.where(of)}) and not ${counted}`
  if (!table.indexed.includes(column) && !table.isPartitioned) return deleteByPages(stores, table, where(owner))
  if (column !== 'atm_id') return inPortions(stores, (tx) => deletePortion(tx, table, where(owner)))
  let removed = 0
  for (let n = 0; n < owner.atmIds.length; n += ATMS_AT_ONCE) {
    const some = where({ ...owner, atmIds: owner.atmIds.slice(n, n + ATMS_AT_ONCE) })
    removed += await inPortions(stores, (tx) => deletePortion(tx, table, some))
  }
  return removed
}

/** All rows of a table that belong to an institution; null where none can. */
const anyBelonging = (table: CatalogTable, owner: Owner): SQL | null => {
  const wheres = belongingsOf(table).map(({ where }) => sql`(${where(owner)})`)
  return wheres.length === 0 ? null : sql.join(wheres, sql` or `)
}

const countBelonging = async (stores: Stores, table: CatalogTable, owner: Owner): Promise<number> => {
  const where = anyBelonging(table, owner)
  if (where === null) return 0
  const [row] = await stores.asPlatform(
    (tx) =>
      tx.execute<{ rows: string }>(sql`
        select count(*)::text as rows from ${nameOf(table)} where ${where}`),
    { mode: 'read', statementTimeoutMs: COUNT_TIMEOUT_MS },
  )
  return Number(row?.rows ?? 0)
}

/** Messages first, then what they lead to, then ATMs, and what other services copied of them. */
const inErasureOrder = (tables: readonly CatalogTable[]): readonly CatalogTable[] => {
  const rank = (table: CatalogTable) => {
    if (isMessage(table)) return 0
    if (table.name === ATMS) return 2
    return COPIES_OF_ATMS.includes(table.name) ? 3 : 1
  }
  const named = tables.map((table) => ({ ...table, references: [...table.references, ...(BEFORE[table.name] ?? [])] }))
  return referencingFirst(named).toSorted((one, other) => rank(one) - rank(other))
}

const readOwner = async (databases: readonly Stores[], key: string): Promise<Owner> => {
  const atms: { readonly id: string; readonly agent: string }[] = []
  for (const stores of databases) {
    const rows = await stores.asPlatform(
      (tx) =>
        tx.execute<{ id: string; agent: string }>(sql`
          select id::text as id, agent_atm_id as agent from incident.atm where institution_key = ${key}`),
      { mode: 'read' },
    )
    atms.push(...rows)
  }
  return { key, atmIds: atms.map(({ id }) => Number(id)), agentAtmIds: atms.map(({ agent }) => agent) }
}

/** Rows of the audit that name the institution. */
const countKept = async (databases: readonly Stores[], key: string): Promise<number> => {
  let kept = 0
  for (const stores of databases) {
    const [row] = await stores.asPlatform(
      (tx) =>
        tx.execute<{ rows: string }>(sql`
          select count(*)::text as rows from ${sql.raw(KEPT[0] ?? '')} where institution_key = ${key}`),
      { mode: 'read', statementTimeoutMs: COUNT_TIMEOUT_MS },
    )
    kept += Number(row?.rows ?? 0)
  }
  return kept
}

type TableOfDatabase = { readonly stores: Stores; readonly table: CatalogTable }

/** The tables of all databases in the order of deletion: a phase of all databases before the next one. */
const tablesOf = async (databases: readonly Stores[]): Promise<readonly TableOfDatabase[]> => {
  const ofEach = await Promise.all(
    databases.map(async (stores) => inErasureOrder(await listTables(stores)).map((table) => ({ stores, table }))),
  )
  const [first = []] = ofEach
  const order = new Map(first.map(({ table }, place) => [table.name, place]))
  return ofEach.flat().toSorted((one, other) => (order.get(one.table.name) ?? 0) - (order.get(other.table.name) ?? 0))
}

/** How many rows of each table belong to an institution; nothing is changed. */
export const countInstitution = async ({ databases, progress }: EraseEnv, key: string): Promise<ErasureReport> => {
  const owner = await readOwner(databases, key)
  const tables = new Map<string, ErasedTable>()
  for (const { stores, table } of await tablesOf(databases)) {
    progress(`counting ${table.name}`)
    const before = (tables.get(table.name)?.before ?? 0) + (await countBelonging(stores, table, owner))
    tables.set(table.name, { table: table.name, before, removed: 0, after: before })
  }
  return { tables: [...tables.values()], kept: await countKept(databases, key) }
}

const removeOnce = async ({ databases, progress }: EraseEnv, owner: Owner, removed: Map<string, number>) => {
  let all = 0
  for (const { stores, table } of await tablesOf(databases)) {
    progress(`erasing ${table.name}`)
    const sharing = SHARED[table.name]
    const share = async (when: Sharing['when']) => {
      if (sharing?.when === when) await write(stores, (tx) => tx.execute(sharing.change(owner)))
    }
    await share('before')
    const where = table.name === ROLLOUT_ATMS ? anyBelonging(table, owner) : null
    let rows = where === null ? 0 : await removeFromRollouts(stores, where)
    for (const belonging of belongingsOf(table)) rows += await removeBelonging(stores, table, belonging, owner)
    await share('after')
    removed.set(table.name, (removed.get(table.name) ?? 0) + rows)
    all += rows
  }
  return all
}

/**
 * Erases everything of an institution, in transactions of a bounded size; interrupted, it goes on where it is called
 * again. What its agents and callers still send meanwhile goes in further passes, three at most: the rows `after` say
 * whether something is left. `found` is what `countInstitution` counted before.
 */
export const eraseInstitution = async (env: EraseEnv, key: string, found: ErasureReport): Promise<ErasureReport> => {
  const removed = new Map<string, number>()
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const owner = await readOwner(env.databases, key)
    if ((await removeOnce(env, owner, removed)) === 0) break
  }
  const left = await countInstitution(env, key)
  const afterOf = new Map(left.tables.map(({ table, after }) => [table, after]))
  const tables = found.tables.map(({ table, before }) => ({
    ...{ table, before, removed: removed.get(table) ?? 0, after: afterOf.get(table) ?? 0 },
  }))
  return { tables, kept: left.kept }
}
