import { buildSchema, getOperationAST, parse } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { recordingLog } from '../../tests/support/hosted-service.ts'
import { createLiveStreams, type LiveStreams } from './streams.ts'
import { planSubscription } from './subscription.rules.ts'
import { createSubscriptions, type SubscriptionGraph } from './subscriptions.ts'

const schema = buildSchema(`
  scalar SafeInt
  type Query { incident(id: SafeInt!): Incident journalGap(id: SafeInt!): Gap }
  type Subscription { incidentChanged: Incident journalGapChanged: Gap insightChanged: Insight }
  type Incident {
    id: SafeInt! title: String! causes: [String!]! note(language: String): String
    atm: Atm events(first: Int): [Event!]!
  }
  type Event { id: SafeInt! }
  type Atm { name: String }
  type Gap { id: SafeInt! }
  type Insight { publishedAt: String }
`)

const plan = (text: string) => {
  const document = parse(text)
  const operation = getOperationAST(document, 'S')
  if (!operation) throw new Error('no operation')
  return planSubscription(schema, document, operation, new Set(['Incident.causes']))
}

const plain = (text: string | null) => text?.replaceAll(/\s+/g, ' ')

describe('the plan of a subscription', () => {
  it('needs no query where the record has all that is asked for', () => {
    const { topic, field, responseName, query } = plan(
      'subscription S { a: incidentChanged { ...F } } fragment F on Incident { id t: title __typename }',
    )
    expect([topic, field, responseName, query]).toEqual(['incidents', 'incidentChanged', 'a', null])
  })

  it('is a query of the record where others are asked for, with its variables, fragments and names', () => {
    const { query } = plan(
      `subscription S($n: Int) { ...R } fragment R on Subscription { ... on Subscription { incidentChanged { ...F } } }
      fragment F on Incident { events(first: $n) { id } }
      query Q { ...G } fragment G on Query { incident(id: 1) { id } }`,
    )
    expect(plain(query)).toBe(
      plain(`query S($n: Int, $__liveId: SafeInt!) { ...R }

        fragment R on Query { ... on Query { incidentChanged: incident(id: $__liveId) { ...F } } }

        fragment F on Incident { events(first: $n) { id } }`),
    )
    expect(plan('subscription S { g: journalGapChanged { id } incident: journalGapChanged { id } }').query).toBeNull()
    expect(plain(plan('subscription S { x: incidentChanged { atm { name } } }').query)).toContain('x: incident(id:')
  })
})

describe('the plan of a subscription for values that the record does not have', () => {
  it.each(['causes', 'id note', 'id note(language: "fi")', '...F } } fragment F on Incident { ... { causes'])(
    'is a query: %s',
    (fields) => {
      expect(plan(`subscription S { incidentChanged { ${fields} } }`).query).toContain('incident(id: $__liveId)')
    },
  )
})

const principal = callerOf({ userId: 'u', institutions: [] })

type Answer = Awaited<ReturnType<SubscriptionGraph['query']>>

/** What is sent of these blocks, where the graph answers these one after another, and how long it waits, in ms. */
const streamOf = async (sent: string, query: string, answers: readonly Answer[], endsAfter = answers.length + 1) => {
  const pauses: number[] = []
  const left = [...answers]
  const document = parse(query)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('no operation')
  async function* chunks() {
    yield Buffer.from(sent)
  }
  const streams: LiveStreams = {
    open: () => ({
      chunks: chunks(),
      cut: new AbortController().signal,
      isEnded: () => answers.length - left.length >= endsAfter,
    }),
    count: () => 0,
    release: () => {},
  }
  const graph: SubscriptionGraph = {
    check: () => ({ kind: 'valid', schema, document, operation, given: {} }),
    query: async () => left.shift() ?? {},
  }
  const contract = 'type Insight { publishedAt: String @restName(name: "published_at") }'
  const { log, lines } = recordingLog()
  const request = { query, operationName: null, variables: {} }
  const pause = async (ms: number) => void pauses.push(ms)
  const { chunks: frames } = createSubscriptions(graph, streams, { contracts: [contract], log, pause }).open(
    { principal, token: null, traceId: 'trace' },
    request,
    null,
  )
  return { text: Buffer.concat(await Array.fromAsync(frames)).toString(), pauses, left: left.length, lines }
}

const textOf = async (sent: string, query: string, answer: Answer = {}): Promise<string> =>
  (await streamOf(sent, query, [answer])).text

const RECORD = 'event: incidents\nid: A\ndata: {"id":7,"title":"t"}\n\n'
const TITLES = 'subscription { incidentChanged { title } }'
const NAMES = 'subscription { incidentChanged { atm { name } } }'

