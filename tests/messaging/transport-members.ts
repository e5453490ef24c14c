import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type {
  IncomingMessage,
  OutgoingMessage,
  SubscribeOptions,
  Transport,
} from '../../subgraphs/kit/messaging/events.ts'
import { startProgram } from '../support/start-program.ts'
import { messageWith } from './transport-contract.ts'

/** How long a member of these tests holds what it reads when it dies. */
export const HOLD_MS = 1_500

/** Two members of one platform, and what a test of them has to reach behind. */
export type Members = {
  readonly first: Transport
  readonly second: Transport
  /** Where a process of its own finds the same topics. */
  readonly place: {
    readonly kafka: string | null
    readonly database: { readonly app: string; readonly platform: string } | null
  }
  /** Resolves once a member of the group has held what it reads for longer than a hold, and still does. */
  outlast(group: string): Promise<void>
  /** Lets the retention end for the messages that are in a topic now. */
  expire(topic: string): Promise<void>
}

const MEMBER = fileURLToPath(new URL('../fixtures/topic-member.ts', import.meta.url))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const messageOf = (topic: string, key: string, data: { n: number; last?: boolean }): OutgoingMessage =>
  messageWith(topic, key, { last: false, ...data })

const numberOf = ({ envelope }: IncomingMessage): number => Number(/"n":(\d+)/.exec(JSON.stringify(envelope))?.[1])

/** What members of a group must do when they come, go, die or are slow. */
export const describeMembers = (open: () => Members): void => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  const subscribe = (transport: Transport, options: Omit<SubscribeOptions, 'concurrency'>) => {
    const subscription = transport.subscribe({ concurrency: 1, ...options })
    let closed: Promise<void> | null = null
    const close = () => {
      closed ??= subscription.close()
      return closed
    }
    closers.push(close)
    return { close }
  }

  test('what was done but not acknowledged when a member was killed comes again, and then what follows', async () => {
    const topic = `test.${randomUUID()}`
    const group = randomUUID()
    const { first, place } = open()
    await first.publish(upTo(4).map((n) => messageOf(topic, 'k', { n, last: n === 2 })))
    const member = startProgram(
      [process.execPath, MEMBER, JSON.stringify({ ...place, holdMs: HOLD_MS, group, topic })],
      {},
    )
    await member.prints('did 2\n')
    member.signal('SIGKILL')
    await member.ended
    expect(member.output()).toBe('did 0\ndid 1\ndid 2\n')
    const seen: number[] = []
    subscribe(first, { group, topics: [topic], handle: async (message) => void seen.push(numberOf(message)) })
    await expect.poll(() => seen.at(-1), { timeout: 15_000 }).toBe(3)
    // Of those before, the last acknowledgement may have died with the member.
    expect(seen).toEqual([0, 1, 2, 3].slice(-seen.length))
    expect(seen).toContain(2)
  })

  test('members that come and go lose nothing, and keep the order of each key', async () => {
    const prefix = `test.${randomUUID()}.`
    const group = randomUUID()
    const { first, second } = open()
    const names = upTo(4).map((n) => `${prefix}${n}`)
    const seen: { topic: string; n: number }[] = []
    const handle = async (message: IncomingMessage) => void seen.push({ topic: message.topic, n: numberOf(message) })
    const join = (transport: Transport) => subscribe(transport, { group, topics: [{ prefix }], handle })
    const publish = async (from: number) => {
      for (const name of names) await first.publish(upTo(50).map((n) => messageOf(name, 'k', { n: from + n })))
    }
    const arrived = (count: number) =>
      expect.poll(() => new Set(seen.map(({ topic, n }) => `${topic} ${n}`)).size, { timeout: 15_000 }).toBe(count)
    await publish(0)
    const one = join(first)
    const other = join(second)
    await arrived(200)
    await Promise.all([publish(50), one.close()])
    await arrived(400)
    const third = join(first)
    await Promise.all([publish(100), other.close()])
    await arrived(600)
    await third.close()
    for (const name of names) {
      const numbers = seen.filter(({ topic }) => topic === name).map(({ n }) => n)
      // Some may have come twice, each time in order.
      expect([...new Set(numbers)]).toEqual(upTo(150))
    }
    expect(seen.length).toBeLessThan(660)
  })

  test('a member that needs long for a message keeps it', async () => {
    const topic = `test.${randomUUID()}`
    const group = randomUUID()
    const { first, outlast } = open()
    const release = Promise.withResolvers<void>()
    const seen: number[] = []
    const handle = async (message: IncomingMessage) => {
      seen.push(numberOf(message))
      if (numberOf(message) === 0) await release.promise
    }
    await first.publish(upTo(2).map((n) => messageOf(topic, 'k', { n })))
    subscribe(first, { group, topics: [topic], handle })
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([0])
    await outlast(group)
    release.resolve()
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([0, 1])
  })

  test('a group that was away works through what has piled up', async () => {
    const prefix = `test.${randomUUID()}.`
    const group = randomUUID()
    const { first, second } = open()
    const names = upTo(3).map((n) => `${prefix}${n}`)
    const seen: { topic: string; n: number }[] = []
    const read = (transport: Transport) =>
      subscribe(transport, {
        group,
        topics: [{ prefix }],
        handle: async (message) => void seen.push({ topic: message.topic, n: numberOf(message) }),
      })
    for (const name of names) await first.publish([messageOf(name, 'k', { n: 0 })])
    const before = read(first)
    await expect.poll(() => seen.length, { timeout: 5_000 }).toBe(3)
    await before.close()
    for (const name of names) await first.publish(upTo(300).map((n) => messageOf(name, 'k', { n: n + 1 })))
    read(second)
    await expect.poll(() => seen.length, { timeout: 15_000 }).toBe(903)
    for (const name of names) expect(seen.filter(({ topic }) => topic === name).map(({ n }) => n)).toEqual(upTo(301))
  })

  test('what is past its retention is gone, and readers go on with what is left', async () => {
    const topic = `test.${randomUUID()}`
    const group = randomUUID()
    const { first, expire } = open()
    const old: number[] = []
    const fresh: number[] = []
    const options = { topics: [topic] }
    await first.publish(upTo(5).map((n) => messageOf(topic, 'k', { n })))
    const reader = subscribe(first, { ...options, group, handle: async (message) => void old.push(numberOf(message)) })
    await expect.poll(() => old.length, { timeout: 5_000 }).toBe(5)
    await reader.close()
    await expire(topic)
    await first.publish([messageOf(topic, 'k', { n: 5 })])
    subscribe(first, { ...options, group, handle: async (message) => void old.push(numberOf(message)) })
    subscribe(first, { ...options, group: randomUUID(), handle: async (message) => void fresh.push(numberOf(message)) })
    await expect.poll(() => [old.at(-1), fresh.at(-1)], { timeout: 10_000 }).toEqual([5, 5])
    expect(old).toEqual(upTo(6))
    expect(fresh).toEqual([5])
  })
}
