import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import { type ConsumerDefinition, type IncomingMessage, startConsumers } from '../../subgraphs/kit/messaging/events.ts'
import { deadLetterTopicOf } from '../../subgraphs/kit/messaging/topic-names.rules.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { messageOf, type TransportPair } from './transport-contract.ts'

const CARD = '4111111111111111'
const NOW = '2026-11-20T12:00:00.000Z'

/** What becomes of messages that cannot be handled, on every transport. */
export const describeDeadLetters = (open: () => TransportPair): void => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  /** Consumes a topic; the clock goes on by a second a call. */
  const consume = (name: string, handle: ConsumerDefinition['handle']) => {
    const { log, lines } = recordingLog()
    let seconds = 0
    const now = () => {
      seconds += 1
      return new Date(Date.parse(NOW) + (seconds - 1) * 1_000)
    }
    const env = { topics: open().first, log, now, newId: () => randomUUID() }
    const consumers = startConsumers(env, [{ group: 'g', topics: [name], handle }])
    closers.push(() => consumers.close())
    return lines
  }
  const numbers = (handle: (n: number) => void): ConsumerDefinition['handle'] => {
    return async ({ data }) => handle(Number(data.n))
  }
  /** Resolves with the first dead letter of a topic. */
  const firstBuried = (name: string): Promise<IncomingMessage> => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
    const handle = async (message: IncomingMessage) => resolve(message)
    const subscription = open().second.subscribe({
      group: 'readers',
      topics: [deadLetterTopicOf(name)],
      concurrency: 1,
      handle,
    })
    closers.push(() => subscription.close())
    return promise
  }
  const newTopic = () => `test.${randomUUID()}`

  test('a message that fails five times goes to the dead letter as it was, and the next one is handled', async () => {
    const name = newTopic()
    const done = Promise.withResolvers<void>()
    const tries: number[] = []
    const [poison, next] = [messageOf(name, 'ATM-7', 0), messageOf(name, 'ATM-7', 1)]
    await open().first.publish([{ ...poison, headers: { origin: 'here' } }, next])
    const handler = numbers((n) => {
      tries.push(n)
      if (n === 0) throw new Error(`card ${CARD} makes\n  no sense`)
      done.resolve()
    })
    const lines = consume(name, handler)
    await done.promise
    expect(tries).toEqual([0, 0, 0, 0, 0, 1])
    const buried = await firstBuried(name)
    expect(buried).toMatchObject({ key: 'ATM-7', envelope: poison.envelope })
    expect(buried.headers).toEqual({
      origin: 'here',
      error: 'card 411111XXXXXX1111 makes no sense',
      'consumer-group': 'g',
      'first-attempt-at': NOW,
      'last-attempt-at': '2026-11-20T12:00:04.000Z',
      attempts: '5',
    })
    expect(`${lines.join()}${JSON.stringify(buried)}`).not.toMatch(new RegExp(`${CARD}|\\bat .*\\.ts:`))
  })

  test('an outage never sends a message there', async () => {
    const name = newTopic()
    const done = Promise.withResolvers<void>()
    let tries = 0
    await open().first.publish([messageOf(name, 'k', 0)])
    const handler = numbers(() => {
      tries += 1
      if (tries <= 2) throw Object.assign(new Error('connection lost'), { code: 'ECONNREFUSED' })
      if (tries <= 8) throw new DomainError('UNAVAILABLE', 'Another service cannot be reached.')
      done.resolve()
    })
    const lines = consume(name, handler)
    await done.promise
    expect(tries).toBe(9)
    expect(lines.join()).not.toContain('dead letter')
  })

  test('neither does one in the middle count as an attempt', async () => {
    const name = newTopic()
    let tries = 0
    await open().first.publish([messageOf(name, 'k', 0)])
    const handler = numbers(() => {
      tries += 1
      throw tries === 3 ? new DomainError('UNAVAILABLE', 'Not now.') : new Error('never')
    })
    consume(name, handler)
    expect((await firstBuried(name)).headers).toMatchObject({ attempts: '5', error: 'never' })
    expect(tries).toBe(6)
  })

  const strange = [
    [
      'an unknown version',
      { ...messageOf('t', 'k', 0).envelope, version: 2 },
      /^version 2 is not known here, only 1 is$/,
    ],
    ['a version of another kind', { ...messageOf('t', 'k', 0).envelope, version: '1' }, /^version "1" is not known/],
    ['an envelope without an id', { ...messageOf('t', 'k', 0).envelope, id: undefined }, /^not an envelope: .*\bid\b/],
    ['a list', [1, 2], /^not an envelope: /],
    ['a text', 'hello', /^not an envelope: /],
    ['null', null, /^not an envelope: /],
  ] as const
  test.each(strange)('%s goes there at once, as it was', async (_what, value, error) => {
    const name = newTopic()
    const done = Promise.withResolvers<number>()
    // What another writer could put into a topic.
    const envelope: unknown = JSON.parse(JSON.stringify(value))
    const broken = { topic: name, key: 'k', id: randomUUID(), envelope }
    await open().first.publish([broken, messageOf(name, 'k', 1)])
    consume(name, numbers(done.resolve))
    expect(await done.promise).toBe(1)
    const buried = await firstBuried(name)
    expect(buried.envelope).toEqual(envelope)
    expect(buried.headers).toMatchObject({ 'consumer-group': 'g', attempts: '1', error: expect.stringMatching(error) })
  })

  test('fields that are not known are ignored, in the envelope and in its data', async () => {
    const name = newTopic()
    const done = Promise.withResolvers<unknown>()
    const { envelope } = messageOf(name, 'k', 7)
    const newer = { ...envelope, priority: 'high', data: { ...envelope.data, colour: 'red' } }
    await open().first.publish([{ topic: name, key: 'k', id: envelope.id, envelope: newer }])
    consume(name, async (message) => done.resolve([message, z.object({ n: z.int() }).parse(message.data)]))
    expect(await done.promise).toEqual([{ ...envelope, data: newer.data }, { n: 7 }])
  })
}