describe('the stream of a subscription', () => {
  it('has a result for each record, with its id, and keeps comments', async () => {
    expect(await textOf(`: open\n\n${RECORD}: beat\nid: B\n\n`, TITLES)).toBe(
      ': open\n\nevent: next\nid: A\ndata: {"data":{"incidentChanged":{"title":"t"}}}\n\n: beat\nid: B\n\n',
    )
  })

  it('has fields by their names in the graph', async () => {
    const sent = 'event: insights\nid: A\ndata: {"published_at":"now"}\n\n'
    expect(await textOf(sent, 'subscription { insightChanged { publishedAt } }')).toBe(
      'event: next\nid: A\ndata: {"data":{"insightChanged":{"publishedAt":"now"}}}\n\n',
    )
  })

  it('has errors where a record does not fit, without words of the inside', async () => {
    const { text, lines } = await streamOf('event: incidents\nid: A\ndata: {"id":7}\n\n'.repeat(2), TITLES, [])
    expect(text).toContain('"incidentChanged":null')
    expect(lines).toEqual([expect.stringContaining('Cannot return null for non-nullable field Incident.title')])
    expect(text).toContain('"code":"INTERNAL"')
    expect(text).not.toContain('non-nullable')
  })

  it('has what the graph answers, and nothing of a record that it does not give any more', async () => {
    const data = { incidentChanged: { atm: { name: 'n' } } }
    expect(await textOf(RECORD, NAMES, { data })).toBe(`event: next\nid: A\ndata: ${JSON.stringify({ data })}\n\n`)
    expect(await textOf(RECORD, NAMES, { data: { incidentChanged: null } })).toBe(': beat\nid: A\n\n')
    const inPart = { data: { incidentChanged: { atm: null } }, errors: [{ message: 'no' }] }
    expect(await textOf(RECORD, NAMES, inPart)).toBe(`event: next\nid: A\ndata: ${JSON.stringify(inPart)}\n\n`)
  })

  it('has a change that the graph answers at the third time, after the time that it asks to wait', async () => {
    const data = { incidentChanged: { atm: { name: 'n' } } }
    const failed = (retryAfterSeconds: number) => ({
      data: { incidentChanged: null },
      errors: [{ message: 'no', extensions: { code: 'UNAVAILABLE', retryAfterSeconds } }],
    })
    const { text, pauses } = await streamOf(RECORD, NAMES, [failed(2), failed(60), { data }])
    expect(text).toBe(`: waiting\n\n: waiting\n\nevent: next\nid: A\ndata: ${JSON.stringify({ data })}\n\n`)
    expect(pauses).toEqual([2_000, 5_000])
  })

  it('says that records are to be read again where it does not have a change, without its id', async () => {
    const errors = [{ message: 'no', extensions: { retryAfterSeconds: 1 } }]
    const data = { incidentChanged: { atm: { name: 'n' } } }
    const lost = (given: object) =>
      `event: next\ndata: ${JSON.stringify({
        data: { incidentChanged: null },
        ...given,
        extensions: { live: { event: 'reset', topics: ['incidents'] } },
      })}\n\n`
    const answers = [{ errors }, { errors }, { errors }, { errors }, { data }, { data: null, errors }]
    const { text, pauses, left } = await streamOf(RECORD.repeat(3), NAMES, [...answers, { data }])
    // The second change is asked for once, as the first one failed in the end.
    const sent = `event: next\nid: A\ndata: ${JSON.stringify({ data })}\n\n`
    expect(text).toBe(`: waiting\n\n: waiting\n\n${lost({ errors })}${lost({ errors })}${sent}`)
    expect([pauses, left]).toEqual([[1_000, 1_000], 2])
    const forGood = [{ message: 'too large' }]
    expect((await streamOf(RECORD, NAMES, [{ errors: forGood }])).text).toBe(lost({ errors: forGood }))
  })

  it('asks for nothing after it was ended, and sends only why it ended', async () => {
    const data = { incidentChanged: { atm: { name: 'n' } } }
    const sent = `${RECORD}${RECORD}: beat\nid: B\n\nevent: expired\ndata: {}\n\n`
    const { text, left } = await streamOf(sent, NAMES, [{ data }, { data }], 1)
    expect(left).toBe(1)
    expect(text).toMatch(/^event: next\ndata: \{"errors":\[.*"UNAUTHENTICATED"/)
  })

  it('does not ask again after it was ended', async () => {
    const errors = [{ message: 'no', extensions: { retryAfterSeconds: 1 } }]
    const { text, pauses, left } = await streamOf(RECORD, NAMES, [{ errors }, { errors }], 1)
    expect([text, pauses, left]).toEqual(['', [], 1])
  })

  it('tells notices in extensions', async () => {
    expect(await textOf('event: degraded\ndata: {"source":"incident"}\n\n', TITLES)).toBe(
      'event: next\ndata: {"data":{"incidentChanged":null},' +
        '"extensions":{"live":{"event":"degraded","source":"incident"}}}\n\n',
    )
  })

  it.each([
    ['event: expired\ndata: {}\n\n', '', 'UNAUTHENTICATED'],
    ['retry: 30000\nevent: replaced\ndata: {}\n\n', 'retry: 30000\n', 'RATE_LIMITED'],
  ])('is complete after an error when it is ended here: %j', async (sent, retry, code) => {
    const text = await textOf(sent, TITLES)
    expect(text.startsWith(`${retry}event: next\ndata: {"errors":[{"message":`)).toBe(true)
    expect(text).toContain(`"extensions":{"code":"${code}"}}]}\n\n`)
    expect(text.endsWith('event: complete\ndata: \n\n')).toBe(true)
  })
})

describe('a subscription of which nothing was read', () => {
  it('leaves the stream when it is given up', async () => {
    const document = parse(TITLES)
    const operation = getOperationAST(document)
    if (!operation) throw new Error('no operation')
    const streams = createLiveStreams({
      calls: { request: () => Promise.reject(new Error('nothing answers')) },
      authenticate: () => principal,
      log: createLog({ level: 'silent', name: 'test' }),
      now: () => new Date(0),
    })
    onTestFinished(streams.release)
    const graph: SubscriptionGraph = {
      check: () => ({ kind: 'valid', schema, document, operation, given: {} }),
      query: async () => ({}),
    }
    const request = { query: TITLES, operationName: null, variables: {} }
    const { chunks } = createSubscriptions(graph, streams, { contracts: [], log: recordingLog().log }).open(
      { principal, token: null, traceId: 'trace' },
      request,
      null,
    )
    expect(streams.count()).toBe(1)
    await chunks[Symbol.asyncIterator]().return?.()
    expect(streams.count()).toBe(0)
  })
})
