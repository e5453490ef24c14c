import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { createWaker } from '../common/waker.ts'
import { createLog } from '../observability/log.ts'
import type { Transport } from './events.ts'
import { type DemoOutbox, from, openDemoOutbox, recorder } from './outbox.testing.ts'
import { insertOutbox, startRelay } from './outbox.ts'

let demo: DemoOutbox
let database: DemoOutbox['database']
let stores: DemoOutbox['stores']

beforeAll(async () => {
  demo = await openDemoOutbox()
  ;({ database, stores } = demo)
})
afterAll(() => demo?.close())

const write = () =>
  stores.asPlatform((tx) =>
    insertOutbox(tx, 'demo', [{ topic: 'demo.made', key: 'ATM-7', institutionKey: 'ACME', data: { n: 1 } }], from),
  )

/** A relay that counts how often it has looked. */
const relay = (topics: Transport) => {
  const waker = createWaker()
  let turns = 0
  const outbox = {
    wake: waker.wake,
    wait(timeoutMs: number) {
      turns += 1
      return waker.wait(timeoutMs)
    },
  }
  const lines: string[] = []
  const log = createLog({ level: 'info', name: 'tests' }, { write: (line) => void lines.push(line) })
  const { close } = startRelay({ stores, topics, log, outbox, now: from.now }, 'demo')
  return { close, lines, turns: () => turns }
}

test('a relay that is closed in an outage gives up soon, and leaves what no broker took', async () => {
  const asked = Promise.withResolvers<void>()
  const silent: Transport = {
    subscribe: () => ({ close: async () => {} }),
    publish: () => {
      asked.resolve()
      return new Promise<void>(() => {})
    },
  }
  await write()
  const running = relay(silent)
  await asked.promise
  await running.close()
  expect(await runAs(database.urls.superuser, ['select count(*)::int as pending from demo.outbox'])).toEqual([
    { pending: 1 },
  ])
  await runAs(database.urls.superuser, ['truncate demo.outbox'])
})

test('a relay that cannot publish logs the reason once, with its cause', async () => {
  await write()
  const refused = new Error('a batch was rejected', { cause: new Error('the record is too large') })
  let asked = 0
  const refusing: Transport = {
    subscribe: () => ({ close: async () => {} }),
    publish: () => {
      asked += 1
      return Promise.reject(refused)
    },
  }
  const running = relay(refusing)
  await expect.poll(() => asked).toBeGreaterThan(1)
  await running.close()
  expect(running.lines.map((line) => JSON.parse(line))).toMatchObject([
    { schema: 'demo', err: { message: 'a batch was rejected', cause: { message: 'the record is too large' } } },
  ])
  await runAs(database.urls.superuser, ['truncate demo.outbox'])
})

test('a relay does not say that it works again while another one is at it', async () => {
  await write()
  const { transport, fails, numbers } = recorder()
  fails.before = 1
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const first = relay(transport)
  await expect.poll(() => first.lines.length).toBe(1)
  fails.before = 1_000
  const other = stores.asPlatform(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('outbox:demo'))`)
    held.resolve()
    await release.promise
  })
  await held.promise
  const before = first.turns()
  await expect.poll(first.turns).toBeGreaterThan(before + 2)
  expect(JSON.stringify(first.lines)).not.toContain('works again')
  release.resolve()
  await other
  fails.before = 0
  await expect.poll(numbers).toEqual([1])
  await expect.poll(() => JSON.stringify(first.lines)).toContain('works again')
  await first.close()
})
