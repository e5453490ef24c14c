import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openInspector } from '../subgraphs/incident/testing/ingest.testing.ts'
import type { Calls } from '../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../subgraphs/kit/common/errors.ts'
import { connect, type LivePlatform, namesOf, openLivePlatform, recordsOf, untilName } from './support/live-platform.ts'
import { listen, type StreamClient } from './support/stream-client.ts'

let platform: LivePlatform

beforeAll(async () => {
  platform = await openLivePlatform()
})
afterAll(() => platform?.close())

describe('a live stream', { timeout: 60_000 }, () => {
  it('sends changes made through any process, on every gateway, as REST serves the records', async () => {
    const [here, there] = [await platform.openGateway(), await platform.openGateway()]
    const clients = [await connect(here, platform.acme), await connect(there, platform.acme)]
    await platform.post('NEW-1', 'ACME', 'ATM_OUT_OF_SERVICE')
    for (const client of clients) {
      await client.until(() => namesOf(client).includes('NEW-1') && namesOf(client, 'service-state').includes('NEW-1'))
      const [incident] = recordsOf(client)
      const { body } = await platform.ask('GET', '/incident/api/incidents', { as: platform.acme })
      expect(incident).toEqual(Object(body).content.find(({ id }: { id: number }) => id === incident?.id))
      expect(recordsOf(client, 'service-state')).toMatchObject([
        { agentAtmId: 'NEW-1', from: 'UNKNOWN', to: 'OUT_OF_SERVICE' },
      ])
      client.kill()
    }
  })

  it('begins with what changed just before, where that is asked for', async () => {
    const here = await platform.openGateway()
    const before = await connect(here, platform.admin)
    await platform.post('REC-1', 'ACME', 'ATM_OUT_OF_SERVICE')
    await platform.post('REC-2', 'BANK', 'ATM_OUT_OF_SERVICE')
    await untilName(before, 'REC-2')
    before.kill()
    const since = await connect(here, platform.acme, {}, '?topics=incidents&recent=60')
    expect(namesOf(since)).toContain('REC-1')
    expect(namesOf(since)).not.toContain('REC-2')
    expect(namesOf(since, 'service-state')).toEqual([])
    await platform.post('REC-3', 'ACME', 'ATM_OUT_OF_SERVICE')
    await untilName(since, 'REC-3')
    since.kill()
    const now = await connect(here, platform.acme)
    expect(namesOf(now)).toEqual([])
    now.kill()
  })

  it('sends insights to every caller, and only the requested topics', async () => {
    const here = await platform.openGateway()
    const client = await connect(here, platform.acme, {}, '?topics=insights')
    const publisher = await platform.token({ role: 'BCOS_ADMIN' })
    await platform.post('QUIET-1', 'ACME', 'DISPENSER_JAM')
    const body = { category: 'TREND', severity: 'INFO', title: 'a trend', body: 'text' }
    const published = await platform.ask('POST', '/analytics/api/analytics/insights', { as: publisher, body })
    await client.until((events) => events.length > 0)
    expect(client.events).toMatchObject([{ event: 'insights', data: published.body }])
    client.kill()
  })

  it('never sends records of another institution, nor to an administrator those outside the narrowing', async () => {
    const here = await platform.openGateway()
    const clients = [
      await connect(here, platform.acme),
      await connect(here, platform.admin, { 'fleet-institution': 'ACME' }),
      await connect(here, await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'CASH'] })),
    ]
    const whole = await connect(here, platform.admin)
    for (let n = 0; n < 5; n += 1) {
      await platform.post(`SCOPE-B${n}`, 'BANK', 'DISPENSER_JAM')
      await platform.post(`SCOPE-N${n}`, null, 'CARD_READER_FAIL')
      await platform.post(`SCOPE-A${n}`, 'ACME', 'ATM_OUT_OF_SERVICE')
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

  it('resumes on any gateway, with nothing lost and nothing twice', async () => {
    const [here, there] = [await platform.openGateway(), await platform.openGateway()]
    const first = await connect(here, platform.acme)
    let lastId = first.lastId()
    first.kill()
    const seen: string[] = []
    const writer = (async () => {
      for (let n = 0; n < 60; n += 1) await platform.post(`LIFE-${n}`, 'ACME', 'DISPENSER_JAM')
    })()
    onTestFinished(() => writer)
    for (let round = 0; !seen.includes('LIFE-59 1'); round += 1) {
      const client = await connect(round % 2 === 0 ? here : there, platform.acme, { 'last-event-id': String(lastId) })
      // Cut in the middle of what comes: after a few events, whatever is still on its way.
      await client.until((events) => events.length > round % 5 || namesOf(client).includes('LIFE-59'))
      client.kill()
      await client.ended
      expect(client.events.some(({ event }) => event === 'reset')).toBe(false)
      seen.push(...recordsOf(client).map(({ agentAtmId, version }) => `${agentAtmId} ${version}`))
      lastId = client.lastId()
    }
    expect(seen).toHaveLength(new Set(seen).size)
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 60 }, (_, n) => `LIFE-${n} 1`)))
  })

  it('sends what was committed late, after newer changes were sent', async () => {
    const [here, there] = [await platform.openGateway(), await platform.openGateway()]
    const client = await connect(here, platform.acme)
    const other = await openInspector(platform.database.urls.superuser)
    await platform.post('LATE-1', 'ACME', 'CARD_READER_FAIL')
    await untilName(client, 'LATE-1')
    await other.rows('begin')
    await other.rows(`update incident.incident set title = 'changed late' where agent_atm_id = 'LATE-1'`)
    await platform.post('LATE-2', 'ACME', 'CARD_READER_FAIL')
    await untilName(client, 'LATE-2')
    const before = client.lastId()
    await other.rows('commit')
    const resumed = await connect(there, platform.acme, { 'last-event-id': String(before) })
    for (const listener of [client, resumed])
      await listener.until(() => recordsOf(listener).some(({ title }) => title === 'changed late'))
    expect(namesOf(resumed)).not.toContain('LATE-2')
    for (const listener of [client, resumed]) listener.kill()
    await other.close()
  })

  describe('a cursor', () => {
    it('that is invalid, or of other changes, is answered with one reset, and the stream continues', async () => {
      const here = await platform.openGateway()
      for (const id of ['nonsense', Buffer.from('1|e0.1.5:5:||').toString('base64url')]) {
        const client = await connect(here, platform.acme, { 'last-event-id': id })
        expect(client.events).toEqual([
          {
            event: 'reset',
            id: null,
            data: { topics: ['incidents', 'service-state', 'gaps', 'insights', 'rollouts'] },
          },
        ])
        const name = `AFTER-${id.length}`
        await platform.post(name, 'ACME', 'DISPENSER_JAM')
        await untilName(client, name)
        client.kill()
      }
    })

    it('of more than ten minutes ago is answered with a reset', async () => {
      const here = await platform.openGateway()
      const client = await connect(here, platform.acme, {}, '?topics=incidents')
      const parts = Buffer.from(String(client.lastId()), 'base64url').toString().split('|')
      client.kill()
      const aged = (minutes: number) =>
        parts.map((part) => part.replace(/\.(\d{13})\./g, (_all, ms) => `.${Number(ms) - minutes * 60_000}.`)).join('|')
      const resume = async (minutes: number) => {
        const id = Buffer.from(aged(minutes)).toString('base64url')
        const resumed = await connect(here, platform.acme, { 'last-event-id': id }, '?topics=incidents')
        resumed.kill()
        return resumed.events.map(({ event }) => event).filter((event) => event === 'reset')
      }
      expect(await resume(9)).toEqual([])
      expect(await resume(11)).toEqual(['reset'])
    })
  })

  describe('a stream', () => {
    it('continues when one service does not answer, reports it, and loses nothing when it is back', async () => {
      const down = new Set<string>()
      const calls: Calls = {
        request(service, request) {
          if (down.has(service)) return Promise.reject(new DomainError('UNAVAILABLE', 'down'))
          return platform.process.calls.request(service, request)
        },
      }
      const cut = await platform.openGateway({ calls })
      const client = await connect(cut, platform.acme)
      down.add('incident')
      await client.until((events) => events.some(({ event }) => event === 'degraded'))
      expect(client.events.at(-1)?.data).toMatchObject({ source: 'incident', topics: ['incidents', 'service-state'] })
      await platform.post('DOWN-1', 'ACME', 'DISPENSER_JAM')
      const late = await listen(`${cut.url}/api/stream`, { authorization: `Bearer ${platform.acme}` })
      await late.until((events) => events.some(({ event }) => event === 'degraded'))
      late.kill()
      down.clear()
      await untilName(client, 'DOWN-1')
      expect(client.events.some(({ event }) => event === 'recovered')).toBe(true)
      client.kill()
    })
  })

  describe('a stream ends', () => {
    it('with its token', async () => {
      let laterMs = 0
      const later = await platform.openGateway({ now: () => new Date(Date.now() + laterMs) })
      const client = await connect(later, platform.acme)
      laterMs = 11 * 60_000
      await client.ended
      expect(client.events.at(-1)).toMatchObject({ event: 'expired', data: {} })
    })

    it('about a minute after its token is refused, and not while tokens cannot be checked', async () => {
      let laterMs = 0
      const refusal = new Map<string, DomainError>()
      const checked: string[] = []
      const gateway = await platform.openGateway({
        now: () => new Date(Date.now() + laterMs),
        authenticate(authorization = '') {
          checked.push(authorization)
          const error = refusal.get(authorization)
          if (error !== undefined) throw error
          return platform.process.authenticator.authenticate(authorization)
        },
      })
      const forged = await connect(gateway, platform.admin)
      const kept = await connect(gateway, platform.acme)
      refusal.set(`Bearer ${platform.admin}`, new DomainError('UNAUTHENTICATED', 'the key is gone'))
      refusal.set(`Bearer ${platform.acme}`, new DomainError('UNAVAILABLE', 'no keys can be had'))
      laterMs = 61_000
      await forged.ended
      expect(forged.events.at(-1)).toMatchObject({ event: 'expired', data: {} })
      await expect.poll(() => checked).toContain(`Bearer ${platform.acme}`)
      await platform.post('CHECKED-1', 'ACME', 'DISPENSER_JAM')
      await untilName(kept, 'CHECKED-1')
      kept.kill()
    })

    it('at once when the gateway stops, which refuses new streams', async () => {
      const stopping = await platform.openGateway()
      const clients = await Promise.all(Array.from({ length: 20 }, () => connect(stopping, platform.acme)))
      const closed = stopping.close()
      await Promise.all(clients.map(({ ended }) => ended))
      await closed
      expect(() => stopping.streams.open({ principal: Object(null), token: null }, new Set(), null)).toThrow(
        /about to stop/,
      )
    })

    it('for a newer one of a user that has too many, and of the largest holder if all places are taken', async () => {
      const small = await platform.openGateway({ maxListeners: 6, maxPerUser: 4 })
      const user = (userId: string, institution: string) => platform.token({ userId, institutions: [institution] })
      const [mad, calm, other] = [await user('mad', 'ACME'), await user('calm', 'ACME'), await user('other', 'BANK')]
      const flood: StreamClient[] = []
      for (let n = 0; n < 5; n += 1) flood.push(await connect(small, mad))
      await flood[0]?.ended
      expect(flood[0]?.events.at(-1)).toMatchObject({ event: 'replaced', data: {} })
      const others = [await connect(small, calm), await connect(small, other), await connect(small, other)]
      await flood[1]?.ended
      expect(flood.map((client) => client.isOver())).toEqual([true, true, false, false, false])
      expect(others.map((client) => client.isOver())).toEqual([false, false, false])
      expect(small.streams.count()).toBe(6)
      for (const client of [...flood, ...others]) client.kill()
    })

    it('before it begins for a topic that does not exist, an agent, and a caller without a token', async () => {
      const here = await platform.openGateway()
      const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
      const status = async (query: string, headers: Record<string, string>) =>
        (await fetch(`${here.url}/api/stream${query}`, { headers })).status
      expect(await status('?topics=weather', { authorization: `Bearer ${platform.acme}` })).toBe(400)
      expect(await status('', { authorization: `Bearer ${agent}` })).toBe(403)
      expect(await status('', {})).toBe(401)
      expect(await status('', { authorization: `Bearer ${platform.acme}`, 'fleet-institution': 'BANK' })).toBe(403)
    })
  })
})
