import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { GIVEN_TYPES } from '../model/built-in-event-types.rules.ts'
import { incidentService } from '../service.ts'
import { type Inspector, openInspector, readTypes } from '../testing/ingest.testing.ts'

/** The contract's tables, word by word. */
const GROUPS: Readonly<Record<string, string>> = {
  'Card reader': 'CARD_READER_FAIL, APPLICATION_ERROR_CARD',
  'Cash handling': 'DISPENSER_JAM, APPLICATION_ERROR_DISPENSER, MIXED_MEDIA_ERROR, CASH_ACCEPTOR_ERROR',
  Cassettes: 'CASSETTE_LOW, CASSETTE_EMPTY, CASSETTE_ABNORMAL',
  'PIN and security':
    'ENCRYPTOR_PINPAD_ERROR, APPLICATION_ERROR_PINPAD, APPLICATION_ERROR_ENCRYPTION, AUTHENTICATION_FAILURE',
  'Printer and journal':
    'APPLICATION_ERROR_PRINTER, APPLICATION_ERROR_JOURNAL, EJOURNAL_DB_WARNING, EJOURNAL_DB_CRITICAL',
  'Power and network': 'POWER_OFF, NETWORK_DISCONNECTED, APPLICATION_ERROR_NETWORK',
  Operations: 'ATM_IN_SERVICE, ATM_OUT_OF_SERVICE, SUPERVISOR_ENTER, SUPERVISOR_EXIT',
  Software: 'APPLICATION_ERROR, AGENT_LOG_ERROR, SELF_TEST_FAILED',
}
const CATEGORIES: Readonly<Record<string, string>> = {
  POWER: 'POWER_OFF',
  HARDWARE:
    'CARD_READER_FAIL, DISPENSER_JAM, SELF_TEST_FAILED, APPLICATION_ERROR_CARD, APPLICATION_ERROR_DISPENSER, ' +
    'APPLICATION_ERROR_ENCRYPTION, APPLICATION_ERROR_PRINTER, APPLICATION_ERROR_PINPAD, MIXED_MEDIA_ERROR, ' +
    'CASH_ACCEPTOR_ERROR, ENCRYPTOR_PINPAD_ERROR',
  CASH: 'CASSETTE_LOW, CASSETTE_EMPTY, CASSETTE_ABNORMAL',
  NETWORK: 'NETWORK_DISCONNECTED, APPLICATION_ERROR_NETWORK',
  AUTH: 'AUTHENTICATION_FAILURE',
  SYSTEM:
    'ATM_OUT_OF_SERVICE, APPLICATION_ERROR, APPLICATION_ERROR_JOURNAL, AGENT_LOG_ERROR, EJOURNAL_DB_WARNING, ' +
    'EJOURNAL_DB_CRITICAL',
  OTHER: 'ATM_IN_SERVICE, SUPERVISOR_ENTER, SUPERVISOR_EXIT',
}

const NOW = Date.parse('2026-11-20T12:00:00Z')

let platform: TestPlatform
let inspector: Inspector
let admin: string

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: new Date(NOW).toISOString() })
  inspector = await openInspector(platform.database.urls.superuser)
  admin = await platform.token({ role: 'ADMIN', email: 'root@example.com' })
})

afterEach(async () => {
  await inspector.close()
  await platform.close()
})

const post = (body: object) =>
  platform.askInternal('POST', '/incident/api/internal/journal-events', { body: { institutionKey: 'ACME', ...body } })
const add = (eventType: unknown, as = admin) =>
  platform.ask('POST', '/incident/api/event-types', { as, body: { eventType } })
const list = async (): Promise<{ eventType: string; category: string; group: string | null }[]> => {
  const answer = await platform.ask('GET', '/incident/api/event-types', { as: await platform.token({ role: 'USER' }) })
  expect(answer.status).toBe(200)
  return Object(answer.body)
}
/** The same words as a table of the contract, whatever their order. */
const tableOf = (rows: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ([key]) => key)].map(([key, group]) => [key, group.map(([, type]) => type).sort()]),
  )
