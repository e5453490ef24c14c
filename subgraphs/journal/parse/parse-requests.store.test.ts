import { beforeEach, describe, expect, it } from 'vitest'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { createFileInserter, messageId, time } from '../testing/files.testing.ts'
import { isLastSent, updateSentAgain } from '../upload/upload.store.ts'
import { insertInbox } from './parse.store.ts'
import { updateReparseRequested, updateRevived } from './parse-requests.store.ts'

const { lines, read, run, write } = createStoreTest()
const insertFile = createFileInserter({ read, run })

const NOW = time('12:00:00.250')

beforeEach(() => run('truncate journal.journal_file, journal.inbox restart identity cascade'))

describe('a file that is to be read again', () => {
  const kept = () =>
    lines(`select status, format, error, to_char(parsed_at at time zone 'UTC', 'HH24:MI') as parsed,
      to_char(reparse_requested_at at time zone 'UTC', 'HH24:MI:SS.MS') as requested
      from journal.journal_file order by id`)

  it('waits when it could not be read, and else stays what it is until then', async () => {
    const [failed, partial] = [await insertFile({ status: 'FAILED' }), await insertFile({ status: 'PARTIAL' })]
    const request = (id: number) => read(ALL, (tx) => updateReparseRequested(tx, id, NOW))
    expect(await request(failed.id)).toMatchObject({
      id: failed.id,
      status: 'RECEIVED',
      format: null,
      reparseRequestedAt: NOW,
    })
    expect(await request(partial.id)).toMatchObject({ id: partial.id, status: 'PARTIAL', format: 'NCR' })
    expect(await request(99)).toBeNull()
    expect(await kept()).toEqual(['RECEIVED - - - 12:00:00.250', 'PARTIAL NCR fault 09:00 12:00:00.250'])
  })

  it('waits again when its message is replayed, which counts as new', async () => {
    for (const status of ['FAILED', 'PARSED', 'FAILED']) await insertFile({ status })
    for (const [consumer, n] of [
      ['c', 1],
      ['c', 2],
      ['d', 1],
    ] as const)
      await write((tx) => insertInbox(tx, consumer, messageId(n)))
    const revive = (fileId: number) =>
      read(ALL, (tx) => updateRevived(tx, fileId, { consumer: 'c', id: messageId(1) }, NOW))
    for (const id of [1, 2]) await revive(id)
    expect(await kept()).toEqual(['RECEIVED - - - -', 'PARSED NCR fault 09:00 -', 'FAILED NCR fault 09:00 -'])
    expect(
      await lines(`select to_char(parse_asked_at at time zone 'UTC', 'HH24:MI:SS.MS')
        from journal.journal_file order by id`),
    ).toEqual(['12:00:00.250', '12:00:00.250', '-'])
    expect(await lines('select consumer, right(message_id::text, 1) from journal.inbox order by 1, 2')).toEqual([
      'c 2',
      'd 1',
    ])
  })
})

describe('a file that is sent again', () => {
  const isLast = (file: JournalFileRow) => read(ALL, (tx) => isLastSent(tx, file))

  it('needs nothing where it waits or is the standing file, and was sent after all others of its day', async () => {
    const file = await insertFile({ sequence: 1, transactions: 1, receivedAt: '08:00:00' })
    for (const other of [{ atm: 2 }, { day: '2026-05-03' }, { key: 'BETA' }])
      await insertFile({ ...other, receivedAt: '11:00:00' })
    expect(await isLast(file)).toBe(true)
    const later = await insertFile({ status: 'RECEIVED', receivedAt: '08:00:00' })
    expect([await isLast(file), await isLast(later)], 'of one moment neither is the last').toEqual([false, false])
    await read(ALL, (tx) => updateSentAgain(tx, later.id, time('08:00:00.001')))
    expect([await isLast(file), await isLast(later)]).toEqual([false, true])
    await read(ALL, (tx) => updateSentAgain(tx, file.id, time('08:30:00')))
    expect([await isLast(file), await isLast(later)]).toEqual([true, false])
  })

  it('is to be read where another one is the standing file, unless it was sent since it was read', async () => {
    const standing = await insertFile({ sequence: 2, transactions: 1, receivedAt: '07:00:00' })
    const before = await insertFile({
      sequence: 1,
      transactions: 1,
      supersededBy: standing.id,
      sentAgainAt: '09:00:00',
    })
    expect(await isLast(before)).toBe(false)
    await read(ALL, (tx) => updateSentAgain(tx, before.id, time('09:00:00.001')))
    expect(await isLast(before)).toBe(true)
    await run(`update journal.journal_file set status = 'FAILED' where id = ${before.id}`)
    expect(await isLast(before)).toBe(false)
    expect(await isLast({ ...before, id: 99 })).toBe(false)
  })
})
