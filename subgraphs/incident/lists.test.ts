import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventPlatform, openEventPlatform } from './testing/events.testing.ts'
import { openInspector } from './testing/ingest.testing.ts'

let platform: EventPlatform

const get = (path: string, as = platform.acme) => platform.ask('GET', `/incident${path}`, { as })

beforeAll(async () => {
  platform = await openEventPlatform()
  await platform.post('A-1', 'ACME', 'CARD_READER_FAIL', 10)
  await platform.post('A-1', 'ACME', 'CASSETTE_LOW', 5, { cassetteNo: '1' })
  await platform.post('A-1', 'ACME', 'ATM_IN_SERVICE', 20)
  await platform.post('A-2', 'ACME', 'POWER_OFF', 2)
  await platform.post('B-1', 'BETA', 'DISPENSER_JAM', 1)
  const types = ['DISPENSER_JAM', 'APPLICATION_ERROR_PRINTER', 'CARD_READER_FAIL', 'CASSETTE_LOW']
  for (const [minutes, type] of types.entries()) await platform.post('S-1', 'SORT', type, minutes)
})

afterAll(() => platform.close())

describe('ATMs', () => {
  it('are listed, shown and summed up for those who may see them', async () => {
    expect((await get('/api/atms?sort=agentAtmId,desc')).body).toMatchObject({
      totalElements: 2,
      content: [
        { agentAtmId: 'A-2', connectivity: 'CONNECTED' },
        { agentAtmId: 'A-1', serviceState: 'IN_SERVICE' },
      ],
    })
    expect((await get(`/api/atms/${platform.atmIds.get('A-1')}`)).body).toMatchObject({
      id: platform.atmIds.get('A-1'),
      deviceId: platform.atmIds.get('A-1'),
      institutionKey: 'ACME',
      name: null,
    })
    expect((await get(`/api/atms/${platform.atmIds.get('B-1')}`)).status).toBe(404)
    expect((await get('/api/atms/summary')).body).toEqual({
      total: 2,
      connected: 2,
      disconnected: 0,
      neverConnected: 0,
    })
    expect((await get('/api/atms/summary', platform.admin)).body).toMatchObject({ total: 4 })
    expect((await get('/api/atms/summary', platform.outsider)).body).toMatchObject({ total: 0 })
  })
})

describe('incidents', () => {
  it('are listed, counted and shown with their events', async () => {
    const open = Object((await get('/api/incidents/status/open')).body)
    expect(open.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['CARD_READER', 'CASH', 'POWER'])
    expect(open[0]).not.toHaveProperty('events')
    expect((await get('/api/incidents/status/open?view=counts')).body).toEqual({ count: 3 })
    expect((await get('/api/incidents/status/open?view=counts', platform.beta)).body).toEqual({ count: 1 })
    const page = await get('/api/incidents?kind=CASH&status=OPEN&severity=MEDIUM')
    expect(page.body).toMatchObject({
      totalElements: 1,
      content: [
        {
          kind: 'CASH',
          component: '1',
          title: 'Cassette needs attention: 1',
          occurrenceCount: 1,
          source: 'AUTO',
          resolvedAt: null,
        },
      ],
    })
    const { id } = Object(page.body).content[0]
    expect((await get(`/api/incidents/${id}`)).body).toMatchObject({
      id,
      events: [{ eventType: 'CASSETTE_LOW', incidentId: id }],
    })
    expect((await get(`/api/incidents/${id}`, platform.beta)).status).toBe(404)
    expect((await get('/api/incidents?status=SHUT')).body).toMatchObject({ errors: [{ field: 'status' }] })
  })

  it('sort by severity and status in their own order, not that of the alphabet', async () => {
    const inspector = await openInspector(platform.database.urls.superuser)
    await inspector.rows(`update incident.incident set status = case kind when 'CASH' then 'ACKNOWLEDGED'
      else 'RESOLVED' end
      where agent_atm_id = 'S-1' and kind in ('CASH', 'PRINTER')`)
    await inspector.close()
    const as = await platform.token({ role: 'USER', institutions: ['SORT'] })
    const sorted = async (field: 'severity' | 'status', direction: string) => {
      const { content } = Object((await get(`/api/incidents?sort=${field},${direction}`, as)).body)
      return content.map((one: { severity: string; status: string }) => one[field])
    }
    expect(await sorted('severity', 'desc')).toEqual(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])
    expect(await sorted('status', 'asc')).toEqual(['OPEN', 'OPEN', 'ACKNOWLEDGED', 'RESOLVED'])
  })

  it('give their number, for every filter and caller', async () => {
    const filters = ['', 'status=OPEN', 'status=ACKNOWLEDGED', 'status=RESOLVED', 'resolved=true', 'resolved=false']
    const more = ['', '&kind=CASH', '&kind=POWER', '&severity=HIGH', `&atmId=${platform.atmIds.get('A-2')}`]
    const contradictions = ['status=RESOLVED&resolved=false', 'status=OPEN&resolved=true']
    const seen = new Set<number>()
    for (const as of [platform.admin, platform.acme, platform.outsider])
      for (const filter of [...filters, ...contradictions])
        for (const one of more) {
          const page = Object((await get(`/api/incidents?size=200&${filter}${one}`, as)).body)
          expect(page.totalElements, `${filter}${one}`).toBe(page.content.length)
          seen.add(page.totalElements)
        }
    expect(seen.size).toBeGreaterThan(2)
  })

  it('that are open are each listed once, newest first, however many began at the same moment', async () => {
    const inspector = await openInspector(platform.database.urls.superuser)
    const expected = await inspector.rows<{ id: number }>(`
      insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at,
        first_event_at, last_event_at)
      select 1000000 + n, 1000000 + n, 'OPEN-' || n, 'OPENS', 'CASH', 'LOW', 'Cash', moment, moment, moment
      from generate_series(1, 2300) n,
        lateral (select timestamptz '2026-11-19T10:00:00.123Z' + n % 3 * interval '1 ms' as moment) m
      returning id::int`)
    const { body } = await get('/api/incidents/status/open', await platform.token({ institutions: ['OPENS'] }))
    if (!Array.isArray(body)) throw new Error('no list')
    const phase = (id: number) => (id - 1_000_000) % 3
    const newestFirst = expected.map(({ id }) => id).toSorted((a, b) => phase(b) - phase(a) || b - a)
    expect(body.map(({ id }) => id)).toEqual(newestFirst)
    await inspector.rows(`delete from incident.incident where institution_key = 'OPENS'`)
    await inspector.close()
  })
})
