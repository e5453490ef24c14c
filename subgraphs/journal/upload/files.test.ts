import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../../../tests/support/ports.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const DAY = readFileSync(new URL('../formats/fixtures/recycler/day.txt', import.meta.url), 'utf8')
const CARD = '4111111111111111'

let journal: TestJournal
let acme: string
let admin: string

beforeAll(async () => {
  journal = await openTestJournal(
    [
      { agentAtmId: 'ATM-11', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-12', institutionKey: 'ACME', timeZone: 'Pacific/Kiritimati' },
      { agentAtmId: 'ATM-21', institutionKey: 'BETA' },
      { agentAtmId: 'ATM-31', institutionKey: null },
      { agentAtmId: 'ATM-13', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-41', institutionKey: 'GAMMA' },
    ],
    { now: '2026-05-20T12:00:00Z' },
  )
  acme = await journal.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

const send = (query: string, body: Uint8Array, headers: Record<string, string> = {}, as = acme) =>
  journal.ask('POST', `/journal/api/journal/files?${query}`, { as, body, headers })
const get = async (path: string, as = acme) =>
  Object((await journal.ask('GET', `/journal/api/journal${path}`, { as })).body)

describe('an upload', () => {
  it('is stored masked, parsed, counted, and published', async () => {
    const file = await journal.uploadParsed('ATM-13', '2026-05-13', `${DAY}\nPAN ${CARD}\n`)
    expect(file).toMatchObject({
      institutionKey: 'ACME',
      atmId: 5,
      agentAtmId: 'ATM-13',
      journalDate: '2026-05-13',
      format: 'RECYCLER',
      status: 'PARSED',
      transactions: 6,
      successful: 3,
      failed: 2,
      undecided: 1,
      error: null,
      parsedAt: expect.stringMatching(/Z$/),
    })
    const { text, headers } = await journal.ask('GET', `/journal/api/journal/files/${file.id}/content`, { as: acme })
    expect(text).toBe(`${DAY.replace('2070000000777', '*'.repeat(13))}\nPAN 411111******1111\n`)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const range = 'dateFrom=2026-05-13&dateTo=2026-05-14'
    expect(await get(`/transactions/summary?${range}`)).toEqual({ total: 5, successful: 3, failed: 2 })
    expect(await get(`/transactions/top-atms?${range}`)).toEqual([
      { atmId: 5, deviceId: 5, agentAtmId: 'ATM-13', transactionCount: 5 },
    ])
    await expect
      .poll(() =>
        runAs(journal.database.urls.superuser, [
          `select topic, envelope -> 'data' ->> 'successful' as n from topics.message
            where topic = 'journal.file-parsed' and key = 'ATM-13'`,
        ]),
      )
      .toEqual([{ topic: 'journal.file-parsed', n: '3' }])
  })

  it('of the same bytes again, plain or gzip, is 200 with the first answer and changes nothing', async () => {
    const text = recyclerDay('2026-05-10', ['000', '105'])
    const first = await journal.uploadParsed('ATM-11', '2026-05-10', text)
    const again = await journal.upload('ATM-11', '2026-05-10', text)
    expect(again).toMatchObject({ status: 200, body: { id: first.id, status: 'PARSED', transactions: 2 } })
    const zipped = await send('agentAtmId=ATM-11&journalDate=2026-05-10', gzipSync(text), {
      'content-encoding': 'gzip',
    })
    expect(zipped).toMatchObject({ status: 200, body: { id: first.id, sha256: first.sha256, sizeBytes: text.length } })
    expect(await get('/transactions?dateFrom=2026-05-10&dateTo=2026-05-10')).toMatchObject({ totalElements: 2 })
  })

  it('of another file of the day replaces what the first one brought', async () => {
    await journal.uploadParsed('ATM-11', '2026-05-11', recyclerDay('2026-05-11', ['000']))
    await journal.uploadParsed('ATM-11', '2026-05-11', recyclerDay('2026-05-11', ['000', '005', null]))
    const range = 'dateFrom=2026-05-11&dateTo=2026-05-11'
    expect(await get(`/transactions/summary?${range}`)).toEqual({ total: 2, successful: 1, failed: 1 })
    expect(await get(`/transactions?${range}`)).toMatchObject({ totalElements: 3 })
  })

  it('sent again after another file of the day is 200, and brings its transactions back', async () => {
    const text = recyclerDay('2026-05-16', ['000', '000'])
    const first = await journal.uploadParsed('ATM-11', '2026-05-16', text)
    await journal.uploadParsed('ATM-11', '2026-05-16', recyclerDay('2026-05-16', ['105']))
    const sum = () => get('/transactions/summary?dateFrom=2026-05-16&dateTo=2026-05-16')
    await expect.poll(sum).toEqual({ total: 1, successful: 0, failed: 1 })
    expect(await journal.upload('ATM-11', '2026-05-16', text)).toMatchObject({ status: 200, body: { id: first.id } })
    await expect.poll(sum).toEqual({ total: 2, successful: 2, failed: 0 })
  })

  it('that is no journal is FAILED with a reason; one that is partly readable PARTIAL', async () => {
    const failed = await journal.uploadParsed('ATM-11', '2026-05-08', 'nothing that an ATM prints\n')
    expect(failed).toMatchObject({ status: 'FAILED', format: null, error: expect.stringContaining('Unknown family') })
    const partial = await journal.uploadParsed(
      'ATM-11',
      '2026-05-09',
      `${recyclerDay('2026-05-09', ['000'])}${'x'.repeat(20_000)}\n`,
    )
    expect(partial).toMatchObject({ status: 'PARTIAL', transactions: 1, error: 'Lines that could not be read: 1.' })
  })

  it('far back goes to the cold table and is found all the same', async () => {
    await journal.uploadParsed('ATM-11', '2024-03-04', recyclerDay('2024-03-04', ['000', '000', '105']))
    const range = 'dateFrom=2024-03-01&dateTo=2024-03-31'
    expect(await get(`/transactions/summary?${range}`)).toEqual({ total: 3, successful: 2, failed: 1 })
    expect(await get(`/transactions?${range}&verdict=DECLINED`)).toMatchObject({
      totalElements: 1,
      content: [{ hostCode: '105' }],
    })
    const rows = await runAs(journal.database.urls.superuser, [
      `select (select count(*) from journal.transaction_cold where institution_key = 'ACME')::int as cold,
        (select count(*) from journal.transaction_hot where started_at < '2026-01-01')::int as hot`,
    ])
    expect(rows).toEqual([{ cold: 3, hot: 0 }])
  })

  it('in UTF-16 is parsed, and its text served as UTF-8', async () => {
    const text = `${recyclerDay('2026-05-07', ['000'])}CAFÉ ${CARD}\r\n`
    const file = await journal.uploadParsed('ATM-11', '2026-05-07', Buffer.from(text, 'utf16le'))
    expect(file).toMatchObject({ status: 'PARSED', transactions: 1 })
    const { text: served } = await journal.ask('GET', `/journal/api/journal/files/${file.id}/content`, { as: acme })
    expect(served).toBe(text.replace(CARD, '411111******1111'))
  })
})

describe('an upload is refused', () => {
  const body = Buffer.from('x')
  it.each([
    ['a day too long ago', 'agentAtmId=ATM-11&journalDate=2020-01-01', 400, 'journalDate'],
    ['a day to come', 'agentAtmId=ATM-11&journalDate=2026-05-22', 400, 'journalDate'],
    ['no day', 'agentAtmId=ATM-11&journalDate=today', 400, 'journalDate'],
    ['a missing ATM', 'journalDate=2026-05-13', 400, 'agentAtmId'],
    ['a blank ATM', 'agentAtmId=%20&journalDate=2026-05-13', 400, 'agentAtmId'],
    ['another institution', 'agentAtmId=ATM-21&journalDate=2026-05-13', 403, null],
    ['a key of two', 'agentAtmId=ATM-99&journalDate=2026-05-13&institutionKey=ACME,BETA', 400, 'institutionKey'],
    ['a key with a space', 'agentAtmId=ATM-99&journalDate=2026-05-13&institutionKey=%20A/..', 400, 'institutionKey'],
    [
      'a key too long',
      `agentAtmId=ATM-99&journalDate=2026-05-13&institutionKey=${'K'.repeat(300)}`,
      400,
      'institutionKey',
    ],
    ['a foreign key', 'agentAtmId=ATM-99&journalDate=2026-05-13&institutionKey=BETA', 403, null],
  ])('for %s', async (_name, query, status, field) => {
    const answer = await send(query, body)
    expect(answer.status).toBe(status)
    if (field !== null) expect(answer.body).toMatchObject({ errors: [{ field }] })
  })

  it('when no request says whose the ATM is; a key registers it', async () => {
    const query = 'agentAtmId=ATM-77&journalDate=2026-05-13'
    expect(await send(query, body, {}, admin)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'institutionKey' }] },
    })
    expect(await send('agentAtmId=ATM-31&journalDate=2026-05-13', body, {}, admin)).toMatchObject({ status: 400 })
    expect(await send(`${query}&institutionKey=ACME`, Buffer.from('new'), {}, admin)).toMatchObject({
      status: 201,
      body: { institutionKey: 'ACME' },
    })
    const ofOne = await journal.token({ role: 'ADMIN', institutions: ['BETA'] })
    for (const [agentAtmId, institutionKey] of [
      ['ATM-78', 'BETA'],
      ['ATM-77', 'ACME'],
    ])
      expect(
        await send(`agentAtmId=${agentAtmId}&journalDate=2026-05-14`, Buffer.from('more'), {}, ofOne),
      ).toMatchObject({ status: 201, body: { institutionKey } })
  })

  it('when it is empty, no gzip, cut off, of another encoding, or too large once decoded', async () => {
    const query = 'agentAtmId=ATM-11&journalDate=2026-05-12'
    const gzip = { 'content-encoding': 'gzip' }
    expect(await send(query, Buffer.alloc(0))).toMatchObject({ status: 400, body: { errors: [{ field: 'body' }] } })
    expect(await send(query, Buffer.from('plain'), gzip)).toMatchObject({ status: 400 })
    expect(await send(query, gzipSync('x'.repeat(9_999)).subarray(0, 20), gzip)).toMatchObject({ status: 400 })
    expect(await send(query, body, { 'content-encoding': 'br' })).toMatchObject({ status: 415 })
    expect(await send(query, gzipSync(Buffer.alloc(33_554_433, 'x')), gzip)).toMatchObject({ status: 413 })
    expect(await get('/files?dateFrom=2026-05-12&dateTo=2026-05-12')).toMatchObject({ totalElements: 0 })
  })

  it('and the connection can be used again, though its body was not read to the end', async () => {
    await journal.publicApp.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(journal.publicApp.server)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const post = (body: Uint8Array, headers: Record<string, string>) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      const path = '/journal/api/journal/files?agentAtmId=ATM-12&journalDate=2026-05-14'
      const options = { agent, port, path, method: 'POST', headers: { authorization: `Bearer ${acme}`, ...headers } }
      const sent = request(options, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode))
      })
      sent.once('error', reject).end(body)
      return promise
    }
    expect(await post(Buffer.alloc(4_000_000, 'no gzip\n'), { 'content-encoding': 'gzip' })).toBe(400)
    expect(await post(Buffer.from('the next one'), {})).toBe(201)
    agent.destroy()
  })

  it('by role', async () => {
    const query = 'agentAtmId=ATM-11&journalDate=2026-05-13'
    for (const role of ['USER', 'CUSTOMER', 'AGENT'] as const) {
      const as = await journal.token({ role, institutions: ['ACME'] })
      expect((await send(query, body, {}, as)).status).toBe(403)
    }
  })

  it('one day further ahead where the ATM’s day has begun earlier', async () => {
    const ahead = 'journalDate=2026-05-22'
    expect((await send(`agentAtmId=ATM-12&${ahead}`, Buffer.from('early'))).status).toBe(201)
    expect((await send(`agentAtmId=ATM-11&${ahead}`, Buffer.from('early'))).status).toBe(400)
  })
})

