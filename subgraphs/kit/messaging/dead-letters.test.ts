import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { DAY_MS } from '../common/dates.ts'
import { DomainError } from '../common/errors.ts'
import { RETENTION } from '../config/retention.ts'
import { buriedMessage } from './dead-letter.rules.ts'
import { createDeadLetters, type DeadLetters, withDeadLetters } from './dead-letters.ts'
import type { Envelope, IncomingMessage, SubscribeOptions } from './events.ts'
import { topicRetentionJob } from './topic-retention.job.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const CARD = ['4111', '1111', '1111', '1111'].join('')
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const envelope: Envelope = {
  id: idOf(1),
  type: 'a',
  version: 1,
  occurredAt: '2026-11-20T11:00:00.000Z',
  institutionKey: 'ACME',
  traceparent: null,
  data: { card: CARD },
}
const failure = { error: 'no', group: 'g', firstAttemptAt: NOW, lastAttemptAt: NOW, attempts: 5 }

const letterOf = (given: unknown, more: Partial<typeof failure> = {}): IncomingMessage => ({
  position: 3,
  ...buriedMessage({ topic: 'a', key: 'k', envelope: given }, { ...failure, ...more }, idOf(9)),
})

let database: TestDatabase
let stores: Stores
let letters: DeadLetters
beforeAll(async () => {
  database = await cloneDatabase()
  stores = await openStores(database.urls, { name: 'tests', max: 2 })
  letters = open()
})
afterAll(async () => {
  await stores?.close()
  await database?.drop()
})

const run = (...statements: readonly string[]) => runAs(database.urls.superuser, statements)
beforeEach(() => run('truncate journal.dead_letter, journal.outbox, topics.message, topics.cursor'))

const { log, lines } = recordingLog()
const subscribed: SubscribeOptions[] = []
const revived: unknown[] = []
const waked = { count: 0 }
let made = 0
afterEach(() => {
  waked.count = 0
  revived.length = 0
  lines.length = 0
})

const open = (name = 'agent-proxy', limits: { readonly maxMessageBytes?: number } = {}) =>
  createDeadLetters(
    {
      stores,
      log,
      config: { retention: RETENTION },
      topics: {
        ...limits,
        publish: async () => {},
        subscribe: (options) => {
          subscribed.push(options)
          return { close: async () => {} }
        },
      },
      outbox: {
        wait: async () => {},
        wake: () => {
          waked.count += 1
        },
      },
      now: () => NOW,
      newId: () => {
        made += 1
        return idOf(100 + made)
      },
    },
    {
      name,
      schema: 'journal',
      consumers: [
        {
          group: 'g',
          topics: ['a', { prefix: 'p.' }],
          handle: async () => {},
          revive: async (_tx, ...given) => void revived.push(given),
        },
        { group: 'h', topics: ['b'], handle: async () => {} },
      ],
    },
  )

/** Keeps letters as their topics report them; resolves to what is listed then. */
const keep = async (...messages: readonly IncomingMessage[]) => {
  letters.start()
  for (const message of messages) await subscribed.at(-1)?.handle(message)
  return (await letters.list({}, { offset: 0, size: 10 })).rows
}

const codeOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof DomainError ? [error.code, error.message] : error
}

describe('the topics of dead letters', () => {
  it('are read for all that the consumers of the service read', () => {
    letters.start()
    expect(subscribed.at(-1)).toMatchObject({
      group: 'agent-proxy.dead-letters',
      topics: ['a.dead-letter', { prefix: 'p.', deadLetters: true }, 'b.dead-letter'],
      concurrency: 1,
    })
  })

  it('list what the service keeps: its own, and what its outbox could not send', async () => {
    const other = letterOf({ ...envelope, id: idOf(2) }, { group: 'of another' })
    const large = letterOf({ ...envelope, id: idOf(3) }, { group: 'outbox' })
    const rows = await keep(letterOf(envelope), other, large, { ...letterOf(envelope), headers: {} })
    expect(rows.map(({ messageId, consumerGroup }) => [messageId, consumerGroup]).sort()).toEqual([
      [idOf(1), 'g'],
      [idOf(3), 'outbox'],
    ])
    expect(rows.find(({ consumerGroup }) => consumerGroup === 'g')).toMatchObject({
      topic: 'a',
      key: 'k',
      institutionKey: 'ACME',
      message: { ...envelope, data: { card: '411111XXXXXX1111' } },
      error: 'no',
      attempts: 5,
    })
  })

  it('hold nothing up with what can never be kept, and wait for a database that is away', async () => {
    letters.start()
    const handle = subscribed.at(-1)?.handle
    await handle?.(letterOf(envelope, { attempts: 3_000_000_000 }))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, topic: 'a.dead-letter', position: 3, msg: 'a dead letter could not be kept' },
    ])
    const away = new DomainError('UNAVAILABLE', 'away')
    const refuse = () => Promise.reject(away)
    const outage = { ...stores, asPlatform: refuse }
    let given: SubscribeOptions | undefined
    const subscribe = (options: SubscribeOptions) => {
      given = options
      return { close: async () => {} }
    }
    const outbox = { wait: refuse, wake: () => {} }
    const config = { retention: RETENTION }
    const env = { stores: outage, log, config, now: () => NOW, newId: () => idOf(7), outbox }
    const consumer = { group: 'g', topics: ['a'], handle: refuse }
    createDeadLetters(
      { ...env, topics: { publish: refuse, subscribe } },
      { name: 'x', schema: 'journal', consumers: [consumer] },
    ).start()
    await expect(given?.handle(letterOf(envelope))).rejects.toBe(away)
    expect(lines).toHaveLength(1)
  })
})

