import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const post = (body: unknown) => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })

describe('one event', () => {
  it('of a known type is stored and answered 201 with all its fields', async () => {
    const eventId = randomUUID()
    const answer = await post({
      agentAtmId: 'ATM-1',
      institutionKey: 'ACME',
      eventType: 'CASSETTE_LOW',
      eventTime: '2026-11-20T11:58:00',
      eventId,
      component: 'CDM',
      cassetteNo: 2,
      errorCode: 'E42',
      message: 'card 4111111111111111 in the way',
      details: { pan: 4111111111111111, note: 'fine' },
      cassettes: [
        { cassetteNo: 2, type: 'DISPENSE', currency: 'ETB', denomination: 100, currentCount: 12, status: 'LOW' },
      ],
      unknownField: true,
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      eventId,
      institutionKey: 'ACME',
      atmId: expect.any(Number),
      deviceId: Object(answer.body).atmId,
      agentAtmId: 'ATM-1',
      eventType: 'CASSETTE_LOW',
      category: 'CASH',
      eventTime: '2026-11-20T11:58:00',
      eventTimeDefaulted: false,
      occurredAt: '2026-11-20T11:58:00.000Z',
      receivedAt: expect.stringContaining('2026-11-20T12:0'),
      component: 'CDM',
      cassetteNo: '2',
      errorCode: 'E42',
      message: 'card 411111XXXXXX1111 in the way',
      details: { pan: '411111XXXXXX1111', note: 'fine' },
      cassettes: [
        {
          ...{ cassetteNo: '2', type: 'DISPENSE', currency: 'ETB', denomination: 100, status: 'LOW' },
          ...{ initialCount: null, currentCount: 12, rejectedCount: null, capacity: null },
        },
      ],
      incidentId: expect.any(Number),
    })
  })

  it.each([['NEW_TYPE'], [''], ['   '], [null], [undefined], [5], [{}]])(
    'of the type %j is stored as an exception and answered 202',
    async (eventType) => {
      const body = { agentAtmId: 'ATM-2', institutionKey: 'ACME', eventType, message: '4111111111111111', extra: [1] }
      const answer = await post(body)
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({
        status: 'NOT_STORED',
        reason: 'UNKNOWN_EVENT_TYPE',
        exceptionId: expect.any(Number),
      })
      const { exceptionId } = Object(answer.body)
      const [kept] = await inspector.rows('select * from incident.event_exception where id = $1', [exceptionId])
      expect(kept).toMatchObject({
        agent_atm_id: 'ATM-2',
        institution_key: 'ACME',
        body: { message: '411111XXXXXX1111', extra: [1] },
      })
      const [atm] = await inspector.rows<{ last_heartbeat_at: Date | null }>(
        `select * from incident.atm where agent_atm_id = 'ATM-2'`,
      )
      expect(atm?.last_heartbeat_at).not.toBeNull()
    },
  )

  it.each([
    [{ component: {} }],
    [{ component: 'c'.repeat(129) }],
    [{ cassettes: 'all of them' }],
    [{ cassettes: [{ denomination: 'x' }] }],
    [{ message: 7, details: 'd'.repeat(20_000) }],
    [{ eventId: 'of our own' }],
    [{ eventId: 7 }],
  ])('of an unknown type is stored as an exception even where a known one would be refused (%#)', async (wrong) => {
    for (const eventType of ['NEW_TYPE', ' ', undefined]) {
      const answer = await post({ agentAtmId: 'ATM-2', eventType, ...wrong })
      expect(answer.status).toBe(202)
      const [kept] = await inspector.rows('select body from incident.event_exception where id = $1', [
        Object(answer.body).exceptionId,
      ])
      expect(kept).toMatchObject({ body: wrong })
    }
    expect((await post({ agentAtmId: 'ATM-2', eventType: 'ATM_IN_SERVICE', ...wrong })).status).toBe(400)
  })

  it.each([
    [{ eventType: 'POWER_OFF' }, 'agentAtmId'],
    [{ eventType: 'POWER_OFF', agentAtmId: '  ' }, 'agentAtmId'],
    [{ eventType: 'POWER_OFF', agentAtmId: 7 }, 'agentAtmId'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', eventId: 'x' }, 'eventId'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', message: 'a\u0000b' }, 'message'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', details: { a: ['\u0000'] } }, 'details.a[0]'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', details: { 'a\ud800': 1 } }, 'details'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', component: '\udc00' }, 'component'],
    [
      { eventType: 'POWER_OFF', agentAtmId: 'A', cassettes: [{ cassetteNo: '1', type: '\ud800' }] },
      'cassettes[0].type',
    ],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', details: ['x'.repeat(17_000)] }, 'details'],
    [{ eventType: 'NEW', agentAtmId: 'A', other: '\u0000' }, 'other'],
    [
      {
        eventType: 'POWER_OFF',
        agentAtmId: 'A',
        cassettes: [{ cassetteNo: '1' }, { cassetteNo: '2', denomination: 'x' }],
      },
      'cassettes[1].denomination',
    ],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', cassettes: {} }, 'cassettes'],
    [{ eventType: 'POWER_OFF', agentAtmId: 'A', institutionKey: 'A,B' }, 'institutionKey'],
    [['x'], 'body'],
  ])('that cannot be used is refused with the path of its field (%#)', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field }] })
  })

  it('that is nested without end is refused, whatever its type', async () => {
    for (const eventType of ['POWER_OFF', 'NEW']) {
      const text = `{"agentAtmId":"A","eventType":"${eventType}","details":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
      const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', {
        body: new TextEncoder().encode(text),
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.body).toMatchObject({ status: 400, errors: [{ field: expect.stringMatching(/^details\[0]/) }] })
      expect(answer.text.length).toBeLessThan(2_000)
    }
  })

  it('shows and keeps no card number, whichever field it is sent in', async () => {
    const card = '4111111111111111'
    const fields = { component: card, errorCode: `E ${card}`, cassetteNo: Number(card) }
    const cassettes = [{ cassetteNo: card, type: card, currency: card, status: card }]
    const event = { agentAtmId: 'ATM-C', eventType: 'CASSETTE_EMPTY', ...fields, cassettes, message: card }
    const answer = await post(event)
    expect(answer.body).toMatchObject({ component: '411111XXXXXX1111', cassetteNo: '411111XXXXXX1111' })
    expect(answer.text).not.toContain(card)
    const [kept] = await inspector.rows<{ text: string }>(
      `select concat((select jsonb_agg(to_jsonb(e)) from incident.event e where agent_atm_id = 'ATM-C'),
        (select jsonb_agg(to_jsonb(i)) from incident.incident i where agent_atm_id = 'ATM-C'),
        (select jsonb_agg(to_jsonb(c)) from incident.cassette c join incident.atm a on a.id = c.atm_id
          where agent_atm_id = 'ATM-C')) as text`,
    )
    expect(kept?.text).toContain('411111XXXXXX1111')
    expect(kept?.text).not.toContain(card)
  })

  it('has a message over 2,000 characters cut', async () => {
    const answer = await post({ agentAtmId: 'ATM-1', eventType: 'ATM_IN_SERVICE', message: 'm'.repeat(2_001) })
    expect(answer.status).toBe(201)
    expect(Object(answer.body).message).toHaveLength(2_000)
    const odd = await post({ agentAtmId: 'ATM-1', eventType: 'ATM_IN_SERVICE', message: `m${'💳'.repeat(1_000)}` })
    expect(Object(odd.body).message).toBe(`m${'💳'.repeat(999)}`)
    const sent = await post({ agentAtmId: 'ATM-1', eventType: `T${'💳'.repeat(100)}` })
    const [kept] = await inspector.rows('select event_type from incident.event_exception where id = $1', [
      Object(sent.body).exceptionId,
    ])
    expect(kept).toEqual({ event_type: `T${'💳'.repeat(99)}` })
  })

  it('from another institution than the ATM’s is refused, one without an institution is not', async () => {
    const event = { agentAtmId: 'ATM-OF-ACME', eventType: 'ATM_IN_SERVICE' }
    await post({ ...event, institutionKey: 'ACME' })
    expect((await post({ ...event, institutionKey: 'OTHER' })).status).toBe(403)
    expect((await post(event)).body).toMatchObject({ institutionKey: 'ACME' })
  })

  it('may have no institution until the first caller names one', async () => {
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE' })).body).toMatchObject({
      institutionKey: null,
    })
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE', institutionKey: 'BETA' })).status).toBe(
      201,
    )
    expect((await post({ agentAtmId: 'ATM-NEW', eventType: 'ATM_IN_SERVICE', institutionKey: 'ACME' })).status).toBe(
      403,
    )
  })

  it('is answered once more with the first answer when its eventId comes again', async () => {
    const known = { agentAtmId: 'ATM-1', eventType: 'ATM_OUT_OF_SERVICE', eventId: randomUUID() }
    const first = await post(known)
    const again = await post({ ...known, eventType: 'ATM_IN_SERVICE' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    const sent = { agentAtmId: 'ATM-1', eventType: 'NEVER_HEARD', eventId: randomUUID() }
    const answer = await post(sent)
    expect((await post({ ...sent, eventType: 'POWER_OFF' })).body).toEqual(answer.body)
  })

  it('needs the secret and the internal listener', async () => {
    const url = '/incident/api/internal/journal-events'
    const payload = { agentAtmId: 'ATM-1', eventType: 'POWER_OFF' }
    expect((await platform.internalApp.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
    const as = await platform.token({ role: 'ADMIN' })
    expect((await platform.ask('POST', url, { as, body: payload })).status).toBe(404)
  })
})
