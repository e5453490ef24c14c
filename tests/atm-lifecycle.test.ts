import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

let platform: WholePlatform
let msp: string
let agent: string

const TODAY = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  platform = await openWholePlatform()
  msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
})
afterAll(() => platform.close())

const ask = (method: string, path: string, body?: unknown, as = msp) =>
  platform.ask(method, path, { as, ...(body === undefined ? {} : { body }) })
const bodyOf = async (method: string, path: string, body?: unknown) => Object((await ask(method, path, body)).body)
const register = async (agentAtmId: string) => (await bodyOf('POST', '/incident/api/atms', { agentAtmId })).id
const report = (agentAtmId: string, eventType: string) =>
  ask(
    'POST',
    '/agent-proxy/api/journal-events',
    { agentAtmId, eventType, eventTime: `${TODAY}T00:00:00`, eventId: crypto.randomUUID() },
    agent,
  )
const beat = (agentAtmId: string) => ask('POST', '/agent-proxy/api/heartbeats', { agentAtmId }, agent)
const upload = (agentAtmId: string) =>
  platform.ask('POST', `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${TODAY}`, {
    as: agent,
    bytes: new TextEncoder().encode(`*1*${TODAY}*\n${agentAtmId}`),
    headers: { 'content-type': 'application/octet-stream' },
  })
const work = (agentAtmId: string) =>
  ask('GET', `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=0`, undefined, agent)
const incidentsOf = async (agentAtmId: string) =>
  (await bodyOf('GET', `/incident/api/incidents?agentAtmId=${agentAtmId}`)).content
const listed = async (query = '') =>
  (await bodyOf('GET', `/incident/api/atms?size=200${query}`)).content.map(
    ({ agentAtmId }: { agentAtmId: string }) => agentAtmId,
  )