describe('a dead letter', () => {
  const sent = () => run('select message_id, topic, key, data from journal.outbox')

  it('is replayed once, as what it was, by name and time', async () => {
    const [row] = await keep(letterOf(envelope))
    const replayed = await letters.replay(row?.id ?? '', 'ops')
    expect(replayed).toEqual({ ...row, replayedAt: NOW, replayedBy: 'ops' })
    expect([revived, waked.count]).toEqual([[[envelope, NOW]], 1])
    expect(await sent()).toEqual([{ message_id: idOf(1), topic: 'a', key: 'k', data: envelope.data }])
    expect(await letters.replay(row?.id ?? '', 'another')).toEqual(replayed)
    expect([revived.length, (await sent()).length]).toEqual([1, 1])
  })

  it('that is no message, or was too large, cannot be replayed, nor one that is not there', async () => {
    const rows = await keep(letterOf({ odd: true }), letterOf({ ...envelope, id: idOf(4) }, { group: 'outbox' }))
    const idBy = (group: string) => rows.find(({ consumerGroup }) => consumerGroup === group)?.id ?? ''
    expect(await codeOf(letters.replay(idBy('g'), 'ops'))).toEqual([
      'CONFLICT',
      `The dead letter ${idBy('g')} cannot be replayed: its version is not supported. Fix its producer.`,
    ])
    expect(await codeOf(letters.replay(idBy('outbox'), 'ops'))).toEqual([
      'CONFLICT',
      `The dead letter ${idBy('outbox')} cannot be replayed: its data was too large to be sent.`,
    ])
    expect(await codeOf(letters.replay(idOf(5), 'ops'))).toEqual([
      'NOT_FOUND',
      `The dead letter ${idOf(5)} was not found`,
    ])
    expect([await sent(), waked.count]).toEqual([[], 0])
  })

  it('that topics have become too small for is not replayed, and stays as it is', async () => {
    const [row] = await keep(letterOf(envelope))
    const bytes = JSON.stringify(envelope).length
    const id = row?.id ?? ''
    const refusal = await codeOf(open('agent-proxy', { maxMessageBytes: bytes - 1 }).replay(id, 'ops'))
    expect(refusal).toEqual([
      'CONFLICT',
      `The dead letter ${id} cannot be replayed: its message has ${bytes} bytes, and the topics take ${bytes - 1}. ` +
        'Replay it when the platform has its topics in PostgreSQL, or have its producer send less. Until then it stays.',
    ])
    const listed = (await letters.list({}, { offset: 0, size: 10 })).rows
    expect([await sent(), revived, listed]).toEqual([[], [], [row]])
    await open('agent-proxy', { maxMessageBytes: bytes }).replay(id, 'ops')
    expect(await sent()).toHaveLength(1)
  })

  it('is measured as it will be sent', async () => {
    const [row] = await keep(letterOf({ ...envelope, type: 'aa', occurredAt: '2026-11-20T11:00:00Z' }))
    const { length } = JSON.stringify(envelope)
    const refused = open('agent-proxy', { maxMessageBytes: length - 1 }).replay(row?.id ?? '', 'ops')
    await expect(refused).rejects.toThrow(`${length} bytes`)
  })

  it('is listed and replayed by fields with the name of its service', async () => {
    const [row] = await keep(letterOf(envelope))
    await keep(letterOf({ ...envelope, id: idOf(2) }, { group: 'h', lastAttemptAt: new Date(NOW.getTime() - 1) }))
    const principal = { userId: 'ops' }
    const audited: object[] = []
    const audit = async (_tx: unknown, ...changes: object[]) => void audited.push(...changes)
    const context = { read: stores.asPlatform, write: stores.asPlatform, principal, audit }
    const resolvers = withDeadLetters({ Query: { a: 1 }, Thing: { b: 2 } }, letters)
    const call = async (type: 'Query' | 'Mutation', field: string, args: object, from: object = context) =>
      Reflect.apply(Reflect.get(Object(resolvers[type]), field), undefined, [undefined, args, from])
    expect(Object.keys(Object(resolvers.Query))).toEqual(['a', 'agentProxyDeadLetters'])
    expect(Object.keys(Object(resolvers.Mutation))).toEqual(['replayAgentProxyDeadLetter'])
    expect(await call('Query', 'agentProxyDeadLetters', { size: 1, page: 1 })).toMatchObject({
      content: [{ messageId: idOf(2) }],
      totalElements: 2,
      number: 1,
      size: 1,
    })
    expect(await call('Mutation', 'replayAgentProxyDeadLetter', { id: row?.id })).toMatchObject({ replayedBy: 'ops' })
    expect(waked.count).toBe(1)
    expect(audited).toMatchObject([{ action: 'replayAgentProxyDeadLetter', subjectId: row?.id }])
    expect(await call('Query', 'agentProxyDeadLetters', { replayed: true })).toMatchObject({
      content: [{ messageId: idOf(1) }],
    })
    const narrowed = { ...context, principal: { ...principal, narrowed: 'ACME' } }
    for (const [type, field] of [
      ['Query', 'agentProxyDeadLetters'],
      ['Mutation', 'replayAgentProxyDeadLetter'],
    ] as const)
      expect(await codeOf(call(type, field, { id: row?.id }, narrowed))).toEqual([
        'FORBIDDEN',
        'Fleet-Institution: dead letters belong to no institution; leave the header out.',
      ])
    expect(withDeadLetters({ Query: { a: 1 } }, null)).toEqual({ Query: { a: 1 } })
  })

  it('is forgotten 90 days after its last failure, a thousand in one transaction', async () => {
    const insert = (
      at: string,
      count: number,
    ) => `insert into journal.dead_letter (id, topic, consumer_group, identity, key,
      message, error, attempts, first_attempt_at, last_attempt_at)
      select gen_random_uuid(), 't', 'g', '${at}' || n, 'k', '1', 'e', 1, now(), '${at}'
      from generate_series(1, ${count}) n`
    await run(insert('2026-08-22T11:59:59Z', 1_001), insert('2026-08-22T12:00:01Z', 1))
    const reported: string[] = []
    expect(letters.job).toMatchObject({
      name: 'agent-proxy.dead-letter-retention',
      cron: '45 3 * * *',
      timeZone: 'platform',
    })
    const context = { now: NOW, log, progress: (text: string) => void reported.push(text) }
    const ahead = {
      ...context,
      now: new Date(NOW.getTime() + 40 * DAY_MS),
      lastDoneAt: new Date(NOW.getTime() - 3 * DAY_MS),
    }
    expect(await letters.job.run(ahead), 'a clock that jumped').toBe('0 dead letters deleted')
    expect(await letters.job.run(context)).toBe('1001 dead letters deleted')
    expect(reported).toEqual(['1000 dead letters deleted'])
    expect(await run('select count(*)::int as left from journal.dead_letter')).toEqual([{ left: 1 }])
  })
})

