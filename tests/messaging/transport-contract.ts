import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { IncomingMessage, OutgoingMessage, Transport } from '../../subgraphs/kit/messaging/events.ts'
import { deadLetterTopicOf } from '../../subgraphs/kit/messaging/topic-names.rules.ts'

/** Two members of one platform, as two processes would have them, on topics of their own. */
export type TransportPair = { readonly first: Transport; readonly second: Transport }

/** A message with these data. */
export const messageWith = (
  topic: string,
  key: string,
  data: OutgoingMessage['envelope']['data'],
): OutgoingMessage => ({
  topic,
  key,
  envelope: {
    id: randomUUID(),
    type: topic,
    version: 1,
    occurredAt: '2026-11-20T12:00:00.000Z',
    institutionKey: null,
    traceparent: null,
    data,
  },
})

export const messageOf = (topic: string, key: string, n: number): OutgoingMessage => messageWith(topic, key, { n })

const numberOf = ({ envelope }: IncomingMessage): number => {
  const data = typeof envelope === 'object' && envelope !== null && 'data' in envelope ? envelope.data : null
  return typeof data === 'object' && data !== null && 'n' in data ? Number(data.n) : Number.NaN
}

/** Keeps what arrives, and lets a test wait for it. */
const collector = () => {
  const seen: { key: string; n: number; topic: string }[] = []
  const waiting: { count: number; done: () => void }[] = []
  return {
    seen,
    take(message: IncomingMessage) {
      seen.push({ topic: message.topic, key: message.key, n: numberOf(message) })
      for (const { done } of waiting.filter(({ count }) => seen.length >= count)) done()
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (seen.length >= count) resolve()
        else waiting.push({ count, done: resolve })
      }),
  }
}

