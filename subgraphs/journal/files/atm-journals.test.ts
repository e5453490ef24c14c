import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { countStatements } from '../../../tests/support/counted-stores.ts'
import { createWaker } from '../../kit/common/waker.ts'
import { openOperation } from '../../kit/graphql/context.ts'
import { createExecuteGraphQL } from '../../kit/graphql/execute.ts'
import { buildServiceSchema, readSdl } from '../../kit/graphql/schema.ts'
import { createContentResolvers } from '../content/content.resolvers.ts'
import { evidenceQueries } from '../evidence/evidence.resolvers.ts'
import { createGapResolvers } from '../gaps/gaps.resolvers.ts'
import { createParseQueueResolvers } from '../parse/parse-queue.resolvers.ts'
import { profileMutations, profileQueries } from '../profiles/profiles.resolvers.ts'
import { openTestJournal, recyclerDay, type TestAtm, type TestJournal } from '../testing/journal.testing.ts'
import { createSummaryCache } from '../transactions/summary-cache.ts'
import { createTransactionResolvers } from '../transactions/transactions.resolvers.ts'
import { createFileResolvers } from '../upload/files.resolvers.ts'
import { createAtmResolvers } from './atm-journals.resolvers.ts'

const ATMS: TestAtm[] = Array.from({ length: 40 }, (_, n) => ({
  agentAtmId: `ATM-${n + 1}`,
  institutionKey: n < 30 ? 'ACME' : 'BETA',
}))

let journal: TestJournal
let stores: Stores

beforeAll(async () => {
  journal = await openTestJournal(ATMS, { now: '2026-05-20T12:00:00Z' })
  for (const { agentAtmId } of ATMS)
    await journal.uploadParsed(agentAtmId, '2026-05-16', recyclerDay('2026-05-16', ['000']))
  await journal.uploadParsed('ATM-1', '2026-05-18', recyclerDay('2026-05-18', ['000']))
  await journal.runJob('journal.gap-detection')
  stores = await openStores(journal.database.urls, { name: 'tests', max: 2 })
})
afterAll(async () => {
  await stores.close()
  await journal.close()
})

const refuse = () => Promise.reject(new Error('nothing of an ATM'))

const run = async (text: string, institutions: readonly string[], ids: readonly number[]) => {
  const files = createFileResolvers(refuse, refuse)
  const queue = createParseQueueResolvers({ outbox: createWaker(), newId: randomUUID })
  const transactions = createTransactionResolvers({
    summaries: createSummaryCache(journal.clock.now, 1),
    platformTimeZone: 'UTC',
    stores,
  })
  const gaps = createGapResolvers()
  const schema = buildServiceSchema(readSdl('journal.graphql'), {
    ...files,
    ...transactions,
    ...gaps,
    Query: {
      ...files.Query,
      ...createContentResolvers(stores).Query,
      ...queue.Query,
      ...evidenceQueries,
      ...transactions.Query,
      ...gaps.Query,
      ...profileQueries,
      journalDeadLetters: refuse,
      journalDays: refuse,
      atmJournalDays: refuse,
      journalLiveChanges: refuse,
    },
    Mutation: {
      ...files.Mutation,
      ...queue.Mutation,
      ...profileMutations,
      ...gaps.Mutation,
      replayJournalDeadLetter: refuse,
      atmsWithJournals: refuse,
      updateJournalAtms: refuse,
    },
    Atm: createAtmResolvers('UTC'),
  })
  const faults: unknown[] = []
  const execute = createExecuteGraphQL(schema, (error) => faults.push(error))
  const counted = countStatements(stores)
  const principal = {
    userId: '1',
    email: null,
    role: 'USER' as const,
    institutions,
    unrestricted: false,
    agentAtmId: null,
  }
  const scope = openOperation(counted.stores, { principal, token: null, traceId: '0' }, journal.clock.now)
  const representations = ids.map((id) => ({ __typename: 'Atm', id }))
  const query = `query ($representations: [_Any!]!)
    { _entities(representations: $representations) { ... on Atm { ${text} } } }`
  const result = await execute({ query, variables: { representations } }, scope.context)
  await scope.close()
  expect(faults).toEqual([])
  const entities: Record<string, unknown>[] = Object(result.data)._entities
  return { entities, errors: result.errors, statements: counted.count() }
}

const ids = ATMS.map((_, index) => index + 1)

describe('ATMs of the graph', () => {
  it('are referred to without any statement', async () => {
    const { entities, statements } = await run('id', ['ACME'], ids)
    expect(entities).toHaveLength(40)
    expect(statements).toBe(0)
  })

  it('take one statement a list, however many there are', async () => {
    const fields =
      'id journalGaps(status: OPEN) { gapDate } journalFiles(limit: 1) { journalDate } ' +
      'journalDays(days: 5) { date state }'
    expect((await run(fields, ['ACME'], [1])).statements).toBe(3)
    const { entities, statements } = await run(fields, ['ACME'], ids)
    expect(statements).toBe(3)
    expect(entities[0]).toEqual({
      id: 1,
      journalGaps: [{ gapDate: '2026-05-17' }, { gapDate: '2026-05-19' }],
      journalFiles: [{ journalDate: '2026-05-18' }],
      journalDays: [
        { date: '2026-05-16', state: 'FILE' },
        { date: '2026-05-17', state: 'GAP' },
        { date: '2026-05-18', state: 'FILE' },
        { date: '2026-05-19', state: 'GAP' },
        { date: '2026-05-20', state: 'NONE' },
      ],
    })
    expect(entities[35]).toMatchObject({
      journalGaps: [],
      journalFiles: [],
      journalDays: [{ state: 'NONE' }, {}, {}, {}, {}],
    })
  })

  it('show as many gaps as asked for, the oldest, within bounds', async () => {
    const fields = 'open: journalGaps(status: OPEN, first: 1) { gapDate } all: journalGaps(first: 400) { gapDate }'
    const { entities, statements } = await run(fields, ['ACME'], ids)
    expect(statements).toBe(2)
    expect(entities[0]).toEqual({
      open: [{ gapDate: '2026-05-17' }],
      all: [{ gapDate: '2026-05-17' }, { gapDate: '2026-05-19' }],
    })
    for (const first of [0, 401]) {
      const refused = await run(`journalGaps(first: ${first}) { id }`, ['ACME'], [1])
      expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field: 'first' }] })
    }
  })

  it('show a day whose file was asked for, and refuse lists out of bounds', async () => {
    const as = await journal.token({ role: 'ADMIN' })
    const { body } = await journal.ask('GET', '/journal/api/journal/gaps?agentAtmId=ATM-2', { as })
    await journal.ask('PUT', `/journal/api/journal/gaps/${Object(body)[0].id}/request-fetch`, { as })
    const { entities } = await run('journalDays(days: 4) { state }', ['ACME'], [2])
    expect(entities[0]).toEqual({
      journalDays: [{ state: 'REQUESTED' }, { state: 'GAP' }, { state: 'GAP' }, { state: 'NONE' }],
    })
    const refused = await run('journalDays(days: 1000) { state }', ['ACME'], [2])
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field: 'days' }] })
  })
})
