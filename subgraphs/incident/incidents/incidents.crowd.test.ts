import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { INTERNAL_PRINCIPAL } from '../../kit/auth/principal.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'
import { openTestService, type TestService } from '../testing/service.testing.ts'

let db: TestDatabase
let inspector: Inspector
/** Two processes on one database, as the database sees them. */
let services: TestService[]
let agentAtmId = ''
let atms = 0

beforeAll(async () => {
  db = await cloneDatabase()
  inspector = await openInspector(db.urls.superuser)
  services = await Promise.all([1, 2].map(() => openTestService(db.urls, () => new Date())))
})

afterAll(async () => {
  await Promise.all(services.map((service) => service.close()))
  await inspector.close()
  await db.drop()
})

beforeEach(() => {
  atms += 1
  agentAtmId = `CROWD-${atms}`
})

const by = (n: number): TestService => {
  const service = services[n % services.length]
  if (service === undefined) throw new Error('no service')
  return service
}
const codeOf = ({ errors }: Awaited<ReturnType<TestService['execute']>>) => errors?.[0]?.extensions.code ?? 'OK'

const POST =
  'mutation ($event: JournalEventInput!) { storeJournalEvent(event: $event) { ... on JournalEvent { incidentId } } }'
const post = async (n: number, eventType: string, agent = agentAtmId) => {
  const event = {
    agentAtmId: agent,
    institutionKey: 'ACME',
    eventType,
    eventTime: new Date().toISOString().slice(0, 19),
  }
  const result = await by(n).execute(POST, { event }, INTERNAL_PRINCIPAL)
  expect(result.errors).toBeUndefined()
  return Object(result.data).storeJournalEvent.incidentId
}
const OPEN = 'mutation ($incident: IncidentInput!) { createIncident(incident: $incident) { id } }'
const open = (n: number, kind: string) =>
  by(n)
    .execute(OPEN, { incident: { agentAtmId, kind, severity: 'HIGH', title: 'By hand' } })
    .then(codeOf)
const act = (n: number, what: 'acknowledge' | 'resolve', id: number) =>
  by(n).execute(`mutation ($id: SafeInt!) { ${what}Incident(id: $id) { id } }`, { id }).then(codeOf)
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

type Stored = { id: number; kind: string; status: string; version: number; occurrence_count: number; events: number }
const stored = () =>
  inspector.rows<Stored>(
    `select i.*, (select count(*) from incident.event e where e.incident_id = i.id)::int as events
    from incident.incident i where agent_atm_id like $1 order by id`,
    [`${agentAtmId}%`],
  )
const messages = (id: number) =>
  inspector.rows<{ topic: string; version: number }>(
    `select topic, (data->>'version')::int as version from incident.outbox where (data->>'incidentId')::bigint = $1
      order by id`,
    [id],
  )

