import { buildSchema, parse } from 'graphql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { INTERNAL_PRINCIPAL, type Principal } from '../../subgraphs/kit/auth/principal.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import { findUsageTotals, listFieldUsage, listOperationUsage, MAX_STORED_OPERATIONS } from './usage.store.ts'
import { createGraphUsage, firstDayOf, MAX_COUNTERS, MAX_COUNTERS_OF_INSTITUTION } from './usage.ts'

const { stores, run, read, lines } = createStoreTest()

const schema = buildSchema('type Query { notes: [Note] } type Note { id: Int title: String page: String }')
const log = pino({ level: 'silent' })
const NOW = new Date('2026-11-20T10:00:00Z')
const OPERATIONS = { since: '2026-08-01', limit: 1_000 }

const callerOf = (...institutions: readonly string[]): Principal => ({
  ...INTERNAL_PRINCIPAL,
  role: 'USER',
  institutions,
  unrestricted: false,
})

const opened = async (now = () => NOW) => {
  await run('truncate graph.operation, graph.use')
  return createGraphUsage(stores(), now, log)
}

const titles = parse('query Titles { notes { title } }')

test('operations of the same name that ask for the same are one, by institution and day', async () => {
  const usage = await opened()
  for (const text of ['query Titles { notes { title } }', 'query Titles { notes { again: title } }'])
    usage.record(schema, parse(text), 'Titles', callerOf('ACME'))
  usage.record(schema, titles, 'Titles', callerOf('BETA'))
  usage.record(schema, titles, 'Titles', callerOf('ACME', 'BETA'))
  await usage.flush()
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  const [operation, ...others] = await read(ALL, (tx) => listOperationUsage(tx, ALL, OPERATIONS))
  expect(others).toEqual([])
  expect(operation).toMatchObject({
    name: 'Titles',
    calls: 5,
    institutions: 3,
    lastUsedOn: '2026-11-20',
    coordinates: ['Note.title', 'Query.notes', 'String'],
  })
  const own = await read(ACME, (tx) => listOperationUsage(tx, ACME, OPERATIONS))
  expect(own).toMatchObject([{ name: 'Titles', calls: 3, institutions: 1 }])
})

test('an institution sees neither the operations of others nor those of callers of several', async () => {
  const usage = await opened()
  usage.record(schema, titles, 'Titles', callerOf('BETA'))
  usage.record(schema, titles, 'Titles', INTERNAL_PRINCIPAL)
  await usage.flush()
  // Whatever the statement asks for, the policies give no more.
  expect(await read(ACME, (tx) => listOperationUsage(tx, ALL, OPERATIONS))).toEqual([])
  expect(await read(ACME, (tx) => findUsageTotals(tx, ALL, OPERATIONS.since))).toEqual({
    from: null,
    unrecordedCalls: 0,
  })
  expect(await read(BOTH, (tx) => listOperationUsage(tx, BOTH, OPERATIONS))).toMatchObject([{ calls: 1 }])
})

test('the operations of an institution that are recorded are bounded, in memory and in the database', async () => {
  const usage = await opened()
  const beyond = 3
  const send = (first: number) => {
    for (let n = first; n < first + MAX_COUNTERS_OF_INSTITUTION + beyond; n += 1)
      usage.record(schema, parse(`query Q${n} { notes { id } }`), `Q${n}`, callerOf('ACME'))
  }
  send(0)
  usage.record(schema, titles, 'Titles', callerOf('BETA'))
  await usage.flush()
  expect(await read(ACME, (tx) => findUsageTotals(tx, ACME, OPERATIONS.since))).toMatchObject({
    unrecordedCalls: beyond,
  })
  send(10_000)
  await usage.flush()
  expect(
    await lines("select institution_key, count(*) from graph.operation where id <> '' group by 1 order by 1"),
  ).toEqual([`ACME ${MAX_STORED_OPERATIONS}`, 'BETA 1'])
  expect(await lines("select count(*) from graph.use where institution_key = 'ACME'")).toEqual([
    String(MAX_STORED_OPERATIONS + 1),
  ])
  expect(await read(ACME, (tx) => findUsageTotals(tx, ACME, OPERATIONS.since))).toMatchObject({
    unrecordedCalls: MAX_COUNTERS_OF_INSTITUTION + 2 * beyond,
  })
})

