import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type TappedDatabase, tapDatabase } from '../support/statement-tap.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

const [FEW, MANY] = [5, 50]
/** So that what a service keeps for some seconds is not read again in between. */
const NOW = new Date()

let database: TestDatabase
let tapped: TappedDatabase
let platform: WholePlatform
let caller: string

const agentAtmIds = Array.from({ length: MANY }, (_, n) => `ATM-${String(n).padStart(2, '0')}`)

const eventsOf = (agentAtmId: string, n: number) => {
  const minute = (n % 20) + 10
  const event = (eventType: string, second: number, more: object = {}) => ({
    agentAtmId,
    eventType,
    eventTime: `${NOW.toISOString().slice(0, 14)}00:${second}`,
    component: `unit ${minute}`,
    ...more,
  })
  const cassettes = [
    { cassetteNo: '1', type: 'DISPENSE', currency: 'EUR', denomination: 20, currentCount: 300 + n },
    { cassetteNo: '2', type: 'DISPENSE', currency: 'EUR', denomination: 50, currentCount: 100 + n },
  ]
  return [
    event('CARD_READER_FAIL', 10),
    event('CARD_READER_FAIL', 11),
    event('CASSETTE_LOW', 12, { cassetteNo: '1', cassettes }),
    event('ATM_OUT_OF_SERVICE', 13),
  ]
}

/**
 * Fifty ATMs of one institution, each with incidents, events, cassettes, a change of state and tasks; vendors of two
 * types.
 */
const fill = async (filling: WholePlatform): Promise<void> => {
  const agent = await filling.token({ role: 'AGENT', institutions: ['ACME'] })
  const operator = await filling.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  const expectStatus = async (status: number, asked: ReturnType<WholePlatform['ask']>) => {
    const answer = await asked
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
    return answer.body
  }
  const events = agentAtmIds.flatMap(eventsOf)
  await expectStatus(200, filling.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body: events }))
  for (const agentAtmId of agentAtmIds)
    for (const kind of ['REBOOT', 'RESTART_AGENT'])
      await expectStatus(
        201,
        filling.ask('POST', '/fleet/api/fleet/tasks', { as: operator, body: { agentAtmId, kind } }),
      )
  for (let n = 0; n < FEW + MANY; n += 1) {
    const vendor = { name: `Vendor ${n}`, type: n < FEW ? 'CIT' : 'SP' }
    await expectStatus(201, filling.ask('POST', '/claims/api/claims/vendors', { as: operator, body: vendor }))
  }
  const { data } = await filling.query('{ atms(size: 50) { content { id agentAtmId } } }', operator)
  const known: { id: number; agentAtmId: string }[] = Object(data).atms.content
  const atms = known.map(({ id, agentAtmId }) => ({ atmId: id, agentAtmId, institutionKey: 'ACME' }))
  await expectStatus(204, filling.ask('POST', '/devices/api/internal/atms/batch', { body: atms, internal: true }))
}

beforeAll(async () => {
  database = await cloneDatabase()
  const filling = await openWholePlatform({ database })
  await fill(filling)
  await filling.close()
  tapped = await tapDatabase(database)
  platform = await openWholePlatform({ database: tapped, start: false, now: () => NOW })
  caller = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
})

afterAll(async () => {
  await platform.close()
  await tapped.close()
  await database.drop()
})

/** A statement with a list in it is the same one whatever the length of the list. */
const shapeOf = (statement: string) => statement.replaceAll(/\s+/g, ' ').replaceAll(/\(\$\d+(, \$\d+)*\)/g, '($…)')

/** The statements that the services send to answer a query, in no order, and how many rows the answer has. */
const ask = async (query: string, rowsOf: (data: object) => unknown) => {
  tapped.take()
  const { data, errors } = await platform.query(query, caller)
  expect(errors).toBeUndefined()
  // A list that is empty would cost no statements.
  expect(JSON.stringify(data)).not.toMatch(/\[\]|"count":0/)
  return { rows: rowsOf(Object(data)), statements: tapped.take().map(shapeOf).toSorted() }
}

/** Asks for a page of few rows and for one of many, both for the second time. */
const askTwice = async (queryOf: (size: number) => string, rowsOf: (data: object) => unknown) => {
  for (const size of [FEW, MANY]) await platform.query(queryOf(size), caller)
  return { few: await ask(queryOf(FEW), rowsOf), many: await ask(queryOf(MANY), rowsOf) }
}

const INCIDENT = 'id kind severity status openedAt'
const EVENT = 'id eventType occurredAt'

/** A list, as few rows of it and as many are asked for, and how many statements it takes. */
type List = {
  readonly ask: (size: number) => string
  readonly rows: (data: object) => unknown
  readonly statements: number
}

const page = (name: string, fields: string, statements: number): List => ({
  ask: (size) => `{ ${name}(size: ${size}) { totalElements content { ${fields} } } }`,
  rows: (data) => Object(data)[name].content.length,
  statements,
})

const plain = (name: string, fields: string, statements: number): List => ({
  ask: (size) => `{ ${name}(first: ${size}) { ${fields} } }`,
  rows: (data) => Object(data)[name].length,
  statements,
})

/** A page is two statements: its rows and their number. */
const LISTS: readonly List[] = [
  page('incidents', `${INCIDENT} atm { name } events(first: 2) { ${EVENT} }`, 4),
  page(
    'incidents',
    `${INCIDENT} atm { name status { badge } tasks(first: 2) { kind } inventory { asOf } } ` +
      `events(first: 2) { ${EVENT} atm { name } incident { kind } }`,
    8,
  ),
  page(
    'atms',
    `name status { badge } incidents(first: 2, status: OPEN) { ${INCIDENT} events(first: 2) { ${EVENT} } }
      tasks(first: 2) { kind status }
      inventory { asOf cassettes { cassetteNo hoursLeft } } stateHistory(first: 2) { from to at } openIncidentSummary
        { count worst }`,
    9,
  ),
  page('atmStatuses', 'badge atm { name vendor openIncidentSummary { count } }', 4),
  page('tasks', 'kind status atm { name status { badge } incidents(first: 1) { kind } }', 5),
  plain('openIncidents', `${INCIDENT} atm { name } events(first: 2) { ${EVENT} }`, 3),
  plain('fleetCassetteInventory', 'agentAtmId asOf cassettes { cassetteNo hoursLeft } totals { amount }', 2),
  {
    ask: (size) => `{ vendors(type: ${size === FEW ? 'CIT' : 'SP'}) { uuid name createdAt } }`,
    rows: (data) => Object(data).vendors.length,
    statements: 1,
  },
]

describe('the graph, whatever the number of rows', () => {
  for (const { ask: queryOf, rows, statements } of LISTS)
    it(`takes ${statements} to answer ${queryOf(MANY).replaceAll(/\s+/g, ' ')}`, async () => {
      const { few, many } = await askTwice(queryOf, rows)
      expect([few.rows, many.rows]).toEqual([FEW, MANY])
      expect(many.statements).toEqual(few.statements)
      expect(many.statements).toHaveLength(statements)
    })
})
