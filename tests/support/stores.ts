import { afterAll, beforeAll } from 'vitest'
import type { DatabaseUrls } from '../../db/databases.ts'
import {
  openStores,
  type PlatformTx,
  type StoreOptions,
  type Stores,
  type TenantTx,
  type Visibility,
} from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { runAs } from './sql.ts'

export const ALL: Visibility = { unrestricted: true, institutions: [] }
export const ACME: Visibility = { unrestricted: false, institutions: ['ACME'] }
export const BOTH: Visibility = { unrestricted: false, institutions: ['ACME', 'BETA'] }

/** What a test file calls stores with, on a database of its own. */
export type StoreTest = {
  /** Of the database, from the file's own `beforeAll` on. */
  urls(): DatabaseUrls
  /** For what opens its transactions itself. */
  stores(): Stores
  /** Runs statements behind the policies; answers the rows of the last. */
  run(...statements: readonly string[]): Promise<Record<string, unknown>[]>
  /** The rows of a statement behind the policies as texts: their values, separated by spaces, `-` for null. */
  lines(statement: string): Promise<string[]>
  /** Runs `work` in a transaction of a caller. */
  read<T>(caller: Visibility, work: (tx: TenantTx) => Promise<T>, options?: StoreOptions): Promise<T>
  /** Runs `work` in a transaction of the platform. */
  write<T>(work: (tx: PlatformTx) => Promise<T>, options?: StoreOptions): Promise<T>
}

/** Opens the stores before the tests of the file that calls it at its top, and closes them after the last. */
export const createStoreTest = (): StoreTest => {
  let open: { readonly db: TestDatabase; readonly stores: Stores } | null = null
  const opened = () => {
    if (open === null) throw new Error('The stores are open within hooks and tests only.')
    return open
  }
  beforeAll(async () => {
    const db = await cloneDatabase()
    open = { db, stores: await openStores(db.urls, { name: 'store test' }) }
  })
  afterAll(async () => {
    await open?.stores.close()
    await open?.db.drop()
  })
  const run: StoreTest['run'] = (...statements) => runAs(opened().db.urls.superuser, statements)
  return {
    urls: () => opened().db.urls,
    stores: () => opened().stores,
    run,
    lines: async (statement) =>
      (await run(statement)).map((row) =>
        Object.values(row)
          .map((value) => value ?? '-')
          .join(' '),
      ),
    read: (caller, work, options) => opened().stores.inTenant(caller, work, options),
    write: (work, options) => opened().stores.asPlatform(work, options),
  }
}
