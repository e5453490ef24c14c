import { afterAll, beforeAll, expect } from 'vitest'
import {
  at,
  type BothCalls,
  checkRows,
  each,
  openRequirements,
  pick,
  type RequirementsPlatform,
  refused,
} from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let platform: RequirementsPlatform

/** Fifteen minutes ago, and a millisecond before that. */
const JUST_CONNECTED = '2026-11-20T09:45:00.000Z'
const JUST_DISCONNECTED = '2026-11-20T09:44:59.999Z'

/** Every badge, by the last heartbeat and the service state; an offline agent takes precedence. */
const BADGES = [
  ['CONNECTED', JUST_CONNECTED, 'IN_SERVICE', 'IN_SERVICE'],
  ['CONNECTED', JUST_CONNECTED, 'OUT_OF_SERVICE', 'OUT_OF_SERVICE'],
  ['CONNECTED', JUST_CONNECTED, 'IN_SUPERVISOR', 'IN_SUPERVISOR'],
  ['CONNECTED', JUST_CONNECTED, 'UNKNOWN', 'UNKNOWN'],
  ['DISCONNECTED', JUST_DISCONNECTED, 'IN_SERVICE', 'AGENT_OFFLINE'],
  ['DISCONNECTED', JUST_DISCONNECTED, 'OUT_OF_SERVICE', 'AGENT_OFFLINE'],
  ['DISCONNECTED', JUST_DISCONNECTED, 'IN_SUPERVISOR', 'AGENT_OFFLINE'],
  ['DISCONNECTED', JUST_DISCONNECTED, 'UNKNOWN', 'AGENT_OFFLINE'],
  ['NEVER_CONNECTED', null, 'IN_SERVICE', 'AGENT_OFFLINE'],
  ['NEVER_CONNECTED', null, 'OUT_OF_SERVICE', 'AGENT_OFFLINE'],
  ['NEVER_CONNECTED', null, 'IN_SUPERVISOR', 'AGENT_OFFLINE'],
  ['NEVER_CONNECTED', null, 'UNKNOWN', 'AGENT_OFFLINE'],
] as const

const internal = (call: string, body: unknown) => platform.prepare(null, { call, body, internal: true, status: 204 })
const MIRROR = 'POST /devices/api/internal/atms'
const mirror = (agentAtmId: string, atmId: number, serviceState: string, sequence: number, institutionKey = 'MIRROR') =>
  internal(`${MIRROR}/${agentAtmId}/service-state`, { serviceState, institutionKey, atmId, sequence })

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, start: false })
  const atms = BADGES.map(([, lastHeartbeatAt], n) => ({
    atmId: n + 1,
    agentAtmId: `B-${n + 1}`,
    institutionKey: 'ACME',
    lastHeartbeatAt,
  }))
  await internal(`${MIRROR}/batch`, atms)
  for (const [n, [, , state]] of BADGES.entries()) await mirror(`B-${n + 1}`, n + 1, state, 1, 'ACME')
})
afterAll(() => platform.close())

const acme = { institutions: ['ACME'] }
const status = (agentAtmId: string, ...fields: readonly string[]): BothCalls => ({
  rest: {
    call: `GET /devices/api/atms?agentAtmId=${agentAtmId}`,
    value: (body) => pick(...fields)(at('content.0')(body)),
  },
  graph: {
    query: `query ($agentAtmId: String) { atmStatuses(agentAtmId: $agentAtmId) { content { ${fields.join(' ')} } } }`,
    variables: { agentAtmId },
    value: (data) => at('atmStatuses.content.0')(data),
  },
})
const withBadge = (badge: string): BothCalls => ({
  rest: {
    call: `GET /devices/api/atms?badge=${badge}&sort=id,asc`,
    value: (body) => each('agentAtmId')(at('content')(body)),
  },
  graph: {
    query: 'query ($badge: StatusBadge) { atmStatuses(badge: $badge, sort: ["id,asc"]) { content { agentAtmId } } }',
    variables: { badge },
    value: (data) => each('agentAtmId')(at('atmStatuses.content')(data)),
  },
})
const summary = { total: 12, connected: 4, disconnected: 4, neverConnected: 4 }

checkRows('UI status badge: an agent-offline indication takes precedence', () => platform, [
  ...BADGES.map(([connectivity, , serviceState, badge], n) => ({
    requirement: `${connectivity} and ${serviceState}: ${badge}`,
    as: acme,
    ...status(`B-${n + 1}`, 'connectivity', 'serviceState', 'badge'),
    expected: { connectivity, serviceState, badge },
  })),
  ...(
    [
      ['IN_SERVICE', ['B-1']],
      ['OUT_OF_SERVICE', ['B-2']],
      ['IN_SUPERVISOR', ['B-3']],
      ['UNKNOWN', ['B-4']],
      ['AGENT_OFFLINE', ['B-5', 'B-6', 'B-7', 'B-8', 'B-9', 'B-10', 'B-11', 'B-12']],
    ] as const
  ).map(([badge, expected]) => ({
    requirement: `those with the badge ${badge}`,
    as: acme,
    ...withBadge(badge),
    expected,
  })),
  {
    requirement: 'counted by badge',
    as: acme,
    rest: { call: 'GET /devices/api/badges' },
    graph: { query: '{ atmBadges { total agentOffline inSupervisor outOfService inService unknown } }' },
    expected: { total: 12, agentOffline: 8, inSupervisor: 1, outOfService: 1, inService: 1, unknown: 1 },
  },
  {
    requirement: 'counted by connectivity, connected at most 15 minutes after the last heartbeat',
    as: acme,
    rest: { call: 'GET /devices/api/atms/summary' },
    graph: { query: '{ atmStatusSummary { total connected disconnected neverConnected } }' },
    expected: summary,
  },
  {
    requirement: 'deviceId is an alias of id',
    as: acme,
    ...status('B-3', 'id', 'deviceId'),
    expected: { id: 3, deviceId: 3 },
  },
  {
    requirement: 'scoped to the institution',
    as: { institutions: ['BETA'] },
    rest: { call: 'GET /devices/api/atms', value: at('content') },
    graph: { query: '{ atmStatuses { content { id } } }', value: at('atmStatuses.content') },
    expected: [],
  },
  {
    requirement: 'Errors: missing token',
    as: null,
    rest: { call: 'GET /devices/api/atms' },
    graph: { query: '{ atmStatuses { content { id } } }' },
    expected: refused(401),
  },
])

