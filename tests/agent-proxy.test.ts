import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProxyService } from '../subgraphs/agent-proxy/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { openTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([incidentService, agentProxyService], { now: '2026-03-01T10:00:00Z', start: true })
  for (const [agentAtmId, institution] of [
    ['A-1', 'ACME'],
    ['B-1', 'BETA'],
  ] as const)
    await post(await platform.token({ role: 'AGENT', institutions: [institution] }), { ...EVENT, agentAtmId })
})
afterAll(() => platform.close())

const EVENT = { eventType: 'ATM_IN_SERVICE', eventTime: '2026-03-01T09:00:00' }
const post = (as: string, body: unknown) => platform.ask('POST', '/agent-proxy/api/journal-events', { as, body })

describe('the incident service itself', () => {
  it('takes events like the agent proxy, of the same callers, with the same answers', async () => {
    const [own, any, msp, admin] = await Promise.all([
      platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'A-1' }),
      platform.token({ role: 'AGENT', institutions: ['ACME'] }),
      platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'BETA'] }),
      platform.token({ role: 'ADMIN' }),
    ])
    const cases: readonly (readonly [string, unknown])[] = [
      [own, { ...EVENT, agentAtmId: 'A-1' }],
      [own, { ...EVENT, agentAtmId: 'A-2' }],
      [any, { ...EVENT, agentAtmId: 'B-1' }],
      [any, { ...EVENT, agentAtmId: 'A-1', eventType: 'NOT_KNOWN' }],
      [any, { ...EVENT, agentAtmId: 'A-1', eventType: 'NOT_KNOWN', eventId: 'no UUID' }],
      [any, { ...EVENT, agentAtmId: 'A-1', eventId: 'no UUID' }],
      [any, { ...EVENT, agentAtmId: 'A-1', cassettes: [{ cassetteNo: '1', capacity: -1 }] }],
      [any, { ...EVENT }],
      [any, 'no event'],
      [msp, { ...EVENT, agentAtmId: 'NEW-1' }],
      [msp, { ...EVENT, agentAtmId: 'B-1' }],
      [admin, { ...EVENT, agentAtmId: 'A-1' }],
      [admin, { ...EVENT, agentAtmId: 'NEW-1', institutionKey: 'not a key' }],
    ]
    const shape = ({ status, body }: { status: number; body: unknown }) => {
      const { id, exceptionId, instance, traceId, timestamp, receivedAt, ...rest } = Object(body)
      return { status, ...rest }
    }
    for (const [as, body] of cases) {
      const direct = await platform.ask('POST', '/incident/api/journal-events', { as, body })
      expect(shape(direct)).toEqual(shape(await post(as, body)))
    }
    expect((await platform.ask('POST', '/incident/api/journal-events', { body: {} })).status).toBe(401)
  })
})

describe('who may report for which ATM', () => {
  it('an agent with a claim for one ATM reports for that ATM only', async () => {
    const own = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'A-1' })
    expect((await post(own, { ...EVENT, agentAtmId: 'A-1' })).status).toBe(201)
    expect((await post(own, { ...EVENT, agentAtmId: 'A-2' })).body).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('an agent without the claim reports for any ATM of its one institution; with none or two for no ATM', async () => {
    const any = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await post(any, { ...EVENT, agentAtmId: 'A-2' })).status).toBe(201)
    expect((await post(await platform.token({ role: 'AGENT' }), { ...EVENT, agentAtmId: 'A-2' })).status).toBe(403)
    const two = await platform.token({ role: 'AGENT', institutions: ['ACME', 'BETA'] })
    expect((await post(two, { ...EVENT, agentAtmId: 'A-2' })).body).toMatchObject({
      status: 401,
      detail: expect.stringContaining('institutionKey'),
    })
  })

  it('the first institution that names an ATM keeps it, whatever a body says', async () => {
    const beta = await platform.token({ role: 'AGENT', institutions: ['BETA'] })
    expect((await post(beta, { ...EVENT, agentAtmId: 'A-1' })).body).toMatchObject({ status: 403 })
    expect((await post(beta, { ...EVENT, agentAtmId: 'B-1', institutionKey: 'ACME' })).body).toMatchObject({
      institutionKey: 'BETA',
    })
  })

  it('every user role may post, for its institution', async () => {
    for (const role of ['USER', 'CUSTOMER', 'MSP_ADMIN'] as const) {
      const as = await platform.token({ role, institutions: ['ACME'] })
      expect((await post(as, { ...EVENT, agentAtmId: `U-${role}` })).body).toMatchObject({ institutionKey: 'ACME' })
    }
  })

  it('a caller of several institutions, or of none, names a known ATM or the institution of a new one', async () => {
    const several = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'GAMMA'] })
    expect((await post(several, { ...EVENT, agentAtmId: 'A-1' })).body).toMatchObject({ institutionKey: 'ACME' })
    expect((await post(several, { ...EVENT, agentAtmId: 'NEW-1' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'institutionKey' }],
    })
    expect((await post(several, { ...EVENT, agentAtmId: 'B-1' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'institutionKey' }],
    })
    expect((await post(several, { ...EVENT, agentAtmId: 'NEW-1', institutionKey: 'BETA' })).status).toBe(403)
    expect((await post(several, { ...EVENT, agentAtmId: 'NEW-1', institutionKey: 'GAMMA' })).body).toMatchObject({
      institutionKey: 'GAMMA',
    })
    const admin = await platform.token({ role: 'ADMIN' })
    expect((await post(admin, { ...EVENT, agentAtmId: 'NEW-2' })).status).toBe(400)
    expect((await post(admin, { ...EVENT, agentAtmId: 'B-1' })).body).toMatchObject({ institutionKey: 'BETA' })
    expect((await post(admin, { ...EVENT, agentAtmId: 'NEW-2', institutionKey: 'DELTA' })).body).toMatchObject({
      institutionKey: 'DELTA',
    })
  })

  it('an administrator who sees all reports a new ATM of the one institution of the token, where it has one', async () => {
    const admin = await platform.token({ role: 'BCOS_ADMIN', institutions: ['ACME'] })
    expect((await post(admin, { ...EVENT, agentAtmId: 'NEW-3' })).body).toMatchObject({ institutionKey: 'ACME' })
    expect((await post(admin, { ...EVENT, agentAtmId: 'B-1' })).body).toMatchObject({ institutionKey: 'BETA' })
  })
})

