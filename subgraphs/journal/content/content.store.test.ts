import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import { listWaitingFiles } from '../parse/parse-queue.store.ts'
import { lockProfile } from '../profiles/profiles.store.ts'
import {
  type ContentChunk,
  findContentId,
  insertChunks,
  insertContent,
  listChunkSpans,
  listChunks,
  listChunksOfLines,
  updateOutdated,
} from './content.store.ts'

const { read, run, lines } = createStoreTest()

const chunk = (number: number, firstLine: number): ContentChunk => ({
  ...{ number, codec: 'gzip', encoding: 'utf-8', firstLine, textFrom: number * 100, textBytes: 100 },
  data: Buffer.from([number]),
})
const insert = async (sha256: string, chunks: readonly ContentChunk[]): Promise<number> => {
  const id = await read(ACME, (tx) => insertContent(tx, { institutionKey: 'ACME', sha256, sizeBytes: 9 }))
  if (id === null) throw new Error('the content is there already')
  await read(ACME, (tx) => insertChunks(tx, { contentId: id, institutionKey: 'ACME' }, chunks))
  return id
}
const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

beforeEach(() => run('truncate journal.content, journal.content_chunk, journal.journal_file restart identity cascade'))

describe('a content', () => {
  it('is kept once by each institution', async () => {
    const keep = (institutionKey: string, sha256: string) =>
      read(BOTH, (tx) => insertContent(tx, { institutionKey, sha256, sizeBytes: 9 }))
    expect(await keep('ACME', 'a')).toBe(1)
    expect(await keep('ACME', 'a')).toBeNull()
    const [beta, other] = [await keep('BETA', 'a'), await keep('ACME', 'b')]
    const find = (caller: Visibility, institutionKey: string, sha256: string) =>
      read(caller, (tx) => findContentId(tx, { institutionKey, sha256 }))
    expect([await find(BOTH, 'ACME', 'a'), await find(BOTH, 'BETA', 'a'), await find(ACME, 'ACME', 'b')]).toEqual([
      1,
      beta,
      other,
    ])
    expect([await find(ACME, 'BETA', 'a'), await find(BOTH, 'BETA', 'b')]).toEqual([null, null])
  })

  it('waits up to 25 seconds for another one of the same bytes', async () => {
    const [setting] = await read(ACME, async (tx) => {
      await insertContent(tx, { institutionKey: 'ACME', sha256: 'a', sizeBytes: 9 })
      return tx.execute('show lock_timeout')
    })
    expect(setting).toEqual({ lock_timeout: '25s' })
  })

  it('is read chunk by chunk, in order, sixteen at once', async () => {
    const other = await insert('other', [chunk(0, 1)])
    const id = await insert('a', [...upTo(20).map((n) => chunk(n, n + 1))].reverse())
    await insert('none', [])
    const spans = await read(ACME, (tx) => listChunkSpans(tx, id))
    expect(numbers(spans)).toEqual(upTo(20))
    expect(numbers(await read(ACME, (tx) => listChunkSpans(tx, other)))).toEqual([0])
    expect(spans[3]).toEqual({ number: 3, firstLine: 4, textFrom: 300, textBytes: 100 })
    const list = (from: number, limit: number) => read(ACME, (tx) => listChunks(tx, id, from, limit))
    expect([numbers(await list(0, 99)), numbers(await list(3, 2)), await list(20, 1)]).toEqual([upTo(16), [3, 4], []])
    expect((await list(3, 1))[0]).toMatchObject({ ...chunk(3, 4), data: Buffer.from([3]) })
  })

  it('has for some lines the chunks that these lie in, that of the first one’s beginning included', async () => {
    await insert('other', [chunk(7, 1)])
    // Line 5 begins in chunk 0, and goes on in 1 and 2.
    const id = await insert('a', [chunk(3, 9), chunk(2, 5), chunk(1, 5), chunk(0, 1)])
    const list = async (first: number, last: number) =>
      numbers(await read(ACME, (tx) => listChunksOfLines(tx, id, first, last)))
    expect([await list(1, 1), await list(1, 4), await list(1, 5), await list(5, 8)]).toEqual([
      [0],
      [0],
      [0, 1, 2],
      [0, 1, 2],
    ])
    expect([await list(6, 8), await list(9, 9), await list(10, 99)]).toEqual([[2], [2, 3], [3]])
    const long = await insert(
      'long',
      upTo(20).map((n) => chunk(n, n + 1)),
    )
    expect(numbers(await read(ACME, (tx) => listChunksOfLines(tx, long, 1, 99)))).toEqual(upTo(16))
  })
})