const sorted = (table: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(table).map(([key, types]) => [key, types.split(', ').sort()]))

describe('the given types', () => {
  it('are 27, each in exactly one of the 8 groups', async () => {
    const types = await list()
    expect(types).toHaveLength(27)
    expect(tableOf(types.map(({ eventType, group }) => [group ?? 'none', eventType] as const))).toEqual(sorted(GROUPS))
  })

  it('are in the categories of the requirements', async () => {
    const types = await list()
    expect(tableOf(types.map(({ eventType, category }) => [category, eventType] as const))).toEqual(sorted(CATEGORIES))
  })

  it('are what the first migration stored', async () => {
    expect([...GIVEN_TYPES.values()]).toEqual(await readTypes(inspector))
  })
})

describe('adding a type', () => {
  it('answers 201, and events of it are stored from then on', async () => {
    expect(await post({ agentAtmId: 'ATM-1', eventType: 'SKIMMER_DETECTED' })).toMatchObject({ status: 202 })
    const added = await add('SKIMMER_DETECTED')
    expect(added).toMatchObject({
      status: 201,
      body: { eventType: 'SKIMMER_DETECTED', category: 'OTHER', group: null },
    })
    const stored = await post({ agentAtmId: 'ATM-1', eventType: 'SKIMMER_DETECTED' })
    expect(stored).toMatchObject({
      status: 201,
      body: { eventType: 'SKIMMER_DETECTED', category: 'OTHER', incidentId: null },
    })
    expect(await list()).toContainEqual({ eventType: 'SKIMMER_DETECTED', category: 'OTHER', group: null })
    const [row] = await inspector.rows(`select added_by from incident.event_type where event_type = 'SKIMMER_DETECTED'`)
    expect(row).toEqual({ added_by: 'root@example.com' })
  })

  it('that is known is a conflict, and takes no number', async () => {
    const bcos = await platform.token({ role: 'BCOS_ADMIN' })
    expect(await add('TAKEN_ONCE', bcos)).toMatchObject({ status: 201 })
    for (const known of ['POWER_OFF', 'TAKEN_ONCE']) expect(await add(known)).toMatchObject({ status: 409 })
    const crowd = await Promise.all(Array.from({ length: 8 }, () => add('TAKEN_AT_ONCE')))
    expect(crowd.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    const ids = (await readTypes(inspector)).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, n) => n + 1))
  })

  it.each([['lower_case'], ['_FIRST'], ['1ST'], ['WITH SPACE'], ['A'.repeat(61)], ['Ä'], ['A-B'], ['']])(
    'of the name %j is refused with the field and the cure',
    async (name) => {
      const answer = await add(name)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'eventType' }] } })
      expect(answer.text).toContain('such as SKIMMER_DETECTED')
    },
  )

  it('without a name, or with one that is no text, is refused', async () => {
    for (const name of [undefined, null, 7]) {
      expect(await add(name)).toMatchObject({ status: 400, body: { errors: [{ field: 'eventType' }] } })
    }
  })

  it.each(['USER', 'CUSTOMER', 'MSP_ADMIN', 'AGENT'] as const)('is not for %s', async (role) => {
    const as = await platform.token({ role, institutions: ['ACME'] })
    expect(await add('NOT_FOR_ME', as)).toMatchObject({ status: 403 })
  })

  it('is refused where the counters have no room left', async () => {
    await inspector.rows(`insert into incident.event_type (id, event_type) values (256, 'LAST_ONE')`)
    expect(await add('ONE_TOO_MANY')).toMatchObject({ status: 409 })
    expect((await add('LAST_ONE')).text).toContain('known already')
    await inspector.rows(`delete from incident.event_type where event_type = 'LAST_ONE'`)
  })

  it('that the requirements name brings back its number, category and group', async () => {
    await inspector.rows(`delete from incident.event_type where event_type = 'CASSETTE_LOW'`)
    expect(await add('CASSETTE_LOW')).toMatchObject({ status: 201, body: { category: 'CASH', group: 'Cassettes' } })
    expect(await readTypes(inspector)).toContainEqual(GIVEN_TYPES.get('CASSETTE_LOW'))
  })
})

