import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

const MAX = 2
const everyone = { unrestricted: true, institutions: [] }
const acme = { unrestricted: false, institutions: ['ACME'] }

let database: TestDatabase
let stores: Stores

beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: MAX })
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

test('the check of a database that does not answer ends long before a statement of the platform would', async () => {
  const superuser = await openConnection({ url: database.urls.superuser, name: 'tests' })
  try {
    await superuser.sql.unsafe('begin')
    await superuser.sql.unsafe('lock table pg_catalog.pg_settings in access exclusive mode')
    // Sooner than the lock is given up, which takes 5 s.
    await expect(stores.check()).rejects.toMatchObject({ cause: { code: '57014' } })
  } finally {
    await superuser.close()
  }
})

test('the check of a database waits for no transaction, and leaves no connection behind', async () => {
  const end = Promise.withResolvers<void>()
  const begun = Array.from({ length: 2 * MAX }, () => Promise.withResolvers<void>())
  const slow = begun.map(({ resolve }, n) =>
    stores.inTenant(n % 2 === 0 ? everyone : acme, async (tx) => {
      await tx.execute(sql`select 1`)
      resolve()
      await end.promise
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  const late = stores.inTenant(acme, (tx) => tx.execute(sql`select 1`))
  await Promise.all([stores.check(), stores.check()])
  // Many at once take their turns for a few connections more.
  const many = Array.from({ length: 10 }, () => stores.check())
  await Promise.race(many)
  end.resolve()
  await Promise.all([...slow, ...many, late])
  await expect
    .poll(() =>
      stores.usage?.().map(({ role, busy, idle, waiting }) => ({ role, busy, connections: busy + idle, waiting })),
    )
    .toEqual([
      { role: 'app', busy: 0, connections: MAX, waiting: 0 },
      { role: 'platform', busy: 0, connections: MAX, waiting: 0 },
    ])
})
