import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BADGES, type Badge, badgeOf, type Connectivity, type ServiceState } from '../../schema/badge.ts'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { connectivityOf } from '../domain/connectivity.rules.ts'
import { devicesService } from './service.ts'

const NOW = '2026-03-01T10:00:00Z'
/** Every badge, in words of the contract: heard of within 15 minutes, longer ago, or never; in each service state. */
const COMBINATIONS: readonly {
  readonly connectivity: Connectivity
  readonly heartbeat: string | null
  readonly state: ServiceState
  readonly badge: Badge
}[] = [
  { connectivity: 'CONNECTED', heartbeat: '2026-03-01T09:46:00Z', state: 'IN_SERVICE', badge: 'IN_SERVICE' },
  { connectivity: 'CONNECTED', heartbeat: '2026-03-01T09:46:00Z', state: 'OUT_OF_SERVICE', badge: 'OUT_OF_SERVICE' },
  { connectivity: 'CONNECTED', heartbeat: '2026-03-01T09:46:00Z', state: 'IN_SUPERVISOR', badge: 'IN_SUPERVISOR' },
  { connectivity: 'CONNECTED', heartbeat: '2026-03-01T09:46:00Z', state: 'UNKNOWN', badge: 'UNKNOWN' },
  { connectivity: 'DISCONNECTED', heartbeat: '2026-03-01T09:44:59Z', state: 'IN_SERVICE', badge: 'AGENT_OFFLINE' },
  { connectivity: 'DISCONNECTED', heartbeat: '2026-03-01T09:44:59Z', state: 'OUT_OF_SERVICE', badge: 'AGENT_OFFLINE' },
  { connectivity: 'DISCONNECTED', heartbeat: '2026-03-01T09:44:59Z', state: 'IN_SUPERVISOR', badge: 'AGENT_OFFLINE' },
  { connectivity: 'DISCONNECTED', heartbeat: '2026-03-01T09:44:59Z', state: 'UNKNOWN', badge: 'AGENT_OFFLINE' },
  { connectivity: 'NEVER_CONNECTED', heartbeat: null, state: 'IN_SERVICE', badge: 'AGENT_OFFLINE' },
  { connectivity: 'NEVER_CONNECTED', heartbeat: null, state: 'OUT_OF_SERVICE', badge: 'AGENT_OFFLINE' },
  { connectivity: 'NEVER_CONNECTED', heartbeat: null, state: 'IN_SUPERVISOR', badge: 'AGENT_OFFLINE' },
  { connectivity: 'NEVER_CONNECTED', heartbeat: null, state: 'UNKNOWN', badge: 'AGENT_OFFLINE' },
]

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
  it.each(COMBINATIONS)('of an ATM that is $connectivity and $state is $badge', (one) => {
    const { connectivity, state, heartbeat, badge } = one
    const last = heartbeat === null ? null : new Date(heartbeat)
    expect(connectivityOf(last, new Date(NOW), 900_000)).toBe(connectivity)
    expect(badgeOf(connectivity, state)).toBe(badge)
  })

  it('takes an agent for connected that was last heard of exactly the limit ago', () => {
    expect(connectivityOf(new Date('2026-03-01T09:45:00.000Z'), new Date(NOW), 900_000)).toBe('CONNECTED')
    expect(connectivityOf(new Date('2026-03-01T09:44:59.999Z'), new Date(NOW), 900_000)).toBe('DISCONNECTED')
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
    expect(all.map(({ badge }) => badge)).toEqual(COMBINATIONS.map(({ badge }) => badge))
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
