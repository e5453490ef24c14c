import { describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '../../../db/errors.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { DomainError } from '../common/errors.ts'
import {
  type ConsumerDefinition,
  type Envelope,
  idOf,
  type OutgoingMessage,
  type PassedMessage,
  type SubscribeOptions,
  startConsumers,
  TopicsRefused,
} from './events.ts'

const AT = (second: number) => new Date(`2026-11-20T12:00:${String(second).padStart(2, '0')}.000Z`)
const ID = '00000000-0000-4000-8000-000000000001'
const envelope: Envelope = {
  id: ID,
  type: 't',
  version: 1,
  occurredAt: '2026-11-20T11:00:00.000Z',
  institutionKey: 'ACME',
  traceparent: null,
  data: { n: 1 },
}
const incoming = (given: unknown = envelope) => ({ topic: 't', key: 'k', position: 7, envelope: given })

/** Consumers on a transport that only keeps what it was asked, unless it refuses it. */
const open = (consumer: Partial<ConsumerDefinition> & Pick<ConsumerDefinition, 'handle'>) => {
  const { log, lines } = recordingLog()
  const subscribed: SubscribeOptions[] = []
  const published: (OutgoingMessage | PassedMessage)[] = []
  const refusals: Error[] = []
  let closed = 0
  let second = 0
  const topics = {
    publish: async (messages: readonly (OutgoingMessage | PassedMessage)[]) => {
      const refusal = refusals.shift()
      if (refusal !== undefined) throw refusal
      published.push(...messages)
    },
    subscribe: (options: SubscribeOptions) => {
      subscribed.push(options)
      return {
        close: async () => {
          closed += 1
        },
      }
    },
  }
  const env = { topics, log, newId: () => 'new-id', now: () => AT(second) }
  const consumers = startConsumers(env, [{ group: 'g', topics: ['t'], ...consumer }])
  return {
    consumers,
    subscribed,
    published,
    /** What the next publications fail with. */
    refusals,
    closed: () => closed,
    logged: () => lines.splice(0).map((line) => JSON.parse(line)),
    /** Hands a message over; resolves to what it failed with. */
    async deliver(message = incoming()) {
      second += 1
      try {
        await subscribed[0]?.handle(message)
        return null
      } catch (error) {
        return error
      }
    },
  }
}

describe('a consumer', () => {
  it('subscribes with what it has, one topic at a time unless it says otherwise', async () => {
    const handle = async () => {}
    const plain = open({ handle })
    expect(plain.subscribed).toEqual([{ group: 'g', topics: ['t'], concurrency: 1, handle: expect.any(Function) }])
    const more = { concurrency: 3, together: 4, turn: { messages: 5 } }
    expect(open({ handle, ...more }).subscribed).toMatchObject([more])
    await plain.consumers.close()
    expect(plain.closed()).toBe(1)
  })

  it('handles the envelope of a message, with its topic and key', async () => {
    const handled: unknown[] = []
    const { deliver, published, logged } = open({ handle: async (...given) => void handled.push(given) })
    expect(await deliver()).toBeNull()
    expect([handled, published, logged()]).toEqual([[[envelope, { topic: 't', key: 'k' }]], [], []])
  })

  it('has what is no envelope buried at once, and says what is wrong with it', async () => {
    const { deliver, published, logged } = open({ handle: () => Promise.reject(new Error('not handled')) })
    const reasonOf = async (given: unknown) => {
      expect(await deliver(incoming(given))).toBeNull()
      const [line] = logged()
      expect(line).toMatchObject({
        level: 50,
        topic: 't',
        position: 7,
        group: 'g',
        msg: 'message moved to the dead letter',
      })
      return line.reason
    }
    expect(await reasonOf({ ...envelope, version: 2 })).toBe('version 2 is not known here, only 1 is')
    expect(await reasonOf({ ...envelope, version: 'x'.repeat(600) })).toBe(
      `version "${'x'.repeat(499)} is not known here, only 1 is`,
    )
    expect(await reasonOf({ ...envelope, id: undefined })).toMatch(/^not an envelope: ✖ .* → at id$/)
    expect(await reasonOf({})).toMatch(/^not an envelope: /)
    for (const given of [null, 'x', []]) expect(await reasonOf(given)).toMatch(/^not an envelope: /)
    expect(published.map(idOf)).toEqual([ID, ID, ...Array(5).fill('new-id')])
    expect(published[0]).toMatchObject({
      topic: 't.dead-letter',
      key: 'k',
      id: ID,
      envelope: { ...envelope, version: 2 },
      headers: {
        attempts: '1',
        'first-attempt-at': AT(1).toISOString(),
        'last-attempt-at': AT(1).toISOString(),
        'consumer-group': 'g',
      },
    })
  })
})

describe('a message that is given up', () => {
  const outage = new DomainError('UNAVAILABLE', 'away')
  const fail = () => Promise.reject(new Error('no'))
  const attemptsOf = (message: OutgoingMessage | PassedMessage | undefined) => message?.headers?.attempts

  it('is not given up before it is in the dead letter: it comes again where its topic is away', async () => {
    const given: unknown[] = []
    const abandoned = async (...of: unknown[]) => void given.push(of)
    const { deliver, published, refusals } = open({ handle: fail, abandoned })
    for (let attempt = 1; attempt <= 4; attempt += 1) await deliver()
    refusals.push(outage)
    expect(await deliver()).toBe(outage)
    expect([given, published]).toEqual([[], []])
    expect(await deliver()).toBeNull()
    expect([given, published.map(attemptsOf)]).toEqual([[[envelope, 'no', AT(5)]], ['5']])
  })

  it('holds up no other where its consumer cannot give it up', async () => {
    const broken = () => Promise.reject(new Error('no\t4111111111111111'))
    const { deliver, published, logged } = open({ handle: fail, abandoned: broken })
    for (let attempt = 1; attempt <= 4; attempt += 1) await deliver()
    expect(await deliver()).toBeNull()
    expect(published.map(attemptsOf)).toEqual(['5'])
    const reason = 'no 411111XXXXXX1111'
    expect(logged().at(-1)).toMatchObject({
      level: 50,
      topic: 't',
      messageId: ID,
      group: 'g',
      reason,
      msg: 'message could not be given up; it is in the dead letter',
    })
    // Sent once more, it is counted again.
    expect(await deliver()).not.toBeNull()
    expect(logged()).toMatchObject([{ attempt: 1 }])
  })

  /** A consumer that fails, and at first cannot give up what it failed with. */
  const openInOutage = () => {
    const failures = [outage, null]
    const handled: Envelope[] = []
    const handle = async (given: Envelope) => {
      handled.push(given)
      throw new Error('no')
    }
    const abandoned = async () => {
      const failure = failures.shift()
      if (failure) throw failure
    }
    return { failures, handled, ...open({ handle, abandoned }) }
  }

  it('comes again in an outage of what its consumer needs to give it up, and is handled and buried once', async () => {
    const { deliver, published, failures, handled } = openInOutage()
    for (let attempt = 1; attempt <= 4; attempt += 1) await deliver()
    expect(await deliver()).toBe(outage)
    expect(await deliver()).toBeNull()
    expect([failures, handled.length, published.map(attemptsOf)]).toEqual([[], 5, ['5']])
  })

  it('is handled again where it is replayed, though another process may have given it up', async () => {
    const { deliver, failures, handled } = openInOutage()
    for (let attempt = 1; attempt <= 5; attempt += 1) await deliver()
    expect(await deliver({ ...incoming(), position: 8 })).not.toBeNull()
    expect([failures, handled.length]).toEqual([[null], 6])
  })
})

describe('a message that fails', () => {
  it('comes again where its dead letter is refused, and counts as moved only once it is taken', async () => {
    const refusal = new TopicsRefused(['t.dead-letter'], 'no quota is left')
    const { deliver, published, logged, refusals } = open({ handle: () => Promise.reject(new Error('no')) })
    refusals.push(refusal, refusal)
    for (let attempt = 1; attempt <= 4; attempt += 1) await deliver()
    for (const _attempt of [5, 6]) expect(await deliver()).toBe(refusal)
    // Its dead letter is tried again, not the message.
    expect(logged().map(({ msg }) => msg)).toEqual(Array(5).fill('message could not be handled'))
    expect(await deliver()).toBeNull()
    expect(logged()).toMatchObject([{ reason: 'no', msg: 'message moved to the dead letter' }])
    expect(published).toMatchObject([{ headers: { attempts: '5', 'last-attempt-at': AT(5).toISOString() } }])
  })

  it('comes again four times, and is a dead letter at the fifth, of which its consumer is then notified', async () => {
    const reported: unknown[] = []
    const failure = new Error('no\n\t such\u0000 column 4111111111111111 ')
    const { deliver, published, logged } = open({
      handle: () => Promise.reject(failure),
      abandoned: async (...given) => void reported.push([...given, published.length]),
    })
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await deliver()).toBe(failure)
      expect(logged()).toMatchObject([
        { level: 40, topic: 't', messageId: ID, attempt, msg: 'message could not be handled' },
      ])
    }
    expect([reported, published]).toEqual([[], []])
    expect(await deliver()).toBeNull()
    const reason = 'no such column 411111XXXXXX1111'
    expect(reported).toEqual([[envelope, reason, AT(5), 1]])
    expect(logged()).toMatchObject([
      { attempt: 5, reason },
      { reason, msg: 'message moved to the dead letter' },
    ])
    expect(published).toMatchObject([
      {
        topic: 't.dead-letter',
        envelope,
        headers: { attempts: '5', 'first-attempt-at': AT(1).toISOString(), 'last-attempt-at': AT(5).toISOString() },
      },
    ])
    // Sent once more, it is counted again.
    expect(await deliver()).toBe(failure)
    expect(logged()).toMatchObject([{ attempt: 1 }])
  })

  it('is not counted in an outage, and never buried for it', async () => {
    const outage = new DomainError('UNAVAILABLE', 'away')
    const failures: unknown[] = [...Array(9).fill(outage), 1, 2, 3, 4, outage, 'five']
    const { deliver, published, logged } = open({ handle: () => Promise.reject(failures.shift()) })
    for (let at = 0; at < 14; at += 1) expect(await deliver()).not.toBeNull()
    expect(published).toEqual([])
    expect(logged().map(({ attempt }) => attempt)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4])
    expect(await deliver()).toBeNull()
    expect(published).toMatchObject([{ headers: { attempts: '5', error: 'five' } }])
  })

  it('is counted where a statement took longer than it may: it would the next time as well', async () => {
    const failure = new StoreUnavailableError('away', { cause: Object.assign(new Error('no'), { code: '57014' }) })
    const { deliver, published } = open({ handle: () => Promise.reject(failure) })
    for (let attempt = 1; attempt <= 4; attempt += 1) expect(await deliver()).toBe(failure)
    expect(await deliver()).toBeNull()
    expect(published).toMatchObject([{ topic: 't.dead-letter', headers: { attempts: '5' } }])
  })

  it('is counted anew after it was handled, and apart from every other', async () => {
    const failures: (Error | null)[] = [new Error('1'), new Error('2'), null, new Error('3'), new Error('other')]
    const { deliver, logged } = open({
      handle: () => {
        const error = failures.shift() ?? null
        return error === null ? Promise.resolve() : Promise.reject(error)
      },
    })
    for (let at = 0; at < 4; at += 1) await deliver()
    await deliver(incoming({ ...envelope, id: '00000000-0000-4000-8000-000000000002' }))
    expect(logged().map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1])
  })

  it('has its reason cut to 500 characters', async () => {
    const { deliver, logged } = open({ handle: () => Promise.reject(new Error(`${'x'.repeat(499)}\u{1f600}y`)) })
    await deliver()
    expect(logged()).toMatchObject([{ reason: `${'x'.repeat(499)}\ufffd` }])
  })
})

it('the id of a message is beside it, or in its envelope', () => {
  expect(idOf({ topic: 't', key: 'k', envelope })).toBe(ID)
  expect(idOf({ topic: 't', key: 'k', envelope: null, id: 'beside' })).toBe('beside')
})
