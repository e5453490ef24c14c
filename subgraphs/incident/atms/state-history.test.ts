import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
let platform: TestPlatform
let inspector: Inspector
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
  acme = await platform.token({ institutions: ['ACME'] })
})

afterAll(async () => {
  await inspector.close()
  await platform.close()
})

const at = (hours: number) => new Date(NOON - hours * 3_600_000).toISOString()
/** Events of so many hours ago, stored one after the other. */
const post = async (agentAtmId: string, ...events: readonly (readonly [string, number])[]) => {
  const stored: { id: number; atmId: number }[] = []
  for (const [eventType, hours] of events) {
    const body = { agentAtmId, institutionKey: 'ACME', eventType, eventTime: at(hours).slice(0, 19) }
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    expect(answer.status).toBe(201)
    stored.push(Object(answer.body))
  }
  return { id: stored[0]?.atmId ?? 0, events: stored.map(({ id }) => id) }
}
const history = (id: number, query = '', as = acme) =>
  platform.ask('GET', `/incident/api/atms/${id}/state-history${query}`, { as })

describe('the history of service states', () => {
  it('has a row for each change, newest first, with the event that made it', async () => {
    const { id, events } = await post(
      'S-1',
      ['ATM_IN_SERVICE', 10],
      ['ATM_IN_SERVICE', 9],
      ['DISPENSER_JAM', 8],
      ['SUPERVISOR_ENTER', 7],
      ['ATM_OUT_OF_SERVICE', 6],
      ['ATM_IN_SERVICE', 6.5],
      ['SUPERVISOR_EXIT', 5],
    )
    const atm = { atmId: id, deviceId: id, agentAtmId: 'S-1' }
    const { status, body } = await history(id)
    expect(status).toBe(200)
    const row = (from: string, to: string, hours: number, event: number, eventType: string) => ({
      ...atm,
      from,
      to,
      at: at(hours),
      eventId: events[event],
      eventType,
    })
    expect(body).toEqual([
      row('IN_SUPERVISOR', 'OUT_OF_SERVICE', 5, 6, 'SUPERVISOR_EXIT'),
      row('IN_SERVICE', 'IN_SUPERVISOR', 7, 3, 'SUPERVISOR_ENTER'),
      row('UNKNOWN', 'IN_SERVICE', 10, 0, 'ATM_IN_SERVICE'),
    ])
  })

  it('keeps the changes of one instant in their order, and names the events of a batch', async () => {
    const types = ['ATM_IN_SERVICE', 'NO_SUCH_TYPE', 'POWER_OFF', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER']
    const body = types.map((eventType) => ({
      agentAtmId: 'S-2',
      institutionKey: 'ACME',
      eventType,
      eventTime: '2026-11-20T11:00:00',
    }))
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events/batch', { body })
    const entries: { body: { id: number; atmId: number } }[] = Array.isArray(answer.body) ? answer.body : []
    const rows = (await history(entries[0]?.body.atmId ?? 0)).body
    expect(rows).toMatchObject([
      { to: 'IN_SUPERVISOR', eventId: entries[4]?.body.id },
      { to: 'OUT_OF_SERVICE', eventId: entries[3]?.body.id },
      { to: 'IN_SERVICE', eventId: entries[0]?.body.id },
    ])
  })

  it('is cut by hours and by number', async () => {
    const { id } = await post('S-3', ['ATM_IN_SERVICE', 30], ['ATM_OUT_OF_SERVICE', 20], ['ATM_IN_SERVICE', 2])
    const states = async (query: string) => Object((await history(id, query)).body).map((row: { to: string }) => row.to)
    expect(await states('?hoursBack=24')).toEqual(['IN_SERVICE', 'OUT_OF_SERVICE'])
    expect(await states('?first=1')).toEqual(['IN_SERVICE'])
    expect(await states('?hoursBack=1')).toEqual([])
    expect((await history(id, '?hoursBack=-1')).body).toMatchObject({ status: 400, errors: [{ field: 'hoursBack' }] })
    expect((await history(id, '?first=1001')).body).toMatchObject({ status: 400, errors: [{ field: 'first' }] })
  })

  it('is not found for an ATM of others, as for none', async () => {
    const { id } = await post('S-4', ['ATM_IN_SERVICE', 1])
    expect((await history(id, '', await platform.token({ institutions: ['BETA'] }))).status).toBe(404)
    expect((await history(999_999)).status).toBe(404)
    expect((await history(id, '', await platform.token({ role: 'ADMIN' }))).status).toBe(200)
  })

  it('is kept for 400 days, and what each ATM did before', async () => {
    const { id } = await post(
      'S-5',
      ['ATM_IN_SERVICE', 24 * 403],
      ['ATM_OUT_OF_SERVICE', 24 * 402],
      ['ATM_IN_SERVICE', 24 * 401],
      ['ATM_OUT_OF_SERVICE', 24 * 399],
    )
    const quiet = await post('S-6', ['ATM_OUT_OF_SERVICE', 24 * 500], ['SUPERVISOR_ENTER', 24 * 450])
    const job = platform.process.jobs.find(({ name }) => name === 'incident.readings')
    await job?.run({ now: new Date(NOON), log: platform.process.log, progress: () => {} })
    const states = (atmId: number) =>
      inspector.rows('select to_state as state from incident.state_history where atm_id = $1 order by occurred_at', [
        atmId,
      ])
    expect(await states(id)).toEqual([{ state: 'IN_SERVICE' }, { state: 'OUT_OF_SERVICE' }])
    expect(await states(quiet.id)).toEqual([{ state: 'OUT_OF_SERVICE' }, { state: 'IN_SUPERVISOR' }])
  })
})
