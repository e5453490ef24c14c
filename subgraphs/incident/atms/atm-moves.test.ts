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

const patch = (id: number, body: unknown, as = acme) => platform.ask('PATCH', `/incident/api/atms/${id}`, { as, body })
const get = (path: string, as = acme) => platform.ask('GET', `/incident/api/${path}`, { as })
const post = (body: object) => platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
const created = async (body: object): Promise<{ id: number }> => {
  const answer = await platform.ask('POST', '/incident/api/atms', { as: acme, body })
  expect(answer.status).toBe(201)
  return Object(answer.body)
}
const faultsOf = (answer: { body: unknown }) => Object(answer.body).errors.map(({ field }: { field: string }) => field)

describe('moving an ATM to another institution', () => {
  it('is for administrators, and never to none', async () => {
    const { id } = await created({ agentAtmId: 'V-1' })
    for (const institutionKey of ['BETA', 'ACME'])
      expect(await patch(id, { institutionKey })).toMatchObject({ status: 403 })
    const both = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'BETA'] })
    expect(await patch(id, { institutionKey: 'BETA' }, both)).toMatchObject({ status: 403 })
    const none = await patch(id, { institutionKey: null }, admin)
    expect([none.status, faultsOf(none)]).toEqual([400, ['institutionKey']])
    const bcos = await platform.token({ role: 'BCOS_ADMIN' })
    expect(await patch(id, { institutionKey: 'BETA' }, bcos)).toMatchObject({
      status: 200,
      body: { institutionKey: 'BETA' },
    })
  })

  it('is refused to an administrator who asked to see one institution, with the reason', async () => {
    const { id } = await created({ agentAtmId: 'V-1-NARROW' })
    const move = (as: string) =>
      platform.ask('PATCH', `/incident/api/atms/${id}`, {
        ...{ as, body: { institutionKey: 'BETA' }, headers: { 'fleet-institution': 'ACME' } },
      })
    const messages = await Promise.all([admin, acme].map(async (as) => Object((await move(as)).body).message))
    expect(messages).toEqual([
      'Fleet-Institution: an ATM is moved between institutions; leave the header out.',
      'institutionKey: only an administrator moves an ATM to another institution',
    ])
  })

  it('takes its cassettes and open incidents along, and leaves what was', async () => {
    const from = { agentAtmId: 'V-2', institutionKey: 'ACME' }
    const first = Object(
      (await post({ ...from, eventType: 'DISPENSER_JAM', cassettes: [{ cassetteNo: '1', status: 'OK' }] })).body,
    )
    const id: number = first.atmId
    const resolved = Object((await post({ ...from, eventType: 'SELF_TEST_FAILED' })).body).incidentId
    await post({ ...from, eventType: 'ATM_IN_SERVICE' })
    await inspector.rows('delete from incident.outbox')

    expect(await patch(id, { institutionKey: 'BETA' }, admin)).toMatchObject({
      status: 200,
      body: { institutionKey: 'BETA' },
    })

    const seen = async (as: string) => ({
      atm: (await get(`atms/${id}`, as)).status,
      atms: Object((await get('atms?size=200', as)).body).content.some((atm: { id: number }) => atm.id === id),
      incident: (await get(`incidents/${first.incidentId}`, as)).status,
      resolved: (await get(`incidents/${resolved}`, as)).status,
      cassettes: Object((await get('journal-events/fleet/cassette-inventory', as)).body).some(
        ({ atmId }: { atmId: number }) => atmId === id,
      ),
      activity: Object((await get('journal-events/activity', as)).body).filter(
        ({ atmId }: { atmId: number }) => atmId === id,
      ).length,
    })
    expect(await seen(beta)).toEqual({
      atm: 200,
      atms: true,
      incident: 200,
      resolved: 404,
      cassettes: true,
      activity: 0,
    })
    expect(await seen(acme)).toEqual({
      atm: 404,
      atms: false,
      incident: 404,
      resolved: 200,
      cassettes: false,
      activity: 3,
    })

    const messages = await inspector.rows(
      `select topic, key, institution_key, data from incident.outbox where topic <> 'audit.recorded'`,
    )
    expect(messages).toEqual([
      {
        topic: 'fleetops.incidents.updated',
        key: 'V-2',
        institution_key: 'BETA',
        data: expect.objectContaining({ incidentId: first.incidentId, status: 'OPEN', version: 2 }),
      },
    ])
    const { body: changed } = await platform.askInternal(
      'GET',
      `/incident/api/internal/atms?changedSince=${new Date(platform.clock.now().getTime() - 5_000).toISOString()}`,
    )
    expect(changed).toContainEqual(expect.objectContaining({ atmId: id, institutionKey: 'BETA' }))
  })

  it('refuses the agent of the institution before, and takes the new one', async () => {
    const { id } = await created({ agentAtmId: 'V-3' })
    const event = { agentAtmId: 'V-3', eventType: 'DISPENSER_JAM' }
    const before = Object((await post({ ...event, institutionKey: 'ACME' })).body)
    await patch(id, { institutionKey: 'BETA' }, admin)
    expect(await post({ ...event, institutionKey: 'ACME' })).toMatchObject({ status: 403 })
    const after = await post({ ...event, institutionKey: 'BETA' })
    expect(after).toMatchObject({ status: 201, body: { institutionKey: 'BETA', incidentId: before.incidentId } })
  })

  it('ends its maintenance: what the window suppressed opens, and it suppresses nothing of the new institution', async () => {
    const event = { agentAtmId: 'V-5', institutionKey: 'ACME' }
    const { atmId } = Object((await post({ ...event, eventType: 'ATM_IN_SERVICE' })).body)
    const now = platform.clock.now().getTime()
    const [from, to] = [0, 3_600_000].map((ms) => new Date(now + ms).toISOString())
    const opened = await platform.ask('POST', '/incident/api/maintenance-windows', {
      as: acme,
      body: { atmId, from, to, reason: 'New software' },
    })
    expect(opened.status).toBe(201)
    const jam = Object((await post({ ...event, eventType: 'DISPENSER_JAM' })).body)
    const statusOf = async (id: number, as: string) => Object((await get(`incidents/${id}`, as)).body).status
    expect(await statusOf(jam.incidentId, acme)).toBe('SUPPRESSED')

    await patch(atmId, { institutionKey: 'BETA' }, admin)
    const fault = Object((await post({ ...event, institutionKey: 'BETA', eventType: 'CARD_READER_FAIL' })).body)
    expect(await statusOf(fault.incidentId, beta)).toBe('OPEN')
    await platform.runJob('incident.maintenance')
    expect(await statusOf(jam.incidentId, beta)).toBe('OPEN')
    const later = Object((await post({ ...event, institutionKey: 'BETA', eventType: 'SELF_TEST_FAILED' })).body)
    expect(await statusOf(later.incidentId, beta)).toBe('OPEN')

    // Back before the window is over, the ATM is in it again.
    await patch(atmId, { institutionKey: 'ACME' }, admin)
    await platform.runJob('incident.maintenance')
    const again = Object((await post({ ...event, eventType: 'CASH_ACCEPTOR_ERROR' })).body)
    expect(await statusOf(again.incidentId, acme)).toBe('SUPPRESSED')
  })

  it('puts the targets of the new institution in place of the former, whose misses stay there', async () => {
    const [giver, taker] = [
      await platform.token({ institutions: ['GIVER'] }),
      await platform.token({ institutions: ['TAKER'] }),
    ]
    const put = (key: string, minutes: readonly number[]) => {
      const targets = minutes.map((n) => ({ severity: 'HIGH', acknowledgeMinutes: n, resolveMinutes: n }))
      return platform.ask('PUT', `/incident/api/incident-targets/${key}`, { as: admin, body: { targets } })
    }
    const start = platform.clock.now().getTime()
    expect([(await put('GIVER', [10])).status, (await put('TAKER', [300])).status]).toEqual([200, 200])
    const jam = Object((await post({ agentAtmId: 'V-7', institutionKey: 'GIVER', eventType: 'CARD_READER_FAIL' })).body)
    const shown = async (as: string) => Object((await get(`incidents/${jam.incidentId}`, as)).body)
    const minutesOf = async (as: string) =>
      Math.round((Date.parse((await shown(as)).resolveDueAt) - Date.parse((await shown(as)).openedAt)) / 60_000)
    expect(await minutesOf(giver)).toBe(10)
    const [from, to] = [0, 1_200_000].map((ms) => new Date(start + ms).toISOString())
    const missedBy = async (as: string) => Object((await get(`shift?from=${from}&to=${to}`, as)).body).missed
    platform.clock.set(new Date(start + 1_800_000))
    await platform.runJob('incident.targets')
    expect(await missedBy(giver)).toBe(1)

    await patch(jam.atmId, { institutionKey: 'TAKER' }, admin)
    expect(await minutesOf(taker)).toBe(300)
    expect(await shown(taker)).toMatchObject({ acknowledgeMissed: false, resolveMissed: false })
    await platform.runJob('incident.targets')
    expect([await missedBy(giver), await missedBy(taker)]).toEqual([1, 0])
    platform.clock.set(new Date(start))
    expect([(await put('GIVER', [])).status, (await put('TAKER', [])).status]).toEqual([200, 200])
  })

  it('does not judge by the targets of the new institution when an incident was acknowledged before', async () => {
    const [giver, taker] = [
      await platform.token({ role: 'CUSTOMER', institutions: ['GIVER'] }),
      await platform.token({ role: 'CUSTOMER', institutions: ['TAKER'] }),
    ]
    const put = (key: string, acknowledgeMinutes: number) => {
      const targets = [{ severity: 'HIGH', acknowledgeMinutes, resolveMinutes: 60 }]
      return platform.ask('PUT', `/incident/api/incident-targets/${key}`, { as: admin, body: { targets } })
    }
    const start = platform.clock.now().getTime()
    expect([(await put('GIVER', 30)).status, (await put('TAKER', 5)).status]).toEqual([200, 200])
    const jam = Object((await post({ agentAtmId: 'V-9', institutionKey: 'GIVER', eventType: 'CARD_READER_FAIL' })).body)
    platform.clock.set(new Date(start + 600_000))
    const acknowledged = await platform.ask('PATCH', `/incident/api/incidents/${jam.incidentId}/acknowledge`, {
      ...{ as: giver, body: {} },
    })
    expect(acknowledged).toMatchObject({ status: 200, body: { acknowledgeMissed: false } })
    await patch(jam.atmId, { institutionKey: 'TAKER' }, admin)
    const shown = { acknowledgeDueAt: null, acknowledgeMissed: false, resolveDueAt: expect.any(String) }
    expect((await get(`incidents/${jam.incidentId}`, taker)).body).toMatchObject(shown)
    await platform.runJob('incident.targets')
    expect((await get(`incidents/${jam.incidentId}`, taker)).body).toMatchObject(shown)
    platform.clock.set(new Date(start))
  })

  it('takes its open incidents from owners who do not see the new institution', async () => {
    const seen = (userId: string, institutions: string[]) => ({
      ...{ userId, name: null, email: null, institutions, unrestricted: false, lastSeenAt: '2026-11-20T11:00:00Z' },
    })
    const users = [seen('only-acme', ['ACME']), seen('both', ['ACME', 'BETA'])]
    expect((await platform.askInternal('POST', '/incident/api/internal/users', { body: users })).status).toBeLessThan(
      300,
    )
    const from = { agentAtmId: 'V-8', institutionKey: 'ACME' }
    const events = ['DISPENSER_JAM', 'CARD_READER_FAIL']
    const [jam, fault] = await Promise.all(
      events.map(async (eventType) => Object((await post({ ...from, eventType })).body)),
    )
    const assign = (id: number, userId: string) =>
      platform.ask('PATCH', `/incident/api/incidents/${id}/assign`, { as: acme, body: { userId } })
    const assigned = [await assign(jam.incidentId, 'only-acme'), await assign(fault.incidentId, 'both')]
    expect(assigned.map(({ status }) => status)).toEqual([200, 200])
    await patch(jam.atmId, { institutionKey: 'BETA' }, admin)
    const ownerOf = async (id: number) => Object((await get(`incidents/${id}`, beta)).body).ownerUserId
    expect([await ownerOf(jam.incidentId), await ownerOf(fault.incidentId)]).toEqual([null, 'both'])
    const entries = Object((await get(`incidents/${jam.incidentId}/entries`, beta)).body)
    expect(entries[0]).toMatchObject({ kind: 'RELEASED' })
    expect(Object((await get('incidents?hasOwner=false&resolved=false', beta)).body).content).toContainEqual(
      expect.objectContaining({ id: jam.incidentId, version: 3 }),
    )
  })

  it('leaves to the former institution when it had the ATM, under the name that it had', async () => {
    const { id } = await created({ agentAtmId: 'V-6' })
    const read = async (as: string) => {
      const { status, body } = await get(`atms/${id}/former-assignments`, as)
      expect(status).toBe(200)
      return body
    }
    expect([await read(acme), await read(admin)]).toEqual([[], []])
    await patch(id, { institutionKey: 'BETA' }, admin)
    const had = {
      atmId: id,
      agentAtmId: 'V-6',
      institutionKey: 'ACME',
      from: expect.any(String),
      to: expect.any(String),
    }
    const [row] = Object(await read(acme))
    expect(row).toEqual(had)
    expect(Date.parse(row.from)).toBeLessThanOrEqual(Date.parse(row.to))
    expect([await read(beta), await read(admin)]).toEqual([[], [had]])
    await patch(id, { institutionKey: 'ACME' }, admin)
    const both = [{ ...had, institutionKey: 'BETA' }, had]
    expect([await read(acme), await read(beta), await read(admin)]).toEqual([[had], both.slice(0, 1), both])
    const outsider = await platform.token({ institutions: ['OTHER'] })
    for (const [number, as] of [
      [987654321, acme],
      [987654321, admin],
      [id, outsider],
    ] as const)
      expect(await get(`atms/${number}/former-assignments`, as)).toMatchObject({ status: 404 })
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    expect(await get(`atms/${id}/former-assignments`, agent)).toMatchObject({ status: 403 })
  })

  it('loses no event of a crowd that reports meanwhile', async () => {
    const { id } = await created({ agentAtmId: 'V-4' })
    const event = { agentAtmId: 'V-4', institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' }
    const answers = Promise.all(Array.from({ length: 60 }, () => post(event)))
    await patch(id, { institutionKey: 'BETA' }, admin)
    const statuses = (await answers).map(({ status }) => status)
    const stored = statuses.filter((status) => status === 201).length
    expect(statuses.filter((status) => status === 403)).toHaveLength(60 - stored)
    const [count] = await inspector.rows(
      `select count(*)::int as n, count(*) filter (where institution_key = 'ACME')::int as acme from incident.event
        where atm_id = $1`,
      [id],
    )
    expect(count).toEqual({ n: stored, acme: stored })
    const open = await inspector.rows(
      `select institution_key from incident.incident where atm_id = $1 and status <> 'RESOLVED'`,
      [id],
    )
    expect(open.every((row) => Object(row).institution_key === 'BETA')).toBe(true)
  })
})