const BADGE = (body: unknown) => pick('id', 'badge')(body)
checkRows('UI status reads: /incident/api/atms* is rewritten to the devices service', () => platform, [
  {
    requirement: 'GET /incident/api/atms/{id}',
    as: acme,
    rest: { call: 'GET /incident/api/atms/2', value: BADGE },
    graph: { query: '{ atmStatus(id: 2) { id badge } }' },
    expected: { id: 2, badge: 'OUT_OF_SERVICE' },
  },
  {
    requirement: 'GET /incident/api/atms',
    as: acme,
    rest: { call: 'GET /incident/api/atms?agentAtmId=B-2', value: (body) => BADGE(at('content.0')(body)) },
    expected: { id: 2, badge: 'OUT_OF_SERVICE' },
  },
  {
    requirement: 'GET /incident/api/atms/summary',
    as: acme,
    rest: { call: 'GET /incident/api/atms/summary' },
    expected: summary,
  },
])

/** ATMs of the mirror rows have numbers of their own. */
let atmIds = 100
const mirrored =
  (...changes: readonly (readonly [serviceState: string, sequence: number])[]) =>
  async () => {
    atmIds += 1
    const agentAtmId = `M-${atmIds}`
    for (const [serviceState, sequence] of changes) await mirror(agentAtmId, atmIds, serviceState, sequence)
    return { agentAtmId }
  }
const OF_MIRROR = { institutions: ['MIRROR'] }
const ofGiven = (...fields: readonly string[]) => ({
  rest: ({ agentAtmId = '' }: Readonly<Record<string, string>>) => status(agentAtmId, ...fields).rest,
  graph: ({ agentAtmId = '' }: Readonly<Record<string, string>>) => status(agentAtmId, ...fields).graph,
})

checkRows('Devices service: service-state mirror', () => platform, [
  {
    requirement: 'an ATM that is not known is created',
    as: OF_MIRROR,
    given: mirrored(['OUT_OF_SERVICE', 1]),
    ...ofGiven('serviceState', 'serviceStateChangedAt', 'supervisorSince'),
    expected: { serviceState: 'OUT_OF_SERVICE', serviceStateChangedAt: NOW, supervisorSince: null },
  },
  {
    requirement: 'the time supervisor mode was entered is the time of receipt',
    as: OF_MIRROR,
    given: mirrored(['IN_SUPERVISOR', 1]),
    ...ofGiven('serviceState', 'supervisorSince'),
    expected: { serviceState: 'IN_SUPERVISOR', supervisorSince: NOW },
  },
  {
    requirement: 'it is gone when supervisor mode is left',
    as: OF_MIRROR,
    given: mirrored(['IN_SUPERVISOR', 1], ['IN_SERVICE', 2]),
    ...ofGiven('serviceState', 'supervisorSince'),
    expected: { serviceState: 'IN_SERVICE', supervisorSince: null },
  },
  ...([2, 3] as const).map((sequence) => ({
    requirement: `a change that is not newer than the one held is ignored; ${sequence} after 3`,
    as: OF_MIRROR,
    given: mirrored(['OUT_OF_SERVICE', 3], ['IN_SERVICE', sequence]),
    ...ofGiven('serviceState'),
    expected: { serviceState: 'OUT_OF_SERVICE' },
  })),
  {
    requirement: 'a newer one is taken',
    as: OF_MIRROR,
    given: mirrored(['OUT_OF_SERVICE', 3], ['IN_SERVICE', 4]),
    ...ofGiven('serviceState'),
    expected: { serviceState: 'IN_SERVICE' },
  },
  {
    requirement: 'the public listener does not have it',
    as: { role: 'ADMIN' },
    rest: {
      call: `${MIRROR}/M-1/service-state`,
      body: {},
      headers: { 'x-internal-secret': 'the internal secret of the tests' },
    },
    expected: refused(404),
  },
  ...['', 'another secret'].map((secret) => ({
    requirement: `the internal listener refuses it without the secret; ${JSON.stringify(secret)}`,
    as: null,
    rest: { call: `${MIRROR}/M-1/service-state`, body: {}, internal: true, headers: { 'x-internal-secret': secret } },
    expected: { refused: expect.toBeOneOf([401, 403]), says: expect.any(String) },
  })),
])
