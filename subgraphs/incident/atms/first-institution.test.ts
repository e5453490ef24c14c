import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector
let admin: string
let acme: string
let beta: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const post = async (body: object) =>
  Object((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).body)
const get = async (path: string, as = acme) => (await platform.ask('GET', `/incident/api/${path}`, { as })).body
const patch = (id: number, institutionKey: string) =>
  platform.ask('PATCH', `/incident/api/atms/${id}`, { as: admin, body: { institutionKey } })
const byHand = (as: string, body: object) =>
  platform.ask('POST', '/incident/api/incidents', { as, body: { severity: 'LOW', title: 'By hand', ...body } })
/** An ATM without an institution, with something of everything. */
const ownerless = async (agentAtmId: string) => {
  const jam = await post({ agentAtmId, eventType: 'DISPENSER_JAM', cassettes: [{ cassetteNo: '1', status: 'OK' }] })
  await post({ agentAtmId, eventType: 'SELF_TEST_FAILED' })
  await post({ agentAtmId, eventType: 'ATM_IN_SERVICE' })
  await post({ agentAtmId, eventType: `NEW_TO_${agentAtmId.replace('-', '_')}` })
  return { id: Number(jam.atmId), incidentId: Number(jam.incidentId) }
}
/** What the journal service asks for before it keeps a file. */
const resolve = async (agentAtmId: string) => {
  const body = { agentAtmIds: [agentAtmId], institutionKey: 'ACME', register: true }
  return (await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })).body
}
const seenBy = async (as: string, agentAtmId: string, id: number) => ({
  incidents: Array.from(
    Object(await get(`incidents?atmId=${id}&sort=kind,asc`, as)).content,
    (one) => Object(one).kind,
  ),
  exceptions: Object(await get(`event-exceptions?agentAtmId=${agentAtmId}`, as)).totalElements,
  states: Array.from(Object((await get(`atms/${id}/state-history`, as)) ?? []), (one) => Object(one).to),
})
const ALL = { incidents: ['DISPENSER', 'SELF_TEST'], exceptions: 1, states: ['IN_SERVICE'] }

