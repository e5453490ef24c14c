import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../support/stream-client.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

const DASHBOARD = `query {
  fleetHealth { connectivity { total connected } eventBreakdown { hardware } topProblematicAtms { agentAtmId }
    openIncidents atmsWithGaps degradedSources }
  journalCoverage { openGapsTotal atmsWithGaps { agentAtmId } degradedSources }
  institutions { key atms }
  fleetHistory(hoursBack: 1) { buckets { total } }
  openIncidentsBySeverity { total atms }
  journalDays(from: "2026-11-01", to: "2026-11-02") { atmsWithJournal }
  atmBadges { total }
  atms { content { agentAtmId } }
  atmStatuses { content { agentAtmId } }
  openIncidents { agentAtmId }
  incidents { content { agentAtmId } }
  vendors { name }
}`

const EVERYTHING = { incidents: ['ACME-1', 'BANK-1'], vendors: ['pool'] }

type Graph = {
  readonly fleetHealth: Record<string, unknown>
  readonly journalCoverage: { readonly degradedSources: readonly string[] }
  readonly institutions: unknown
  readonly openIncidentsBySeverity: unknown
  readonly openIncidents: readonly { readonly agentAtmId: string }[]
  readonly incidents: { readonly content: readonly { readonly agentAtmId: string }[] }
  readonly atms: { readonly content: readonly { readonly agentAtmId: string }[] }
  readonly atmStatuses: { readonly content: readonly { readonly agentAtmId: string }[] }
  readonly vendors: readonly { readonly name: string }[]
}

const namesOf = (rows: readonly { readonly agentAtmId: string }[]) => rows.map(({ agentAtmId }) => agentAtmId).sort()

