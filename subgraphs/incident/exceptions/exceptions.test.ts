import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let admin: string
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const post = (body: object) =>
  platform.askInternal('POST', '/incident/api/internal/journal-events', { body: { institutionKey: 'ACME', ...body } })
const storeException = async (body: object): Promise<number> => {
  const answer = await post(body)
  expect(answer.status).toBe(202)
  return Object(answer.body).exceptionId
}
const add = (eventType: string) => platform.ask('POST', '/incident/api/event-types', { as: admin, body: { eventType } })
const replay = (eventType: string, as = admin) =>
  platform.ask('POST', `/incident/api/event-exceptions/replay?eventType=${encodeURIComponent(eventType)}`, { as })
const list = async (query: string, as = admin) =>
  Object((await platform.ask('GET', `/incident/api/event-exceptions?${query}`, { as })).body)
const eventsOf = async (atmId: number, rest = '') =>
  Object(
    (
      await platform.ask('GET', `/incident/api/journal-events/atm/${atmId}/paginated?${rest}`, {
        as: await platform.token({ role: 'USER' }),
      })
    ).body,
  )
/** A type that an installation lost, so that its events are stored as exceptions until it is added again. */
const lose = async (eventType: string) => {
  await inspector.rows('delete from incident.event_type where event_type = $1', [eventType])
  platform.clock.set(new Date(platform.clock.now().getTime() + 3_000))
  await platform.ask('GET', '/incident/api/event-types', { as: admin })
}

describe('the list of exceptions', () => {
  it('shows event exceptions, newest first, as they were sent and masked', async () => {
    const eventId = randomUUID()
    const from = platform.clock.now().getTime()
    const first = await storeException({
      agentAtmId: 'L-1',
      eventType: 'LISTED',
      eventId,
      message: 'card 4111111111111111',
      x: [1],
    })
    const second = await storeException({ agentAtmId: 'L-2', eventType: 'LISTED' })
    const page = await list('eventType=LISTED')
    expect(page).toMatchObject({ totalElements: 2, content: [{ id: second }, { id: first }] })
    expect(page.content[1]).toEqual({
      id: first,
      receivedAt: expect.stringMatching(/Z$/),
      institutionKey: 'ACME',
      atmId: expect.any(Number),
      deviceId: page.content[1].atmId,
      agentAtmId: 'L-1',
      eventType: 'LISTED',
      eventId,
      body: {
        agentAtmId: 'L-1',
        institutionKey: 'ACME',
        eventType: 'LISTED',
        eventId,
        message: 'card 411111XXXXXX1111',
        x: [1],
      },
      replayedAt: null,
    })
    expect(Date.parse(page.content[1].receivedAt)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(page.content[1].receivedAt)).toBeLessThanOrEqual(platform.clock.now().getTime())
  })

  it('is filtered by type, ATM and whether it was replayed, and sorted', async () => {
    const ids = [
      await storeException({ agentAtmId: 'F-2', eventType: 'FILTERED' }),
      await storeException({ agentAtmId: 'F-1', eventType: 'FILTERED' }),
    ]
    expect(await list('agentAtmId=F-1')).toMatchObject({ content: [{ id: ids[1] }] })
    expect(await list('eventType=FILTERED&sort=agentAtmId,asc')).toMatchObject({
      content: [{ id: ids[1] }, { id: ids[0] }],
    })
    expect(await list('eventType=FILTERED&replayed=true')).toMatchObject({ totalElements: 0, content: [] })
    await add('FILTERED')
    await replay('FILTERED')
    expect(await list('eventType=FILTERED&replayed=false')).toMatchObject({ totalElements: 0 })
    const replayed = await list('eventType=FILTERED&replayed=true&size=1')
    expect(replayed).toMatchObject({ totalElements: 2, totalPages: 2, content: [{ replayedAt: expect.any(String) }] })
    const faulty = await platform.ask('GET', '/incident/api/event-exceptions?sort=body', { as: admin })
    expect(faulty).toMatchObject({ status: 400, body: { errors: [{ field: 'sort[0]' }] } })
  })

  it("shows an MSP_ADMIN its own institutions' only, and what has none to administrators only", async () => {
    const own = await storeException({ agentAtmId: 'S-1', eventType: 'SCOPED' })
    const foreign = await storeException({ agentAtmId: 'S-2', eventType: 'SCOPED', institutionKey: 'BETA' })
    const unowned = await storeException({ agentAtmId: 'S-3', eventType: 'SCOPED', institutionKey: null })
    const idsFor = async (as: string) =>
      (await list('eventType=SCOPED&sort=id,asc', as)).content.map(({ id }: { id: number }) => id)
    expect(await idsFor(acme)).toEqual([own])
    expect(await idsFor(await platform.token({ role: 'MSP_ADMIN' }))).toEqual([])
    expect(await idsFor(await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA', 'ACME'] }))).toEqual([
      own,
      foreign,
    ])
    expect(await idsFor(await platform.token({ role: 'BCOS_ADMIN' }))).toEqual([own, foreign, unowned])
  })

  it.each(['USER', 'CUSTOMER', 'AGENT'] as const)('is not for %s, nor is the replay', async (role) => {
    const as = await platform.token({ role, institutions: ['ACME'] })
    expect(await platform.ask('GET', '/incident/api/event-exceptions', { as })).toMatchObject({ status: 403 })
    expect(await replay('LISTED', as)).toMatchObject({ status: 403 })
  })
})

