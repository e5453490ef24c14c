import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores, type TenantTx } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { TEST_CONFIG } from '../../tests/support/hosted-service.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../kit/auth/principal.ts'
import { createCalls } from '../kit/calls/calls.ts'
import { createWaker } from '../kit/common/waker.ts'
import { createLog } from '../kit/observability/log.ts'
import { type HostedService, openService } from '../kit/service/service.ts'
import { incidentService } from './service.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

let db: TestDatabase
let stores: Stores
let service: HostedService
let statements = 0
const atmIds = new Map<string, number>()

/** Counts what is sent through a transaction. */
const counting = <Tx extends TenantTx>(tx: Tx): Tx =>
  new Proxy(tx, {
    get(target, name) {
      if (name === 'execute' || name === 'select') statements += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const countingStores = (inner: Stores): Stores => ({
  ...inner,
  inTenant: (visibility, work, options) => inner.inTenant(visibility, (tx) => work(counting(tx)), options),
  asPlatform: (work, options) => inner.asPlatform((tx) => work(counting(tx)), options),
})

const execute = async (query: string, principal: Partial<Principal>, variables: Record<string, unknown> = {}) => {
  const caller = {
    userId: '7',
    email: null,
    role: 'CUSTOMER' as const,
    institutions: [],
    unrestricted: false,
    agentAtmId: null,
    ...principal,
  }
  return service.execute({ query, variables }, { principal: caller, token: null, traceId: 't' })
}

const store = async (
  agentAtmId: string,
  institutionKey: string,
  eventType: string,
  eventTime: string,
  more: object = {},
) => {
  const event = { agentAtmId, institutionKey, eventType, eventTime, ...more }
  const result = await execute(
    'mutation ($event: JournalEventInput!) { storeJournalEvent(event: $event) { ... on JournalEvent { atmId } } }',
    INTERNAL_PRINCIPAL,
    { event },
  )
  expect(result.errors).toBeUndefined()
  atmIds.set(agentAtmId, Object(result.data).storeJournalEvent.atmId)
}

beforeAll(async () => {
  db = await cloneDatabase()
  stores = await openStores(db.urls, { name: 'graph test' })
  service = await openService(incidentService, {
    config: { ...TEST_CONFIG, incidentScopeAtmReads: true },
    log: createLog({ level: 'silent', name: 'test' }),
    now: () => NOW,
    newId: () => crypto.randomUUID(),
    stores: countingStores(stores),
    urls: db.urls,
    calls: createCalls(new Map()),
    topics: { publish: async () => {}, subscribe: () => ({ close: async () => {} }) },
    metrics: new Registry(),
    outbox: createWaker(),
  })
  const cassettes = [{ cassetteNo: '1', currency: 'EUR', denomination: 20, currentCount: 3 }]
  await store('A-1', 'ACME', 'CARD_READER_FAIL', '2026-11-20T11:50:00')
  await store('A-1', 'ACME', 'CASSETTE_LOW', '2026-11-20T11:55:00', { cassetteNo: '1', cassettes })
  await store('A-2', 'ACME', 'ATM_IN_SERVICE', '2026-11-20T11:50:00')
  await store('E-1', 'ACME', 'CARD_READER_FAIL', '2026-11-20T11:50:00')
  await store('E-1', 'ACME', 'NETWORK_DISCONNECTED', '2026-11-20T11:51:00')
  await execute(
    `mutation { createIncident(incident: { agentAtmId: "E-1", kind: "POWER", severity: LOW, title: "The supply hums" })
      { id } }`,
    { institutions: ['ACME'] },
  )
  for (let n = 2; n < 40; n += 1) await store(`A-${n}`, 'ACME', 'POWER_OFF', '2026-11-20T11:58:00')
})

afterAll(async () => {
  await service.close()
  await stores.close()
  await db.drop()
})

const ENTITIES = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Atm {
  agentAtmId events(first: 1) { eventType atm { id } incident { kind } }
  openIncidentSummary { count worst } worstIncident { kind severity }
  incidents(status: OPEN) { kind atm { agentAtmId } events { eventType } }
    cassetteInventory { totals { amount } }
  inventory { asOf hoursLeft } stateHistory { from to eventType } } } }`

describe('the graph', () => {
  it('shows the events of an ATM by type, newest first, as many as are asked for', async () => {
    const query = `query ($of: [_Any!]!, $types: [String!], $first: Int) { _entities(representations: $of) {
      ... on Atm { events(first: $first, eventTypes: $types) { eventType } } } }`
    const types = async (eventTypes: readonly string[] | null, first = 5) => {
      const of = [{ __typename: 'Atm', id: atmIds.get('A-1') }]
      const result = await execute(query, { institutions: ['ACME'] }, { of, types: eventTypes, first })
      expect(result.errors).toBeUndefined()
      const [atm] = Object(result.data)._entities
      return atm.events.map(({ eventType }: { eventType: string }) => eventType)
    }
    expect(await types(null)).toEqual(['CASSETTE_LOW', 'CARD_READER_FAIL'])
    expect(await types(null, 1)).toEqual(['CASSETTE_LOW'])
    expect(await types(['CARD_READER_FAIL'])).toEqual(['CARD_READER_FAIL'])
    expect(await types(['POWER_OFF'])).toEqual([])
  })

  it('leads to the institutions of the caller in one statement', async () => {
    const query = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Institution { key atms } } }'
    const of = ['ACME', 'BETA', 'ACME'].map((key) => ({ __typename: 'Institution', key }))
    statements = 0
    const result = await execute(query, { institutions: ['ACME'] }, { of })
    const acme = { key: 'ACME', atms: 40 }
    expect([result.errors, result.data?._entities, statements]).toEqual([undefined, [acme, null, acme], 1])
  })

  it('hops from an ATM to its events, incidents and cassettes', async () => {
    const of = [
      { __typename: 'Atm', id: atmIds.get('A-1') },
      { __typename: 'Atm', agentAtmId: 'A-2' },
      { __typename: 'Atm', id: 999_999 },
    ]
    const result = await execute(ENTITIES, { institutions: ['ACME'] }, { of })
    expect(result.errors).toBeUndefined()
    expect(result.data?._entities).toEqual([
      {
        agentAtmId: 'A-1',
        events: [{ eventType: 'CASSETTE_LOW', atm: { id: atmIds.get('A-1') }, incident: { kind: 'CASH' } }],
        incidents: [
          { kind: 'CASH', atm: { agentAtmId: 'A-1' }, events: [{ eventType: 'CASSETTE_LOW' }] },
          { kind: 'CARD_READER', atm: { agentAtmId: 'A-1' }, events: [{ eventType: 'CARD_READER_FAIL' }] },
        ],
        openIncidentSummary: { count: 2, worst: 'HIGH' },
        worstIncident: { kind: 'CARD_READER', severity: 'HIGH' },
        cassetteInventory: { totals: [{ amount: '60.00' }] },
        inventory: { asOf: '2026-11-20T11:55:00.000Z', hoursLeft: null },
        stateHistory: [],
      },
      {
        agentAtmId: 'A-2',
        events: [{ eventType: 'POWER_OFF', atm: { id: atmIds.get('A-2') }, incident: { kind: 'POWER' } }],
        incidents: [{ kind: 'POWER', atm: { agentAtmId: 'A-2' }, events: [{ eventType: 'POWER_OFF' }] }],
        openIncidentSummary: { count: 1, worst: 'HIGH' },
        worstIncident: { kind: 'POWER', severity: 'HIGH' },
        cassetteInventory: { totals: [] },
        inventory: { asOf: null, hoursLeft: null },
        stateHistory: [{ from: 'UNKNOWN', to: 'IN_SERVICE', eventType: 'ATM_IN_SERVICE' }],
      },
      null,
    ])
  })

  it('takes as many statements for forty ATMs as for two', async () => {
    const ask = async (count: number) => {
      const of = [...atmIds.values()].slice(0, count).map((id) => ({ __typename: 'Atm', id }))
      statements = 0
      const result = await execute(ENTITIES, { institutions: ['ACME'] }, { of })
      expect(Object(result.data)._entities).toHaveLength(count)
      return statements
    }
    const few = await ask(2)
    expect(await ask(40)).toBe(few)
    expect(few).toBeLessThanOrEqual(10)
  })

  it('shows nothing of an ATM of others where the platform scopes the reads of one ATM as well', async () => {
    const query = 'query ($id: SafeInt!) { atm(id: $id) { id } atmCassetteInventory(atmId: $id) { asOf } }'
    const foreign = await execute(query, { institutions: ['BETA'] }, { id: atmIds.get('A-2') })
    expect(foreign.data).toEqual({ atm: null, atmCassetteInventory: null })
    const events = await execute(
      'query ($id: SafeInt!) { atmJournalEvents(atmId: $id) { totalElements } }',
      { institutions: ['BETA'] },
      { id: atmIds.get('A-2') },
    )
    expect(events.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    const own = await execute(
      'query ($id: SafeInt!) { atmJournalEvents(atmId: $id) { totalElements } }',
      { institutions: ['ACME'] },
      { id: atmIds.get('A-2') },
    )
    expect(own.data).toEqual({ atmJournalEvents: { totalElements: 2 } })
  })

  it('says what ends an incident, lists those not resolved, and says nothing about the end of the others', async () => {
    const list = `query ($resolved: Boolean)
      { incidents(resolved: $resolved, atmId: ${atmIds.get('E-1')}, sort: ["id,asc"]) {
      content { id kind status ending { by at } } } }`
    const of = async (resolved: boolean | null) => {
      const result = await execute(list, { institutions: ['ACME'] }, { resolved })
      expect(result.errors).toBeUndefined()
      return Object(result.data).incidents.content
    }
    const [card, network, power] = await of(null)
    expect([card, network, power]).toMatchObject([
      { kind: 'CARD_READER', ending: { by: 'SERVICED', at: null } },
      { kind: 'CONNECTIVITY', ending: { by: 'QUIET', at: '2026-11-20T12:21:00.000Z' } },
      { kind: 'POWER', ending: { by: 'HAND', at: null } },
    ])
    const ended = await execute(
      'mutation ($id: SafeInt!) { resolveIncident(id: $id) { ending { by } } }',
      { institutions: ['ACME'] },
      { id: card.id },
    )
    expect(ended.data).toEqual({ resolveIncident: { ending: null } })
    expect(await of(true)).toEqual([{ ...card, status: 'RESOLVED', ending: null }])
    expect(await of(false)).toEqual([network, power])
  })

  it('registers, shows and edits an ATM with its serial number, within the institution', async () => {
    const shown = 'id serialNumber'
    const staff = { role: 'MSP_ADMIN', institutions: ['GAMMA'] } as const
    const made = await execute(`mutation ($atm: AtmInput!) { createAtm(atm: $atm) { ${shown} } }`, staff, {
      atm: { agentAtmId: 'S-1', serialNumber: ' SN 34-00017 ' },
    })
    expect(made.data).toMatchObject({ createAtm: { serialNumber: 'SN 34-00017' } })
    const { id } = Object(made.data).createAtm
    const edit = `mutation ($atm: AtmChange!) { updateAtm(id: ${id}, atm: $atm) { ${shown} } }`
    const faulty = await execute(edit, staff, { atm: { serialNumber: '1'.repeat(65) } })
    expect(faulty.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    const edited = await execute(edit, staff, { atm: { serialNumber: 'SN-18' } })
    expect(edited.data).toEqual({ updateAtm: { id, serialNumber: 'SN-18' } })
    const atm = `{ atm(id: ${id}) { ${shown} } atms(sort: ["id,desc"]) { content { ${shown} } } }`
    const own = await execute(atm, { institutions: ['GAMMA'] })
    expect(Object(own.data).atm).toEqual({ id, serialNumber: 'SN-18' })
    expect(Object(own.data).atms.content).toContainEqual({ id, serialNumber: 'SN-18' })
    const foreign = await execute(atm, { institutions: ['BETA'] })
    expect(foreign.data).toMatchObject({ atm: null })
    expect(JSON.stringify(foreign.data)).not.toContain('SN-18')
  })

  it('keeps the internal listeners from callers', async () => {
    const result = await execute('{ changedAtms { atmId } }', { role: 'ADMIN', unrestricted: true })
    expect(result.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})