describe('the internal listener', () => {
  it('takes what the agent proxy hands on, under the institution of the agent', async () => {
    const path = '/journal/api/internal/files?agentAtmId=ATM-21&journalDate=2026-05-13&institutionKey='
    const body = Buffer.from(recyclerDay('2026-05-13', ['000']))
    expect((await journal.askInternal('POST', `${path}ACME`, { body })).status).toBe(403)
    expect(await journal.askInternal('POST', `${path}BETA`, { body })).toMatchObject({
      status: 201,
      body: { institutionKey: 'BETA' },
    })
    expect((await journal.ask('POST', `${path}BETA`, { as: admin, body })).status).toBe(404)
  })
})

describe('lists of files', () => {
  it('are paged, filtered, sorted and checked', async () => {
    const gamma = await journal.token({ institutions: ['GAMMA'] })
    for (const day of ['2026-05-07', '2024-03-04']) await journal.uploadParsed('ATM-41', day, recyclerDay(day, ['000']))
    await journal.uploadParsed('ATM-41', '2026-05-08', 'nothing that an ATM prints\n')
    const page = await get('/files?size=2&sort=journalDate,asc', gamma)
    expect(page).toMatchObject({
      size: 2,
      number: 0,
      numberOfElements: 2,
      first: true,
      content: [{ journalDate: '2024-03-04' }, { journalDate: '2026-05-07' }],
    })
    expect(await get('/files?status=FAILED&agentAtmId=ATM-41', gamma)).toMatchObject({ totalElements: 1 })
    expect(await get('/files?sort=error')).toMatchObject({ status: 400, errors: [{ field: 'sort[0]' }] })
    const both = await journal.token({ institutions: ['ACME', 'GAMMA'] })
    const newest = await get('/files?size=200', both)
    const received = newest.content.map((file: { receivedAt: string }) => file.receivedAt)
    expect(received).toEqual(received.toSorted().toReversed())
    expect(newest.totalElements).toBe(newest.content.length)
    expect((await journal.ask('GET', '/journal/api/journal/files/999999', { as: acme })).status).toBe(404)
    expect((await journal.ask('GET', '/journal/api/journal/files/abc', { as: acme })).status).toBe(400)
  })
})
