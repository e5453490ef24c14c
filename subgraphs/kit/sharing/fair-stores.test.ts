import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStores, type Stores, type Visibility } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
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

/** Transactions that stay open until the test ends them. */
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

  test('count as waited for while a transaction waits for the share of its caller', async () => {
    const waiting = () => stores.usage?.().map((one) => [one.role, one.waiting])
    const floods = [
      hold(caller('mad', 'ACME'), 21),
      hold({ ...caller('boss', ''), role: 'ADMIN', unrestricted: true }, 6),
    ]
    await expect.poll(() => floods.map((flood) => flood.begun())).toEqual([1, 1])
    expect(waiting()).toEqual([
      ['app', 20],
      ['platform', 5],
    ])
    for (const flood of floods) await flood.end()
    expect(waiting()).toEqual([
      ['app', 0],
      ['platform', 0],
    ])
  })

  test('are left to the platform itself, however much a caller reads that sees everything', async () => {
    const flood = hold({ ...caller('mad', 'ACME'), role: 'ADMIN', unrestricted: true }, 50)
    await expect.poll(flood.begun).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => read(INTERNAL_PRINCIPAL)))
    await stores.asPlatform((tx) => tx.execute('select 1'))
    await flood.end()
  })
})

/** The places, in a list of transactions that never end, of those that begin at once. */
const begunOf = async (...visibilities: readonly Visibility[]): Promise<number[]> => {
  const begun: number[] = []
  const waiting = [...visibilities]
  const shared = shareFairly(
    {
      ...unshared,
      inTenant: (visibility) => {
        begun.push(waiting.indexOf(visibility))
        return new Promise<never>(() => {})
      },
    },
    CONNECTIONS,
  )
  for (const visibility of visibilities) shared.inTenant(visibility, async () => {}, { mode: 'read' }).catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  return begun
}

describe('a turn', () => {
  test('is waited for by one user at a time, for each role of the database apart', async () => {
    const all = { ...caller('mad', 'ACME'), unrestricted: true }
    expect(
      await begunOf(caller('mad', 'ACME'), caller('mad', 'ACME'), all, { ...all }, caller('calm', 'ACME')),
    ).toEqual([0, 2, 4])
  })

  test('is charged to the institutions where no user asks, in whichever order they are named', async () => {
    const of = (...institutions: readonly string[]): Visibility => ({ institutions, unrestricted: false })
    expect(await begunOf(of('A', 'B'), of('B', 'A'), of('B'))).toEqual([0, 2])
  })

  test('is not waited for by the platform itself', async () => {
    expect(await begunOf({ ...INTERNAL_PRINCIPAL }, { ...INTERNAL_PRINCIPAL }, { ...INTERNAL_PRINCIPAL })).toEqual([
      0, 1, 2,
    ])
  })

  test('that does not come within ten seconds is refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const never = () => new Promise<never>(() => {})
      const shared = shareFairly({ ...unshared, inTenant: never }, CONNECTIONS)
      const ask = () => shared.inTenant(caller('mad', 'ACME'), never, { mode: 'read' })
      ask().catch(() => {})
      let refused: unknown = null
      ask().catch((error: unknown) => {
        refused = error
      })
      await vi.advanceTimersByTimeAsync(9_999)
      expect(refused).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(refused).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Too much is waiting right now; wait, then send it again.',
        retryAfterSeconds: 2,
      })
    } finally {
      vi.useRealTimers()
    }
  })
})