it('messages that every group of their topic has read are deleted after a week, dead letters after 90 days', async () => {
  const insert = (topic: string, seq: number, at: string) =>
    `insert into topics.message (seq, topic, id, key, envelope, published_at) overriding system value
     values (${seq}, '${topic}', gen_random_uuid(), 'k', '{}', '${at}')`
  const [week, quarter] = ['2026-11-13', '2026-08-22']
  await run(
    `insert into topics.topic (name) values ('r.a'), ('r.b'), ('r.a.dead-letter'), ('r.b.dead-letter')`,
    insert('r.a', 1, `${week}T11:59:59Z`),
    insert('r.a', 2, `${week}T12:00:00Z`),
    insert('r.a', 3, `${week}T11:59:59Z`),
    insert('r.a.dead-letter', 4, `${quarter}T11:59:59Z`),
    insert('r.a.dead-letter', 5, `${quarter}T12:00:00Z`),
    // No group reads these topics.
    insert('r.b', 6, `${week}T11:59:59Z`),
    insert('r.b', 7, `${week}T12:00:00Z`),
    insert('r.b.dead-letter', 8, `${quarter}T11:59:59Z`),
    insert('r.b.dead-letter', 9, `${week}T11:59:59Z`),
    // Of two groups, one has not read it yet.
    insert('r.a', 10, `${quarter}T11:59:59Z`),
    `insert into topics.cursor (consumer_group, topic, seq)
     values ('g', 'r.a', 2), ('h', 'r.a', 10), ('g', 'r.a.dead-letter', 5)`,
  )
  const job = topicRetentionJob(stores, RETENTION)
  expect(job).toMatchObject({ name: 'topics.retention', cron: '30 1 * * *', timeZone: 'UTC' })
  const jumped = { now: new Date(NOW.getTime() + 40 * DAY_MS), lastDoneAt: new Date(NOW.getTime() - 3 * DAY_MS) }
  expect(await job.run({ ...jumped, log, progress: () => {} }), 'a clock that jumped').toBe('0 messages deleted')
  expect(await job.run({ now: NOW, log, progress: () => {} })).toBe('4 messages deleted')
  const left = await run('select seq::int from topics.message order by seq')
  expect(left.map(({ seq }) => seq)).toEqual([2, 3, 5, 7, 9, 10])
})
