import { expect, test } from 'vitest'
import { journalOf } from '../support/journal-day.ts'
import type { Cluster } from './cluster.ts'

/** A date of so many days ago, in UTC. */
export const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const INSTITUTION = 'BANK'
const ATM = 'BANK-1'
const WAIT = { timeout: 60_000, interval: 200 }

/** Tokens of the flows: all that take part belong to one institution. */
const tokensOf = (cluster: Cluster) => ({
  agent: () => cluster.identity.token({ role: 'AGENT', sub: ATM, institutionKey: INSTITUTION, agentAtmId: ATM }),
  customer: () => cluster.identity.token({ role: 'CUSTOMER', institutionKey: INSTITUTION }),
  provider: () => cluster.identity.token({ role: 'MSP_ADMIN', institutionKey: INSTITUTION, email: 'msp@example.com' }),
})

/** The main flows, each begun at one gateway and looked at through the other. */
export const testFlows = (cluster: () => Cluster): void => {
  const as = (role: keyof ReturnType<typeof tokensOf>) => tokensOf(cluster())[role]()

  test('an event of an agent opens an incident; the dashboard reads it, its ATM and badge in one query', async () => {
    const agent = await as('agent')
    for (const eventType of ['ATM_OUT_OF_SERVICE', 'CARD_READER_FAIL']) {
      const body = { agentAtmId: ATM, eventType, eventTime: '' }
      const posted = await cluster().ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })
      expect(posted).toMatchObject({ status: 201, body: { eventType, incidentId: expect.any(Number) } })
    }
    const query = `{ incidents { content { kind severity atm { agentAtmId status { badge } } } }
      fleetHealth { openIncidents eventBreakdown { HARDWARE: hardware SYSTEM: system } } }`
    const customer = await as('customer')
    const ask = async () =>
      (await cluster().ask('POST', '/graphql', { as: customer, body: { query }, through: 'gateway-2' })).body
    await expect.poll(ask, WAIT).toMatchObject({
      data: {
        incidents: {
          content: expect.arrayContaining([
            expect.objectContaining({
              kind: 'CARD_READER',
              severity: 'HIGH',
              atm: { agentAtmId: ATM, status: { badge: 'OUT_OF_SERVICE' } },
            }),
          ]),
        },
        fleetHealth: { openIncidents: 2, eventBreakdown: { HARDWARE: 1, SYSTEM: 1 } },
      },
    })
  })

  test('a journal of today is parsed through its topic and counted in the coverage and in a snapshot', async () => {
    const today = dayAgo(0)
    const path = `/agent-proxy/api/journal-files?agentAtmId=${ATM}&journalDate=${today}`
    const agent = await as('agent')
    expect((await cluster().ask('POST', path, { as: agent, bytes: journalOf(today) })).status).toBe(201)
    const customer = await as('customer')
    const files = async () =>
      Object((await cluster().ask('GET', '/journal/api/journal/files', { as: customer })).body).content
    await expect.poll(files, WAIT).toMatchObject([{ journalDate: today, status: 'PARSED', successful: 3 }])
    const coverage = async () =>
      (await cluster().ask('GET', '/analytics/api/analytics/journal-coverage', { as: customer, through: 'gateway-2' }))
        .body
    await expect
      .poll(coverage, WAIT)
      .toMatchObject({ dailyVolume: [{ date: today, successful: 3 }], degradedSources: [] })
    const snapshot = async () =>
      (await cluster().ask('GET', '/analytics/api/analytics/snapshots/latest', { as: customer })).body
    await expect
      .poll(snapshot, WAIT)
      .toMatchObject({ institutionKey: INSTITUTION, filesParsed: 1, successful: 3, incidentsCreated: 2 })
  })

  test('a command is handed to its agent once, and its end is seen by who asked for it', async () => {
    const [agent, customer, provider] = await Promise.all([as('agent'), as('customer'), as('provider')])
    const granted = { as: provider, body: ['REBOOT'] }
    expect((await cluster().ask('PUT', `/fleet/task-permissions/${INSTITUTION}`, granted)).status).toBe(200)
    const asked = { as: customer, body: { agentAtmId: ATM, kind: 'REBOOT' }, through: 'gateway-2' } as const
    const created = await cluster().ask('POST', '/fleet/api/fleet/tasks', asked)
    expect(created).toMatchObject({ status: 201, body: { status: 'QUEUED' } })
    const { id } = Object(created.body)
    const work = `/agent-proxy/api/agent/work?agentAtmId=${ATM}&waitSeconds=0`
    const polls = await Promise.all(
      (['gateway-1', 'gateway-2'] as const).map((through) => cluster().ask('GET', work, { as: agent, through })),
    )
    expect(polls.flatMap(({ body }) => Object(body).tasks).map((task: unknown) => Object(task).id)).toEqual([id])
    const report = { as: agent, body: { status: 'SUCCEEDED' } }
    expect((await cluster().ask('PATCH', `/agent-proxy/api/agent/tasks/${id}`, report)).status).toBeLessThan(300)
    expect((await cluster().ask('GET', `/fleet/api/fleet/tasks/${id}`, { as: customer })).body).toMatchObject({
      status: 'SUCCEEDED',
      finishedAt: expect.any(String),
    })
  })

  test('vendors and insights that one gateway took are there at the other', async () => {
    const provider = await as('provider')
    const vendor = { name: 'Guarded Transport', type: 'CIT' }
    expect((await cluster().ask('POST', '/claims/api/claims/vendors', { as: provider, body: vendor })).status).toBe(201)
    const insight = { category: 'ANOMALY', severity: 'WARNING', title: 'Card readers', body: 'Two faults today.' }
    const published = await cluster().ask('POST', '/analytics/api/analytics/insights', { as: provider, body: insight })
    expect(published).toMatchObject({ status: 201, body: { snapshot_id: expect.any(Number) } })
    const query = '{ vendors { name type } activeInsights { title } }'
    const read = await cluster().ask('POST', '/graphql', { as: provider, body: { query }, through: 'gateway-2' })
    expect(read.body).toMatchObject({ data: { vendors: [vendor], activeInsights: [{ title: 'Card readers' }] } })
  })

  test('after the identity provider changes its key, its tokens are accepted, those of the old one not', async () => {
    const old = await as('customer')
    const vendors = async (token: string) =>
      (await cluster().ask('GET', '/claims/api/claims/vendors', { as: token })).status
    expect(await vendors(old)).toBe(200)
    await cluster().identity.rotate()
    const renewed = await as('customer')
    await expect.poll(() => vendors(renewed), WAIT).toBe(200)
    expect(await vendors(old)).toBe(401)
  })
}
