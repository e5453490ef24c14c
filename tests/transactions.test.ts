import { connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from '../db/client.ts'
import { isRetryable, StoreUnavailableError } from '../db/errors.ts'
import { createPool } from '../db/pool.ts'
import { openStores, type Stores, type TenantTx } from '../db/tenancy.ts'
import type { Tx } from '../db/transaction.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { listenOnFreePort } from './support/ports.ts'

let database: TestDatabase
let superuser: Connection
let stores: Stores
const crashes: unknown[] = []
const onCrash = (error: unknown) => crashes.push(error)

beforeAll(async () => {
  process.on('uncaughtException', onCrash)
  database = await cloneDatabase()
  superuser = await openConnection({ url: database.urls.superuser, name: 'tests' })
  await superuser.sql.unsafe(`create schema fault; create table fault.step (run text, step int);
    create table fault.counter (id int primary key, n int not null);
    grant usage on schema fault to app, platform; grant all on all tables in schema fault to app, platform`)
  stores = await openStores(database.urls, { name: 'fault', max: 2 })
})

beforeEach(async () => {
  await superuser.sql.unsafe('truncate fault.step, fault.counter; insert into fault.counter values (1, 0)')
})

afterAll(async () => {
  await stores?.close()
  await superuser?.close()
  await database?.drop()
  process.off('uncaughtException', onCrash)
  expect(crashes).toEqual([])
})

const storedSteps = async () =>
  (await superuser.sql`select run, step from fault.step order by step`).map((row) => row.step)
const kill = (pid: number) => superuser.sql`select pg_terminate_backend(${pid}, 5000)`

/** Time for the event loop and for the pool, without a sleep. */
async function roundTrips(count: number): Promise<void> {
  for (let trip = 0; trip < count; trip += 1) await superuser.sql`select 1`
}

async function pidOf(tx: TenantTx): Promise<number> {
  const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return row?.pid ?? 0
}

const STATEMENTS = 4
const write = (tx: TenantTx, run: string, step: number) =>
  tx.execute(sql`insert into fault.step values (${run}, ${step})`)

describe('a backend that dies in a transaction', () => {
  // What happens between the death and the next statement; each once broke the driver's own transactions.
  const pauses: Record<string, () => Promise<unknown>> = {
    'at once': async () => {},
    'after a turn of the event loop': () => setImmediate(),
    'after the close was seen': () => roundTrips(5),
    'after others used the pool': () => Promise.all([1, 2, 3].map(() => stores.check())),
    'after a reconnect had time': async () => {
      await roundTrips(100)
      await stores.check()
    },
  }
  for (const [when, pause] of Object.entries(pauses)) {
    for (let deadAfter = 0; deadAfter <= STATEMENTS; deadAfter += 1) {
      test(`killed after statement ${deadAfter}, going on ${when}: rejected, and nothing is stored`, async () => {
        const outcome = stores.asPlatform(async (tx) => {
          const pid = await pidOf(tx)
          for (let step = 1; step <= STATEMENTS; step += 1) {
            if (step === deadAfter + 1) await kill(pid).then(pause)
            await write(tx, when, step)
          }
          if (deadAfter === STATEMENTS) await kill(pid).then(pause)
        })
        await expect(outcome).rejects.toBeInstanceOf(StoreUnavailableError)
        expect(await storedSteps()).toEqual([])
        // The pool is whole again, and a new transaction is not ended by what the old one left behind.
        await stores.asPlatform(async (tx) => {
          await write(tx, 'next', 1)
          await setImmediate()
          await write(tx, 'next', 2)
        })
        expect(await storedSteps()).toEqual([1, 2])
      })
    }
  }

  test('a caller that swallows every error and goes on stores nothing', async () => {
    const outcome = stores.asPlatform(async (tx) => {
      await write(tx, 'stubborn', 1)
      await kill(await pidOf(tx))
      for (let step = 2; step < 8; step += 1) {
        await write(tx, 'stubborn', step).catch(() => roundTrips(5))
        await stores.asPlatform((other) => other.execute(sql`select 1`))
      }
    })
    await expect(outcome).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await storedSteps()).toEqual([])
  })

  test('statements in flight together all fail, and nothing is stored', async () => {
    const outcome = stores.asPlatform(async (tx) => {
      const pid = await pidOf(tx)
      const writes = [1, 2, 3].map((step) => write(tx, 'flight', step))
      await Promise.allSettled([...writes, tx.execute(sql`select pg_sleep(5)`), kill(pid)])
      await Promise.allSettled([4, 5, 6].map((step) => write(tx, 'flight', step)))
    })
    await expect(outcome).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await storedSteps()).toEqual([])
  })

  test('under load every transaction is stored whole or not at all', async () => {
    let done = false
    const killer = (async () => {
      while (!done) {
        await superuser.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'fault' and datname = current_database()`
        await roundTrips(50)
      }
    })()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, run) =>
        stores.asPlatform(async (tx) => {
          for (let step = 1; step <= 3; step += 1) await write(tx, `load ${run}`, step)
          return run
        }),
      ),
    )
    done = true
    await killer
    const rows = await superuser.sql<{ run: string; steps: number }[]>`
      select run, count(*)::int as steps from fault.step group by run`
    const stored = new Map(rows.map((row) => [row.run, row.steps]))
    expect([...stored.values()].every((steps) => steps === 3)).toBe(true)
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(stored.get(`load ${outcome.value}`)).toBe(3)
      else expect(outcome.reason).toBeInstanceOf(StoreUnavailableError)
    }
    expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true)
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true)
  })
})

describe('a transaction', () => {
  test('is rolled back by an error of its work, which the caller gets', async () => {
    const reason = new Error('the rule says no')
    const outcome = stores.asPlatform(async (tx) => {
      await write(tx, 'rule', 1)
      throw reason
    })
    await expect(outcome).rejects.toBe(reason)
    expect(await storedSteps()).toEqual([])
  })

  test('is not committed when its work swallowed a failed statement', async () => {
    const outcome = stores.asPlatform(async (tx) => {
      await write(tx, 'swallow', 1)
      await tx.execute(sql`select 1 / 0`).catch(() => {})
      return 'fine'
    })
    await expect(outcome).rejects.toThrow('division by zero')
    expect(await storedSteps()).toEqual([])
  })

  test('is not committed when a statement that is not awaited fails', async () => {
    const outcome = stores.asPlatform(async (tx) => {
      await write(tx, 'forgotten', 1)
      void tx.execute(sql`select 1 / 0`).catch(() => {})
    })
    await expect(outcome).rejects.toThrow()
    expect(await storedSteps()).toEqual([])
  })

  test('takes nothing more once it has ended', async () => {
    let kept: TenantTx | undefined
    await stores.asPlatform(async (tx) => {
      kept = tx
      await write(tx, 'kept', 1)
    })
    const late = async () => (kept === undefined ? undefined : await write(kept, 'kept', 2))
    await expect(late()).rejects.toMatchObject({ cause: { message: expect.stringContaining('has ended') } })
    expect(await storedSteps()).toEqual([1])
  })

  test('that only reads cannot write', async () => {
    const outcome = stores.asPlatform((tx) => write(tx, 'read', 1), { mode: 'read' })
    await expect(outcome).rejects.toMatchObject({ code: '25006' })
  })

  test('leaves no statement and no parameter in an error message', async () => {
    const outcome = stores.asPlatform((tx) => tx.execute(sql`select ${'4111111111111111'}::int8 / 0`))
    await expect(outcome).rejects.toThrow(/^division by zero$/)
  })

  test('that waits for a lock too long may be tried again', async () => {
    const bump = (tx: TenantTx) => tx.execute(sql`update fault.counter set n = n + 1 where id = 1`)
    const outcome = stores.asPlatform(async (tx) => {
      await bump(tx)
      return stores.asPlatform(async (other) => {
        await other.execute(sql`set local lock_timeout = 50`)
        await bump(other)
      })
    })
    await expect(outcome).rejects.toSatisfy(isRetryable)
  })

  test('takes arrays and dates as parameters, and sends one row set for pipelined reads', async () => {
    const at = new Date('2026-11-21T10:00:00.000Z')
    const [rows, keys] = await stores.asPlatform((tx) =>
      Promise.all([
        tx.execute<{ at: string }>(sql`select (${at}::timestamptz)::text as at`),
        tx.execute<{ n: number }>(
          sql`select count(*)::int as n from unnest(${sql.param(['a', 'b,c', '"d"'])}::text[]) as k`,
        ),
      ]),
    )
    expect([...rows]).toEqual([{ at: '2026-11-21 10:00:00+00' }])
    expect([...keys]).toEqual([{ n: 3 }])
  })
})

describe('the pool', () => {
  test('gives waiters a connection in turn, and a new one to the first of them after one was lost', async () => {
    const single = await openStores(database.urls, { name: 'fault', max: 1 })
    let lost = 0
    const outcome = single.asPlatform(async (tx) => {
      lost = await pidOf(tx)
      return kill(lost).then(() => pidOf(tx))
    })
    const killed = expect(outcome).rejects.toBeInstanceOf(StoreUnavailableError)
    const begun: number[] = []
    const serve = (n: number) =>
      single.asPlatform((tx) => {
        begun.push(n)
        return pidOf(tx)
      })
    const served = await Promise.all(Array.from({ length: 20 }, (_, n) => serve(n)))
    await killed
    expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(served).not.toContain(lost)
    expect(new Set(served).size).toBe(1)
    await single.close()
    const [row] = await superuser.sql`select count(*)::int as n from pg_stat_activity where application_name = 'fault'`
    expect(row?.n).toBeLessThanOrEqual(4)
  })

  const askMore = async (tx: Tx) => void (await tx.execute(sql`insert into fault.step values ('silent', 2)`))
  test.each([
    ['a statement', askMore, { answerTimeoutMs: 200, own: {} }],
    ['one with less time than others', askMore, { answerTimeoutMs: 60_000, own: { answerTimeoutMs: 200 } }],
    [
      'its rollback',
      async () => {
        throw new Error('the work failed')
      },
      { answerTimeoutMs: 200, own: {} },
    ],
  ])('gives up a connection whose server does not answer %s any more', async (_what, ask, { answerTimeoutMs, own }) => {
    const { hostname, port } = new URL(database.urls.platform)
    const sockets: Socket[] = []
    // A path to the server that goes dead without a word.
    const path = createServer((client) => {
      const server = connect(Number(port), hostname)
      for (const socket of [client, server]) socket.on('error', () => {})
      sockets.push(client.pipe(server), server.pipe(client))
    })
    const url = new URL(database.urls.platform)
    url.port = String(await listenOnFreePort(path))
    const pool = createPool({ url: url.toString(), name: 'fault', max: 1, settings: {}, answerTimeoutMs })
    const options = { mode: 'write', settings: {}, ...own } as const
    const outcome = pool.transaction(options, async (tx) => {
      await tx.execute(sql`insert into fault.step values ('silent', 1)`)
      for (const socket of sockets) socket.pause()
      await ask(tx)
    })
    await expect(outcome).rejects.toBeInstanceOf(StoreUnavailableError)
    // A new connection takes its place.
    expect(await pool.transaction(options, async (tx) => [...(await tx.execute(sql`select 1 as n`))])).toEqual([
      { n: 1 },
    ])
    await pool.close()
    for (const socket of sockets) socket.destroy()
    path.close()
    expect(await storedSteps()).toEqual([])
  })

  test('serves those that wait when one more connection cannot be opened that took the place of one', async () => {
    const { hostname, port } = new URL(database.urls.platform)
    const held = Promise.withResolvers<Socket>()
    const clients: Socket[] = []
    const path = createServer((client) => {
      clients.push(client.on('error', () => {}))
      // The second one is never answered.
      if (clients.length === 2) return held.resolve(client)
      const server = connect(Number(port), hostname).on('error', () => {})
      client.on('close', () => server.destroy())
      client.pipe(server).pipe(client)
    })
    const url = new URL(database.urls.platform)
    url.port = String(await listenOnFreePort(path))
    const pool = createPool({ url: url.toString(), name: 'more', max: 1, settings: {}, answerTimeoutMs: 60_000 })
    const options = { mode: 'write', settings: {} } as const
    const one = async (tx: Tx) => [...(await tx.execute(sql`select 1 as n`))]
    const begun = Promise.withResolvers<void>()
    const busy = pool.transaction(options, async (tx) => {
      await one(tx)
      begun.resolve()
      await tx.execute(sql`select pg_sleep(60)`)
    })
    await begun.promise
    const more = pool.transactionNow(options, one)
    const client = await held.promise
    const waiting = pool.transaction(options, one)
    clients[0]?.destroy()
    await expect(busy).rejects.toBeInstanceOf(StoreUnavailableError)
    client.destroy()
    await expect(more).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await waiting).toEqual([{ n: 1 }])
    await pool.close()
    for (const socket of clients) socket.destroy()
    path.close()
  })

  test('frees the connection of a read whose end was lost, and can be closed', async () => {
    const other = await openStores(database.urls, { name: 'reads', max: 1 })
    const pid = await other.asPlatform(pidOf, { mode: 'read' })
    await kill(pid)
    await other.asPlatform((tx) => tx.execute(sql`select 1`), { mode: 'read' }).catch(() => {})
    await other.check()
    await other.close()
  })

  test('is refused as unavailable when the server is out of reach, and when it is closed', async () => {
    const nowhere = database.urls.app.replace(/:\d+\//, ':1/')
    await expect(openStores({ app: nowhere, platform: nowhere }, { name: 'x' })).rejects.toBeInstanceOf(
      StoreUnavailableError,
    )
    const other = await openStores(database.urls, { name: 'closing' })
    await other.close()
    await expect(other.check()).rejects.toBeInstanceOf(StoreUnavailableError)
  })
})
