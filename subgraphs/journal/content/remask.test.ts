import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConnection } from '../../../db/client.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal
let acme: string

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-20T12:00:00Z' })
  acme = await journal.token({ role: 'USER', institutions: ['ACME'] })
})
afterAll(() => journal.close())
beforeEach(() => query('truncate journal.journal_file, journal.content, journal.content_chunk cascade'))

const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const read = async (id: number) => {
  const { text, headers } = await journal.ask('GET', `/journal/api/journal/files/${id}/content`, { as: acme })
  return { text, etag: headers.etag, length: headers['content-length'] }
}
const masking = async () => (await journal.process.health())['journal.masking']

/** Stores a text, and puts what older rules made of it in its place: as it came, in pieces of so many bytes. */
const storeOld = async (day: string, came: Buffer, piece: number): Promise<number> => {
  const { body } = await journal.upload('ATM-1', day, came)
  const id = Number(Object(body).id)
  const of = `content_id = (select content_id from journal.journal_file where id = ${id})`
  await query(`delete from journal.content_chunk where ${of}`)
  for (let from = 0; from < came.length; from += piece) {
    const data = zstdCompressSync(came.subarray(from, from + piece)).toString('hex')
    await query(`insert into journal.content_chunk (content_id, number, institution_key, codec, encoding, first_line,
        text_from, text_bytes, data)
      select content_id, ${from / piece}, 'ACME', 'zstd', 'utf-8', 1, ${from}, ${Math.min(piece, came.length - from)},
        decode('${data}', 'hex') from journal.journal_file where id = ${id}`)
  }
  await query(`update journal.content set masking_version = 1
    where id = (select content_id from journal.journal_file where id = ${id})`)
  return id
}

const LINES = 'CARD NO 9967001112223334\r\nMOBILE NO 0911223344\r\nCUSTOMER NAME: ÅSA DOE\r\nTRACE 000123456789\r\n'
// The first letter of the name takes two bytes.
const MASKED = 'CARD NO 996700******3334\r\nMOBILE NO **********\r\nCUSTOMER NAME: **** ***\r\nTRACE 000123456789\r\n'

describe('journal.remask', () => {
  it.each([50, 97, 4_096])('masks a stored text again, whose chunks have %d bytes', async (piece) => {
    const id = await storeOld('2026-05-13', Buffer.from(LINES.repeat(6)), piece)
    const before = await read(id)
    expect(before.text).toBe(LINES.repeat(6))
    expect(await masking()).toEqual({
      status: 'DEGRADED',
      reason: '1 stored journals are masked by older rules: run the job journal.remask',
    })
    expect(await journal.runJob('journal.remask')).toBe('1 texts masked again, 0 left')
    const after = await read(id)
    expect(after.text).toBe(MASKED.repeat(6))
    expect(Number(after.length)).toBe(Buffer.byteLength(MASKED.repeat(6)))
    expect(after.etag).not.toBe(before.etag)
    expect(await masking()).toEqual({ status: 'UP' })
    expect(await journal.runJob('journal.remask')).toBe('0 texts masked again, 0 left')
  })

  it('goes on behind a text that cannot be read, and fails with how many there are', async () => {
    const damaged = await storeOld('2026-05-10', Buffer.from(LINES), 4_096)
    const ids = [damaged, await storeOld('2026-05-11', Buffer.from(`${LINES}1\n`), 4_096)]
    await query(`update journal.content_chunk set data = '\\x00'
      where content_id = (select content_id from journal.journal_file where id = ${damaged})`)
    await expect(journal.runJob('journal.remask')).rejects.toThrow(
      /^1 texts masked again, 1 could not be read, 1 left$/,
    )
    expect((await read(ids[1] ?? 0)).text).toBe(`${MASKED}1\n`)
  })

  it('leaves the chunks as they are that hold nothing to mask', async () => {
    const id = await storeOld('2026-05-14', Buffer.from(`${'x'.repeat(99)}\n`.repeat(10)), 100)
    const chunks = () => query(`select number, xmin::text from journal.content_chunk order by number`)
    const before = await chunks()
    expect(await journal.runJob('journal.remask')).toBe('1 texts masked again, 0 left')
    expect(await chunks()).toEqual(before)
    expect((await read(id)).text).toBe(`${'x'.repeat(99)}\n`.repeat(10))
  })

  it('has nothing to do for what is stored now', async () => {
    await journal.upload('ATM-1', '2026-05-15', LINES)
    expect(await masking()).toEqual({ status: 'UP' })
    expect(await journal.runJob('journal.remask')).toBe('0 texts masked again, 0 left')
  })

  it('leaves the health of the process known while the texts cannot be counted', async () => {
    const connection = await openConnection({ url: journal.database.urls.superuser, name: 'tests' })
    await connection.sql.begin(async (held) => {
      await held.unsafe('lock table journal.content in access exclusive mode')
      expect(await journal.process.health()).toMatchObject({
        'journal.database': { status: 'UP' },
        'journal.masking': { status: 'DEGRADED', reason: expect.stringMatching(/^not known: /) },
      })
    })
    await connection.close()
    await expect.poll(masking).toEqual({ status: 'UP' })
  })

  it('masks a text once more whose institution writes labels and marks its texts meanwhile', async () => {
    const admin = await journal.token({ role: 'MSP_ADMIN', institutions: ['ACME'] })
    const ask = (method: 'PUT' | 'POST', path: string, body?: object) =>
      journal.ask(method, `/journal/api/journal/profiles/ACME${path}`, { as: admin, ...(body && { body }) })
    const id = await storeOld('2026-05-16', Buffer.from('MOBILE NO 0911223344\r\nLOYALTY ID 4471-99\r\n'), 4_096)
    await query('update journal.content set masking_version = 0')
    const connection = await openConnection({ url: journal.database.urls.superuser, name: 'tests' })
    const masked = await connection.sql.begin(async (held) => {
      await held.unsafe('select from journal.content_chunk for update')
      const job = journal.runJob('journal.remask')
      await expect
        .poll(() =>
          query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toHaveLength(1)
      const profile = { version: 0, customerLabels: [{ words: 'Loyalty id', kind: 'IDENTIFIER' }] }
      expect(await ask('PUT', '', profile)).toMatchObject({ status: 200 })
      expect(await ask('POST', '/reparse')).toMatchObject({ status: 202 })
      return [job]
    })
    await connection.close()
    expect(await Promise.all(masked)).toEqual(['2 texts masked again, 0 left'])
    expect((await read(id)).text).toBe('MOBILE NO **********\r\nLOYALTY ID *******\r\n')
  })
})
