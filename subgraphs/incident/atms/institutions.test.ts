import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import type { TokenClaims } from '../../kit/auth/sign-token.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector } from '../testing/ingest.testing.ts'

let platform: TestPlatform
let inspector: Inspector

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  inspector = await openInspector(platform.database.urls.superuser)
})

afterEach(async () => {
  await inspector.close()
  await platform.close()
})

const listFor = async (claims: Partial<TokenClaims>) => {
  const answer = await platform.ask('GET', '/incident/api/institutions', { as: await platform.token(claims) })
  expect(answer.status).toBe(200)
  return answer.body
}
const heartbeat = (agentAtmId: string, institutionKey: string | null) =>
  platform.askInternal('POST', '/incident/api/internal/heartbeats', { body: { agentAtmId, institutionKey } })

/** What the kept counts have to come to. */
const counted = () =>
  inspector.rows<{ key: string; atms: number }>(
    `select institution_key as key, count(*)::int as atms from incident.atm where institution_key is not null
     group by 1 order by institution_key collate "C"`,
  )

describe('institutions', () => {
  it('are listed by key with the number of their ATMs, however these came', async () => {
    await heartbeat('A-1', 'ACME')
    await platform.askInternal('POST', '/incident/api/internal/atms/resolve', {
      body: { agentAtmIds: ['A-2', 'A-3', 'A-1'], institutionKey: 'ACME', register: true },
    })
    const as = await platform.token({ role: 'ADMIN' })
    const body = { agentAtmId: 'B-1', institutionKey: 'BETA' }
    const { body: atm } = await platform.ask('POST', '/incident/api/atms', { as, body })
    expect(await listFor({ role: 'ADMIN' })).toEqual([
      { key: 'ACME', atms: 3 },
      { key: 'BETA', atms: 1 },
    ])
    await heartbeat('A-1', 'ACME')
    await platform.ask('PATCH', `/incident/api/atms/${Object(atm).id}`, { as, body: { institutionKey: 'ACME' } })
    expect(await listFor({ role: 'BCOS_ADMIN' })).toEqual([{ key: 'ACME', atms: 4 }])
  })

  it('do not count an ATM that has none, until it gets one', async () => {
    await heartbeat('N-1', null)
    expect(await listFor({ role: 'ADMIN' })).toEqual(await counted())
    await heartbeat('N-1', 'NEW')
    expect(await listFor({ role: 'ADMIN' })).toContainEqual({ key: 'NEW', atms: 1 })
  })

  it("are the caller's own only, those without an ATM too", async () => {
    await heartbeat('G-1', 'GAMMA')
    expect(await listFor({ role: 'USER', institutions: ['ZETA', 'GAMMA'] })).toEqual([
      { key: 'GAMMA', atms: 1 },
      { key: 'ZETA', atms: 0 },
    ])
    expect(await listFor({ role: 'CUSTOMER' })).toEqual([])
    const agent = await platform.token({ role: 'AGENT', institutions: ['GAMMA'] })
    expect(await platform.ask('GET', '/incident/api/institutions', { as: agent })).toMatchObject({ status: 403 })
  })

  it('count right when ATMs of many institutions register at once, and when ATMs go', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => heartbeat(`M-${n % 200}`, `MANY-${n % 20}`)))
    await inspector.rows(`delete from incident.atm where agent_atm_id in ('M-0', 'M-1', 'N-1')`)
    expect(await listFor({ role: 'ADMIN' })).toEqual(await counted())
  })
})
