import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { incidentService } from '../service.ts'

let platform: TestPlatform
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
})
afterAll(() => platform.close())

const create = async (body: object) => {
  const answer = await platform.ask('POST', '/incident/api/atms', { as: acme, body })
  return { ...Object(answer.body), answered: answer.status }
}
const patch = (id: number, body: object) => platform.ask('PATCH', `/incident/api/atms/${id}`, { as: acme, body })
const fail = (agentAtmId: string) =>
  platform.askInternal('POST', '/incident/api/internal/journal-events', {
    body: { agentAtmId, eventType: 'CARD_READER_FAIL', eventTime: '2026-11-20T11:00:00' },
  })

describe('what ATMs are grouped by', () => {
  it('is registered, edited and cleared like their other attributes', async () => {
    const given = { region: ' North ', costCentre: 'CC-1', criticality: 'HIGH', tags: ['mall', ' 24h ', 'mall', ' '] }
    const atm = await create({ agentAtmId: 'G-1', ...given })
    const stored = { region: 'North', costCentre: 'CC-1', criticality: 'HIGH', tags: ['24h', 'mall'] }
    expect(atm).toMatchObject({ answered: 201, ...stored })
    const { body } = await patch(atm.id, { criticality: null, tags: [], region: 'South' })
    expect(body).toMatchObject({ ...stored, criticality: null, tags: null, region: 'South' })
  })

  it('is refused outside its bounds, by field', async () => {
    const faulty = async (given: object) => {
      const { answered, errors } = await create({ agentAtmId: 'G-9', ...given })
      expect(answered).toBe(400)
      return errors.map(({ field }: { field: string }) => field.replace(/\[.*/, ''))
    }
    expect(await faulty({ criticality: 'SOME' })).toEqual(['criticality'])
    expect(await faulty({ region: 'x'.repeat(201), costCentre: 'x'.repeat(65) })).toEqual(['region', 'costCentre'])
    for (const tags of [Array.from({ length: 21 }, (_, n) => `t${n}`), Array.from({ length: 21 }, () => 'mall')])
      expect(await faulty({ tags })).toEqual(['tags'])
    for (const tag of ['x'.repeat(41), 'x'.padStart(41), ' '.repeat(41), 'a;b', '=1', 'a\nb'])
      expect(await faulty({ tags: [tag] })).toEqual(['tags'])
  })

  it('grows the edition, so that an older copy never replaces a newer one', async () => {
    const { id } = await create({ agentAtmId: 'G-2' })
    const edition = async () => {
      const { body } = await platform.askInternal('GET', `/incident/api/internal/atms?afterId=${id - 1}&limit=1`)
      return Object(body)[0].edition
    }
    const before = await edition()
    await patch(id, { tags: ['mall'] })
    expect(await edition()).toBe(before + 1)
    await patch(id, { tags: ['mall'] })
    await patch(id, { vendor: 'NCR' })
    expect(await edition()).toBe(before + 2)
  })
})

describe('incidents of a group of ATMs', () => {
  const incidents = async (query: string) => {
    const { status, body } = await platform.ask('GET', `/incident/api/incidents?sort=id,asc&${query}`, { as: acme })
    return status === 200 ? [...Object(body).content.map(Object).map(agentOf), Object(body).totalElements] : status
  }
  const agentOf = ({ agentAtmId }: { agentAtmId: string }) => agentAtmId

  it('are those of its ATMs, with their number', async () => {
    await create({ agentAtmId: 'I-1', vendor: 'Diebold', siteName: 'Piazza', tags: ['airport'] })
    await create({ agentAtmId: 'I-2', vendor: 'Diebold', region: 'East', criticality: 'CRITICAL' })
    await create({ agentAtmId: 'I-3', vendor: 'GRG', model: 'H68N', costCentre: 'CC-3' })
    for (const agentAtmId of ['I-1', 'I-2', 'I-3']) await fail(agentAtmId)
    expect(await incidents('vendor=Diebold')).toEqual(['I-1', 'I-2', 2])
    expect(await incidents('site=Piazza')).toEqual(['I-1', 1])
    expect(await incidents('tag=airport&vendor=Diebold')).toEqual(['I-1', 1])
    expect(await incidents('region=East&resolved=false')).toEqual(['I-2', 1])
    expect(await incidents('criticality=CRITICAL')).toEqual(['I-2', 1])
    expect(await incidents('model=H68N')).toEqual(['I-3', 1])
    expect(await incidents('costCentre=CC-3&status=RESOLVED')).toEqual([0])
    expect(await incidents('without=TAG&vendor=Diebold')).toEqual(['I-2', 1])
    expect(await incidents('vendor=Nobody')).toEqual([0])
    expect(await incidents('without=COLOUR')).toBe(400)
    expect(await incidents(`tag=${'x'.repeat(41)}`)).toBe(400)
  })

  it('are counted by value, with how bad they are', async () => {
    await create({ agentAtmId: 'Q-1', costCentre: 'CC-Q', tags: ['q-a', 'q-b'] })
    await create({ agentAtmId: 'Q-2', costCentre: 'CC-Q', tags: ['q-b'] })
    for (const agentAtmId of ['Q-1', 'Q-2']) await fail(agentAtmId)
    const groups = async (by: string) => {
      const { status, body } = await platform.ask('GET', `/incident/api/incident-groups?by=${by}`, { as: acme })
      expect(status).toBe(200)
      return Array.from<{ value: string | null }>(Object(body))
    }
    const severity = expect.stringMatching(/^(?:LOW|MEDIUM|HIGH|CRITICAL)$/)
    expect(await groups('COST_CENTRE')).toContainEqual({
      ...{ value: 'CC-Q', incidents: 2, unacknowledged: 2, atms: 2, worst: severity },
    })
    const tagged = (await groups('TAG')).filter(({ value }) => value?.startsWith('q-'))
    expect(tagged).toMatchObject([
      { value: 'q-b', incidents: 2 },
      { value: 'q-a', incidents: 1 },
    ])
    const beta = await platform.token({ institutions: ['BETA'] })
    expect(await platform.ask('GET', '/incident/api/incident-groups?by=TAG', { as: beta })).toMatchObject({ body: [] })
  })
})
