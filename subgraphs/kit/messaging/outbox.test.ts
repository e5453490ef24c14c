import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantTx } from '../../../db/tenancy.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createWaker } from '../common/waker.ts'
import type { IncomingMessage, Transport } from './events.ts'
import { createPostgresTransport } from './events-postgres.ts'
import { type DemoOutbox, from, NOW, openDemoOutbox, recorder } from './outbox.testing.ts'
import { insertOutbox, type OutboxRow, startRelay } from './outbox.ts'

/** The outbox of another service. */
const OTHER = `
  create schema other;
  create table other.outbox (like demo.outbox including all);
  grant usage on schema other to platform; grant all on all tables in schema other to platform`

let demo: DemoOutbox
let database: DemoOutbox['database']
let stores: DemoOutbox['stores']

beforeAll(async () => {
  demo = await openDemoOutbox([OTHER])
  ;({ database, stores } = demo)
})
afterAll(() => demo?.close())
beforeEach(async () => {
  await runAs(database.urls.superuser, ['truncate demo.outbox, demo.inbox, topics.message, topics.cursor'])
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const row = (n: number, key = 'ATM-7'): OutboxRow => ({ topic: 'demo.made', key, institutionKey: 'ACME', data: { n } })

const insert = (tx: TenantTx, rows: readonly OutboxRow[]) => insertOutbox(tx, 'demo', rows, from)
const write = (rows: readonly OutboxRow[]) => stores.asPlatform((tx) => insert(tx, rows))

const relay = (topics: Transport, schema = 'demo') => {
  const outbox = createWaker()
  const { log, lines } = recordingLog()
  const running = startRelay({ stores, topics, log, outbox, now: from.now }, schema)
  closers.push(() => running.close())
  return { wake: () => outbox.wake(), close: () => running.close(), lines }
}

const pending = async () =>
  Number((await runAs(database.urls.superuser, ['select count(*) from demo.outbox']))[0]?.count)

/** Writes the first row again: from then on it lies behind all others, and the planner knows how many these are. */
const moveFirstRowBehind = () =>
  runAs(database.urls.superuser, [
    'update demo.outbox set key = key where id = (select min(id) from demo.outbox)',
    'analyze demo.outbox',
  ])

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('the outbox', () => {
  const textOf = (text: string): OutboxRow => ({ ...row(1), data: { text } })

  test.each([
    ['NUL', '\u0000', '22P05'],
    ['half of a character', '\ud800', '22P02'],
  ])('refuses %s, which no topic of PostgreSQL takes', async (_what, text, code) => {
    await expect(write([row(1), textOf(`a${text}b`)])).rejects.toMatchObject({ code })
    expect(await pending()).toBe(0)
  })

  test.each(['\u0001', '\\u0000', 'C:\\users', 'é 😀'])('takes %j as it is', async (text) => {
    await write([textOf(text)])
    const [stored] = await runAs(database.urls.superuser, ['select data from demo.outbox'])
    expect(stored).toEqual({ data: { text } })
  })
})

describe('the relay', () => {
  test('publishes what was committed, whole and in order, and keeps nothing', async () => {
    const { transport, published, numbers } = recorder()
    await write(upTo(1_200).map((n) => row(n, `ATM-${n % 5}`)))
    relay(transport)
    await expect.poll(pending).toBe(0)
    expect(numbers()).toEqual(upTo(1_200))
    expect(published[7]).toEqual({
      topic: 'demo.made',
      key: 'ATM-2',
      row: expect.stringMatching(/^demo \d+$/),
      envelope: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        type: 'demo.made',
        version: 1,
        occurredAt: NOW.toISOString(),
        institutionKey: 'ACME',
        traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
        data: { n: 7 },
      },
    })
  })

  test('publishes in the order of ids, wherever the rows lie in the table', async () => {
    const { transport, numbers } = recorder()
    await write(upTo(600).map((n) => row(n)))
    await moveFirstRowBehind()
    relay(transport)
    await expect.poll(pending, { timeout: 10_000 }).toBe(0)
    expect(numbers()).toEqual(upTo(600))
  })

  test('reads no more at once than some large messages, whether they are stored compressed or not', async () => {
    const { transport, numbers } = recorder()
    const sizes: number[] = []
    const counting: Transport = {
      ...transport,
      async publish(messages) {
        sizes.push(messages.reduce((sum, { envelope }) => sum + JSON.stringify(envelope).length, 0))
        await transport.publish(messages)
      },
    }
    const large = (n: number, text: string) => ({ ...row(n), data: { n, text } })
    const texts = upTo(30).map((n) => (n % 2 === 0 ? 'x'.repeat(900_000) : randomBytes(450_000).toString('hex')))
    await write(texts.map((text, n) => large(n, text)))
    await write([large(30, randomBytes(6_000_000).toString('hex')), ...upTo(600).map((n) => row(31 + n))])
    relay(counting)
    await expect.poll(pending, { timeout: 20_000 }).toBe(0)
    expect(numbers()).toEqual(upTo(631))
    const [largest = 0, ...others] = sizes.toSorted((a, b) => b - a)
    expect(largest).toBeLessThan(12_001_000)
    expect(Math.max(...others)).toBeLessThan(8_500_000)
  }, 30_000)

  test('publishes nothing of a transaction that was rolled back', async () => {
    const { transport, numbers } = recorder()
    await stores
      .asPlatform(async (tx) => {
        await insert(tx, [row(1)])
        throw new Error('rolled back')
      })
      .catch(() => {})
    await write([row(2)])
    relay(transport)
    await expect.poll(numbers).toEqual([2])
  })

  test('skips no row that commits after one with a higher number', async () => {
    const { transport, numbers } = recorder()
    const inserted = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = stores.asPlatform(async (tx) => {
      await insert(tx, [row(1)])
      inserted.resolve()
      await commit.promise
    })
    await inserted.promise
    await write([row(2)])
    const { wake } = relay(transport)
    await expect.poll(numbers).toEqual([2])
    commit.resolve()
    await late
    wake()
    await expect.poll(numbers).toEqual([2, 1])
    await expect.poll(pending).toBe(0)
  })

  test('keeps everything while the transport is down, says so once, and goes on by itself', async () => {
    const { transport, numbers, fails } = recorder()
    fails.before = 3
    await write([row(1), row(2)])
    const { lines } = relay(transport)
    await expect.poll(numbers).toEqual([1, 2])
    await expect.poll(pending).toBe(0)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'outbox relay cannot publish; it keeps trying',
      'outbox relay works again',
    ])
  })

  test('publishes the same message again when it cannot know that it arrived', async () => {
    const { transport, published, fails } = recorder()
    fails.after = 1
    await write([row(1)])
    relay(transport)
    await expect.poll(() => published.length).toBe(2)
    expect(published[0]).toEqual(published[1])
  })

  test('of two replicas publishes each message once', async () => {
    const { transport, numbers } = recorder()
    const [one, other] = [relay(transport), relay(transport)]
    for (const n of upTo(60)) {
      await write([row(n)])
      one.wake()
      other.wake()
    }
    await expect.poll(pending).toBe(0)
    expect(numbers()).toEqual(upTo(60))
  })

  test('of two services names rows of one id apart: a process sends for both by one transport', async () => {
    const { transport, published } = recorder()
    for (const schema of ['demo', 'other']) {
      await runAs(database.urls.superuser, [`alter sequence ${schema}.outbox_id_seq restart with 7`])
      await stores.asPlatform((tx) => insertOutbox(tx, schema, [row(1)], from))
      relay(transport, schema)
    }
    await expect.poll(() => published.map((message) => message.row).toSorted()).toEqual(['demo 7', 'other 7'])
  })

  test('publishes what is there before it ends', async () => {
    const { transport, numbers } = recorder()
    const running = relay(transport)
    await write([row(0)])
    await expect.poll(pending).toBe(0)
    await write(upTo(30).map((n) => row(n + 1)))
    await running.close()
    expect(numbers()).toEqual(upTo(31))
  })
})

