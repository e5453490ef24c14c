import { afterAll, beforeAll, expect, vi } from 'vitest'
import { CATEGORY_OF_TYPE } from './events.ts'
import { TIME_ZONE } from './journals.ts'
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

/** One o'clock in the afternoon in the platform's time zone. */
const NOW = '2026-11-20T10:00:00.000Z'
const AN_HOUR_LATER = '2026-11-20T11:00:00.000Z'
let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
})
afterAll(() => platform.close())

const AGENT = { role: 'AGENT', institutions: ['ACME'] } as const
const PROXY = 'POST /agent-proxy/api/journal-events'
const DIRECT = 'POST /incident/api/journal-events'
const INTERNAL = 'POST /incident/api/internal/journal-events'
const STORED = 'id atmId deviceId agentAtmId institutionKey eventType category eventTime eventTimeDefaulted incidentId'
const INGEST = `mutation ($event: JournalEventInput!) { ingestJournalEvent(event: $event) {
  ... on StoredEvent { ${STORED} } ... on NotStoredEvent { status reason exceptionId } } }`

/** A reading of a cassette; its number may be sent as a number. */
const READING = { cassetteNo: 2, currency: 'EUR', denomination: 50, currentCount: 7 }
const reading = pick('cassetteNo', 'currency', 'denomination', 'currentCount', 'status')

/** An event through the agent proxy; `fields` are those of the answer that are compared. */
const post = (event: Record<string, unknown>, status: number, ...fields: readonly string[]): BothCalls => ({
  rest: { call: PROXY, body: event, status, value: pick(...fields) },
  graph: { query: INGEST, variables: { event }, value: (data) => pick(...fields)(Object(data).ingestJournalEvent) },
})
const exceptionFor = (eventType: unknown) => post({ agentAtmId: 'UNKNOWN-1', eventType }, 202, 'status', 'reason')
const EXCEPTION = { status: 'NOT_STORED', reason: 'UNKNOWN_EVENT_TYPE' }

checkRows('Errors: ingest with a known event type 201, with one that is not known 202', () => platform, [
  ...CATEGORY_OF_TYPE.map(([eventType, category]) => ({
    requirement: `${eventType}: 201 and stored`,
    as: AGENT,
    ...post({ agentAtmId: 'KNOWN-1', eventType }, 201, 'eventType', 'category'),
    expected: { eventType, category },
  })),
  ...['NO_SUCH_TYPE', 'power_off', 'OPERATIONS', '', ' ', null, undefined].map((eventType) => ({
    requirement: `${JSON.stringify(eventType)}: 202 and not stored`,
    as: AGENT,
    ...exceptionFor(eventType),
    expected: EXCEPTION,
  })),
  ...[DIRECT, INTERNAL].flatMap((call) => [
    {
      requirement: `${call}: a known type is 201`,
      as: call === INTERNAL ? null : AGENT,
      rest: {
        call,
        body: { agentAtmId: 'KNOWN-2', institutionKey: 'ACME', eventType: 'POWER_OFF' },
        status: 201,
        value: pick('eventType'),
        internal: call === INTERNAL,
      },
      expected: { eventType: 'POWER_OFF' },
    },
    {
      requirement: `${call}: a type that is not known is 202`,
      as: call === INTERNAL ? null : AGENT,
      rest: {
        call,
        body: { agentAtmId: 'KNOWN-2', institutionKey: 'ACME', eventType: 'NO_SUCH_TYPE' },
        status: 202,
        value: pick('status', 'reason'),
        internal: call === INTERNAL,
      },
      expected: EXCEPTION,
    },
  ]),
])

let atms = 0
/** Posts an event of an ATM of its own; the ids of the ATM, the exception and the incident, as texts. */
const posted = async (event: Record<string, unknown>, status = 201) => {
  atms += 1
  const agentAtmId = `OWN-${atms}`
  const answer = Object(await platform.prepare(AGENT, { call: PROXY, body: { agentAtmId, ...event }, status }))
  return {
    agentAtmId,
    atmId: String(answer.atmId),
    exceptionId: String(answer.exceptionId),
    incidentId: String(answer.incidentId),
  }
}
const ADMIN = { role: 'ADMIN' } as const
const exceptions = (agentAtmId: string): BothCalls => ({
  rest: {
    call: `GET /incident/api/event-exceptions?agentAtmId=${agentAtmId}`,
    value: (body) => each('eventType')(at('content')(body)),
  },
  graph: {
    query: 'query ($agentAtmId: String) { eventExceptions(agentAtmId: $agentAtmId) { content { eventType } } }',
    variables: { agentAtmId },
    value: (data) => each('eventType')(at('eventExceptions.content')(data)),
  },
})
const eventsOf = (atmId: string): BothCalls => ({
  rest: {
    call: `GET /incident/api/journal-events/atm/${atmId}/paginated`,
    value: (body) => each('eventType')(at('content')(body)),
  },
  graph: {
    query: 'query ($atmId: SafeInt!) { atmJournalEvents(atmId: $atmId) { content { eventType } } }',
    variables: { atmId: Number(atmId) },
    value: (data) => each('eventType')(at('atmJournalEvents.content')(data)),
  },
})
const atm = (agentAtmId: string, selection: string) => ({
  query: `query ($agentAtmId: String) { atm(agentAtmId: $agentAtmId) { ${selection} } }`,
  variables: { agentAtmId },
})

