import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const EVENT = { eventType: 'ATM_IN_SERVICE', eventTime: '2026-03-01T09:00:00' }
const CURE = 'register it with POST /incident/api/atms'

let platform: WholePlatform
let agent: string
let rival: string
let manager: string
let admin: string

const open = async (env: Record<string, string>) => {
  platform = await openWholePlatform({ env, start: false })
  agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
  rival = await platform.token({ role: 'AGENT', institutions: ['RIVAL'] })
  manager = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  admin = await platform.token({ role: 'ADMIN' })
}

const report = (as: string, agentAtmId: string) =>
  platform.ask('POST', '/agent-proxy/api/journal-events', { as, body: { ...EVENT, agentAtmId } })
const register = (as: string, agentAtmId: string) =>
  platform.ask('POST', '/incident/api/atms', { as, body: { agentAtmId } })
const today = () => new Date().toISOString().slice(0, 10)
const upload = (path: string, as: string, agentAtmId: string) =>
  platform.ask('POST', `${path}?agentAtmId=${agentAtmId}&journalDate=${today()}`, {
    as,
    bytes: new TextEncoder().encode('journal'),
    headers: { 'content-type': 'text/plain' },
  })
const resolve = (agentAtmIds: string[], institutionKey: string | null, more = {}) =>
  platform.ask('POST', '/incident/api/internal/atms/resolve', {
    internal: true,
    body: { agentAtmIds, institutionKey, register: true, ...more },
  })
const listAtms = async (): Promise<string[]> => {
  const { content } = Object((await platform.ask('GET', '/incident/api/atms?size=100', { as: admin })).body)
  return content.map((atm: unknown) => Object(atm).agentAtmId)
}
const heartbeat = (as: string, agentAtmId: string) =>
  platform.ask('POST', '/agent-proxy/api/heartbeats', { as, body: { agentAtmId } })
const work = (as: string, agentAtmId: string) =>
  platform.ask('GET', `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}`, { as })

describe('with ATM_REGISTRATION=known', () => {
  beforeAll(() => open({ ATM_REGISTRATION: 'known' }), 60_000)
  afterAll(() => platform?.close())

  /** Every way in which a report may name an ATM. */
  const ways: Record<string, (agentAtmId: string) => Promise<{ status: number; body: unknown }>> = {
    'an event': (id) => report(agent, id),
    "an administrator's event": (id) =>
      platform.ask('POST', '/agent-proxy/api/journal-events', {
        as: admin,
        body: { ...EVENT, agentAtmId: id, institutionKey: 'ACME' },
      }),
    'an event of an unknown type': (id) =>
      platform.ask('POST', '/agent-proxy/api/journal-events', {
        as: agent,
        body: { eventType: 'NEW', agentAtmId: id },
      }),
    'a heartbeat': (id) => heartbeat(agent, id),
    'a poll for work': (id) => work(agent, id),
    'a journal of its agent': (id) => upload('/agent-proxy/api/journal-files', agent, id),
    'a journal of a user': (id) => upload('/journal/api/journal/files', manager, id),
    'an internal event': (id) =>
      platform.ask('POST', '/incident/api/internal/journal-events', {
        internal: true,
        body: { ...EVENT, agentAtmId: id, institutionKey: 'ACME' },
      }),
    'an internal event without an institution': (id) =>
      platform.ask('POST', '/incident/api/internal/journal-events', {
        internal: true,
        body: { ...EVENT, agentAtmId: id },
      }),
    'an internal registration': (id) => resolve([id], 'ACME'),
  }

  it.each(Object.keys(ways))('%s of an ATM that is not registered is refused, with the cure', async (name) => {
    const agentAtmId = `NEW-${Object.keys(ways).indexOf(name)}`
    const answer = await ways[name]?.(agentAtmId)
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', detail: expect.stringContaining(CURE) } })
    expect(await listAtms()).not.toContain(agentAtmId)
  })

  it('a batch refuses the events of such ATMs one by one, and stores the others', async () => {
    expect((await register(manager, 'B-1')).status).toBe(201)
    const body = ['B-0', 'B-1', 'B-2', 'B-1', 'B-0'].map((agentAtmId) => ({ ...EVENT, agentAtmId }))
    const answer = await platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body })
    const entries: { status: number; body: unknown }[] = Object(answer.body)
    expect(entries.map(({ status }) => status)).toEqual([403, 201, 403, 201, 403])
    expect(entries[0]?.body).toMatchObject({ detail: expect.stringContaining(CURE) })
    expect(entries[1]?.body).toMatchObject({ agentAtmId: 'B-1', institutionKey: 'ACME' })
  })

  it('an ATM that a user registered reports in every way, and only for its own institution', async () => {
    expect((await register(manager, 'R-1')).status).toBe(201)
    expect((await report(agent, 'R-1')).status).toBe(201)
    expect((await heartbeat(agent, 'R-1')).status).toBe(204)
    expect((await work(agent, 'R-1')).status).toBe(200)
    expect((await upload('/agent-proxy/api/journal-files', agent, 'R-1')).status).toBe(201)
    expect((await register(manager, 'R-2')).status).toBe(201)
    expect((await resolve(['R-1', 'R-2'], 'ACME')).status).toBe(200)
    expect((await resolve(['R-1', 'NOBODY'], 'ACME', { register: false })).body).toHaveLength(1)
    for (const answer of [
      await report(rival, 'R-1'),
      await heartbeat(rival, 'R-1'),
      await upload('/agent-proxy/api/journal-files', rival, 'R-1'),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('not registered for your') },
      })
  })

  it('an ATM without an institution is of no institution until an administrator assigns it', async () => {
    const sql = `insert into incident.atm (id, agent_atm_id, registered_at)
      values (nextval('incident.atm_id_seq'), 'FREE-1', now()) returning id`
    const [row] = await runAs(platform.database.urls.superuser, [sql])
    expect((await report(rival, 'FREE-1')).status).toBe(403)
    expect((await upload('/agent-proxy/api/journal-files', rival, 'FREE-1')).status).toBe(403)
    const patched = await platform.ask('PATCH', `/incident/api/atms/${Object(row).id}`, {
      as: admin,
      body: { institutionKey: 'ACME' },
    })
    expect(patched).toMatchObject({ status: 200, body: { institutionKey: 'ACME' } })
    expect((await report(agent, 'FREE-1')).status).toBe(201)
    expect((await report(rival, 'FREE-1')).status).toBe(403)
  })
})

