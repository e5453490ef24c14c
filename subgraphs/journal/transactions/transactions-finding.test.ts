import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'
import { FILL_TRANSACTIONS } from '../testing/transactions-fill.testing.ts'

let journal: TestJournal
let acme: string
let admin: string

const run = (...statements: string[]) => runAs(journal.database.urls.superuser, statements)

beforeAll(async () => {
  journal = await openTestJournal([], { now: '2026-05-20T12:00:00Z' })
  await run(...FILL_TRANSACTIONS)
  acme = await journal.token({ institutions: ['ACME'] })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

const get = (query: string, as = acme) => journal.ask('GET', `/journal/api/journal/transactions${query}`, { as })
const page = async (query: string, as = acme) => Object((await get(query, as)).body)
const YESTERDAY = 'dateFrom=2026-05-19&dateTo=2026-05-19'

describe('finding transactions', () => {
  it.each([
    ['kind=DEPOSIT', 4],
    ['kind=WITHDRAWAL&hostCode=001', 12],
    ['kind=TRANSFER', 0],
    ['cashOutcome=RETRACTED', 8],
    ['hostCode=001', 12],
    ['hostCode=001&cashOutcome=RETRACTED&verdict=APPROVED', 4],
    ['amount=300', 10],
    ['amountFrom=200.00&amountTo=300.00', 20],
    ['amountFrom=200.01', 20],
    ['amountTo=100&verdict=APPROVED', 6],
    ['amount=100&amountFrom=200', 0],
    ['reference=nothing', 0],
    ['hostCode= 001 &agentAtmId=ATM-2', 6],
    ['terminalId=T2', 24],
    ['hostDate=2026-05-19', 48],
    ['hostDate=2026-05-18', 0],
    ['conflict=ANY', 8],
    ['conflict=CARD_MISMATCH&terminalId=T1', 2],
    ['conflict=NOTES_RETURNED', 0],
    ['verdict=REVERSED', 0],
    ['sessionId=1', 0],
  ])('by %s', async (query, expected) => {
    const found = await page(`?${YESTERDAY}&size=200&${query}`)
    expect(found).toMatchObject({ totalElements: expected, numberOfElements: expected })
    const both = await page(`?${YESTERDAY}&size=200&${query}`, admin)
    expect(both.content.filter(({ institutionKey }: { institutionKey: string }) => institutionKey === 'ACME')).toEqual(
      found.content,
    )
  })

  it('by the last digits of a card', async () => {
    const [row] = await run(
      `select card_last4 from journal.transaction_hot where started_at = '2026-05-19T10:00:00' limit 1`,
    )
    expect(await page(`?${YESTERDAY}&card=${row?.card_last4}`)).toMatchObject({ totalElements: 2, numberOfElements: 2 })
    expect(await page(`?${YESTERDAY}&card=${row?.card_last4}&atmId=1`)).toMatchObject({
      totalElements: 1,
      content: [{ atmId: 1, startedAt: '2026-05-19T10:00:00', card: `412345******${row?.card_last4}` }],
    })
  })

  it('by reference, in cold and hot months', async () => {
    const [row] = await run(
      `select id, reference, started_at::date::text as day from journal.transaction_cold where institution_key = 'ACME'
        order by id limit 1`,
    )
    const range = 'dateFrom=2025-11-01&dateTo=2026-05-20'
    expect(await page(`?${range}&reference=${row?.reference}`)).toMatchObject({
      totalElements: 1,
      content: [{ reference: row?.reference }],
    })
    expect(await page(`?dateFrom=2026-05-01&reference=${row?.reference}`)).toMatchObject({ totalElements: 0 })
  })

  it('by each number that a receipt or a host gives it, and by its session', async () => {
    const [first, second] = await run(
      `select id, rrn, stan, authorisation_code, serial, account_tail from journal.transaction_hot
        where started_at between '2026-05-19T10:00:00' and '2026-05-19T11:00:00' and atm_id = 1 order by id`,
    )
    for (const [argument, column] of [
      ...([
        ['rrn', 'rrn'],
        ['stan', 'stan'],
        ['authorisationCode', 'authorisation_code'],
      ] as const),
      ...([
        ['serial', 'serial'],
        ['accountTail', 'account_tail'],
      ] as const),
    ]) {
      const value = String(first?.[column])
      expect(await page(`?${YESTERDAY}&atmId=1&${argument}=${value}`)).toMatchObject({
        totalElements: 1,
        content: [{ id: Number(first?.id), [argument]: value }],
      })
      expect(await page(`?${YESTERDAY}&${argument}=${value}-`)).toMatchObject({ totalElements: 0, content: [] })
    }
    expect(await page(`?${YESTERDAY}&sessionId=${second?.id}`)).toMatchObject({ totalElements: 1 })
    await run(`update journal.transaction_hot set first_attempt_id = ${first?.id}, attempt_no = 2
      where id = ${second?.id}`)
    const session = await page(`?${YESTERDAY}&sessionId=${first?.id}`)
    expect(session.content.map(({ id, attemptNo }: { id: number; attemptNo: number }) => [id, attemptNo])).toEqual([
      [Number(second?.id), 2],
      [Number(first?.id), 1],
    ])
    expect(await page(`?${YESTERDAY}&sessionId=${second?.id}`)).toMatchObject({ totalElements: 0 })
  })

  it('names each faulty argument', async () => {
    const fields = async (query: string) => {
      const { status, body } = await get(query)
      return [status, ...Object(body).errors.map(({ field }: { field: string }) => field)]
    }
    expect(await fields('?amountFrom=x&amountTo=-1&card=12')).toEqual([400, 'card', 'amountFrom', 'amountTo'])
    expect(await fields('?amountFrom=3&amountTo=2')).toEqual([400, 'amountFrom'])
    expect(await fields('?cashOutcome=LOST')).toEqual([400, 'cashOutcome'])
    expect(await fields('?kind=LOAN')).toEqual([400, 'kind'])
    expect(await fields('?verdict=UNDECIDED')).toEqual([400, 'verdict'])
    expect(await fields('?conflict=NONE')).toEqual([400, 'conflict'])
    expect(await fields('?hostDate=20-05-2026')).toEqual([400, 'hostDate'])
    expect(await fields('?sessionId=x')).toEqual([400, 'sessionId'])
    expect(await fields('?format=xml')).toEqual([400, 'format'])
  })

  it('by its id, in whichever month it lies, and only its institution’s', async () => {
    const rows = await run(`(select id, institution_key from journal.transaction_cold order by id limit 3)
      union all (select id, institution_key from journal.transaction_hot order by id limit 3)`)
    for (const { id, institution_key } of rows) {
      const { status, body } = await get(`/${id}`)
      expect(status).toBe(institution_key === 'ACME' ? 200 : 404)
      if (status === 200) expect(body).toMatchObject({ id: Number(id), institutionKey: 'ACME', firstLine: 1 })
    }
    expect((await get('/9007199254740991')).status).toBe(404)
  })
})

describe('a page after a row', () => {
  const walk = async (query: string, as = acme) => {
    const rows: { id: number; startedAt: string; amount: string | null }[] = []
    for (let after = ''; ; ) {
      const found = await page(`?${YESTERDAY}&size=7&${query}${after}`, as)
      rows.push(...found.content)
      if (found.last) return rows
      after = `&after=${rows.at(-1)?.id}`
    }
  }

  it.each([
    '',
    'sort=amount,desc',
    'sort=amount,asc',
    'sort=startedAt,asc',
    'sort=id,desc',
    'sort=amount,asc&sort=startedAt,desc',
    'cashOutcome=RETRACTED&sort=amount',
  ])('follows in the order asked for: %s', async (query) => {
    const whole = await page(`?${YESTERDAY}&size=200&${query}`, admin)
    expect(await walk(query, admin)).toEqual(whole.content)
  })

  it('says what is first and last, and counts all', async () => {
    const first = await page(`?${YESTERDAY}&size=40`)
    expect(first).toMatchObject({ totalElements: 48, first: true, last: false, numberOfElements: 40 })
    const second = await page(`?${YESTERDAY}&size=40&after=${first.content.at(-1).id}`)
    expect(second).toMatchObject({ totalElements: 48, first: false, last: true, numberOfElements: 8 })
    const beyond = await page(`?${YESTERDAY}&size=40&after=${second.content.at(-1).id}`)
    expect(beyond).toMatchObject({ totalElements: 48, empty: true, last: true, content: [] })
  })

  it('stays as it is while new transactions come', async () => {
    const first = await page('?size=5')
    const expected = await page('?size=5&page=1')
    await run(`insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
      cash_outcome,
      completeness, first_line, last_line)
        values (1, 'ACME', 1, 'ATM-1', '2026-05-20T11:30:00', 'OTHER', 'NONE', 'COMPLETE', 1, 2)`)
    expect((await page('?size=5&page=1')).content).not.toEqual(expected.content)
    expect((await page(`?size=5&after=${first.content.at(-1).id}`)).content).toEqual(expected.content)
  })

  it('is refused together with a page, and after what is no transaction of the caller and of these days', async () => {
    const [row] = await run(`select min(id) filter (where institution_key = 'BETA') as foreign,
        min(id) filter (where institution_key = 'ACME') as own
      from journal.transaction_hot where started_at::date = '2026-05-19'`)
    const refused = async (query: string) => (await get(`?${YESTERDAY}&${query}`)).body
    expect(await refused(`after=${row?.own}&page=1`)).toMatchObject({ status: 400, errors: [{ field: 'page' }] })
    expect(await refused(`after=${row?.foreign}`)).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect(await refused('after=999999999')).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect(await refused('after=x')).toMatchObject({ status: 400, errors: [{ field: 'after' }] })
    expect((await get(`?after=${row?.own}`)).status).toBe(400)
  })
})

describe('in the graph', () => {
  const principal = {
    ...{ userId: '7', email: null, role: 'USER' as const },
    ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
  }
  const execute = (query: string, variables = {}) =>
    journal.process.hosted
      .get('journal')
      ?.execute({ query, variables }, { principal, token: null, traceId: '0'.repeat(32) })

  it('they are found by numbers and conflicts as on REST', async () => {
    const answer = await execute(`{ journalTransactions(size: 200, dateFrom: "2026-05-19", dateTo: "2026-05-19",
      hostDate: "2026-05-19", terminalId: "T1", conflict: CARD_MISMATCH) {
      totalElements content { id sessionId attemptNo conflict decidedBy { rule line } stan authorisationCode serial
        terminalId hostDate accountTail rrn notes { state denomination currency count } } } }`)
    const { totalElements, content } = Object(answer?.data).journalTransactions
    const rest = await page(`?${YESTERDAY}&size=200&hostDate=2026-05-19&terminalId=T1&conflict=CARD_MISMATCH`)
    expect([totalElements, content.length]).toEqual([2, 2])
    expect(rest.content).toMatchObject(content)
    expect(content[0]).toMatchObject({
      ...{ sessionId: content[0].id, attemptNo: 1, conflict: ['CARD_MISMATCH', 'AMOUNT_AND_NOTES'], decidedBy: null },
      ...{ terminalId: 'T1', hostDate: '2026-05-19', notes: [] },
    })
  })

  it('they are found and paged as on REST', async () => {
    const query = `query ($after: SafeInt) { journalTransactions(size: 5, dateFrom: "2026-05-19", dateTo: "2026-05-19",
      hostCode: "001", amountTo: "300", cashOutcome: DISPENSED, sort: ["amount,desc"], after: $after) {
      totalElements last content { id amount hostCode cashOutcome atm { id } } } }`
    const ask = async (after: number | null) => {
      const answer = await execute(query, { after })
      return Object(answer?.data).journalTransactions
    }
    const rest = await page(`?${YESTERDAY}&size=200&hostCode=001&amountTo=300&cashOutcome=DISPENSED&sort=amount,desc`)
    const first = await ask(null)
    const second = await ask(first.content.at(-1).id)
    expect([first.totalElements, second.totalElements]).toEqual([rest.totalElements, rest.totalElements])
    const seen = [...first.content, ...second.content]
    expect(seen.map(({ id }) => id)).toEqual(rest.content.slice(0, seen.length).map(({ id }: { id: number }) => id))
    expect(seen[0]).toMatchObject({ amount: '300.00', hostCode: '001', cashOutcome: 'DISPENSED' })
    expect(seen.every(({ atm }) => atm.id === 1 || atm.id === 2)).toBe(true)
  })
})