test('what operations use is known also where they are not recorded one by one', async () => {
  const usage = await opened()
  const fill = async (first: number) => {
    for (let n = first; n < first + MAX_COUNTERS_OF_INSTITUTION; n += 1)
      usage.record(schema, parse(`query Q${n} { notes { id } }`), `Q${n}`, callerOf('ACME'))
    for (const text of ['query Titles { notes { title } }', 'query Pages { notes { page } }'])
      usage.record(schema, parse(text), null, callerOf('ACME'))
    await usage.flush()
  }
  const fields = async () =>
    (await read(ACME, (tx) => listFieldUsage(tx, ACME, OPERATIONS.since))).map(
      ({ coordinate, calls }) => `${coordinate} ${calls}`,
    )
  await fill(0)
  expect(await fields()).toEqual([
    'Query.notes 502',
    'Int 500',
    'Note.id 500',
    'Note.page 2',
    'Note.title 2',
    'String 2',
  ])
  // What no counter has room for in the database either is added to it.
  await fill(1_000)
  expect(await fields()).toEqual([
    'Int 1004',
    'Note.id 1004',
    'Query.notes 1004',
    'Note.page 504',
    'Note.title 504',
    'String 504',
  ])
  expect(await read(ACME, (tx) => listOperationUsage(tx, ACME, OPERATIONS))).toHaveLength(MAX_STORED_OPERATIONS)
})

test('beyond all counters what operations use is counted for all institutions together', async () => {
  const usage = await opened()
  for (let n = 0; n < MAX_COUNTERS; n += 1)
    usage.record(schema, parse(`query Q${n} { notes { id } }`), `Q${n}`, callerOf(`BANK${n % 10}`))
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  expect(await lines("select institution_key, name, coordinates from graph.operation where id = ''")).toEqual([
    '  Note.title,Query.notes,String',
  ])
})

test('an operation with a name of any length is recorded without it', async () => {
  const usage = await opened()
  const name = 'N'.repeat(101)
  usage.record(schema, parse(`query ${name} { notes { id } }`), name, callerOf('ACME'))
  await usage.flush()
  expect(await read(ACME, (tx) => listOperationUsage(tx, ACME, OPERATIONS))).toMatchObject([{ name: '', calls: 1 }])
})

test('no name with the digits of a card or customer number is stored: its operation has none', async () => {
  const usage = await opened()
  const names = ['pan_4111111111111111', 'pan_4111_1111_1111_1111', 'account100012345', 'Q1X2Y3Z4A5B6C7D8E9']
  for (const name of [...names, 'On20261120'])
    usage.record(schema, parse(`query ${name} { notes { id } }`), name, callerOf('ACME'))
  await usage.flush()
  expect(await read(ACME, (tx) => listOperationUsage(tx, ACME, OPERATIONS))).toMatchObject([
    { name: '', calls: names.length },
    { name: 'On20261120', calls: 1 },
  ])
})

test('what is older than 90 days is forgotten, with operations that are not called any more', async () => {
  let now = new Date('2026-08-01T10:00:00Z')
  const usage = await opened(() => now)
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  now = NOW
  usage.record(schema, parse('query Ids { notes { id } }'), 'Ids', callerOf('ACME'))
  await usage.flush()
  expect(await lines('select name from graph.operation')).toEqual(['Ids'])
  expect(await lines('select count(*) from graph.use')).toEqual(['1'])
})

test.each([
  [1, '2026-11-20'],
  [90, '2026-08-23'],
])('the last %i days, the present one included, begin on %s', (days, first) => {
  expect(firstDayOf(NOW, days)).toBe(first)
})

test('what is of the last 90 days is kept', async () => {
  let now = new Date('2026-08-22T10:00:00Z')
  const usage = await opened(() => now)
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  now = new Date('2026-08-23T10:00:00Z')
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  now = NOW
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.flush()
  expect(await lines('select day::text from graph.use order by 1')).toEqual(['2026-08-23', '2026-11-20'])
})

test('what cannot be written is kept for the next time', async () => {
  await opened()
  let failing = true
  const usage = createGraphUsage(
    {
      ...stores(),
      asPlatform: (work, options) =>
        failing ? Promise.reject(new Error('no database')) : stores().asPlatform(work, options),
    },
    () => NOW,
    log,
  )
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await expect(usage.flush()).rejects.toThrow('no database')
  failing = false
  usage.record(schema, titles, 'Titles', callerOf('ACME'))
  await usage.close()
  expect(await lines('select calls from graph.use')).toEqual(['2'])
})