describe('two processes at once', () => {
  it('open one incident of fifty events, whose ATM neither has heard of before', async () => {
    const ids = await times(50, (n) => post(n, 'DISPENSER_JAM'))
    expect(new Set(ids).size).toBe(1)
    expect(await stored()).toMatchObject([
      { kind: 'DISPENSER', status: 'OPEN', occurrence_count: 50, version: 50, events: 50 },
    ])
  })

  it('open one of fifty people who want the same', async () => {
    await post(0, 'AGENT_LOG_ERROR')
    const codes = await times(50, (n) => open(n, 'VANDALISM'))
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(49)
    expect(await stored()).toHaveLength(1)
  })

  it('open one, by whichever comes first, where people and events want the same', async () => {
    await post(0, 'AGENT_LOG_ERROR')
    const [codes, ids] = await Promise.all([
      times(20, (n) => open(n, 'DISPENSER')),
      times(20, (n) => post(n, 'DISPENSER_JAM')),
    ])
    const opened = codes.filter((code) => code === 'OK').length
    expect(opened).toBeLessThanOrEqual(1)
    expect(new Set(ids).size).toBe(1)
    expect(await stored()).toMatchObject([
      { id: ids[0], source: opened === 1 ? 'MANUAL' : 'AUTO', occurrence_count: 20, events: 20 },
    ])
  })

  it('lose no event while people take up and resolve, and publish each version of an incident once', async () => {
    const first = await post(0, 'DISPENSER_JAM')
    const [ids, codes] = await Promise.all([
      times(60, (n) => post(n, n % 3 === 0 ? 'MIXED_MEDIA_ERROR' : 'DISPENSER_JAM')),
      times(20, async (n) => {
        const open = Object((await by(n).execute('{ openIncidents { id agentAtmId } }', {})).data).openIncidents.find(
          (one: { agentAtmId: string }) => one.agentAtmId === agentAtmId,
        )
        return act(n, n % 2 === 0 ? 'acknowledge' : 'resolve', open?.id ?? first)
      }),
    ])
    expect(new Set(codes).difference(new Set(['OK', 'CONFLICT']))).toEqual(new Set())
    const incidents = await stored()
    expect(incidents.filter(({ status }) => status !== 'RESOLVED').length).toBeLessThanOrEqual(1)
    const linked = ids.filter((id) => id !== null).length + 1
    expect(incidents.reduce((sum, incident) => sum + incident.events, 0)).toBe(linked)
    for (const { id, version, occurrence_count, events } of incidents) {
      expect(occurrence_count).toBe(events)
      const published = await messages(id)
      expect(new Set(published.map((one) => one.version)).size).toBe(published.length)
      expect(published.at(-1)?.version).toBe(version)
      expect(published.filter(({ topic }) => topic.endsWith('.created'))).toHaveLength(1)
    }
  })

  it('take an incident up once and resolve it once', async () => {
    const id = await post(0, 'DISPENSER_JAM')
    expect(new Set(await times(20, (n) => act(n, 'acknowledge', id)))).toEqual(new Set(['OK']))
    expect(new Set(await times(20, (n) => act(n, 'resolve', id)))).toEqual(new Set(['OK']))
    expect(await stored()).toMatchObject([{ status: 'RESOLVED', version: 3 }])
    expect((await messages(id)).map(({ version }) => version)).toEqual([1, 2, 3])
  })

  it('run the quiet-time job and take events and actions of many ATMs, and none meets a deadlock', async () => {
    const agents = Array.from({ length: 40 }, (_, n) => `${agentAtmId}-${n}`)
    const ids = await Promise.all(agents.map((agent, n) => post(n, 'NETWORK_DISCONNECTED', agent)))
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const [jobs, , codes] = await Promise.all([
      times(6, (n) => by(n).runJob('incident.quiet-time', later(31))),
      times(200, (n) => post(n, ['NETWORK_DISCONNECTED', 'POWER_OFF'][n % 2] ?? '', agents[(n * 7) % agents.length])),
      Promise.all(ids.map((id, n) => act(n, n % 2 === 0 ? 'resolve' : 'acknowledge', id))),
    ])
    expect(jobs).toHaveLength(6)
    expect(new Set(codes).difference(new Set(['OK', 'CONFLICT']))).toEqual(new Set())
    const open = (await stored()).filter(({ status }) => status !== 'RESOLVED')
    expect(new Set(open.map((one) => `${Object(one).agent_atm_id} ${one.kind}`)).size).toBe(open.length)
    for (const { occurrence_count, events } of await stored()) expect(occurrence_count).toBe(events)
  })
})

describe('a person who comes while the ATM is locked', () => {
  it('is answered once it is free, without an error', async () => {
    const id = await post(0, 'DISPENSER_JAM')
    await inspector.rows('begin')
    await inspector.rows('select 1 from incident.atm where agent_atm_id = $1 for update', [agentAtmId])
    const waiting = act(0, 'resolve', id)
    await expect
      .poll(
        async () =>
          (await inspector.rows("select 1 from pg_locks where not granted and locktype = 'transactionid'")).length,
      )
      .toBe(1)
    await inspector.rows('commit')
    expect(await waiting).toBe('OK')
  })
})