describe('files that wait to be read', () => {
  it('are counted by institution, the longest wait first', async () => {
    const rows = [
      ['ACME', 'RECEIVED', '08:00:00.250', null],
      ['ACME', 'RECEIVED', '09:00:00', null],
      ['BETA', 'RECEIVED', '05:00:00', '07:00:00.750'],
      ['BETA', 'RECEIVED', '07:30:00', '07:10:00'],
      ['BETA', 'FAILED', '01:00:00', null],
      ['AGRI', 'RECEIVED', '08:00:00.250', null],
    ] as const
    const at = (time: string | null) => (time === null ? 'null' : `'2026-05-20T${time}Z'`)
    expect(await read(ALL, listWaitingFiles)).toEqual([])
    await run(`insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256,
      size_bytes, status, received_at, reparse_requested_at)
      values ${rows
        .map(
          ([key, status, received, asked], n) => `('${key}', 1, 'A', '2026-05-01', '${n}', 1, '${status}',
        ${at(received)}, ${at(asked)})`,
        )
        .join(', ')}`)
    const waiting = (key: string, count: number, time: string) => ({
      ...{ institutionKey: key, waiting: count, oldestReceivedAt: new Date(`2026-05-20T${time}Z`) },
    })
    expect(await read(ALL, listWaitingFiles)).toEqual([
      waiting('BETA', 2, '07:00:00.750'),
      waiting('ACME', 2, '08:00:00.250'),
      waiting('AGRI', 1, '08:00:00.250'),
    ])
  })
})

describe('a content that was masked by labels', () => {
  const insertMasked = async (sha256: string, labelsVersion: number): Promise<number> => {
    const masked = { maskingVersion: 5, labelsVersion }
    const id = await read(ACME, (tx) => insertContent(tx, { institutionKey: 'ACME', sha256, sizeBytes: 9, ...masked }))
    return id ?? Number.NaN
  }
  const outdate = (id: number) => read(ACME, (tx) => updateOutdated(tx, { id, institutionKey: 'ACME' }))
  const versions = () => lines('select id, masking_version, labels_version from journal.content order by id')

  it('is marked if its institution has newer ones', async () => {
    const [older, present] = [await insertMasked('a', 1), await insertMasked('b', 2)]
    const wrote = (key: string, version: number, labelsVersion: number) =>
      run(`insert into journal.profile (institution_key, version, customer_labels, labels_version, written_by,
        written_at) values ('${key}', ${version}, '[]', ${labelsVersion}, 'eve', now())`)
    await wrote('BETA', 9, 9)
    await outdate(older)
    expect(await versions(), 'without a profile of its own').toEqual(['1 5 1', '2 5 2'])
    await wrote('ACME', 1, 1)
    await outdate(older)
    expect(await versions()).toEqual(['1 5 1', '2 5 2'])
    await wrote('ACME', 2, 2)
    await wrote('ACME', 3, 2)
    for (const id of [older, present]) await outdate(id)
    expect(await versions()).toEqual(['1 0 1', '2 5 2'])
  })

  it('keeps newer ones from being written until it can be seen, those of others not', async () => {
    const id = await insertMasked('a', 2)
    const ended: string[] = []
    let writing: Promise<unknown> = Promise.resolve()
    await read(ACME, async (tx) => {
      await updateOutdated(tx, { id, institutionKey: 'ACME' })
      await read(BOTH, (other) => lockProfile(other, 'BETA'))
      writing = read(ACME, (other) => lockProfile(other, 'ACME')).then(() => ended.push('written'))
      await expect
        .poll(() =>
          run(`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
        )
        .toHaveLength(1)
      ended.push('seen')
    })
    await writing
    expect(ended).toEqual(['seen', 'written'])
  })
})