describe('the endpoints of the agent proxy', () => {
  it('refuse in the order token, role, body', async () => {
    expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { body: 'no object' })).status).toBe(401)
    const user = await platform.token({ role: 'USER', institutions: ['ACME'] })
    expect(
      (await platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: user, body: 'no list' })).status,
    ).toBe(403)
    expect(
      (await platform.ask('POST', '/agent-proxy/api/heartbeats', { as: user, body: { agentAtmId: 'A-1' } })).status,
    ).toBe(403)
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await post(agent, 'no object')).body).toMatchObject({ status: 400, errors: [{ field: 'body' }] })
    expect((await post(agent, { ...EVENT })).body).toMatchObject({ status: 400, errors: [{ field: 'agentAtmId' }] })
    expect((await post(agent, { ...EVENT, agentAtmId: ' ' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'agentAtmId' }],
    })
  })

  it('refuse a body that no caller could post before they ask whose it is', async () => {
    const outsider = await platform.token({ role: 'AGENT' })
    const bound = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'A-1' })
    const user = await platform.token({ role: 'USER', institutions: ['ACME'] })
    for (const as of [outsider, bound, user]) {
      const foreign = { ...EVENT, institutionKey: 'BETA' }
      for (const agentAtmId of [undefined, null, ' ', 7, 'x'.repeat(129), '.', ' .. '])
        expect((await post(as, { ...foreign, agentAtmId })).body).toMatchObject({
          status: 400,
          errors: [{ field: 'agentAtmId' }],
        })
      // Whether an eventId must be a UUID depends on the type, which only the incident service knows.
      for (const eventId of ['', 'x'])
        expect((await post(as, { ...foreign, agentAtmId: 'A-2', eventId })).status).toBe(403)
    }
    const beat = (agentAtmId: string) =>
      platform.ask('POST', '/agent-proxy/api/heartbeats', { as: bound, body: { agentAtmId } })
    expect((await beat('..')).status).toBe(400)
    expect((await beat('A-2')).status).toBe(403)
  })

  it('refuse more than 500 events a batch, and answer an empty one with an empty list', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const batch = (body: unknown) => platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body })
    expect((await batch(Array.from({ length: 501 }, () => ({ ...EVENT, agentAtmId: 'A-1' })))).body).toMatchObject({
      status: 400,
      errors: [{ field: 'body' }],
    })
    expect((await batch([])).body).toEqual([])
    const full = await batch(Array.from({ length: 500 }, (_, index) => ({ ...EVENT, agentAtmId: `A-${index % 7}` })))
    expect(Object(full.body).every((entry: { status: number }) => entry.status === 201)).toBe(true)
  })

  it('refuse an event that cannot be stored alone, and a single one naming its field', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const good = JSON.stringify({ ...EVENT, agentAtmId: 'A-1' })
    const nested = `${'[{"a":'.repeat(8_000)}1${'}]'.repeat(8_000)}`
    const deep = `{"agentAtmId":"A-1","eventType":"ATM_IN_SERVICE","details":${nested}}`
    const bad = [
      '{"agentAtmId":"A-1","message":"\\u0000"}',
      '{"agentAtmId":"A-1","details":{"a\\u0000":1}}',
      '{"agentAtmId":"A-1","details":{"4111111111111111":"\\ud800"}}',
      deep,
    ]
    const postText = (path: string, text: string) =>
      platform.ask('POST', `/agent-proxy${path}`, {
        as: agent,
        body: new TextEncoder().encode(text),
        headers: { 'content-type': 'application/json' },
      })
    const batch = await postText('/api/journal-events/batch', `[${good},${bad.join(',')},${good}]`)
    expect(batch.status).toBe(200)
    expect(Object(batch.body).map(({ status }: { status: number }) => status)).toEqual([201, 400, 400, 400, 400, 201])
    expect(batch.text).not.toContain('4111111111111111')
    const foreign = `{"agentAtmId":"B-1","eventType":"ATM_IN_SERVICE"}`
    const wrong = `{"agentAtmId":"A-1","eventType":"ATM_IN_SERVICE","component":{}}`
    const entries = Object((await postText('/api/journal-events/batch', `[${bad[0]},${foreign},${wrong}]`)).body)
    const problem = { instance: '/agent-proxy/api/journal-events/batch', traceId: expect.any(String) }
    expect(entries).toMatchObject([400, 403, 400].map((status) => ({ status, body: { status, ...problem } })))
    expect((await postText('/api/journal-events', wrong)).body).toMatchObject({
      instance: '/agent-proxy/api/journal-events',
    })
    const fields = []
    for (const text of bad) {
      const answer = await postText('/api/journal-events', text)
      expect(answer.status).toBe(400)
      fields.push(Object(answer.body).errors[0].field)
    }
    expect(fields).toEqual(['message', 'details', 'details.411111XXXXXX1111', expect.stringMatching(/^details\[0]/)])
  })

  it('take batches and heartbeats from agents only, and a heartbeat of a real ATM only', async () => {
    const [agent, user] = await Promise.all([
      platform.token({ role: 'AGENT', institutions: ['ACME'] }),
      platform.token({ role: 'ADMIN' }),
    ])
    const beat = (as: string, body: unknown) => platform.ask('POST', '/agent-proxy/api/heartbeats', { as, body })
    expect(await beat(agent, { agentAtmId: 'A-1' })).toMatchObject({ status: 204, text: '' })
    expect((await beat(user, { agentAtmId: 'A-1' })).status).toBe(403)
    expect((await platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: user, body: [] })).status).toBe(
      403,
    )
    for (const agentAtmId of ['', ' ', 'x'.repeat(300), 7]) expect((await beat(agent, { agentAtmId })).status).toBe(400)
    expect((await beat(agent, {})).status).toBe(400)
  })

  it('answer a batch by entry, in order: each like a single post, with no trace of the internal endpoint', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'A-1' })
    const known = { ...EVENT, agentAtmId: 'A-1' }
    const body = [
      known,
      { ...known, agentAtmId: 'A-2' },
      'no event',
      { ...known, eventType: 'NOT_KNOWN' },
      { ...known, eventId: 'x' },
      known,
    ]
    const answer = await platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body })
    const statuses = Object(answer.body).map(({ status }: { status: number }) => status)
    expect([answer.status, ...statuses]).toEqual([200, 201, 403, 400, 202, 400, 201])
    expect(answer.text).not.toContain('internal')
  })

  it('refuse a single event of more than 64 KiB with 413', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect((await post(agent, { ...EVENT, agentAtmId: 'A-1', filler: 'x'.repeat(66_000) })).body).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('mask card numbers before anything is stored or answered', async () => {
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const card = '4111111111111111'
    const answer = await post(agent, { ...EVENT, agentAtmId: 'A-1', message: `PAN ${card}`, details: { track: card } })
    expect(answer.text).not.toContain(card)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/^PAN 411111.{6}1111$/) })
  })

  it('answer 503 with Retry-After while the incident service cannot be reached', async () => {
    const alone = await openTestPlatform([agentProxyService], { env: { INCIDENT_URL: 'http://127.0.0.1:1' } })
    try {
      const agent = await alone.token({ role: 'AGENT', institutions: ['ACME'] })
      const answer = await alone.ask('POST', '/agent-proxy/api/journal-events', {
        as: agent,
        body: { ...EVENT, agentAtmId: 'A-1' },
      })
      expect(answer.body).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.text).not.toContain('127.0.0.1')
      const batch = [{ ...EVENT, agentAtmId: 'A-1' }, { bad: true }]
      const endpoints: readonly [string, unknown][] = [
        ['/api/journal-events/batch', batch],
        ['/api/heartbeats', { agentAtmId: 'A-1' }],
      ]
      for (const [path, body] of endpoints) {
        const refused = await alone.ask('POST', `/agent-proxy${path}`, { as: agent, body })
        expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '2' } })
      }
    } finally {
      await alone.close()
    }
  })
})
