import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { createWaker } from '../common/waker.ts'
import { TopicsRefused, type Transport } from './events.ts'
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

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const write = (topic: string, numbers: readonly number[], text = '') =>
  stores.asPlatform((tx) => {
    const rows = numbers.map((n) => ({ topic, key: 'ATM-7', institutionKey: 'ACME', data: { n, text } }))
    return insertOutbox(tx, 'demo', rows, from)
  })
const pending = async () => (await runAs(database.urls.superuser, ['select count(*)::int as n from demo.outbox']))[0]?.n

/** A transport that takes nothing for these topics. */
const refusing = (topics: Set<string>) => {
  const { transport, published } = recorder()
  const refused = new Set<string>()
  const partial: Transport = {
    ...transport,
    listRefused: () => [...refused].filter((topic) => topics.has(topic)),
    async publish(messages) {
      const now = messages.map(({ topic }) => topic).filter((topic) => topics.has(topic))
      await transport.publish(messages.filter(({ topic }) => !topics.has(topic)))
      for (const topic of now) refused.add(topic)
      if (now.length > 0) throw new TopicsRefused(now, 'no quota is left')
    },
  }
  const numbersOf = (topic: string) =>
    published.filter((message) => message.topic === topic).map(({ envelope }) => envelope.data.n)
  return { transport: partial, numbersOf }
}

const relay = (topics: Transport) => {
  const { log, lines } = recordingLog()
  const outbox = createWaker()
  return { lines, wake: () => outbox.wake(), ...startRelay({ stores, topics, log, outbox, now: from.now }, 'demo') }
}

test('the messages of a topic that is refused wait, in order, and hold up those of no other topic', async () => {
  const topics = new Set(['demo.stuck'])
  const { transport, numbersOf } = refusing(topics)
  await write('demo.stuck', upTo(600))
  await write('demo.made', upTo(3))
  const running = relay(transport)
  await expect.poll(() => numbersOf('demo.made')).toEqual(upTo(3))
  await write('demo.stuck', [600])
  await write('demo.made', [3])
  running.wake()
  await expect.poll(() => numbersOf('demo.made')).toEqual(upTo(4))
  await expect.poll(pending).toBe(601)
  expect(numbersOf('demo.stuck')).toEqual([])
  topics.clear()
  running.wake()
  await expect.poll(pending).toBe(0)
  expect(numbersOf('demo.stuck')).toEqual(upTo(601))
  await running.close()
  // The transport says what it refuses.
  expect(running.lines).toEqual([])
})

test('a message that is too large waits where its dead letter is refused, and others of its topic pass it', async () => {
  const topics = new Set(['demo.made.dead-letter'])
  const { transport, numbersOf } = refusing(topics)
  await write('demo.made', [1], 'x'.repeat(2_000))
  await write('demo.made', [2])
  const running = relay({ ...transport, maxMessageBytes: 1_000 })
  await expect.poll(() => numbersOf('demo.made')).toEqual([2])
  await expect.poll(pending).toBe(1)
  expect(running.lines).toEqual([])
  topics.clear()
  running.wake()
  await expect.poll(pending).toBe(0)
  await running.close()
  expect(running.lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a message is too large; moved to the dead letter',
  ])
})

test('many of them hold up no message of another topic, whether their dead letters are tried again or not', async () => {
  for (const isHeld of [true, false]) {
    const topics = new Set(['demo.made.dead-letter'])
    const { transport, numbersOf } = refusing(topics)
    await write('demo.made', upTo(1_100), 'x'.repeat(1_000))
    await write('demo.other', upTo(3))
    const { listRefused, ...trying } = transport
    const running = relay({ ...trying, ...(isHeld ? { listRefused } : {}), maxMessageBytes: 1_000 })
    await expect.poll(() => numbersOf('demo.other'), { timeout: 5_000 }).toEqual(upTo(3))
    await write('demo.other', [3])
    running.wake()
    await expect.poll(() => numbersOf('demo.other'), { timeout: 5_000 }).toEqual(upTo(4))
    expect(await pending()).toBe(1_100)
    topics.clear()
    running.wake()
    await expect.poll(pending, { timeout: 10_000 }).toBe(0)
    await running.close()
  }
})
