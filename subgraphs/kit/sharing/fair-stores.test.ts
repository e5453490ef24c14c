import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/database.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import { shareFairly } from './fair-stores.ts'

const CONNECTIONS = 4

const caller = (userId: string, institution: string): Principal => ({
  userId,
  email: null,
  role: 'USER',
  institutions: [institution],
  unrestricted: false,
  agentAtmId: null,
})

let database: TestDatabase
let unshared: Stores
let stores: Stores

beforeAll(async () => {
  database = await cloneDatabase()
  unshared = await openStores(database.urls, { name: 'tests', max: CONNECTIONS })
  stores = shareFairly(unshared, CONNECTIONS)
})
afterAll(async () => {
  await unshared?.close()
  await database?.drop()
})

/** Transactions that stay open until they are told to end. */
const hold = (principal: Principal, count: number) => {
  const { promise: held, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  const all = Array.from({ length: count }, () =>
    stores.inTenant(
      principal,
      async (tx) => {
        await tx.execute('select 1')
        begun += 1
        await held
      },
      { mode: 'read' },
    ),
  )
  return {
    begun: () => begun,
    async end() {
      end()
      await Promise.all(all)
    },
  }
}
const read = (principal: Principal) => stores.inTenant(principal, (tx) => tx.execute('select 1'), { mode: 'read' })

describe('the connections of a service', () => {
  test('are never all taken by one user: others of its institution, and other institutions, read at once', async () => {
    const flood = hold(caller('mad', 'ACME'), 50)
    await expect.poll(flood.begun).toBe(1)
    await read(caller('calm', 'ACME'))
    await read(caller('calm', 'BANK'))
    expect(flood.begun()).toBe(1)
    await flood.end()
  })

  test('are left to the platform itself, however much a caller reads that sees everything', async () => {
    const flood = hold({ ...caller('mad', 'ACME'), role: 'ADMIN', unrestricted: true }, 50)
    await expect.poll(flood.begun).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => read(INTERNAL_PRINCIPAL)))
    await stores.asPlatform((tx) => tx.execute('select 1'))
    await flood.end()
  })
})