describe('a type that another process added', () => {
  it('is found at the first event of it', async () => {
    await platform.ask('GET', '/incident/api/event-types', { as: admin })
    await inspector.rows(`insert into incident.event_type (id, event_type) values (60, 'ADDED_ELSEWHERE')`)
    platform.clock.set(new Date(platform.clock.now().getTime() + 300))
    expect(await post({ agentAtmId: 'ATM-2', eventType: 'ADDED_ELSEWHERE' })).toMatchObject({ status: 201 })
  })

  it('is shown in every read within two seconds', async () => {
    await list()
    await inspector.rows(`insert into incident.event_type (id, event_type) values (61, 'SHOWN_SOON')`)
    platform.clock.set(new Date(platform.clock.now().getTime() + 2_100))
    expect(await list()).toContainEqual({ eventType: 'SHOWN_SOON', category: 'OTHER', group: null })
  })
})

describe('a known type', () => {
  it('is stored while a read of all types waits for the store', async () => {
    expect(await post({ agentAtmId: 'ATM-4', eventType: 'POWER_OFF' })).toMatchObject({ status: 201 })
    platform.clock.set(new Date(platform.clock.now().getTime() + 3_000))
    await inspector.rows('begin')
    await inspector.rows('lock table incident.event_type in access exclusive mode')
    const read = list()
    const countBlocked = async () => {
      const blocked = `select from pg_locks where relation = 'incident.event_type'::regclass and not granted`
      return (await inspector.rows(blocked)).length
    }
    await expect.poll(countBlocked).toBe(1)
    expect(await post({ agentAtmId: 'ATM-4', eventType: 'CASSETTE_LOW' })).toMatchObject({ status: 201 })
    expect(await countBlocked()).toBe(1)
    await inspector.rows('commit')
    expect(await read).toHaveLength(27)
  })
})

describe('events of an added type', () => {
  it('are in the reads of their ATM, its filters, the counts and the series', async () => {
    await add('ADDED_AND_READ')
    const first = await post({ agentAtmId: 'ATM-3', institutionKey: 'READS', eventType: 'ADDED_AND_READ' })
    await post({ agentAtmId: 'ATM-3', institutionKey: 'READS', eventType: 'POWER_OFF' })
    const { atmId } = Object(first.body)
    const as = await platform.token({ role: 'USER', institutions: ['READS'] })
    const get = async (path: string) => Object((await platform.ask('GET', `/incident/api/${path}`, { as })).body)
    const ofAtm = (rest: string) => get(`journal-events/atm/${atmId}${rest}`)
    const seen = { eventType: 'ADDED_AND_READ', category: 'OTHER' }
    expect(await ofAtm('')).toContainEqual(expect.objectContaining(seen))
    expect(await ofAtm('/recent')).toContainEqual(expect.objectContaining(seen))
    const page = await ofAtm('/paginated?eventTypes=ADDED_AND_READ')
    expect(page).toMatchObject({ totalElements: 1, content: [seen] })
    expect(await ofAtm('/card-reader')).toEqual([])
    for (const hoursBack of [24, 5]) {
      const counts = await get(`journal-events/activity?view=counts&hoursBack=${hoursBack}`)
      expect(counts.byType).toContainEqual({ eventType: 'ADDED_AND_READ', eventCount: 1 })
    }
    expect(await get('journal-events/activity')).toContainEqual(expect.objectContaining(seen))
    const { categories } = await get('journal-events/series')
    expect(categories).toContainEqual(expect.objectContaining({ category: 'OTHER', total: 1 }))
  })
})
