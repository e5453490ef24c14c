import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores } from '../../../db/tenancy.ts'
import { gaugeTransactions } from '../../../tests/support/counted-stores.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'
import { createFindText } from './content.resolvers.ts'

const DAY = '2026-05-13'
/** Lines of all kinds of characters, about a megabyte; each has its number. */
const TEXT = Array.from({ length: 20_000 }, (_, at) => `${at} ${'é€😀 printed '.repeat(at % 5)}\r\n`).join('')

let journal: TestJournal
let acme: string

beforeAll(async () => {
  journal = await openTestJournal(
    ['ATM-1', 'ATM-2'].map((agentAtmId) => ({ agentAtmId, institutionKey: 'ACME' })),
    { now: '2026-05-20T12:00:00Z' },
  )
  acme = await journal.token({ role: 'USER', institutions: ['ACME'] })
})
afterAll(() => journal.close())

const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const stored = async (agentAtmId: string, journalDate: string, bytes: Uint8Array | string) =>
  Number(Object((await journal.upload(agentAtmId, journalDate, bytes)).body).id)
const read = async (id: number, headers: Record<string, string> = {}) => {
  const answer = await journal.ask('GET', `/journal/api/journal/files/${id}/content`, { as: acme, headers })
  return { status: answer.status, text: answer.text, range: answer.headers['content-range'], headers: answer.headers }
}

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-16LE', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ])('of %s is served whole and in parts, wherever its chunks end', async (_name, bytes) => {
    const id = await stored('ATM-1', DAY, bytes)
    const all = Buffer.from(TEXT)
    expect(await read(id)).toMatchObject({ status: 200, text: TEXT, headers: { 'content-length': `${all.length}` } })
    const spans = await query(`select text_from::int as "from", text_bytes as bytes from journal.content_chunk
      where content_id = (select content_id from journal.journal_file where id = ${id}) order by number`)
    expect(spans.length).toBeGreaterThan(2)
    for (const { from } of spans) {
      const [first, last] = [Math.max(0, Number(from) - 3), Number(from) + 300_000]
      const part = all.subarray(first, last + 1)
      const answer = await read(id, { range: `bytes=${first}-${last}` })
      const end = first + part.length - 1
      expect(answer).toMatchObject({ status: 206, range: `bytes ${first}-${end}/${all.length}`, text: part.toString() })
    }
    expect(await read(id, { range: 'bytes=-7' })).toMatchObject({ status: 206, text: all.subarray(-7).toString() })
    expect(await read(id, { range: `bytes=${all.length}-` })).toMatchObject({
      status: 416,
      range: `bytes */${all.length}`,
    })
    const { headers } = await read(id)
    expect(await read(id, { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304, text: '' })
  })

  it('is read from no more chunks than the part needs', async () => {
    const id = await stored('ATM-1', '2026-05-12', `another ${TEXT}`)
    const chunk = `content_id = (select content_id from journal.journal_file where id = ${id}) and number`
    await query(`update journal.content_chunk set data = 'damaged' where ${chunk} <> 1`)
    const [span] = await query(
      `select text_from::int as "from", text_bytes as bytes from journal.content_chunk where ${chunk} = 1`,
    )
    const [from, to] = [Number(span?.from), Number(span?.from) + Number(span?.bytes) - 1]
    const part = Buffer.from(`another ${TEXT}`).subarray(from, to + 1)
    expect(await read(id, { range: `bytes=${from}-${to}` })).toMatchObject({ status: 206, text: part.toString() })
  })

  it('is kept once for all files of the same bytes', async () => {
    const before = await query('select count(*)::int as n from journal.content')
    const ids = [
      await stored('ATM-1', '2026-05-10', 'the same bytes'),
      await stored('ATM-2', '2026-05-10', 'the same bytes'),
      await stored('ATM-2', '2026-05-11', gzipSync('other bytes')),
    ]
    expect(ids).toEqual([expect.any(Number), expect.any(Number), Number.NaN])
    const after = await query('select count(*)::int as n from journal.content')
    expect(Number(after[0]?.n) - Number(before[0]?.n)).toBe(1)
    for (const id of ids.slice(0, 2)) expect((await read(id)).text).toBe('the same bytes')
  })

  it('that was stored whole, before there were chunks, is served whole', async () => {
    const id = await stored('ATM-2', '2026-05-09', 'will be replaced')
    const old = gzipSync(Buffer.from('caf\xe9\n', 'latin1')).toString('hex')
    await query(`update journal.content_chunk set codec = 'gzip', encoding = 'latin1', text_bytes = null,
      data = '\\x${old}'
      where content_id = (select content_id from journal.journal_file where id = ${id})`)
    expect(await read(id, { range: 'bytes=0-1' })).toMatchObject({ status: 200, text: 'café\n', range: undefined })
  })

  it('is read for a few callers at a time, however many there are', async () => {
    const id = await stored('ATM-2', DAY, `${TEXT}read by many`)
    const stores = await openStores(journal.database.urls, { name: 'tests', max: 8 })
    const gauge = gaugeTransactions(stores)
    const reader = (n: number) => ({
      ...{ userId: `${n}`, email: null, role: 'USER' as const },
      ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
    })
    const find = createFindText(gauge.stores)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => find(id, reader(n))))
    gauge.reset()
    await Promise.all(
      answers.map((answer) =>
        answer !== null && 'ranged' in answer ? Array.fromAsync(answer.ranged.read(0, answer.ranged.sizeBytes)) : [],
      ),
    )
    expect(gauge.most()).toBe(2)
    await stores.close()
  })
})
