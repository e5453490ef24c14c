import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import type { TokenClaims } from '../../kit/auth/sign-token.ts'
import { incidentService } from '../service.ts'

/** Every read of the events of one ATM; each has an alias under /device/. */
const LISTS = ['/paginated', '', '/recent', '/card-reader', '/cassette']
const READS = [...LISTS, '/cassette-inventory']
const ROUTES = ['atm', 'device'].flatMap((alias) => READS.map((read) => [alias, read] as const))

/** What a caller gets of its own ATM, of a foreign one, and of one that does not exist. */
type Expected = Readonly<Record<'own' | 'foreign' | 'unknown', number>>
type Setting = { readonly platform: TestPlatform; readonly ids: Readonly<Record<keyof Expected, number>> }

const NOW = '2026-11-20T12:00:00Z'
const settings = new Map<string, Setting>()

const open = async (scoped: string | undefined): Promise<Setting> => {
  const env = scoped === undefined ? {} : { INCIDENT_SCOPE_ATM_READS: scoped }
  const platform = await openTestPlatform([incidentService], { now: NOW, env })
  const report = async (agentAtmId: string, institutionKey: string, eventType: string) => {
    const body = { agentAtmId, institutionKey, eventType, cassettes: [{ cassetteNo: '1', status: 'LOW' }] }
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    return Object(answer.body).atmId
  }
  for (const [agentAtmId, key] of [
    ['OWN', 'ACME'],
    ['FOREIGN', 'BETA'],
  ] as const) {
    await report(agentAtmId, key, 'CARD_READER_FAIL')
  }
  const own = await report('OWN', 'ACME', 'CASSETTE_LOW')
  const foreign = await report('FOREIGN', 'BETA', 'CASSETTE_LOW')
  return { platform, ids: { own, foreign, unknown: 99_999 } }
}

beforeAll(async () => {
  for (const scoped of ['true', 'false', undefined]) settings.set(String(scoped), await open(scoped))
})

afterAll(async () => {
  for (const { platform } of settings.values()) await platform.close()
})

const settingOf = (scoped: string): Setting => {
  const setting = settings.get(scoped)
  if (setting === undefined) throw new Error(`no platform with ${scoped}`)
  return setting
}

const CALLERS: readonly (readonly [string, Partial<TokenClaims>])[] = [
  ['a USER', { role: 'USER', institutions: ['ACME'] }],
  ['a CUSTOMER', { role: 'CUSTOMER', institutions: ['ACME'] }],
  ['an MSP_ADMIN of several', { role: 'MSP_ADMIN', institutions: ['ACME', 'GAMMA'] }],
  ['an ADMIN', { role: 'ADMIN' }],
  ['a USER of none', { role: 'USER' }],
]

/** The table of this file. */
const expectedFor = (scoped: string, role: unknown, institutions: readonly string[], read: string): Expected => {
  const unknown = read === '/cassette-inventory' || scoped === 'true' ? 404 : 200
  if (scoped !== 'true') return { own: 200, foreign: 200, unknown }
  if (role === 'ADMIN') return { own: 200, foreign: 200, unknown }
  return { own: institutions.includes('ACME') ? 200 : 404, foreign: 404, unknown }
}

describe.each(['true', 'false', 'undefined'])('with INCIDENT_SCOPE_ATM_READS %s', (scoped) => {
  describe.each(CALLERS)('%s', (_who, claims) => {
    it.each(ROUTES)('asks /%s/{id}%s', async (alias, read) => {
      const { platform, ids } = settingOf(scoped)
      const as = await platform.token(claims)
      const ask = (id: number) => platform.ask('GET', `/incident/api/journal-events/${alias}/${id}${read}`, { as })
      const answers = { own: await ask(ids.own), foreign: await ask(ids.foreign), unknown: await ask(ids.unknown) }
      expect({ own: answers.own.status, foreign: answers.foreign.status, unknown: answers.unknown.status }).toEqual(
        expectedFor(scoped, claims.role, claims.institutions ?? [], read),
      )
      for (const which of ['own', 'foreign'] as const) {
        const { status, text } = answers[which]
        expect(text.includes(`"atmId":${ids[which]}`)).toBe(status === 200)
      }
    })
  })

  it.each(ROUTES)('an AGENT may not ask /%s/{id}%s, whosever the ATM is', async (alias, read) => {
    const { platform, ids } = settingOf(scoped)
    const as = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    for (const id of Object.values(ids)) {
      const answer = await platform.ask('GET', `/incident/api/journal-events/${alias}/${id}${read}`, { as })
      expect(answer.status).toBe(403)
    }
  })

  it('the graph says the same as REST', async () => {
    const { platform, ids } = settingOf(scoped)
    const service = platform.process.hosted.get('incident')
    if (service === undefined) throw new Error('not hosted')
    const principal = {
      userId: '7',
      email: null,
      role: 'USER' as const,
      institutions: ['ACME'],
      unrestricted: false,
      agentAtmId: null,
    }
    const seen = async (id: number) => {
      const query = `{ events: atmJournalEvents(atmId: ${id}) { totalElements } }`
      const events = await service.execute({ query }, { principal, token: null, traceId: 't' })
      const inventory = await service.execute(
        { query: `{ inventory: atmCassetteInventory(atmId: ${id}) { atmId } }` },
        { principal, token: null, traceId: 't' },
      )
      return [
        Object(events.data).events?.totalElements ?? events.errors?.[0]?.extensions.code,
        Object(inventory.data).inventory?.atmId ?? null,
      ]
    }
    const hidden = ['NOT_FOUND', null]
    expect(await seen(ids.own)).toEqual([2, ids.own])
    expect(await seen(ids.foreign)).toEqual(scoped === 'true' ? hidden : [2, ids.foreign])
    expect(await seen(ids.unknown)).toEqual(scoped === 'true' ? hidden : [0, null])
  })
})

describe('what is scoped anyway', () => {
  it.each(['true', 'false'])('does not depend on the setting %s', async (scoped) => {
    const { platform, ids } = settingOf(scoped)
    const as = await platform.token({ role: 'USER', institutions: ['ACME'] })
    for (const path of ['activity', 'fleet/cassette-inventory']) {
      const { text } = await platform.ask('GET', `/incident/api/journal-events/${path}`, { as })
      expect([text.includes(`"atmId":${ids.own}`), text.includes(`"atmId":${ids.foreign}`)]).toEqual([true, false])
    }
  })
})
