import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BADGES, badgeOf, type Connectivity, type ServiceState } from '../../schema/badge.ts'
import { openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { connectivityOf } from '../kit/connectivity.rules.ts'
import { devicesService } from './service.ts'

const NOW = '2026-03-01T10:00:00Z'
const STATES: readonly ServiceState[] = ['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN']
/** An ATM was heard of just within the limit, just beyond it, or never. */
const HEARTBEATS: readonly (readonly [Connectivity, string | null])[] = [
  ['CONNECTED', '2026-03-01T09:46:00Z'],
  ['DISCONNECTED', '2026-03-01T09:44:59Z'],
  ['NEVER_CONNECTED', null],
]
const COMBINATIONS = HEARTBEATS.flatMap(([connectivity, heartbeat]) =>
  STATES.map((state) => ({ connectivity, heartbeat, state })),
)

let platform: TestPlatform
let acme: string

beforeAll(async () => {
  platform = await openTestPlatform([devicesService], { now: NOW })
  acme = await platform.token({ institutions: ['ACME'] })
  const atms = COMBINATIONS.map(({ heartbeat, state }, n) => ({
    atmId: n + 1,
    agentAtmId: `B-${n + 1}`,
    institutionKey: 'ACME',
    state,
    lastHeartbeatAt: heartbeat,
  }))
  await platform.askInternal('POST', '/devices/api/internal/atms/batch', { body: atms })
  for (const { atmId, agentAtmId, state } of atms) {
    const body = { serviceState: state, institutionKey: 'ACME', atmId, sequence: 1 }
    await platform.askInternal('POST', `/devices/api/internal/atms/${agentAtmId}/service-state`, { body })
  }
})
afterAll(() => platform.close())

const listed = async (query: string) => {
  const { body } = await platform.ask('GET', `/devices/api/atms?size=50&sort=id,asc&${query}`, { as: acme })
  const rows: { id: number; badge: string }[] = Object(body).content
  return rows
}

describe('the badge', () => {
  it.each(COMBINATIONS)('of an ATM that is $connectivity and $state has the given precedence', (one) => {
    const { connectivity, state, heartbeat } = one
    const last = heartbeat === null ? null : new Date(heartbeat)
    expect(connectivityOf(last, new Date(NOW), 900_000)).toBe(connectivity)
    expect(badgeOf(connectivity, state)).toBe(connectivity === 'CONNECTED' ? state : 'AGENT_OFFLINE')
  })

  it('has words for each of the five, in the order of precedence', () => {
    expect(BADGES.map(({ badge }) => badge)).toEqual([
      'AGENT_OFFLINE',
      'IN_SUPERVISOR',
      'OUT_OF_SERVICE',
      'IN_SERVICE',
      'UNKNOWN',
    ])
    expect(new Set(BADGES.map(({ words }) => words)).size).toBe(5)
  })

  it('is the same in the list, in its filter and in the counts', async () => {
    const all = await listed('')
    expect(all.map(({ badge }) => badge)).toEqual(COMBINATIONS.map((one) => badgeOf(one.connectivity, one.state)))
    const { body: counts } = await platform.ask('GET', '/devices/api/badges', { as: acme })
    const counted = Object(counts)
    for (const { badge } of BADGES) {
      const rows = await listed(`badge=${badge}`)
      expect(rows).toEqual(all.filter((row) => row.badge === badge))
      const field = badge.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      expect(counted[field]).toBe(rows.length)
    }
    expect(counted.total).toBe(all.length)
  })
})