describe('a replay', () => {
  it('stores each event with the time of its arrival, once, and lets it count as one that came then', async () => {
    const sent = platform.clock.now().getTime()
    const eventId = randomUUID()
    const body = {
      agentAtmId: 'R-1',
      institutionKey: 'RACME',
      eventType: 'REPLAYED',
      eventId,
      eventTime: '2026-11-20T11:30:00',
    }
    await storeException({ ...body, cassettes: [{ cassetteNo: '1', status: 'OK', currentCount: 7 }] })
    await storeException({
      agentAtmId: 'R-1',
      institutionKey: 'RACME',
      eventType: 'REPLAYED',
      eventTime: '2027-01-01T00:00:00',
    })
    platform.clock.set(new Date(sent + 2 * 3_600_000))
    await add('REPLAYED')
    expect(await replay('REPLAYED')).toMatchObject({
      status: 200,
      body: { eventType: 'REPLAYED', replayed: 2, failed: 0, remaining: 0 },
    })
    expect(await replay('REPLAYED')).toMatchObject({ status: 200, body: { replayed: 0, failed: 0, remaining: 0 } })

    const [{ id: atmId } = { id: 0 }] = await inspector.rows<{ id: number }>(
      `select id from incident.atm where agent_atm_id = 'R-1'`,
    )
    const { content } = await eventsOf(atmId, 'sort=id,asc')
    expect(content).toHaveLength(2)
    expect(content[0]).toMatchObject({
      eventId,
      eventType: 'REPLAYED',
      institutionKey: 'RACME',
      occurredAt: '2026-11-20T11:30:00.000Z',
    })
    for (const event of content) {
      expect(Date.parse(event.receivedAt)).toBeLessThan(sent + 60_000)
      expect(Date.parse(event.occurredAt)).toBeLessThanOrEqual(Date.parse(event.receivedAt))
    }
    const user = await platform.token({ role: 'USER', institutions: ['RACME'] })
    const counts = await platform.ask('GET', '/incident/api/journal-events/activity?view=counts', { as: user })
    expect(counts.body).toMatchObject({
      total: 2,
      byType: [{ eventType: 'REPLAYED', eventCount: 2 }],
      topAtms: [{ atmId, eventCount: 2 }],
    })
    const inventory = await platform.ask('GET', `/incident/api/journal-events/atm/${atmId}/cassette-inventory`, {
      as: user,
    })
    expect(inventory.body).toMatchObject({ cassettes: [{ cassetteNo: '1', currentCount: 7 }] })

    // The eventId refers to the stored event from now on: a 202 never means stored.
    expect(await post(body)).toMatchObject({
      status: 201,
      body: { id: content[0].id, receivedAt: content[0].receivedAt },
    })
    expect(await eventsOf(atmId)).toMatchObject({ totalElements: 2 })
  })

  it('of a type that is not known is refused with the cure; events without one cannot be replayed', async () => {
    await storeException({ agentAtmId: 'R-2', eventType: '' })
    const unknown = await replay('NEVER_ADDED')
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: 'eventType' }] } })
    expect(unknown.text).toContain('POST /api/event-types')
    for (const url of ['?eventType=', '?eventType=%20', '']) {
      const answer = await platform.ask('POST', `/incident/api/event-exceptions/replay${url}`, { as: admin })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'eventType' }] } })
    }
  })

  it("of an MSP_ADMIN stores its own institutions' events only", async () => {
    await storeException({ agentAtmId: 'M-1', eventType: 'MINE' })
    await storeException({ agentAtmId: 'M-2', eventType: 'MINE', institutionKey: 'BETA' })
    await storeException({ agentAtmId: 'M-3', eventType: 'MINE', institutionKey: null })
    await add('MINE')
    expect((await replay('MINE', acme)).body).toMatchObject({ replayed: 1, remaining: 0 })
    expect((await replay('MINE')).body).toMatchObject({ replayed: 2, remaining: 0 })
    const [stored] = await inspector.rows(`select institution_key from incident.event where agent_atm_id = 'M-3'`)
    expect(stored).toEqual({ institution_key: null })
  })

  it('leaves out what no event can say, and goes on with the others', async () => {
    const bad = await storeException({ agentAtmId: 'B-1', eventType: 'HALF_GOOD', component: 5 })
    await storeException({ agentAtmId: 'B-1', eventType: 'HALF_GOOD' })
    await add('HALF_GOOD')
    expect((await replay('HALF_GOOD')).body).toMatchObject({ replayed: 1, failed: 1, remaining: 1 })
    expect(await list('eventType=HALF_GOOD&replayed=false')).toMatchObject({ content: [{ id: bad }] })
  })

  it('of what arrived months ago finds or makes the day', async () => {
    const id = await storeException({ agentAtmId: 'O-1', eventType: 'LONG_AGO' })
    await inspector.rows(`update incident.event_exception set received_at = '2026-07-03T10:00:00Z' where id = $1`, [id])
    await add('LONG_AGO')
    expect((await replay('LONG_AGO')).body).toMatchObject({ replayed: 1, failed: 0, remaining: 0 })
    const [event] = await inspector.rows<{ received_at: Date }>(
      `select received_at from incident.event where agent_atm_id = 'O-1'`,
    )
    expect(event?.received_at.toISOString()).toBe('2026-07-03T10:00:00.000Z')
  })

  it('does not store again what was sent again after its eventId was forgotten', async () => {
    const eventId = randomUUID()
    const id = await storeException({ agentAtmId: 'K-1', eventType: 'SENT_AGAIN', eventId })
    await inspector.rows('delete from incident.event_key where event_id = $1', [eventId])
    await add('SENT_AGAIN')
    expect(await post({ agentAtmId: 'K-1', eventType: 'SENT_AGAIN', eventId })).toMatchObject({ status: 201 })
    expect((await replay('SENT_AGAIN')).body).toMatchObject({ replayed: 1, remaining: 0 })
    expect(await inspector.rows('select from incident.event where event_id = $1', [eventId])).toHaveLength(1)
    expect(await list('eventType=SENT_AGAIN')).toMatchObject({ content: [{ id, replayedAt: expect.any(String) }] })
  })

  it('keeps an event with the institution it was reported under, whichever institution has the ATM now', async () => {
    await storeException({ agentAtmId: 'H-1', eventType: 'BEFORE_THE_MOVE' })
    await inspector.rows(`update incident.atm set institution_key = 'BETA' where agent_atm_id = 'H-1'`)
    await add('BEFORE_THE_MOVE')
    expect((await replay('BEFORE_THE_MOVE', acme)).body).toMatchObject({ replayed: 1 })
    const [event] = await inspector.rows(`select institution_key from incident.event where agent_atm_id = 'H-1'`)
    expect(event).toEqual({ institution_key: 'ACME' })
    const [atm] = await inspector.rows(`select institution_key from incident.atm where agent_atm_id = 'H-1'`)
    expect(atm).toEqual({ institution_key: 'BETA' })
  })
})

