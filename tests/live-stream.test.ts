import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerOwnRoutes } from '../gateway/edge/own-door.ts'
import { createLiveStreams, type LiveStreams, type StreamEnv } from '../gateway/edge/stream.ts'
import { analyticsService } from '../subgraphs/analytics/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { type Inspector, openInspector } from '../subgraphs/incident/testing.ts'
import { journalService } from '../subgraphs/journal/service.ts'
import type { Calls } from '../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../subgraphs/kit/common/errors.ts'
import { createHttpApp } from '../subgraphs/kit/http/http.ts'
import { openTestPlatform, type TestPlatform } from './platform.ts'
import { listen, type StreamClient } from './stream-client.ts'

type Gateway = { readonly url: string; readonly streams: LiveStreams; close(): Promise<void> }

let platform: TestPlatform
let inspector: Inspector
let here: Gateway
let there: Gateway
let admin: string
let acme: string
/** Services that do not answer the streams for now. */
const down = new Set<string>()
let laterMs = 0

/** The streams of one gateway process over the services of the platform. */
const openGateway = async (limits: Partial<StreamEnv> = {}): Promise<Gateway> => {
  const { process } = platform
  const calls: Calls = {
    request(service, request) {
      if (down.has(service)) return Promise.reject(new DomainError('UNAVAILABLE', 'down'))
      return process.calls.request(service, request)
    },
  }
  const now = () => new Date(Date.now() + laterMs)
  const streams = createLiveStreams({ calls, log: process.log, now, pollMs: 15, beatMs: 200, ...limits })
  const app = createHttpApp({ log: process.log, now })
  registerOwnRoutes(app, { stores: process.jobStores, authenticator: process.authenticator, streams, now })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, streams, close: () => app.close() }
}

const hear = async (gateway: Gateway, as: string, headers: Record<string, string> = {}, query = '') => {
  const client = await listen(`${gateway.url}/api/stream${query}`, { authorization: `Bearer ${as}`, ...headers })
  await client.until((_events, lastId) => lastId !== null)
  return client
}
const post = async (agentAtmId: string, institutionKey: string | null, eventType: string) => {
  const body = { agentAtmId, institutionKey, eventType, eventTime: '' }
  expect((await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })).status).toBe(201)
}
const told = (client: StreamClient, topic = 'incidents') =>
  client.events.filter(({ event }) => event === topic).map(({ data }) => data)
const namesOf = (client: StreamClient, topic?: string) => told(client, topic).map(({ agentAtmId }) => agentAtmId)
const untilName = (client: StreamClient, name: string) => client.until(() => namesOf(client).includes(name))

beforeAll(async () => {
  platform = await openTestPlatform([incidentService, journalService, analyticsService])
  inspector = await openInspector(platform.database.urls.superuser)
  here = await openGateway()
  there = await openGateway()
  admin = await platform.token({ role: 'ADMIN' })
  acme = await platform.token({ institutions: ['ACME'] })
})
afterAll(async () => {
  await here?.close()
  await there?.close()
  await inspector?.close()
  await platform?.close()
})