const numbersOf = (messages: readonly { n: number }[]) => messages.map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** What every transport must do; a test file calls it with its own. */
export const describeTransport = (open: () => TransportPair): void => {
  const closers: (() => Promise<void>)[] = []
  const topic = () => `test.${randomUUID()}`
  const subscribe = (
    transport: Transport,
    group: string,
    topics: Parameters<Transport['subscribe']>[0]['topics'],
    handle: (message: IncomingMessage) => Promise<void> | void,
    concurrency = 1,
  ) => {
    const subscription = transport.subscribe({ group, topics, concurrency, handle: async (message) => handle(message) })
    closers.push(() => subscription.close())
    return subscription
  }
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  test('messages of a key arrive in the order in which they were published, whole', async () => {
    const name = topic()
    const { seen, take, until } = collector()
    await open().first.publish(upTo(250).map((n) => messageOf(name, `k${n % 3}`, n)))
    subscribe(open().first, 'g', [name], take)
    for (const n of [250, 251, 252]) await open().first.publish([messageOf(name, `k${n % 3}`, n)])
    await until(253)
    expect(seen).toHaveLength(253)
    for (const k of upTo(3)) {
      const expected = upTo(253).filter((n) => n % 3 === k)
      expect(numbersOf(seen.filter(({ key }) => key === `k${k}`))).toEqual(expected)
    }
    expect(seen[0]).toMatchObject({ topic: name, key: expect.stringMatching(/^k\d$/) })
  })

  test('a message that is not handled comes again, before any later one', async () => {
    const name = topic()
    const { seen, take, until } = collector()
    let failures = 2
    await open().first.publish(upTo(3).map((n) => messageOf(name, 'k', n)))
    subscribe(open().first, 'g', [name], (message) => {
      take(message)
      if (numberOf(message) === 1 && failures > 0) {
        failures -= 1
        throw new Error('not yet')
      }
    })
    await until(5)
    expect(numbersOf(seen)).toEqual([0, 1, 1, 1, 2])
  })

  test('a group goes on where it stopped, whichever member stopped', async () => {
    const name = topic()
    const before = collector()
    const after = collector()
    await open().first.publish(upTo(3).map((n) => messageOf(name, 'k', n)))
    const subscription = subscribe(open().first, 'g', [name], before.take)
    await before.until(3)
    await subscription.close()
    await open().second.publish(upTo(2).map((n) => messageOf(name, 'k', 10 + n)))
    subscribe(open().second, 'g', [name], after.take)
    await after.until(2)
    expect(numbersOf(before.seen)).toEqual([0, 1, 2])
    expect(numbersOf(after.seen)).toEqual([10, 11])
  })

  test('each group gets every message, also those from before it was there', async () => {
    const name = topic()
    const [one, other] = [collector(), collector()]
    await open().first.publish(upTo(5).map((n) => messageOf(name, 'k', n)))
    subscribe(open().first, 'one', [name], one.take)
    subscribe(open().second, 'other', [name], other.take)
    await Promise.all([one.until(5), other.until(5)])
    expect(numbersOf(one.seen)).toEqual(numbersOf(other.seen))
  })

  test('two members of a group share the topics, and keep the order in each', async () => {
    const prefix = `${topic()}.`
    const { seen, take, until } = collector()
    const names = upTo(6).map((n) => `${prefix}${n}`)
    for (const name of names) await open().first.publish(upTo(40).map((n) => messageOf(name, 'k', n)))
    subscribe(open().first, 'g', [{ prefix }], take)
    subscribe(open().second, 'g', [{ prefix }], take)
    await until(240)
    expect(seen).toHaveLength(240)
    for (const name of names) expect(numbersOf(seen.filter((one) => one.topic === name))).toEqual(upTo(40))
  })

  test('writers at the same time lose nothing and repeat nothing', async () => {
    const name = topic()
    const { seen, take, until } = collector()
    subscribe(open().first, 'g', [name], take)
    const writers = upTo(8).map(async (writer) => {
      const transport = writer % 2 === 0 ? open().first : open().second
      for (const n of upTo(25)) await transport.publish([messageOf(name, `w${writer}`, n)])
    })
    await Promise.all([...writers, until(200)])
    for (const writer of upTo(8)) expect(numbersOf(seen.filter(({ key }) => key === `w${writer}`))).toEqual(upTo(25))
    expect(seen).toHaveLength(200)
  })

  test('a prefix takes in topics that come later, but no dead letters', async () => {
    const prefix = `${topic()}.`
    const { seen, take, until } = collector()
    subscribe(open().first, 'g', [{ prefix }], take)
    await open().first.publish([messageOf(deadLetterTopicOf(`${prefix}A`), 'k', 0)])
    await open().first.publish([messageOf(`${prefix}A`, 'k', 1)])
    await open().second.publish([messageOf(`${prefix}B`, 'k', 2)])
    await until(2)
    expect(numbersOf(seen).sort()).toEqual([1, 2])
  })

  test('dead letters of a prefix are read where they are asked for, alone', async () => {
    const prefix = `${topic()}.`
    const { seen, take, until } = collector()
    subscribe(open().first, 'g', [{ prefix, deadLetters: true }], take)
    await open().first.publish([messageOf(`${prefix}A`, 'k', 0), messageOf(deadLetterTopicOf(`${prefix}A`), 'k', 1)])
    await open().second.publish([messageOf(deadLetterTopicOf(`${prefix}B`), 'k', 2)])
    await until(2)
    expect(numbersOf(seen).sort()).toEqual([1, 2])
  })

  test('headers go with a message, and so does one that is no envelope', async () => {
    const name = topic()
    const got: IncomingMessage[] = []
    const done = Promise.withResolvers<void>()
    const headers = { error: 'größer als erlaubt – 日本', attempts: '5' }
    const passed = { topic: name, key: 'k', id: randomUUID(), envelope: ['no', { envelope: 1.5 }, null], headers }
    await open().first.publish([messageOf(name, 'k', 0), passed, { ...messageOf(name, 'k', 2), headers: { a: '' } }])
    subscribe(open().second, 'g', [name], (message) => {
      if (got.push(message) === 3) done.resolve()
    })
    await done.promise
    expect(got.map((message) => message.headers)).toEqual([undefined, headers, { a: '' }])
    expect(got[1]?.envelope).toEqual(passed.envelope)
  })

  test('a topic that is stuck holds no other one up', async () => {
    const [stuck, free] = [topic(), topic()]
    const { take, until, seen } = collector()
    const release = Promise.withResolvers<void>()
    await open().first.publish([messageOf(stuck, 'k', 0)])
    subscribe(
      open().first,
      'g',
      [stuck, free],
      async (message) => {
        if (message.topic === stuck) await release.promise
        take(message)
      },
      2,
    )
    await open().first.publish([messageOf(free, 'k', 1)])
    await until(1)
    expect(numbersOf(seen)).toEqual([1])
    release.resolve()
    await until(2)
  })

  test('closing waits for the message under way and starts no other', async () => {
    const name = topic()
    const { take, until, seen } = collector()
    const release = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    await open().first.publish(upTo(3).map((n) => messageOf(name, 'k', n)))
    const subscription = subscribe(open().first, 'g', [name], async (message) => {
      begun.resolve()
      await release.promise
      take(message)
    })
    await begun.promise
    const closed = subscription.close()
    release.resolve()
    await Promise.all([closed, until(1)])
    expect(numbersOf(seen)).toEqual([0])
  })
}