describe('a caller', () => {
  describe.each([
    { mode: 'in one process', separate: false },
    { mode: 'with each service on its own', separate: true },
  ])('narrowed to one institution, $mode', ({ separate }) => {
    let platform: WholePlatform
    let admin: string

    const ask = async (as: string, institution?: string): Promise<Graph> => {
      const headers = institution === undefined ? {} : { 'Fleet-Institution': institution }
      const answer = await platform.ask('POST', '/graphql', { as, headers, body: { query: DASHBOARD } })
      expect(Object(answer.body).errors, JSON.stringify(answer.body)).toBeUndefined()
      return Object(answer.body).data
    }

    beforeAll(async () => {
      platform = await openWholePlatform({ separate })
      admin = await platform.token({ role: 'ADMIN' })
      for (const key of ['ACME', 'BANK']) {
        const as = await platform.token({ role: 'AGENT', institutions: [key] })
        const event = { eventType: 'DISPENSER_JAM', eventTime: '', agentAtmId: `${key}-1` }
        expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body: event })).status).toBe(201)
        const owner = await platform.token({ role: 'MSP_ADMIN', institutions: [key] })
        const vendor = { name: key, type: 'CIT' }
        expect((await platform.ask('POST', '/claims/api/claims/vendors', { as: owner, body: vendor })).status).toBe(201)
      }
      const vendor = { name: 'pool', type: 'CIT' }
      expect((await platform.ask('POST', '/claims/api/claims/vendors', { as: admin, body: vendor })).status).toBe(201)
    }, 60_000)
    afterAll(() => platform?.close())

    it('an administrator sees that institution in every figure, and all again without the header', async () => {
      const whole = await ask(admin)
      expect(whole.fleetHealth).toMatchObject({ connectivity: { total: 2 }, openIncidents: 2, degradedSources: [] })
      expect(namesOf(whole.openIncidents)).toEqual(EVERYTHING.incidents)
      const narrowed = await ask(admin, 'BANK')
      expect(narrowed.fleetHealth).toMatchObject({
        connectivity: { total: 1 },
        openIncidents: 1,
        topProblematicAtms: [{ agentAtmId: 'BANK-1' }],
        degradedSources: [],
      })
      expect(narrowed.journalCoverage.degradedSources).toEqual([])
      expect(narrowed.institutions).toEqual([{ key: 'BANK', atms: 1 }])
      expect([whole, narrowed].map((seen) => seen.openIncidentsBySeverity)).toEqual([
        { total: 2, atms: 2 },
        { total: 1, atms: 1 },
      ])
      for (const rows of [narrowed.openIncidents, narrowed.incidents.content, narrowed.atms.content])
        expect(namesOf(rows)).toEqual(['BANK-1'])
      expect((await ask(admin)).fleetHealth).toEqual({ ...whole.fleetHealth })
    })

    it('vendors stay those of the token’s own keys', async () => {
      expect((await ask(admin)).vendors).toEqual([{ name: 'pool' }])
      expect((await ask(admin, 'BANK')).vendors).toEqual([{ name: 'pool' }])
      const keyed = await platform.token({ role: 'ADMIN', institutions: ['ACME', 'CASH'] })
      expect((await ask(keyed, 'ACME')).vendors).toEqual([{ name: 'ACME' }])
      expect((await ask(keyed, 'BANK')).vendors).toEqual([])
      const headers = { 'Fleet-Institution': 'BANK' }
      const create = { as: keyed, headers, body: { name: 'x', type: 'SP' } }
      expect((await platform.ask('POST', '/claims/api/claims/vendors', create)).status).toBe(403)
    })

    it('routes are narrowed as the graph is, and what a role may do stays', async () => {
      const headers = { 'Fleet-Institution': 'ACME' }
      const incidents = await platform.ask('GET', '/incident/api/incidents/status/open?view=counts', {
        as: admin,
        headers,
      })
      expect(incidents.body).toEqual({ count: 1 })
      const health = await platform.ask('GET', '/analytics/api/analytics/fleet-health', { as: admin, headers })
      expect(health.body).toMatchObject({ connectivity: { total: 1 }, openIncidents: 1 })
      const kinds = await platform.ask('GET', '/fleet/api/fleet/task-permissions/mine', { as: admin, headers })
      expect(kinds.body).toContain('REBOOT')
    })

    it('a caller of several institutions sees the one that it names, and cannot name another', async () => {
      const both = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'BANK'] })
      expect((await ask(both)).fleetHealth).toMatchObject({ connectivity: { total: 2 } })
      expect((await ask(both, 'ACME')).fleetHealth).toMatchObject({ connectivity: { total: 1 } })
      for (const path of ['/graphql', '/incident/api/incidents']) {
        const foreign = await platform.ask(path === '/graphql' ? 'POST' : 'GET', path, {
          as: both,
          headers: { 'Fleet-Institution': 'CASH' },
          ...(path === '/graphql' ? { body: { query: '{ openIncidentCount { count } }' } } : {}),
        })
        expect([foreign.status, Object(foreign.body).code]).toEqual([403, 'FORBIDDEN'])
      }
    })

    it('so is the live stream', async () => {
      const headers = { authorization: `Bearer ${admin}`, 'fleet-institution': 'ACME' }
      const client = await listen(`${platform.url}/api/stream?topics=service-state`, headers)
      await client.until((_events, lastId) => lastId !== null)
      for (const key of ['BANK', 'ACME']) {
        const as = await platform.token({ role: 'AGENT', institutions: [key] })
        // It opens no incident and adds no ATM, which the figures of the other tests count.
        const event = { eventType: 'ATM_IN_SERVICE', eventTime: '', agentAtmId: `${key}-1` }
        expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body: event })).status).toBe(201)
      }
      await client.until((events) => events.length > 0)
      expect(client.events.map(({ data }) => data.agentAtmId)).toEqual(['ACME-1'])
      client.kill()
    })

    it('what is no key is refused after the role, and named', async () => {
      for (const bad of ['', 'A,B', '%E0%A4%A', 'x'.repeat(65), '%22']) {
        const answer = await platform.ask('GET', '/incident/api/incidents', {
          as: admin,
          headers: { 'Fleet-Institution': bad },
        })
        expect([bad, answer.status, Object(answer.body).errors?.[0]?.field]).toEqual([bad, 400, 'Fleet-Institution'])
      }
      const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
      const refused = await platform.ask('GET', '/incident/api/incidents', {
        as: agent,
        headers: { 'Fleet-Institution': '' },
      })
      expect(refused.status).toBe(403)
    })

    it('a key that is not plain ASCII is sent percent-encoded', async () => {
      const headers = { 'Fleet-Institution': encodeURIComponent('Ålandsbanken%') }
      const answer = await platform.ask('GET', '/incident/api/atms/summary', { as: admin, headers })
      expect(answer.status).toBe(200)
      expect(Object(answer.body).total).toBe(0)
    })
  })
})