checkRows('Incident service: rules of the ingest', () => platform, [
  {
    requirement: 'Rules 6: a type that is known is stored',
    as: ADMIN,
    given: () => posted({ eventType: 'POWER_OFF' }),
    rest: ({ atmId = '' }) => eventsOf(atmId).rest,
    graph: ({ atmId = '' }) => eventsOf(atmId).graph,
    expected: ['POWER_OFF'],
  },
  {
    requirement: 'Rules 6: a type that is not known is recorded as an event exception',
    as: ADMIN,
    given: () => posted({ eventType: 'NO_SUCH_TYPE' }, 202),
    rest: ({ agentAtmId = '' }) => exceptions(agentAtmId).rest,
    graph: ({ agentAtmId = '' }) => exceptions(agentAtmId).graph,
    expected: ['NO_SUCH_TYPE'],
  },
  {
    requirement: 'Rules 6: a type that is not known is not stored: it is in no activity',
    as: { institutions: ['EXCEPTION'] },
    given: async () => {
      const body = { agentAtmId: 'EXCEPTION-1', eventType: 'NO_SUCH_TYPE' }
      await platform.prepare({ role: 'AGENT', institutions: ['EXCEPTION'] }, { call: PROXY, body, status: 202 })
      return {}
    },
    rest: { call: 'GET /incident/api/journal-events/activity' },
    graph: { query: '{ journalEventActivity { byType { eventType } } }', value: at('journalEventActivity.byType') },
    expected: [],
  },
  ...[
    ['2026-11-20T08:15:00', '2026-11-20T08:15:00', false],
    ['2026-11-20 08:15:00', '2026-11-20T08:15:00', false],
    ['', '2026-11-20T13:00:00', true],
    ['  ', '2026-11-20T13:00:00', true],
    [null, '2026-11-20T13:00:00', true],
    [undefined, '2026-11-20T13:00:00', true],
    ['yesterday', '2026-11-20T13:00:00', true],
    ['2026-02-30T08:15:00', '2026-11-20T13:00:00', true],
    ['2026-11-20T08:15:00Z', '2026-11-20T13:00:00', true],
    ['2026-11-20T08:15:00+03:00', '2026-11-20T13:00:00', true],
    [1_763_600_000, '2026-11-20T13:00:00', true],
  ].map(([sent, eventTime, eventTimeDefaulted]) => ({
    requirement: `Rules 7: eventTime is a local date-time without zone, else the current time; ${JSON.stringify(sent)}`,
    as: AGENT,
    ...post({ agentAtmId: 'TIMED-1', eventType: 'POWER_OFF', eventTime: sent }, 201, 'eventTime', 'eventTimeDefaulted'),
    expected: { eventTime, eventTimeDefaulted },
  })),
  ...(['POWER_OFF', 'NO_SUCH_TYPE'] as const).map((eventType) => ({
    requirement: `Rules 8: registers the ATM by agentAtmId if absent; ${eventType}`,
    as: ADMIN,
    given: () => posted({ eventType }, eventType === 'POWER_OFF' ? 201 : 202),
    graph: ({ agentAtmId = '' }) => atm(agentAtmId, 'institutionKey registeredAt lastHeartbeatAt connectivity'),
    expected: { institutionKey: 'ACME', registeredAt: NOW, lastHeartbeatAt: NOW, connectivity: 'CONNECTED' },
  })),
  ...(
    [
      ['POWER_OFF', 201],
      ['NO_SUCH_TYPE', 202],
    ] as const
  ).map(([eventType, status]) => ({
    requirement: `Rules 8: updates the last heartbeat of an ATM that is registered; ${eventType}`,
    as: ADMIN,
    given: async () => {
      const { agentAtmId } = await posted({ eventType: 'POWER_OFF' })
      platform.clock.set(AN_HOUR_LATER)
      await platform.prepare(AGENT, { call: PROXY, body: { agentAtmId, eventType }, status })
      platform.clock.set(NOW)
      return { agentAtmId }
    },
    graph: ({ agentAtmId = '' }: Readonly<Record<string, string>>) => atm(agentAtmId, 'registeredAt lastHeartbeatAt'),
    expected: { registeredAt: NOW, lastHeartbeatAt: AN_HOUR_LATER },
  })),
  {
    requirement: 'Rules 8: may trigger an automatic incident',
    as: ADMIN,
    given: () => posted({ eventType: 'CARD_READER_FAIL' }),
    rest: ({ incidentId }) => ({
      call: `GET /incident/api/incidents/${incidentId}`,
      value: pick('kind', 'source', 'status'),
    }),
    graph: ({ incidentId }) => ({
      query: 'query ($id: SafeInt!) { incident(id: $id) { kind source status } }',
      variables: { id: Number(incidentId) },
    }),
    expected: { kind: 'CARD_READER', source: 'AUTO', status: 'OPEN' },
  },
  {
    requirement: 'fields beyond the given ones: readings of cassettes are taken and shown by their fields',
    as: AGENT,
    rest: {
      call: PROXY,
      body: { agentAtmId: 'CASH-1', eventType: 'CASSETTE_LOW', cassettes: [READING] },
      status: 201,
      value: (body) => reading(at('cassettes.0')(body)),
    },
    graph: {
      query: `mutation ($event: JournalEventInput!) { ingestJournalEvent(event: $event) {
        ... on StoredEvent { cassettes { cassetteNo currency denomination currentCount status } } } }`,
      variables: { event: { agentAtmId: 'CASH-1', eventType: 'CASSETTE_LOW', cassettes: [READING] } },
      value: at('ingestJournalEvent.cassettes.0'),
    },
    expected: { ...READING, cassetteNo: '2', status: null },
  },
  {
    requirement: 'agentAtmId is required',
    as: AGENT,
    ...post({ eventType: 'POWER_OFF' }, 201),
    expected: refused(400, 'agentAtmId'),
  },
  {
    requirement: 'agentAtmId is not blank',
    as: AGENT,
    ...post({ eventType: 'POWER_OFF', agentAtmId: ' ' }, 201),
    expected: refused(400, 'agentAtmId'),
  },
])

