import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStores, type Stores, type TenantTx } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { NOW } from '../../../tests/support/hosted-service.ts'
import { callerOf } from '../auth/principal.testing.ts'
import type { Principal } from '../auth/principal.ts'
import { type OperationContext, openOperation } from './context.ts'

const principal: Principal = callerOf()

let database: TestDatabase
let stores: Stores
const begun = { read: 0, write: 0 }

beforeAll(async () => {
  database = await cloneDatabase()
  const opened = await openStores(database.urls, { name: 'tests', max: 2 })
  stores = {
    ...opened,
    inTenant: (visibility, work, options) => {
      begun[options?.mode ?? 'write'] += 1
      return opened.inTenant(visibility, work, options)
    },
  }
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})
beforeEach(() => Object.assign(begun, { read: 0, write: 0 }))

/** Runs one operation to its end. */
const operate = async <T>(work: (context: OperationContext) => Promise<T>, over = stores): Promise<T> => {
  const scope = openOperation(over, { principal, token: 'raw', traceId: 'trace' }, () => NOW)
  try {
    return await work(scope.context)
  } finally {
    await scope.close()
  }
}

const pidOf = async (tx: TenantTx) => (await tx.execute<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid
const xactOf = async (tx: TenantTx) =>
  (
    await tx.execute<{ at: string }>('select xact_start::text as at from pg_stat_activity where pid = pg_backend_pid()')
  )[0]?.at

describe('an operation', () => {
  test('knows its caller', async () => {
    expect(
      await operate(async ({ token, traceId, now, principal: { userId } }) => [token, traceId, now(), userId]),
    ).toEqual(['raw', 'trace', NOW, '7'])
  })

  test('begins no transaction that is not asked for', async () => {
    await operate(async () => null)
    expect(begun).toEqual({ read: 0, write: 0 })
  })

  test('reads in one transaction, however many resolvers read', async () => {
    const starts = await operate(({ read }) => Promise.all(Array.from({ length: 20 }, () => read(xactOf))))
    expect(new Set(starts).size).toBe(1)
    expect(begun).toEqual({ read: 1, write: 0 })
  })

  test('cannot write where it reads', async () => {
    const attempt = operate(({ read }) => read((tx) => tx.execute('create table x (id int)')))
    await expect(attempt).rejects.toMatchObject({ cause: { message: expect.stringContaining('read-only') } })
  })

  test('writes in a transaction of its own, and reads on afterwards', async () => {
    const [first, second] = await operate(async ({ read, write }) => {
      const before = await read(xactOf)
      await write(pidOf)
      return [before, await read(xactOf)]
    })
    expect(second).not.toBe(first)
    expect(begun).toEqual({ read: 2, write: 1 })
  })

  test('holds no connection while it waits for another: many at once end, though they read, then write', async () => {
    const pids = await Promise.all(
      Array.from({ length: 20 }, () =>
        operate(async ({ read, write }) => {
          await read(pidOf)
          return write(pidOf)
        }),
      ),
    )
    expect(new Set(pids).size).toBeLessThanOrEqual(2)
  })

  test('waits with the end of its reads for those under way', async () => {
    const release = Promise.withResolvers<void>()
    const order: string[] = []
    await operate(async ({ read, write }) => {
      const slow = read(async (tx) => {
        await release.promise
        await tx.execute('select 1')
        order.push('read')
      })
      const written = write(async (tx) => {
        await tx.execute('select 1')
        order.push('written')
      })
      release.resolve()
      await Promise.all([slow, written])
    })
    expect(order).toEqual(['read', 'written'])
  })

  test('fails with what the store fails with, and closes all the same', async () => {
    const broken: Stores = { ...stores, inTenant: () => Promise.reject(new Error('no database')) }
    await expect(operate(({ read }) => read(pidOf), broken)).rejects.toThrow('no database')
  })
})

describe('a loader', () => {
  test('collects keys, asks once for each, and is the same for the whole operation', async () => {
    const asked: (readonly number[])[] = []
    const batch = async (keys: readonly number[], { traceId }: OperationContext) => {
      asked.push(keys)
      return keys.map((key) => (key === 3 ? null : `${traceId} ${key}`))
    }
    const load = async (context: OperationContext) => {
      const first = await Promise.all([1, 2, 3, 2].map((key) => context.loader(batch).load(key)))
      return [first, await context.loader(batch).load(1)]
    }
    expect(await operate(load)).toEqual([['trace 1', 'trace 2', null, 'trace 2'], 'trace 1'])
    expect(asked).toEqual([[1, 2, 3]])
    await operate(load)
    expect(asked).toHaveLength(2)
  })

  test('asks for a thousand keys at a time', async () => {
    const sizes: number[] = []
    const batch = async (keys: readonly number[]) => {
      sizes.push(keys.length)
      return keys
    }
    await operate((context) => Promise.all(Array.from({ length: 2_500 }, (_, key) => context.loader(batch).load(key))))
    expect(sizes).toEqual([1_000, 1_000, 500])
  })
})
