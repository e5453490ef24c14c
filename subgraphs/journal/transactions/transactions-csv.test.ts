import { get as httpGet } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stores } from '../../../db/tenancy.ts'
import { openStores } from '../../../db/tenancy.ts'
import { gaugeTransactions } from '../../../tests/support/counted-stores.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'
import { allOf } from '../testing/partitions.testing.ts'
import { createTransactionsCsv } from './transactions-csv.ts'

let journal: TestJournal
let stores: Stores
let acme: string
const ROWS = 9_001

beforeAll(async () => {
  journal = await openTestJournal([], { now: '2026-05-20T12:00:00Z' })
  await runAs(journal.database.urls.superuser, [
    // Three a second, so that batches end between rows of the same time.
    `insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id, started_at, kind, host_code,
      amount_minor,
      card, reference, cash_outcome, completeness, first_line, last_line)
    select 1, case when n % 9001 = 0 then 'BETA' else 'ACME' end, 1 + n % 2, 'ATM-' || (1 + n % 2),
      '2026-05-19'::timestamp + interval '1 second' * (n / 3),
      'OTHER', '000', 10000 * (n % 3) - 5, '412345******0042', 'R' || n, 'NONE', 'COMPLETE', 1, 2
        from generate_series(1, ${ROWS}) n`,
    `insert into journal.transaction_hot (file_id, institution_key, atm_id, agent_atm_id, started_at, kind,
      host_code, reference,
      cash_outcome, completeness, first_line, last_line)
    values (1, 'ACME', 1, '=ATM,"1"', '2026-05-20T08:00:00', 'OTHER', '+1', E'@a\\nb', 'NONE', 'COMPLETE', 1, 2)`,
  ])
  stores = await openStores(journal.database.urls, { name: 'tests', max: 2 })
  acme = await journal.token({ institutions: ['ACME'] })
})
afterAll(async () => {
  await stores.close()
  await journal.close()
})

const csv = (query: string, as = acme) =>
  journal.ask('GET', `/journal/api/journal/transactions?format=csv&${query}`, { as })
const HEADER =
  'id,institutionKey,atmId,agentAtmId,startedAt,endedAt,kind,verdict,hostCode,amount,currency,card,' +
  'reference,cashOutcome,completeness,fileId,firstLine,lastLine,' +
  'sessionId,attemptNo,decidedBy,decidedLine,conflict,rrn,stan,authorisationCode,serial,terminalId,hostDate,' +
  'accountTail,notes'

const ADMIN = {
  ...{ userId: '1', email: null, role: 'ADMIN' as const },
  ...{ institutions: [], unrestricted: true, agentAtmId: null },
}

const CUSTOMER = {
  ...{ userId: '2', email: null, role: 'CUSTOMER' as const },
  ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
}

describe('transactions as CSV', () => {
  it('have a header, plain numbers, and no cell that is a formula', async () => {
    const { status, headers, text } = await csv('')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions-2026-05-20.csv"',
      'cache-control': 'no-store',
    })
    const found = `,ACME,1,"'=ATM,""1""",2026-05-20T08:00:00,,OTHER,,'+1,,,,"'@a\nb",NONE,COMPLETE,1,1,2`
    const row = `${found},9002,1,,,,,,,,,,,\r\n`
    expect(text.replace(/(?<=\r\n)\d+(?=,ACME)/, '')).toBe(`\uFEFF${HEADER}\r\n${row}`)
  })

  it('are all rows of the filter and the caller, each once, in the order of their time', async () => {
    const { text, headers } = await csv('dateFrom=2026-05-19&dateTo=2026-05-19')
    expect(headers['content-disposition']).toBe('attachment; filename="transactions-2026-05-19.csv"')
    const rows = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    expect(rows).toHaveLength(ROWS - 1)
    expect(rows.map(([, , , , , , , , , , , , reference]) => reference)).toEqual(
      Array.from({ length: ROWS - 1 }, (_, at) => `R${at + 1}`),
    )
    expect(new Set(rows.map((cells) => cells[9]))).toEqual(new Set(['-0.05', '99.95', '199.95']))
    const few = await csv('dateFrom=2026-05-18&dateTo=2026-05-20&reference=R17&amountFrom=100')
    expect(few.text.split('\r\n')).toHaveLength(3)
    expect(few.headers['content-disposition']).toBe('attachment; filename="transactions-2026-05-18-to-2026-05-20.csv"')
    const all = await csv('dateFrom=2026-05-19&dateTo=2026-05-20', await journal.token({ role: 'ADMIN' }))
    expect(all.text.trimEnd().split('\r\n')).toHaveLength(ROWS + 2)
  })

  it('are refused by field before anything is sent', async () => {
    expect(await csv('card=1')).toMatchObject({ status: 400, body: { errors: [{ field: 'card' }] } })
    expect(await csv('dateFrom=2026-05-21')).toMatchObject({ status: 400, body: { errors: [{ field: 'dateFrom' }] } })
    expect((await journal.ask('GET', '/journal/api/journal/transactions?format=csv', { as: null })).status).toBe(401)
  })

  it('hold no transaction while they are not read, and stop when their reader goes', async () => {
    let batches = 0
    const counting: Stores = {
      ...stores,
      inTenant: (visibility, work, options) => {
        batches += 1
        return stores.inTenant(visibility, work, options)
      },
    }
    const { chunks } = await createTransactionsCsv(counting)(allOf('2026-05-19', '2026-05-19'), { principal: ADMIN })
    const iterator = chunks[Symbol.asyncIterator]()
    await iterator.next()
    await iterator.next()
    expect(batches).toBe(2)
    const open = await runAs(journal.database.urls.superuser, [
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'tests'
        and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
    ])
    expect(open).toEqual([])
    await iterator.return?.()
    expect(await iterator.next()).toMatchObject({ done: true })
    expect(batches).toBe(2)
  })

  it.each([
    { callers: [ADMIN], atOnce: 1 },
    { callers: [ADMIN, CUSTOMER], atOnce: 2 },
  ])(
    'are read $atOnce at a time for $callers.length callers, however many they ask for',
    async ({ callers, atOnce }) => {
      const gauge = gaugeTransactions(stores)
      const answerCsv = createTransactionsCsv(gauge.stores)
      const exports = Array.from({ length: 6 }, () => callers).flatMap((all) =>
        all.map(async (principal) => {
          const { chunks } = await answerCsv(allOf('2026-05-19', '2026-05-19'), { principal })
          return `${principal.role} ${Buffer.concat(await Array.fromAsync(chunks)).length}`
        }),
      )
      expect(new Set(await Promise.all(exports)).size).toBe(callers.length)
      expect(gauge.most()).toBe(atOnce)
    },
  )

  it('come over a real connection, which may be cut', async () => {
    const url = await journal.publicApp.listen({ port: 0, host: '127.0.0.1' })
    const path = '/journal/api/journal/transactions?format=csv&dateFrom=2026-05-19&dateTo=2026-05-19'
    const cut = await new Promise((resolve) => {
      const request = httpGet(`${url}${path}`, { headers: { authorization: `Bearer ${acme}` } }, (response) =>
        response.once('data', () => {
          request.destroy()
          resolve(response.statusCode)
        }),
      )
      request.on('error', () => {})
    })
    expect(cut).toBe(200)
    const { status, text } = await csv('dateFrom=2026-05-19&dateTo=2026-05-19')
    expect([status, text.split('\r\n').length]).toEqual([200, ROWS + 1])
  })
})