describe('an ATM that gets its first institution', () => {
  it('by what its agent sends brings all that was kept of it', async () => {
    const { id, incidentId } = await ownerless('F-1')
    expect(await get(`incidents/${incidentId}`)).toMatchObject({ status: 404 })
    const countOpen = async () => Number(Object(await get('incidents/status/open?view=counts')).count)
    const before = await countOpen()
    const next = await post({ agentAtmId: 'F-1', institutionKey: 'ACME', eventType: 'DISPENSER_JAM' })
    expect(next.incidentId).toBe(incidentId)
    expect(await seenBy(acme, 'F-1', id)).toEqual(ALL)
    expect(await get(`incidents/${incidentId}`)).toMatchObject({ institutionKey: 'ACME', occurrenceCount: 2 })
    expect(await countOpen()).toBe(before + 1)
  })

  it('by what its agent sends has its open incidents published once each, as they are then', async () => {
    const published = () =>
      inspector.rows(`select topic, institution_key as "of", (data ->> 'incidentId')::int as id,
        (data ->> 'version')::int as version, data ->> 'kind' as kind from incident.outbox order by data ->> 'kind'`)
    const { id, incidentId } = await ownerless('F-4')
    await post({ agentAtmId: 'F-4', eventType: 'APPLICATION_ERROR_PRINTER' })
    await inspector.rows('delete from incident.outbox')
    // It joins one of them.
    await post({ agentAtmId: 'F-4', institutionKey: 'ACME', eventType: 'DISPENSER_JAM' })
    const updated = { topic: 'fleetops.incidents.updated', of: 'ACME' }
    expect(await published()).toEqual([
      { ...updated, id: incidentId, version: 3, kind: 'DISPENSER' },
      { ...updated, id: expect.any(Number), version: 2, kind: 'PRINTER' },
    ])
    const versions = await inspector.rows(`select kind, version, institution_key as "of" from incident.incident
      where atm_id = ${id} and status <> 'RESOLVED' order by kind`)
    expect(versions).toEqual([
      { kind: 'DISPENSER', version: 3, of: 'ACME' },
      { kind: 'PRINTER', version: 2, of: 'ACME' },
    ])
    await inspector.rows('delete from incident.outbox')
    await post({ agentAtmId: 'F-4', institutionKey: 'ACME', eventType: 'SUPERVISOR_EXIT' })
    expect(await published()).toEqual([])
  })

  it('by a heartbeat does so, too', async () => {
    const { id, incidentId } = await ownerless('F-5')
    await inspector.rows('delete from incident.outbox')
    await platform.askInternal('POST', '/incident/api/internal/heartbeats', {
      body: { agentAtmId: 'F-5', institutionKey: 'ACME' },
    })
    expect(await inspector.rows('select topic, institution_key, data from incident.outbox order by id')).toEqual([
      {
        topic: 'fleetops.incidents.updated',
        institution_key: 'ACME',
        data: expect.objectContaining({ incidentId, atmId: id, status: 'OPEN', version: 2 }),
      },
    ])
  })

  it('by an upload of a journal does so, too', async () => {
    const { id, incidentId } = await ownerless('F-6')
    await inspector.rows('delete from incident.outbox')
    expect(await resolve('F-6')).toEqual([expect.objectContaining({ atmId: id, institutionKey: 'ACME' })])
    expect(await inspector.rows('select topic, institution_key, data from incident.outbox order by id')).toEqual([
      {
        topic: 'fleetops.incidents.updated',
        institution_key: 'ACME',
        data: expect.objectContaining({ incidentId, atmId: id, status: 'OPEN', version: 2 }),
      },
    ])
    await resolve('F-6')
    expect(await inspector.rows('select count(*)::int as n from incident.outbox')).toEqual([{ n: 1 }])
  })

  it('gets none by an upload where it is retired', async () => {
    const { id } = await ownerless('F-7')
    await inspector.rows(`update incident.atm set retired_at = now() where id = ${id}`)
    expect(await resolve('F-7')).toEqual([expect.objectContaining({ atmId: id, institutionKey: null })])
  })

  it('by an administrator does so too, and the open incidents are published', async () => {
    const { id, incidentId } = await ownerless('F-2')
    await inspector.rows('delete from incident.outbox')
    expect((await patch(id, 'BETA')).status).toBe(200)
    expect(await seenBy(beta, 'F-2', id)).toEqual(ALL)
    expect(await inspector.rows('select topic, institution_key, data from incident.outbox order by id')).toEqual([
      {
        topic: 'fleetops.incidents.updated',
        institution_key: 'BETA',
        data: expect.objectContaining({ incidentId, version: 2 }),
      },
      expect.objectContaining({ topic: 'audit.recorded' }),
    ])
  })

  it('has its open incidents due by the targets of that', async () => {
    const targets = [{ severity: 'HIGH', acknowledgeMinutes: 10, resolveMinutes: 20 }]
    const put = await platform.ask('PUT', '/incident/api/incident-targets/FIRST', { as: admin, body: { targets } })
    expect(put.status).toBe(200)
    const { incidentId } = await post({ agentAtmId: 'F-9', eventType: 'CARD_READER_FAIL' })
    expect(await get(`incidents/${incidentId}`, admin)).toMatchObject({ severity: 'HIGH', resolveDueAt: null })
    await post({ agentAtmId: 'F-9', institutionKey: 'FIRST', eventType: 'ATM_IN_SERVICE' })
    const { openedAt, resolveDueAt } = Object(await get(`incidents/${incidentId}`, admin))
    expect(Date.parse(resolveDueAt) - Date.parse(openedAt)).toBe(20 * 60_000)
  })

  it('keeps what it brought where it is when the ATM moves on', async () => {
    const { id } = await ownerless('F-3')
    await patch(id, 'ACME')
    await patch(id, 'BETA')
    expect(await seenBy(acme, 'F-3', id)).toMatchObject({ incidents: ['SELF_TEST'], exceptions: 1 })
    expect(await seenBy(beta, 'F-3', id)).toEqual({ incidents: ['DISPENSER'], exceptions: 0, states: [] })
  })
})

describe('an incident that was opened by hand', () => {
  it('goes with its ATM, and prevents a second one there', async () => {
    const { atmId } = await post({ agentAtmId: 'M-1', institutionKey: 'ACME', eventType: 'ATM_IN_SERVICE' })
    const first = Object((await byHand(acme, { atmId, kind: 'VANDALISM' })).body)
    await patch(atmId, 'BETA')
    expect(await byHand(acme, { atmId, kind: 'VANDALISM' })).toMatchObject({ status: 404 })
    expect(await byHand(beta, { atmId, kind: 'VANDALISM' })).toMatchObject({
      status: 409,
      body: { current: { id: first.id, institutionKey: 'BETA', source: 'MANUAL', version: 2 } },
    })
    const resolved = await platform.ask('PATCH', `/incident/api/incidents/${first.id}/resolve`, { as: beta })
    expect(resolved).toMatchObject({ status: 200, body: { institutionKey: 'BETA' } })
  })
})