describe('the relay, with topics in the same database', () => {
  /** Reads all that arrives in the topics, from the beginning. */
  const reader = () => {
    const transport = createPostgresTransport({ stores, log: recordingLog().log, newId: randomUUID })
    const got: IncomingMessage[] = []
    const subscription = transport.subscribe({
      group: randomUUID(),
      topics: ['demo.made', 'demo.other'],
      concurrency: 1,
      handle: async (message) => void got.push(message),
    })
    closers.push(() => subscription.close())
    return { transport, got, numbers: () => got.map(({ envelope }) => Object(envelope).data.n) }
  }

  test('moves in the order of ids, wherever the rows lie in the table', async () => {
    const transport = createPostgresTransport({ stores, log: recordingLog().log, newId: randomUUID })
    await write(upTo(600).map((n) => row(n)))
    await moveFirstRowBehind()
    relay(transport)
    await expect.poll(pending, { timeout: 10_000 }).toBe(0)
    const moved = await runAs(database.urls.superuser, [
      "select (envelope -> 'data' ->> 'n')::int as n from topics.message where topic = 'demo.made' order by seq",
    ])
    expect(moved.map(({ n }) => n)).toEqual(upTo(600))
  })

  test('moves the very envelope that it would have published', async () => {
    const recorded = recorder()
    await write([row(7)])
    const first = relay(recorded.transport)
    await expect.poll(pending).toBe(0)
    await first.close()
    const { transport, got } = reader()
    await write([row(7)])
    relay(transport)
    await expect.poll(() => got.length).toBe(1)
    const [published] = recorded.published
    expect(got[0]).toMatchObject({
      topic: 'demo.made',
      key: 'ATM-7',
      envelope: {
        ...published?.envelope,
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
      },
    })
  })

  test('moves what was committed, in order, and keeps nothing', async () => {
    const { transport, numbers } = reader()
    await write(upTo(1_200).map((n) => row(n, `ATM-${n % 5}`)))
    relay(transport)
    await expect.poll(() => numbers().length, { timeout: 15_000 }).toBe(1_200)
    expect(numbers()).toEqual(upTo(1_200))
    expect(await pending()).toBe(0)
  })

  test('skips no row that commits after one with a higher number, and no topic that shows up late', async () => {
    const { transport, numbers } = reader()
    const inserted = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = stores.asPlatform(async (tx) => {
      await insert(tx, [row(1), { ...row(3), topic: 'demo.other' }])
      inserted.resolve()
      await commit.promise
    })
    await inserted.promise
    await write([row(2)])
    const { wake } = relay(transport)
    await expect.poll(numbers).toEqual([2])
    commit.resolve()
    await late
    wake()
    await expect.poll(() => numbers().toSorted()).toEqual([1, 2, 3])
    await expect.poll(pending).toBe(0)
  })

  test('of two replicas moves each message once, in order', async () => {
    const { transport, numbers } = reader()
    const [one, other] = [relay(transport), relay(transport)]
    for (const n of upTo(60)) {
      await write([row(n)])
      one.wake()
      other.wake()
    }
    await expect.poll(() => numbers().length).toBe(60)
    expect(numbers()).toEqual(upTo(60))
    expect(await pending()).toBe(0)
  })
})

