import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { prepareTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const ATMS = [
  { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-2', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-3', institutionKey: 'BETA' },
]

let prepared: Awaited<ReturnType<typeof prepareTestJournal>>
let journal: TestJournal
let acme: string
let beta: string

beforeAll(async () => {
  prepared = await prepareTestJournal(ATMS, '2026-05-20T12:00:00Z', async ({ uploadParsed }) => {
    await uploadParsed('ATM-1', '2026-05-20', recyclerDay('2026-05-20', ['000', '105', null, '000']))
    await uploadParsed('ATM-2', '2026-05-20', recyclerDay('2026-05-20', ['000'], '512345XXXXXX4321'))
    await uploadParsed('ATM-3', '2026-05-20', recyclerDay('2026-05-20', ['005', '005']))
    await uploadParsed('ATM-1', '2026-05-19', recyclerDay('2026-05-19', ['000', '000']))
  })
})
afterAll(() => prepared?.drop())
beforeEach(async () => {
  journal = await prepared.open()
  acme = await journal.token({ institutions: ['ACME'] })
  beta = await journal.token({ institutions: ['BETA'] })
})
afterEach(() => journal.close())

const get = async (query: string, as = acme) =>
  Object((await journal.ask('GET', `/journal/api/journal/transactions${query}`, { as })).body)
const times = (page: { content: { agentAtmId: string; startedAt: string }[] }) =>
  page.content.map(({ agentAtmId, startedAt }) => `${agentAtmId} ${startedAt.slice(5, 13)}`)

describe('the page of transactions', () => {
  it('is of today, newest first by default', async () => {
    const page = await get('')
    expect(page).toMatchObject({
      totalElements: 5,
      totalPages: 1,
      number: 0,
      size: 20,
      numberOfElements: 5,
      first: true,
      last: true,
      empty: false,
    })
    expect(times(page)).toEqual([
      'ATM-1 05-20T03',
      'ATM-1 05-20T02',
      'ATM-1 05-20T01',
      'ATM-2 05-20T00',
      'ATM-1 05-20T00',
    ])
    expect(times(await get('?dateFrom=2026-05-19&dateTo=2026-05-19&sort=startedAt,asc'))).toEqual([
      'ATM-1 05-19T00',
      'ATM-1 05-19T01',
    ])
    expect(page.content[0]).toMatchObject({
      id: page.content[0].sessionId,
      ...{ attemptNo: 1, conflict: [], rrn: null, serial: null, accountTail: null, notes: [] },
      institutionKey: 'ACME',
      atmId: 1,
      agentAtmId: 'ATM-1',
      startedAt: '2026-05-20T03:00:00',
      endedAt: '2026-05-20T03:00:00',
      kind: 'OTHER',
      verdict: 'APPROVED',
      hostCode: '000',
      amount: '400.00',
      currency: 'ETB',
      card: '412345******6789',
      reference: '7003',
      cashOutcome: 'NONE',
      completeness: 'COMPLETE',
      fileId: expect.any(Number),
      firstLine: expect.any(Number),
      lastLine: expect.any(Number),
    })
  })

  it('is filtered by ATM, verdict, card and amount, with totals to match', async () => {
    expect(await get('?agentAtmId=ATM-2')).toMatchObject({ totalElements: 1, content: [{ atmId: 2 }] })
    expect(await get('?atmId=1&verdict=APPROVED')).toMatchObject({ totalElements: 2, numberOfElements: 2 })
    expect(await get('?verdict=DECLINED')).toMatchObject({ totalElements: 1, content: [{ hostCode: '105' }] })
    expect(await get('?card=4321')).toMatchObject({ totalElements: 1, content: [{ card: '512345******4321' }] })
    expect(await get('?amount=100&dateFrom=2026-05-19')).toMatchObject({ totalElements: 3 })
    expect(await get('?amount=100.00&card=6789&agentAtmId=ATM-1')).toMatchObject({ totalElements: 1 })
    expect(await get('?dateFrom=2023-01-01&dateTo=2026-05-19')).toMatchObject({ totalElements: 2, numberOfElements: 2 })
  })

  it('of several institutions is merged in order, page by page', async () => {
    const both = await journal.token({ institutions: ['ACME', 'BETA'] })
    const all = [
      ...times(await get('?size=3', both)),
      ...times(await get('?size=3&page=1', both)),
      ...times(await get('?size=3&page=2', both)),
    ]
    expect(all).toHaveLength(7)
    expect(new Set(all.map((entry) => entry.slice(6)))).toEqual(
      new Set(['05-20T03', '05-20T02', '05-20T01', '05-20T00']),
    )
    expect(all.map((entry) => entry.slice(6))).toEqual(
      all
        .map((entry) => entry.slice(6))
        .toSorted()
        .toReversed(),
    )
    expect(times(await get('?size=100', await journal.token({ role: 'ADMIN' })))).toEqual(all)
    expect(await get('?sort=amount,desc&size=1', both)).toMatchObject({ totalElements: 7, totalPages: 7 })
  })

  it('is refused by field', async () => {
    expect(await get('?card=12345678')).toMatchObject({ status: 400, errors: [{ field: 'card' }] })
    expect(await get('?amount=lots')).toMatchObject({ status: 400, errors: [{ field: 'amount' }] })
    expect(await get('?dateFrom=2026-05-21&dateTo=2026-05-20')).toMatchObject({
      status: 400,
      errors: [{ field: 'dateFrom' }],
    })
    expect(await get('?dateFrom=20.5.2026')).toMatchObject({ status: 400, errors: [{ field: 'dateFrom' }] })
    expect(await get('?verdict=MAYBE')).toMatchObject({ status: 400, errors: [{ field: 'verdict' }] })
    expect(await get('?sort=card')).toMatchObject({ status: 400, errors: [{ field: 'sort[0]' }] })
  })
})

describe('top ATMs', () => {
  it('are counted as the total is, most first', async () => {
    const both = await journal.token({ institutions: ['ACME', 'BETA'] })
    const top = (query: string) =>
      journal.ask('GET', `/journal/api/journal/transactions/top-atms${query}`, { as: both })
    expect((await top('?limit=2')).body).toEqual([
      { atmId: 1, deviceId: 1, agentAtmId: 'ATM-1', transactionCount: 3 },
      { atmId: 3, deviceId: 3, agentAtmId: 'ATM-3', transactionCount: 2 },
    ])
  })
})

// The totals are written directly where a test needs them to change without a file that would end the cache.
describe('the summary', () => {
  it('is cached per institutions and days, for 30 seconds or until a file of theirs is parsed', async () => {
    const sum = (as: string) => get('/summary', as)
    const change = (successful: number) =>
      runAs(journal.database.urls.superuser, [
        `update journal.atm_day_total set successful = ${successful} where atm_id = 2 and day = '2026-05-20'`,
      ])
    expect(await sum(acme)).toEqual({ total: 4, successful: 3, failed: 1 })
    expect(await sum(beta)).toEqual({ total: 2, successful: 0, failed: 2 })
    await change(11)
    expect(await sum(acme)).toMatchObject({ successful: 3 })
    journal.clock.set('2026-05-20T12:00:50Z')
    expect(await sum(acme)).toMatchObject({ successful: 13 })
    await change(1)
    await journal.uploadParsed('ATM-3', '2026-05-18', recyclerDay('2026-05-18', ['000']))
    expect(await sum(acme)).toMatchObject({ successful: 13 })
    await journal.uploadParsed('ATM-1', '2026-05-18', recyclerDay('2026-05-18', ['000']))
    await expect.poll(() => sum(acme)).toMatchObject({ successful: 3 })
  })
})

describe('months', () => {
  it('move from hot to cold as whole partitions, and queries follow', async () => {
    const range = '?dateFrom=2026-05-01&dateTo=2026-05-31'
    const before = await get(range)
    journal.clock.set('2026-10-20T12:00:00Z')
    await journal.runJob('journal.partitions')
    expect(await journal.runJob('journal.hot-to-cold')).toMatch(/^[4-9] months moved/)
    expect(await journal.runJob('journal.hot-to-cold')).toBe('0 months moved from hot to cold')
    const counted = `select (select count(*) from journal.transaction_hot)::int as hot,
      (select count(*) from journal.transaction_cold)::int as cold`
    expect(await runAs(journal.database.urls.superuser, [counted])).toEqual([{ hot: 0, cold: 9 }])
    expect(await get(range)).toEqual(before)
    expect(await get('?dateFrom=2026-05-19&dateTo=2026-10-20&card=6789')).toMatchObject({ totalElements: 6 })
    // What comes late for a month that is cold goes there, also where the month has no partition yet.
    await journal.uploadParsed('ATM-1', '2026-05-21', recyclerDay('2026-05-21', ['000']))
    await journal.uploadParsed('ATM-1', '2025-02-03', recyclerDay('2025-02-03', ['000', '000']))
    await journal.uploadParsed('ATM-1', '2026-10-19', recyclerDay('2026-10-19', ['000']))
    expect(await runAs(journal.database.urls.superuser, [counted])).toEqual([{ hot: 1, cold: 12 }])
    expect(await get('?dateFrom=2025-01-01&dateTo=2026-10-20&agentAtmId=ATM-1')).toMatchObject({ totalElements: 10 })
  })
})