/** Waits until the devices service has the state that the incident service has. */
const mirrored = async (agentAtmId: string) => {
  const state = await platform.graph(ADMIN, { ...atm(agentAtmId, 'serviceState'), value: at('atm.serviceState') })
  const call = `GET /devices/api/atms?agentAtmId=${agentAtmId}`
  await vi.waitFor(
    async () => expect(await platform.rest(ADMIN, { call, value: at('content.0.serviceState') })).toBe(state),
    { timeout: 10_000, interval: 20 },
  )
}
/** Posts these events, each when the devices service has what became of the one before. */
const afterEvents = (events: readonly string[]) => async () => {
  const given = await posted({ eventType: events[0] ?? 'AGENT_LOG_ERROR' })
  await mirrored(given.agentAtmId)
  for (const eventType of events.slice(1)) {
    await platform.prepare(AGENT, { call: PROXY, body: { agentAtmId: given.agentAtmId, eventType }, status: 201 })
    await mirrored(given.agentAtmId)
  }
  return given
}

checkRows('States: ATM service state', () => platform, [
  ...(
    [
      [['ATM_IN_SERVICE'], 'IN_SERVICE'],
      [['ATM_OUT_OF_SERVICE'], 'OUT_OF_SERVICE'],
      [['SUPERVISOR_ENTER'], 'IN_SUPERVISOR'],
      [['SUPERVISOR_EXIT'], 'IN_SERVICE'],
      [['ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'], 'OUT_OF_SERVICE'],
      [['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'], 'IN_SERVICE'],
      [['SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'], 'IN_SERVICE'],
      [['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'ATM_OUT_OF_SERVICE'], 'IN_SUPERVISOR'],
      [['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_EXIT'], 'OUT_OF_SERVICE'],
    ] as const
  ).map(([events, serviceState]) => ({
    requirement: `${events.join(', ')}: ${serviceState} in the incident service and in the devices service`,
    as: ADMIN,
    given: afterEvents(events),
    rest: ({ agentAtmId }: Readonly<Record<string, string>>) => ({
      call: `GET /devices/api/atms?agentAtmId=${agentAtmId}`,
      value: (body: unknown) => pick('serviceState')(at('content.0')(body)),
    }),
    graph: ({ agentAtmId = '' }: Readonly<Record<string, string>>) => atm(agentAtmId, 'serviceState'),
    expected: { serviceState },
  })),
])

const ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const
const EVENT = { agentAtmId: 'ROLES-1', institutionKey: 'ACME', eventType: 'POWER_OFF' }

checkRows('Authentication 7: POST /api/journal-events admits a user role or AGENT', () => platform, [
  ...ROLES.flatMap((role) => [
    {
      requirement: `agent proxy: ${role}`,
      as: { role, institutions: ['ACME'] },
      ...post(EVENT, 201, 'eventType'),
      expected: { eventType: 'POWER_OFF' },
    },
    {
      requirement: `incident service: ${role}`,
      as: { role, institutions: ['ACME'] },
      rest: { call: DIRECT, body: EVENT, status: 201, value: pick('eventType') },
      expected: { eventType: 'POWER_OFF' },
    },
  ]),
  { requirement: 'agent proxy: missing token', as: null, ...post(EVENT, 201), expected: refused(401) },
  {
    requirement: 'incident service: missing token',
    as: null,
    rest: { call: DIRECT, body: EVENT },
    expected: refused(401),
  },
])