describe('a replay of events with rules', () => {
  it('changes the state, opens the incident, and moves nothing that is newer', async () => {
    await lose('ATM_OUT_OF_SERVICE')
    await storeException({ agentAtmId: 'T-1', eventType: 'ATM_OUT_OF_SERVICE' })
    await storeException({ agentAtmId: 'T-2', eventType: 'ATM_OUT_OF_SERVICE' })
    platform.clock.set(new Date(platform.clock.now().getTime() + 60_000))
    await post({ agentAtmId: 'T-2', eventType: 'ATM_IN_SERVICE' })
    await add('ATM_OUT_OF_SERVICE')
    expect((await replay('ATM_OUT_OF_SERVICE')).body).toMatchObject({ replayed: 2 })
    const states = await inspector.rows(
      `select agent_atm_id, service_state from incident.atm where agent_atm_id in ('T-1', 'T-2') order by 1`,
    )
    expect(states).toEqual([
      { agent_atm_id: 'T-1', service_state: 'OUT_OF_SERVICE' },
      { agent_atm_id: 'T-2', service_state: 'IN_SERVICE' },
    ])
    const incidents = await inspector.rows(
      `select agent_atm_id, kind, status, occurrence_count from incident.incident where agent_atm_id in ('T-1', 'T-2')`,
    )
    expect(incidents).toEqual([{ agent_atm_id: 'T-1', kind: 'OUT_OF_SERVICE', status: 'OPEN', occurrence_count: 1 }])
    const [message] = await inspector.rows(`select topic from incident.outbox where key = 'T-1'`)
    expect(message).toEqual({ topic: 'fleetops.incidents.created' })
  })
})
