import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../support/sql.ts'
import { CATEGORY_OF_TYPE } from './events.ts'
import { type BothCalls, checkRows, openRequirements, pick, type RequirementsPlatform } from './table.ts'

let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: '2026-11-20T10:00:00Z', start: false })
})
afterAll(() => platform.close())

/** The filter groups of the UI, as the platform's contract fixes them. */
const GROUPS: Record<string, readonly string[]> = {
  'Card reader': ['CARD_READER_FAIL', 'APPLICATION_ERROR_CARD'],
  'Cash handling': ['DISPENSER_JAM', 'APPLICATION_ERROR_DISPENSER', 'MIXED_MEDIA_ERROR', 'CASH_ACCEPTOR_ERROR'],
  Cassettes: ['CASSETTE_LOW', 'CASSETTE_EMPTY', 'CASSETTE_ABNORMAL'],
  'PIN and security': [
    'ENCRYPTOR_PINPAD_ERROR',
    'APPLICATION_ERROR_PINPAD',
    'APPLICATION_ERROR_ENCRYPTION',
    'AUTHENTICATION_FAILURE',
  ],
  'Printer and journal': [
    'APPLICATION_ERROR_PRINTER',
    'APPLICATION_ERROR_JOURNAL',
    'EJOURNAL_DB_WARNING',
    'EJOURNAL_DB_CRITICAL',
  ],
  'Power and network': ['POWER_OFF', 'NETWORK_DISCONNECTED', 'APPLICATION_ERROR_NETWORK'],
  Operations: ['ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT'],
  Software: ['APPLICATION_ERROR', 'AGENT_LOG_ERROR', 'SELF_TEST_FAILED'],
}
const eventTypes = (value: (list: readonly unknown[]) => unknown): BothCalls => {
  const listed = (list: unknown) => value(Array.isArray(list) ? list : [])
  return {
    rest: { call: 'GET /incident/api/event-types', value: listed },
    graph: { query: '{ eventTypes { eventType category group } }', value: (data) => listed(Object(data).eventTypes) },
  }
}
const only = (eventType: string, field: string) => (list: readonly unknown[]) =>
  list.filter((one) => Object(one).eventType === eventType).map(pick('eventType', field))

checkRows('Events 5: the known event types', () => platform, [
  { requirement: 'there are 27', as: {}, ...eventTypes((list) => list.length), expected: 27 },
  ...CATEGORY_OF_TYPE.map(([eventType, category]) => ({
    requirement: `${eventType} is of category ${category}`,
    as: {},
    ...eventTypes(only(eventType, 'category')),
    expected: [{ eventType, category }],
  })),
  {
    requirement: 'Rules 10: the filter has 8 groups',
    as: {},
    ...eventTypes((list) => new Set(list.map((one) => Object(one).group)).size),
    expected: 8,
  },
  ...Object.entries(GROUPS).map(([group, members]) => ({
    requirement: `Rules 10: the group ${group}`,
    as: {},
    ...eventTypes(
      (list) => new Set(list.filter((one) => Object(one).group === group).map((one) => Object(one).eventType)),
    ),
    expected: new Set(members),
  })),
])

describe('Event type to category mapping: a type that an installation has lost comes back as it was', () => {
  it.each(CATEGORY_OF_TYPE)('%s in %s', async (eventType, category) => {
    await runAs(platform.whole.database.urls.superuser, [
      `delete from incident.event_type where event_type = '${eventType}'`,
    ])
    const [[group] = []] = Object.entries(GROUPS).filter(([, members]) => members.includes(eventType))
    const call = 'POST /incident/api/event-types'
    const added = await platform.prepare({ role: 'ADMIN' }, { call, body: { eventType }, status: 201 })
    expect(added).toEqual({ eventType, category, group })
  })

  it('and one that the requirements do not name is of category OTHER and of no group', async () => {
    const call = 'POST /incident/api/event-types'
    const body = { eventType: 'ADDED_LATER' }
    const added = await platform.prepare({ role: 'ADMIN' }, { call, body, status: 201 })
    expect(added).toEqual({ eventType: 'ADDED_LATER', category: 'OTHER', group: null })
    await runAs(platform.whole.database.urls.superuser, [
      "delete from incident.event_type where event_type = 'ADDED_LATER'",
    ])
  })
})
