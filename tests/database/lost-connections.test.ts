import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from '../../db/client.ts'
import { storeFaultOf } from '../../db/errors.ts'
import { openStores, type Stores } from '../../db/tenancy.ts'
import { toDomainError } from '../../subgraphs/kit/common/errors.ts'
import { type OperationContext, openOperation } from '../../subgraphs/kit/graphql/context.ts'
import { createQueueDatabase, type QueueDatabase } from '../../subgraphs/kit/jobs/queue-database.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { NOW } from '../support/hosted-service.ts'
import { openTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts'

const principal = {
  userId: '7',
  email: null,
  role: 'USER',
  institutions: ['ACME'],
  unrestricted: false,
  agentAtmId: null,
} as const
const NAME = 'lost-connections'
const SLEEP = 'select pg_sleep(60)'

let database: TestDatabase
let way: TcpProxy
let superuser: Connection
let stores: Stores
let queue: QueueDatabase

beforeAll(async () => {
  database = await cloneDatabase()
  way = await openTcpProxy(Number(new URL(database.urls.app).port))
  const through = (url: string) => Object.assign(new URL(url), { port: String(way.port) }).href
  superuser = await openConnection({ url: database.urls.superuser, name: 'tests' })
  stores = await openStores(
    { app: through(database.urls.app), platform: through(database.urls.platform) },
    { name: NAME, max: 2 },
  )
  queue = createQueueDatabase(through(database.urls.platform), NAME)
})
afterAll(async () => {
  await queue?.close()
  await stores?.close()
  await superuser?.close()
  await way?.close()
  await database?.drop()
})
// The server goes on with a statement whose client is gone.
afterEach(async () => {
  await superuser.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = ${NAME} and datname = current_database() and wait_event = 'PgSleep'`
})

/** Runs one operation of a caller to its end, also where it fails. */
const operate = async <T>(work: (context: OperationContext) => Promise<T>): Promise<T> => {
  const scope = openOperation(stores, { principal, token: 'raw', traceId: 'trace' }, () => NOW)
  try {
    return await work(scope.context)
  } finally {
    await scope.close()
  }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )

/** Resolves once a statement sleeps. */
const awaitSleep = () =>
  expect
    .poll(async () => {
      const rows = await superuser.sql`select 1 from pg_stat_activity
        where application_name = ${NAME} and datname = current_database() and wait_event = 'PgSleep'`
      return rows.length
    })
    .toBe(1)

/** What ends a connection in the middle of a statement. */
const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'is ended by the server': () =>
    superuser.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${NAME} and datname = current_database()`,
  'is cut': async () => way.cut(),
  'is cut, and refused when it is opened again': async () => {
    await way.refuse()
    await way.accept()
  },
}

/** Who runs a statement, and sees its failure. */
const CALLERS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a transaction': () => stores.asPlatform((tx) => tx.execute(SLEEP)),
  'a caller that looks at a failure inside its transaction': () =>
    stores.asPlatform(async (tx) => {
      throw await failureOf(Promise.resolve(tx.execute(SLEEP)))
    }),
  'a read of an operation': () => operate(({ read }) => read((tx) => tx.execute(SLEEP))),
  'a read of an operation that waits behind another one': () =>
    operate(async ({ read }) => {
      const [first, second] = [read((tx) => tx.execute(SLEEP)), read((tx) => tx.execute('select 1'))]
      first.catch(() => {})
      return second
    }),
  'the queue of jobs': () => queue.executeSql(SLEEP),
}

describe.each(Object.entries(ENDS))('a connection that %s', (_how, endAll) => {
  test.each(Object.entries(CALLERS))('is an outage to %s', async (_who, call) => {
    const failure = failureOf(call())
    await awaitSleep()
    await endAll()
    expect(storeFaultOf(await failure)).toBe('unavailable')
    expect(toDomainError(await failure).error.code).toBe('UNAVAILABLE')
    // Its idle connections were ended as well, which the pool may not yet have seen.
    await expect.poll(() => failureOf(stores.check())).toBe('it did not fail')
  })
})

test('reads that share a transaction all report the failure that ended it', async () => {
  const codes = await operate(async ({ read }) => {
    const failing = read((tx) => tx.execute(sql`do $$ begin raise sqlstate '53100'; end $$`))
    const others = [1, 2].map(() => read((tx) => tx.execute('select 1')))
    return Promise.all([failing, ...others].map(async (one) => storeFaultOf(await failureOf(one))))
  })
  expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable'])
})