describe('an ATM', () => {
  it('is listed as soon as it is registered, on REST and in the graph, and as it was last edited', async () => {
    const id = await register('L-NEW')
    expect(await listed()).toContain('L-NEW')
    const read = async () =>
      platform.query(`{ atmStatus(id: ${id}) { agentAtmId region lifecycle } atmGroups(by: REGION) { value } }`, msp)
    expect(await read()).toMatchObject({
      data: { atmStatus: { agentAtmId: 'L-NEW', region: null, lifecycle: 'ACTIVE' } },
    })
    await ask('PATCH', `/incident/api/atms/${id}`, { region: 'West' })
    expect(await read()).toMatchObject({
      data: { atmStatus: { region: 'West' }, atmGroups: expect.arrayContaining([{ value: 'West' }]) },
    })
  })

  it('that is retired refuses its agent, opens nothing and is in no total, until it is reactivated', async () => {
    const id = await register('L-OLD')
    expect((await report('L-OLD', 'DISPENSER_JAM')).status).toBe(201)
    expect((await upload('L-OLD')).status).toBe(201)
    const total = async () => (await bodyOf('GET', '/incident/api/atms/summary')).total
    const institution = async () => (await bodyOf('GET', '/incident/api/institutions'))[0].atms
    const before = { total: await total(), institution: await institution() }

    const retired = await ask('POST', `/incident/api/atms/${id}/retire`)
    expect(retired).toMatchObject({ status: 200, body: { status: 'RETIRED', retiredAt: expect.any(String) } })
    expect(await ask('POST', `/incident/api/atms/${id}/retire`)).toMatchObject({ status: 200, body: retired.body })

    for (const answer of [
      await report('L-OLD', 'CARD_READER_FAIL'),
      await report('L-OLD', 'NEVER_HEARD_OF_THIS'),
      await beat('L-OLD'),
      await upload('L-OLD'),
      await work('L-OLD'),
      await ask('POST', '/fleet/api/fleet/tasks', { agentAtmId: 'L-OLD', kind: 'REBOOT' }),
      await ask('POST', '/incident/api/incidents', { atmId: id, kind: 'VANDALISM', severity: 'LOW', title: 'Paint' }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', detail: expect.stringContaining('retired') },
      })
    }
    const batch = [{ agentAtmId: 'L-OLD', eventType: 'POWER_OFF', eventTime: `${TODAY}T00:00:00` }]
    expect(await ask('POST', '/agent-proxy/api/journal-events/batch', batch, agent)).toMatchObject({
      body: [{ status: 409 }],
    })

    const [incident] = await incidentsOf('L-OLD')
    expect(incident).toMatchObject({ status: 'RESOLVED', resolution: 'MANUAL', causeText: 'The ATM was retired.' })
    expect(await bodyOf('GET', `/incident/api/incidents/${incident.id}/entries`)).toMatchObject([{ kind: 'RESOLVED' }])
    expect(await listed()).not.toContain('L-OLD')
    expect(await listed('&status=RETIRED')).toContain('L-OLD')
    expect(await listed('&agentAtmId=L-OLD')).toEqual(['L-OLD'])
    expect(await total()).toBe(before.total - 1)
    expect(await institution()).toBe(before.institution - 1)
    expect((await bodyOf('GET', '/devices/api/badges')).total).toBe(before.total - 1)
    expect((await bodyOf('GET', `/incident/api/journal-events/atm/${id}`)).length).toBe(1)

    expect(await ask('POST', `/incident/api/atms/${id}/reactivate`)).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE' },
    })
    expect((await report('L-OLD', 'CARD_READER_FAIL')).status).toBe(201)
    expect((await beat('L-OLD')).status).toBe(204)
    expect((await work('L-OLD')).status).toBe(200)
    expect(await total()).toBe(before.total)
    expect(await listed()).toContain('L-OLD')
  })

  it('of others is not found, and neither is its retirement told to them', async () => {
    const id = await register('L-OURS')
    const beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    expect((await ask('POST', `/incident/api/atms/${id}/retire`, undefined, beta)).status).toBe(404)
    await ask('POST', `/incident/api/atms/${id}/retire`)
    const betaAgent = await platform.token({ role: 'AGENT', institutions: ['BETA'] })
    expect((await ask('POST', '/agent-proxy/api/heartbeats', { agentAtmId: 'L-OURS' }, betaAgent)).status).toBe(403)
    const user = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await ask('POST', `/incident/api/atms/${id}/reactivate`, undefined, user)).status).toBe(403)
    const reboot = { agentAtmId: 'L-OURS', kind: 'REBOOT' }
    expect((await ask('POST', '/fleet/api/fleet/tasks', reboot, beta)).status).toBe(404)
    // Its own customer has no grant, which comes first.
    expect((await ask('POST', '/fleet/api/fleet/tasks', reboot, user)).status).toBe(403)
    const ofTwo = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA', 'GAMMA'] })
    const path = `/journal/api/journal/files?agentAtmId=L-OURS&journalDate=${TODAY}`
    const file = { bytes: new TextEncoder().encode('a text') }
    expect((await platform.ask('POST', path, { as: ofTwo, ...file })).status).toBe(403)
    expect((await platform.ask('POST', path, { as: msp, ...file })).status).toBe(409)
  })
})

describe('many ATMs', () => {
  it('are retired at once, each with its own result', async () => {
    const ids = [await register('L-B1'), await register('L-B2')]
    await ask('POST', `/incident/api/atms/${ids[0]}/retire`)
    const { status, body } = await ask('POST', '/incident/api/atms/retire', { ids: [...ids, ids[1], 987_654] })
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: ids[0], outcome: 'UNCHANGED', atm: { status: 'RETIRED' } },
      { id: ids[1], outcome: 'DONE', atm: { agentAtmId: 'L-B2', status: 'RETIRED' } },
      { id: 987_654, outcome: 'NOT_FOUND', atm: null },
    ])
    for (const bad of [[], Array.from({ length: 501 }, (_, n) => n)])
      expect((await ask('POST', '/incident/api/atms/retire', { ids: bad })).status).toBe(400)
  })
})

describe('gaps of a retired ATM', () => {
  it('are forgotten at once', async () => {
    const id = await register('L-GAP')
    await runAs(platform.database.urls.superuser, [
      `insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, first_date)
        values (${id}, 'L-GAP', 'ACME', current_date - 3)`,
      `insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at)
        values ('ACME', ${id}, 'L-GAP', current_date - 2, 'OPEN', now())`,
    ])
    const open = async () => (await bodyOf('GET', `/journal/api/journal/gaps?atmId=${id}`)).length
    expect(await open()).toBe(1)
    await ask('POST', `/incident/api/atms/${id}/retire`)
    await expect.poll(open).toBe(0)
  })
})