describe('an id that was claimed by a wrong tenant', () => {
  beforeAll(() => open({}), 60_000)
  afterAll(() => platform?.close())

  const move = (id: number, as: string) =>
    platform.ask('PATCH', `/incident/api/atms/${id}`, { as, body: { institutionKey: 'ACME' } })
  const eventsSeenBy = async (institution: string, id: number) => {
    const as = await platform.token({ role: 'MSP_ADMIN', institutions: [institution] })
    const activity = await platform.ask('GET', '/incident/api/journal-events/activity?hoursBack=8784', { as })
    const events: { atmId: number; institutionKey: string }[] = Object(activity.body)
    return events.filter(({ atmId }) => atmId === id).map(({ institutionKey }) => institutionKey)
  }

  it('is returned by an administrator: its owner reports from then on, and earlier reports stay in place', async () => {
    const claimed = await report(rival, 'ACME-CLAIMED')
    expect(claimed.status).toBe(201)
    const id: number = Object(claimed.body).atmId
    expect(await report(agent, 'ACME-CLAIMED')).toMatchObject({
      status: 403,
      body: { detail: 'agentAtmId: this ATM belongs to another institution' },
    })
    // Neither the owner nor the wrong tenant moves it.
    expect((await move(id, manager)).status).toBe(403)
    expect((await move(id, await platform.token({ role: 'MSP_ADMIN', institutions: ['RIVAL', 'ACME'] }))).status).toBe(
      403,
    )
    for (const role of ['ADMIN', 'BCOS_ADMIN'] as const)
      expect((await move(id, await platform.token({ role }))).body).toMatchObject({ institutionKey: 'ACME' })
    expect((await report(agent, 'ACME-CLAIMED')).status).toBe(201)
    expect((await report(rival, 'ACME-CLAIMED')).status).toBe(403)
    expect((await heartbeat(rival, 'ACME-CLAIMED')).status).toBe(403)
    expect(await eventsSeenBy('RIVAL', id)).toEqual(['RIVAL'])
    expect(await eventsSeenBy('ACME', id)).toEqual(['ACME'])
    const seen = async (role: 'MSP_ADMIN' | 'USER', institution: string) => {
      const as = await platform.token({ role, institutions: [institution] })
      return (await platform.query(`{ atm(id: ${id}) { institutionKey } }`, as)).data
    }
    expect(await seen('MSP_ADMIN', 'ACME')).toEqual({ atm: { institutionKey: 'ACME' } })
    expect(await seen('USER', 'RIVAL')).toEqual({ atm: null })
  })

  it('is the first reporter’s where it had no institution, and returned in the same way', async () => {
    const body = { agentAtmId: 'ACME-FREE' }
    expect((await platform.ask('POST', '/incident/api/internal/heartbeats', { internal: true, body })).status).toBe(204)
    const { atmId } = Object((await report(rival, 'ACME-FREE')).body)
    expect((await report(agent, 'ACME-FREE')).status).toBe(403)
    expect((await move(atmId, admin)).body).toMatchObject({ institutionKey: 'ACME' })
    expect((await report(agent, 'ACME-FREE')).status).toBe(201)
    expect((await report(rival, 'ACME-FREE')).status).toBe(403)
  })
})
