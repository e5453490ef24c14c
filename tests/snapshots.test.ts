import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const DAY = new Uint8Array(
  readFileSync(new URL('../subgraphs/journal/formats/fixtures/recycler/day.txt', import.meta.url)),
)
const START = Date.parse('2026-05-13T20:00:00Z')
const SNAPSHOTS = '/analytics/api/analytics/snapshots'

let platform: WholePlatform
let admin: string
let acme: string
let zeta: string
let agent: string
/** The platform's clock moves ten seconds on with each look, so that the next snapshot is not held up. */
let nowMs = START

beforeAll(async () => {
  platform = await openWholePlatform({ now: () => new Date(nowMs) })
  admin = await platform.token({ role: 'BCOS_ADMIN' })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: '12' })
  zeta = await platform.token({ role: 'MSP_ADMIN', institutions: ['ZETA'] })
  agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
})
afterAll(() => platform.close())

const report = (eventType: string) =>
  platform.ask('POST', '/agent-proxy/api/journal-events', {
    as: agent,
    body: { eventType, eventTime: new Date(nowMs).toISOString().slice(0, 19), agentAtmId: 'ATM-1' },
  })

const look = async (path: string, as: string) => {
  nowMs += 10_000
  return platform.ask('GET', `${SNAPSHOTS}${path}`, { as })
}
const eventually = (path: string, as: string) =>
  expect.poll(async () => (await look(path, as)).body, { timeout: 15_000, interval: 100 })

// A story: one whole platform is expensive, and later steps look at what the first ones brought.
describe('snapshots of the whole platform', { shuffle: false }, () => {
  it('show the incidents and journals that came through the public API', async () => {
    expect((await look('/latest', admin)).status).toBe(404)
    expect((await report('ATM_OUT_OF_SERVICE')).status).toBe(201)
    await eventually('/latest', acme).toMatchObject({
      institutionKey: 'ACME',
      incidentsCreated: 1,
      incidentsResolved: 0,
      openIncidents: 1,
    })
    expect((await report('ATM_IN_SERVICE')).status).toBe(201)
    const upload = await platform.ask(
      'POST',
      '/agent-proxy/api/journal-files?agentAtmId=ATM-1&journalDate=2026-05-13',
      {
        as: agent,
        bytes: DAY,
      },
    )
    expect(upload.status).toBe(201)
    const { id } = Object(upload.body)
    const file = async () => Object((await platform.ask('GET', `/journal/api/journal/files/${id}`, { as: acme })).body)
    await expect.poll(async () => (await file()).status, { timeout: 15_000 }).toBe('PARSED')
    const { transactions, successful, failed } = await file()
    const counters = {
      filesParsed: 1,
      transactions,
      successful,
      failed,
      incidentsCreated: 1,
      incidentsResolved: 1,
      openIncidents: 0,
    }
    await eventually('/latest', acme).toMatchObject({ institutionKey: 'ACME', day: '2026-05-13', ...counters })
    await eventually('/latest', admin).toMatchObject({ institutionKey: null, day: '2026-05-13', ...counters })
    await eventually('/latest?institutionKey=ACME&day=2026-05-13', admin).toMatchObject({
      institutionKey: 'ACME',
      ...counters,
    })
  })

  it('are announced on their topic', async () => {
    const unannounced = () =>
      runAs(platform.database.urls.superuser, [
        `select s.id from analytics.snapshot s where not exists (
          select from topics.message m
          where m.topic = 'analytics.snapshot-ready' and (m.envelope -> 'data' ->> 'snapshotId')::bigint = s.id)`,
      ])
    await expect.poll(unannounced, { timeout: 5_000 }).toEqual([])
    const [message] = await runAs(platform.database.urls.superuser, [
      `select key, envelope from topics.message where topic = 'analytics.snapshot-ready' and key = 'ACME'
        order by seq desc limit 1`,
    ])
    expect(message?.envelope).toMatchObject({
      type: 'analytics.snapshot-ready',
      version: 1,
      institutionKey: 'ACME',
      data: { day: '2026-05-13', filesParsed: 1, incidentsResolved: 1 },
    })
  })

  it('are counted as many as they are, for every caller and day', async () => {
    for (const as of [admin, acme, zeta])
      for (const query of ['', '&day=2026-05-13', '&day=2001-01-01', '&institutionKey=ACME']) {
        const page = Object((await look(`?size=200${query}`, as)).body)
        expect(page.totalElements, query).toBe(page.content.length)
      }
  })

  it('are seen by their institution; those of the fleet by who sees every institution', async () => {
    const keysFor = async (as: string, query = '') =>
      new Set(
        Object((await look(`?size=200${query}`, as)).body).content.map(
          (one: { institutionKey: unknown }) => one.institutionKey,
        ),
      )
    expect(await keysFor(acme)).toEqual(new Set(['ACME']))
    expect(await keysFor(zeta)).toEqual(new Set())
    expect(await keysFor(admin)).toEqual(new Set(['ACME', null]))
    expect(await keysFor(admin, '&institutionKey=ACME')).toEqual(new Set(['ACME']))
    expect(await keysFor(zeta, '&institutionKey=ACME')).toEqual(new Set())
    expect((await look('/latest', zeta)).status).toBe(404)
    expect((await platform.ask('GET', `${SNAPSHOTS}/latest`)).status).toBe(401)
  })

  it('are what insights link to, in the graph as well', async () => {
    const publish = `mutation {
      publishInsight(insight: { category: SUMMARY, severity: INFO, title: "A day", body: "All well." })
      { id snapshotId acknowledged acknowledgedAt acknowledgedByUserId expiresAt } }`
    const { data: latest } = await platform.query('{ latestSnapshot { id institutionKey filesParsed } }', admin)
    const { data } = await platform.query(publish, acme)
    const { id, snapshotId } = Object(data).publishInsight
    expect(snapshotId).toBe(Object(latest).latestSnapshot.id)
    expect(Object(latest).latestSnapshot).toMatchObject({ institutionKey: null, filesParsed: 1 })
    const linked = `{ snapshot(id: ${snapshotId}) { filesParsed } }`
    expect((await platform.query(linked, admin)).data).toEqual({ snapshot: { filesParsed: 1 } })
    // Of the whole fleet: not for those who see a part of it.
    expect((await platform.query(linked, acme)).data).toEqual({ snapshot: null })
    const { data: own } = await platform.query('{ latestSnapshot { id } }', acme)
    const ofAcme = `{ snapshot(id: ${Object(own).latestSnapshot.id}) { institutionKey } }`
    expect((await platform.query(ofAcme, acme)).data).toEqual({ snapshot: { institutionKey: 'ACME' } })
    expect((await platform.query(ofAcme, zeta)).data).toEqual({ snapshot: null })
    const read = await platform.query(
      '{ activeInsights { id } insights(category: SUMMARY) { totalElements } snapshots { content { id } } }',
      zeta,
    )
    expect(read.data).toEqual({ activeInsights: [{ id }], insights: { totalElements: 1 }, snapshots: { content: [] } })
    const acknowledged = await platform.query(
      `mutation { acknowledgeInsight(id: ${id}) { acknowledged acknowledgedByUserId } acknowledgeActiveInsights
        { acknowledged } }`,
      acme,
    )
    expect(acknowledged.data).toEqual({
      acknowledgeInsight: { acknowledged: true, acknowledgedByUserId: '12' },
      acknowledgeActiveInsights: { acknowledged: 0 },
    })
    const refused = await platform.query(publish, await platform.token({ role: 'ADMIN' }))
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})
