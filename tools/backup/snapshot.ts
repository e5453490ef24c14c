import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createAddress } from '../../db/address.ts'
import { codeOf, UserFacingError } from '../../db/errors.ts'
import { BACKUP_LOCK } from '../../db/migrate.ts'
import { COPY_SETTINGS, openPgClient } from '../../db/pg-client.ts'
import { quoteName } from '../../db/roles.ts'
import { listHidden, listTables, type Table } from './catalog.ts'
import type { SavedDatabase } from './places.ts'

/** A database as it was at one moment, for as long as it is open. */
export type Snapshot = { readonly place: SavedDatabase; readonly client: pg.Client; readonly tables: readonly Table[] }

const CONNECT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT = '30s'
const MIGRATION_ATTEMPTS = 30
const MIGRATION_PAUSE_MS = 1_000
/** Writers of messages wait so long at most for a snapshot of several databases. */
const GATE_TIMEOUT = '1s'
const GATE_ATTEMPTS = 20
/** Waited too long for a lock, or was one of those that waited for each other. */
const LOCK_CODES: readonly unknown[] = ['55P03', '40P01']

/** Opens a session for copying. */
export const openCopyClient = (url: string, settings: Readonly<Record<string, string>> = {}): Promise<pg.Client> =>
  openPgClient(createAddress(url), {
    name: 'fleetops backup',
    settings: { ...COPY_SETTINGS, ...settings },
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  })

/** The name of a table or sequence as SQL text. */
export const quoted = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${quoteName(schema)}.${quoteName(name)}`

/**
 * Opens a snapshot of each database as the role platform. Those of one platform belong together: no message is missing
 * between them. Tables cannot be changed until the snapshots are closed, rows can.
 * @throws UserFacingError for rows that the login may not see, and for tables that a migration holds.
 */
export const openSnapshots = async (places: readonly SavedDatabase[]): Promise<readonly Snapshot[]> => {
  const snapshots: Snapshot[] = []
  try {
    for (const place of places) snapshots.push(await lockTables(place))
    if (snapshots.length === 1) await takeSnapshots(snapshots)
    else await betweenMessages(snapshots, () => takeSnapshots(snapshots))
    return snapshots
  } catch (error) {
    await closeSnapshots(snapshots)
    throw error
  }
}

/** Closes snapshots. */
export const closeSnapshots = async (snapshots: readonly Snapshot[]): Promise<void> => {
  await Promise.all(snapshots.map(({ client }) => client.end()))
}

/** Keeps the tables as they are: a month that moves to another table meanwhile would be copied twice or not at all. */
const lockTables = async (place: SavedDatabase): Promise<Snapshot> => {
  const client = await openCopyClient(place.urls.platform, { lock_timeout: LOCK_TIMEOUT })
  try {
    await awaitMigration(client, place)
    const tables = await listTables(client, place.schemas)
    const hidden = await listHidden(client, tables)
    if (hidden.length > 0)
      throw new UserFacingError(
        `The login of PLATFORM_DATABASE_URL does not see every row of ${hidden.join(', ')} of ${place.name}.`,
      )
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`lock table ${tables.map(quoted).join()} in access share mode`)
    return { place, client, tables }
  } catch (error) {
    await client.end()
    throw codeOf(error) === '55P03' ? beingMigrated(place) : error
  }
}

const beingMigrated = ({ name }: SavedDatabase): UserFacingError =>
  new UserFacingError(`The tables of ${name} are being migrated: try again once that has ended.`)

/**
 * Keeps migrations out. It polls, since a statement that waits has a snapshot, and a CREATE INDEX CONCURRENTLY of the
 * migration would wait for that.
 */
const awaitMigration = async (client: pg.Client, place: SavedDatabase): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock_shared(${BACKUP_LOCK}) as locked`,
    )
    if (rows[0]?.locked === true) return
    if (attempt === MIGRATION_ATTEMPTS) throw beingMigrated(place)
    await wait(MIGRATION_PAUSE_MS)
  }
}

/** The first query of a transaction decides what all of it sees. */
const takeSnapshots = async (snapshots: readonly Snapshot[]): Promise<void> => {
  for (const { client } of snapshots) await client.query('select now()')
}

/**
 * Runs `take` while no message is written, published or taken in any of the databases. A message is in the outbox of
 * its service until it is in its topic, and a group moves on in a topic after it has handled a message: so at such a
 * moment each message is on one side at least, and one that is on both is recognised by its id.
 */
const betweenMessages = async (snapshots: readonly Snapshot[], take: () => Promise<void>): Promise<void> => {
  const gates: pg.Client[] = []
  try {
    for (const { place } of snapshots)
      gates.push(await openCopyClient(place.urls.platform, { lock_timeout: GATE_TIMEOUT }))
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const [index, gate] of gates.entries()) await closeGate(gate, snapshots[index]?.tables ?? [])
        await take()
        return
      } catch (error) {
        if (!LOCK_CODES.includes(codeOf(error)) || attempt === GATE_ATTEMPTS) throw error
      } finally {
        for (const gate of gates) await gate.query('rollback')
      }
    }
  } finally {
    await Promise.all(gates.map((gate) => gate.end()))
  }
}

const CARRIERS = ['outbox', 'cursor']

const closeGate = async (gate: pg.Client, tables: readonly Table[]): Promise<void> => {
  const carriers = tables.filter(({ schema, name }) => CARRIERS.includes(name) && schema !== 'pgboss')
  await gate.query('begin')
  if (carriers.length > 0) await gate.query(`lock table ${carriers.map(quoted).join()} in share mode`)
}

/** The rows of a table, to be copied. */
export const copyStatement = (table: Table): string =>
  `copy (select ${columnList(table)} from ${quoted(table)}) to stdout`

/** The columns of a table as SQL text. */
export const columnList = ({ columns }: Pick<Table, 'columns'>): string => columns.map(quoteName).join()