describe('ATMs that a typing error made', () => {
  it('are found a day later, unless a heartbeat, a journal or a second event came of them', async () => {
    for (const id of ['T-TYPO', 'T-TWICE', 'T-BEAT', 'T-FILE', 'T-TODAY']) await report(id, 'CARD_READER_FAIL')
    await register('T-READY')
    await report('T-TWICE', 'POWER_OFF')
    await beat('T-BEAT')
    await upload('T-FILE')
    await runAs(platform.database.urls.superuser, [
      `update incident.atm set registered_at = registered_at - interval '2 days'
        where agent_atm_id like 'T-%' and agent_atm_id <> 'T-TODAY'`,
    ])
    const found = async () =>
      Array.from<{ id: number; agentAtmId: string }>(await bodyOf('GET', '/incident/api/suspected-atms'))
    expect((await found()).map(({ agentAtmId }) => agentAtmId)).toEqual(['T-TYPO'])
    await ask('POST', '/incident/api/atms/retire', { ids: (await found()).map(({ id }) => id) })
    expect(await found()).toEqual([])
    for (const first of [0, 501])
      expect((await ask('GET', `/incident/api/suspected-atms?first=${first}`)).status).toBe(400)
  })
})

describe('two entries that are one ATM', () => {
  it('are merged: the one is retired for good and names the other, which lists it', async () => {
    const [real, typo, older] = [await register('M-REAL'), await register('M-TYPO'), await register('M-OLDER')]
    await report('M-TYPO', 'DISPENSER_JAM')
    await ask('POST', `/incident/api/atms/${older}/merge`, { intoId: typo })
    const merge = () => ask('POST', `/incident/api/atms/${typo}/merge`, { intoId: real })
    expect(await merge()).toMatchObject({ status: 200, body: { status: 'RETIRED', mergedIntoId: real } })
    expect(await merge()).toMatchObject({ status: 200, body: { mergedIntoId: real } })
    expect(await incidentsOf('M-TYPO')).toMatchObject([{ status: 'RESOLVED' }])
    expect(
      await platform.query(`{ atm(id: ${real}) { mergedEntries { agentAtmId events(first: 5) { eventType } } } }`, msp),
    ).toMatchObject({
      data: {
        atm: {
          mergedEntries: [
            { agentAtmId: 'M-OLDER' },
            { agentAtmId: 'M-TYPO', events: [{ eventType: 'DISPENSER_JAM' }] },
          ],
        },
      },
    })
    expect((await bodyOf('GET', `/incident/api/atms/${typo}`)).mergedIntoId).toBe(real)
    expect(await beat('M-TYPO')).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/unless .*merged/) },
    })
    expect((await ask('POST', `/incident/api/atms/${typo}/reactivate`)).status).toBe(409)
    const back = await ask('POST', `/incident/api/atms/${real}/merge`, { intoId: typo })
    expect(back).toMatchObject({ status: 409, body: { detail: expect.stringContaining(`merged into ATM ${real}`) } })
    const admin = await platform.token({ role: 'ADMIN' })
    expect((await ask('PATCH', `/incident/api/atms/${typo}`, { institutionKey: 'BETA' }, admin)).status).toBe(409)
    expect((await bodyOf('GET', `/incident/api/atms/${typo}`)).mergedIntoId).toBe(real)
  })

  it('have to be two that the caller sees, of one institution', async () => {
    const id = await register('M-ALONE')
    const admin = await platform.token({ role: 'ADMIN' })
    const { body } = await ask('POST', '/incident/api/atms', { agentAtmId: 'M-BETA', institutionKey: 'BETA' }, admin)
    const into = (intoId: number, as = msp) => ask('POST', `/incident/api/atms/${id}/merge`, { intoId }, as)
    for (const answer of [
      await into(id),
      await into(987_654),
      await into(Object(body).id),
      await into(Object(body).id, admin),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'intoId' }] } })
    expect((await ask('POST', '/incident/api/atms/987654/merge', { intoId: id })).status).toBe(404)
  })
})