// A test that came before must have read all of its own changes.
describe('a live stream', { shuffle: false, timeout: 60_000 }, () => {
  it('tells of changes made through any process, on every gateway, as REST serves the records', async () => {
    const clients = [await hear(here, acme), await hear(there, acme)]
    await post('NEW-1', 'ACME', 'ATM_OUT_OF_SERVICE')
    for (const client of clients) {
      await client.until(() => namesOf(client).includes('NEW-1') && namesOf(client, 'service-state').includes('NEW-1'))
      const [incident] = told(client)
      const { body } = await platform.ask('GET', '/incident/api/incidents', { as: acme })
      expect(incident).toEqual(Object(body).content.find(({ id }: { id: number }) => id === incident?.id))
      expect(told(client, 'service-state')).toMatchObject([
        { agentAtmId: 'NEW-1', from: 'UNKNOWN', to: 'OUT_OF_SERVICE' },
      ])
      client.kill()
    }
  })

  it('tells insights to everybody, and only of the topics asked for', async () => {
    const client = await hear(here, acme, {}, '?topics=insights')
    const publisher = await platform.token({ role: 'BCOS_ADMIN' })
    await post('QUIET-1', 'ACME', 'DISPENSER_JAM')
    const body = { category: 'TREND', severity: 'INFO', title: 'a trend', body: 'text' }
    const published = await platform.ask('POST', '/analytics/api/analytics/insights', { as: publisher, body })
    await client.until((events) => events.length > 0)
    expect(client.events).toMatchObject([{ event: 'insights', data: published.body }])
    client.kill()
  })

  it('never tells of another institution, nor a narrowed administrator of those not looked at', async () => {
    const clients = [
      await hear(here, acme),
      await hear(here, admin, { 'fleet-institution': 'ACME' }),
      await hear(here, await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'CASH'] })),
    ]
    const whole = await hear(here, admin)
    for (let n = 0; n < 5; n += 1) {
      await post(`SCOPE-B${n}`, 'BANK', 'DISPENSER_JAM')
      await post(`SCOPE-N${n}`, null, 'CARD_READER_FAIL')
      await post(`SCOPE-A${n}`, 'ACME', 'ATM_OUT_OF_SERVICE')
    }
    for (const client of clients) {
      await untilName(client, 'SCOPE-A4')
      expect(
        new Set([...namesOf(client), ...namesOf(client, 'service-state')].map((name) => String(name).slice(0, 7))),
      ).toEqual(new Set(['SCOPE-A']))
      client.kill()
    }
    await untilName(whole, 'SCOPE-A4')
    expect(new Set(namesOf(whole).map((name) => String(name).slice(0, 7)))).toEqual(
      new Set(['SCOPE-A', 'SCOPE-B', 'SCOPE-N']),
    )
    whole.kill()
  })

  it('goes on where it broke off, on whichever gateway, with nothing lost and nothing twice', async () => {
    const first = await hear(here, acme)
    let lastId = first.lastId()
    first.kill()
    const seen: string[] = []
    const writer = (async () => {
      for (let n = 0; n < 60; n += 1) await post(`LIFE-${n}`, 'ACME', 'DISPENSER_JAM')
    })()
    for (let round = 0; !seen.includes('LIFE-59 1'); round += 1) {
      const client = await hear(round % 2 === 0 ? here : there, acme, { 'last-event-id': String(lastId) })
      // Cut in the middle of what comes: after a few events, whatever is still on its way.
      await client.until((events) => events.length > round % 5 || namesOf(client).includes('LIFE-59'))
      client.kill()
      await client.ended
      expect(client.events.some(({ event }) => event === 'reset')).toBe(false)
      seen.push(...told(client).map(({ agentAtmId, version }) => `${agentAtmId} ${version}`))
      lastId = client.lastId()
    }
    await writer
    expect(seen).toHaveLength(new Set(seen).size)
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 60 }, (_, n) => `LIFE-${n} 1`)))
  })

  it('tells of what was committed late, after newer changes were told', async () => {
    const client = await hear(here, acme)
    const other = await openInspector(platform.database.urls.superuser)
    await post('LATE-1', 'ACME', 'CARD_READER_FAIL')
    await untilName(client, 'LATE-1')
    await other.rows('begin')
    await other.rows(`update incident.incident set title = 'told late' where agent_atm_id = 'LATE-1'`)
    await post('LATE-2', 'ACME', 'CARD_READER_FAIL')
    await untilName(client, 'LATE-2')
    const before = client.lastId()
    await other.rows('commit')
    const resumed = await hear(there, acme, { 'last-event-id': String(before) })
    for (const listener of [client, resumed])
      await listener.until(() => told(listener).some(({ title }) => title === 'told late'))
    expect(namesOf(resumed)).not.toContain('LATE-2')
    for (const listener of [client, resumed]) listener.kill()
    await other.close()
  })

  describe('a cursor', () => {
    it('that is none, or of other changes, is answered with one reset, and the stream goes on', async () => {
      for (const id of ['nonsense', Buffer.from('1|e0.1.5:5:||').toString('base64url')]) {
        const client = await hear(here, acme, { 'last-event-id': id })
        expect(client.events).toEqual([
          { event: 'reset', id: null, data: { topics: ['incidents', 'service-state', 'gaps', 'insights'] } },
        ])
        const name = `AFTER-${id.length}`
        await post(name, 'ACME', 'DISPENSER_JAM')
        await untilName(client, name)
        client.kill()
      }
    })

    it('of more than ten minutes ago is one of them', async () => {
      const client = await hear(here, acme, {}, '?topics=incidents')
      const parts = Buffer.from(String(client.lastId()), 'base64url').toString().split('|')
      client.kill()
      const aged = (minutes: number) =>
        parts.map((part) => part.replace(/\.(\d{13})\./g, (_all, ms) => `.${Number(ms) - minutes * 60_000}.`)).join('|')
      const resume = async (minutes: number) => {
        const id = Buffer.from(aged(minutes)).toString('base64url')
        const resumed = await hear(here, acme, { 'last-event-id': id }, '?topics=incidents')
        resumed.kill()
        return resumed.events.map(({ event }) => event).filter((event) => event === 'reset')
      }
      expect(await resume(9)).toEqual([])
      expect(await resume(11)).toEqual(['reset'])
    })
  })

  describe('a stream goes on', () => {
    it('when one service does not answer, and says so, and nothing is lost when it is back', async () => {
      const client = await hear(here, acme)
      down.add('incident')
      await client.until((events) => events.some(({ event }) => event === 'degraded'))
      expect(client.events.at(-1)?.data).toMatchObject({ source: 'incident', topics: ['incidents', 'service-state'] })
      await post('DOWN-1', 'ACME', 'DISPENSER_JAM')
      const late = await listen(`${here.url}/api/stream`, { authorization: `Bearer ${acme}` })
      await late.until((events) => events.some(({ event }) => event === 'degraded'))
      late.kill()
      down.clear()
      await untilName(client, 'DOWN-1')
      expect(client.events.some(({ event }) => event === 'recovered')).toBe(true)
      client.kill()
    })

    const insertMany = (name: string, atmIdsAbove: number, count: number) =>
      inspector.rows(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, title, opened_at, first_event_at, last_event_at)
      select nextval('incident.incident_id'), ${atmIdsAbove} + n, '${name}-' || n, 'ACME', 'POWER', 'HIGH', repeat('x', 180), now(), now(), now() from generate_series(1, ${count}) n`)
    // Written directly: so many changes at once come of no request.
    it('when more changes at once than is told one by one, with a reset', async () => {
      const client = await hear(here, admin, {}, '?topics=incidents')
      await insertMany('MANY', 1_000_000, 2_500)
      await client.until((events) => events.some(({ event }) => event === 'reset'))
      expect(namesOf(client)).toEqual([])
      await post('MANY-AFTER', 'ACME', 'DISPENSER_JAM')
      await untilName(client, 'MANY-AFTER')
      client.kill()
    })

    it('for others when one reads too slowly; that one is cut off', async () => {
      await insertMany('SLOW', 2_000_000, 1_500)
      const small = await openGateway({ maxBytes: 200_000 })
      const fast = await hear(small, admin, {}, '?topics=incidents')
      const slow = await fetch(`${small.url}/api/stream?topics=incidents`, {
        headers: { authorization: `Bearer ${admin}` },
      })
      expect(small.streams.count()).toBe(2)
      for (let round = 1; small.streams.count() > 1 && round < 60; round += 1) {
        await inspector.rows(
          `update incident.incident set occurrence_count = ${round + 1} where agent_atm_id ~ '^SLOW'`,
        )
        await fast.until((events) => events.some(({ data }) => data.occurrenceCount === round + 1))
      }
      expect(small.streams.count()).toBe(1)
      await expect(slow.text()).rejects.toThrow()
      await post('FAST-1', 'ACME', 'DISPENSER_JAM')
      await untilName(fast, 'FAST-1')
      fast.kill()
      await small.close()
    })
  })

  describe('a stream ends', () => {
    it('with its token', async () => {
      const client = await hear(here, acme)
      laterMs = 11 * 60_000
      await client.ended
      expect(client.events.at(-1)).toMatchObject({ event: 'expired', data: {} })
      laterMs = 0
    })

    it('at once when the gateway stops, which lets nobody listen any more', async () => {
      const stopping = await openGateway()
      const clients = await Promise.all(Array.from({ length: 20 }, () => hear(stopping, acme)))
      const closed = stopping.close()
      await Promise.all(clients.map(({ ended }) => ended))
      await closed
      expect(() => stopping.streams.open({ principal: Object(null), token: null }, new Set(), null)).toThrow(
        /about to stop/,
      )
    })

    it('for a newer one of the same user where it has too many, and of the largest holder where all places are taken', async () => {
      const small = await openGateway({ maxListeners: 6, maxPerUser: 4 })
      const user = (userId: string, institution: string) => platform.token({ userId, institutions: [institution] })
      const [mad, calm, other] = [await user('mad', 'ACME'), await user('calm', 'ACME'), await user('other', 'BANK')]
      const flood: StreamClient[] = []
      for (let n = 0; n < 5; n += 1) flood.push(await hear(small, mad))
      await flood[0]?.ended
      expect(flood[0]?.events.at(-1)).toMatchObject({ event: 'replaced', data: {} })
      const others = [await hear(small, calm), await hear(small, other), await hear(small, other)]
      await flood[1]?.ended
      expect(flood.map((client) => client.isOver())).toEqual([true, true, false, false, false])
      expect(others.map((client) => client.isOver())).toEqual([false, false, false])
      expect(small.streams.count()).toBe(6)
      for (const client of [...flood, ...others]) client.kill()
      await expect.poll(small.streams.count).toBe(0)
      await small.close()
    })

    it('before it begins for a topic that does not exist, an agent, and a caller without a token', async () => {
      const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
      const status = async (query: string, headers: Record<string, string>) =>
        (await fetch(`${here.url}/api/stream${query}`, { headers })).status
      expect(await status('?topics=weather', { authorization: `Bearer ${acme}` })).toBe(400)
      expect(await status('', { authorization: `Bearer ${agent}` })).toBe(403)
      expect(await status('', {})).toBe(401)
      expect(await status('', { authorization: `Bearer ${acme}`, 'fleet-institution': 'BANK' })).toBe(403)
    })
  })
})