test('an empty list of messages writes nothing', async () => {
  await write([])
  expect(await pending()).toBe(0)
})

/** Adds a message to the total once, however often it comes. */
const addOnce = (id: string, n: number) =>
  stores.asPlatform(async (tx) => {
    const fresh = await tx.execute(sql`
      insert into demo.inbox (consumer, message_id) values ('total', ${id}) on conflict do nothing returning 1`)
    if (fresh.length > 0) await tx.execute(sql`update demo.total set sum = sum + ${n}`)
  })

test('from outbox to inbox a message takes effect once, though it is delivered twice', async () => {
  const transport = createPostgresTransport({ stores, log: recordingLog().log, newId: randomUUID })
  let unsure = 2
  const doubtful: Transport = {
    subscribe: transport.subscribe,
    async publish(messages) {
      await transport.publish(messages)
      unsure -= 1
      if (unsure >= 0) throw new Error('no acknowledgement')
    },
  }
  const delivered: number[] = []
  const subscription = transport.subscribe({
    group: 'total',
    topics: ['demo.made'],
    concurrency: 1,
    async handle({ envelope }) {
      const { id, data }: { id: string; data: { n: number } } = JSON.parse(JSON.stringify(envelope))
      delivered.push(data.n)
      await addOnce(id, data.n)
    },
  })
  closers.push(() => subscription.close())
  await write([row(1), row(10), row(100)])
  relay(doubtful)
  await expect.poll(() => delivered.length, { timeout: 5_000 }).toBe(9)
  await subscription.close()
  const [total] = await runAs(database.urls.superuser, ['select sum from demo.total'])
  expect(total).toEqual({ sum: 111 })
})
