import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { createFileInserter, messageId, time } from '../testing/files.testing.ts'
import {
  addDayTotals,
  deleteOldInbox,
  deleteTransactions,
  findFileBefore,
  insertInbox,
  insertTransactions,
  lockAtm,
  updateAtmJournal,
  updateDayTotals,
  updateFileOutcome,
  updateGapClosed,
  updateSuperseded,
} from './parse.store.ts'
import { findStandingId } from './parse-requests.store.ts'

const { lines, read, run, write } = createStoreTest()
const insertFile = createFileInserter({ read, run })

const NOW = new Date('2026-05-20T12:00:00.250Z')

/** The hot table begins in May. */
beforeAll(() => run(`select journal.make_partitions('2026-04-01', '2026-05-31', '2026-05-20', 1)`))
beforeEach(() =>
  run(
    `truncate journal.journal_file, journal.transaction_hot, journal.transaction_cold, journal.atm_day_total,
      journal.atm_journal, journal.gap, journal.inbox restart identity cascade`,
    'alter sequence journal.parse_sequence restart with 100',
  ),
)

describe('the messages that were handled', () => {
  it('are known to each consumer once, and forgotten when they were received before a moment', async () => {
    const handle = (consumer: string, n: number) => write((tx) => insertInbox(tx, consumer, messageId(n)))
    expect([await handle('a', 1), await handle('a', 1), await handle('b', 1)]).toEqual([true, false, true])
    await run(`update journal.inbox set received_at = '2026-05-20T10:00:00Z' where consumer = 'a'`)
    const forget = (before: string) => write((tx) => deleteOldInbox(tx, time(before)))
    expect([await forget('10:00:00'), await forget('10:00:00.001')]).toEqual([0, 1])
  })
})

describe('the lock of an ATM', () => {
  it('is held by one transaction, and keeps months where they are', async () => {
    const isFree = async (atmId: number) =>
      (await run(`select pg_try_advisory_lock(hashtextextended('journal.atm:${atmId}', 0)) as free`))[0]?.free
    await write(async (tx) => {
      await lockAtm(tx, 1)
      expect([await isFree(1), await isFree(2)]).toEqual([false, true])
      expect(await run('select from journal.hot_boundary for update skip locked')).toEqual([])
    })
  })
})

describe('the standing file of a day', () => {
  it('is the last parsed, not superseded one of its ATM, day and institution, with transactions first', async () => {
    const file = await insertFile({ status: 'RECEIVED' })
    const standing = () => read(ALL, (tx) => findStandingId(tx, file))
    expect(await standing()).toBeNull()
    await insertFile({ status: 'FAILED', sequence: 9 })
    const empty = await insertFile({ sequence: 8 })
    expect(await standing()).toBe(empty.id)
    const first = await insertFile({ status: 'PARTIAL', transactions: 1, sequence: 1 })
    expect(await standing()).toBe(first.id)
    const second = await insertFile({ transactions: 5, sequence: 2 })
    await insertFile({ transactions: 1, sequence: 3, supersededBy: second.id })
    for (const other of [{ atm: 2 }, { day: '2026-05-03' }, { key: 'BETA' }])
      await insertFile({ ...other, transactions: 1, sequence: 9 })
    expect(await standing()).toBe(second.id)
    expect(await write((tx) => findFileBefore(tx, file))).toEqual({
      ...{ status: 'RECEIVED', format: 'NCR', error: 'fault', transactions: 0, successful: 0, failed: 0, undecided: 0 },
      standing: { id: second.id, transactions: 5, isLater: false },
    })
    expect(await write((tx) => findFileBefore(tx, { ...file, id: 99 }))).toBeNull()
    await run('update journal.journal_file set superseded_by = 1')
    expect(await write((tx) => findFileBefore(tx, file))).toMatchObject({ standing: null })
  })

  it('is a later one than a file that was asked for once more since it was sent, if it was sent after that', async () => {
    const [file, standing] = [await insertFile({ status: 'RECEIVED' }), await insertFile({ transactions: 1 })]
    const isLater = async (of = file) => (await write((tx) => findFileBefore(tx, of)))?.standing?.isLater
    const set = (id: number, column: string, at: string) =>
      run(`update journal.journal_file set ${column} = '${time(at).toISOString()}' where id = ${id}`)
    expect(await isLater(), 'asked for once').toBe(false)
    await set(file.id, 'parse_asked_at', '08:00:00.001')
    expect(await isLater(), 'of one moment').toBe(true)
    await set(file.id, 'received_at', '08:00:00.001')
    expect(await isLater(), 'sent before, and not asked for since').toBe(false)
    await set(file.id, 'parse_asked_at', '08:00:00.002')
    expect(await isLater(), 'sent before').toBe(false)
    await set(standing.id, 'sent_again_at', '08:00:00.001')
    expect(await isLater(), 'sent again at the same moment').toBe(true)
    await set(file.id, 'sent_again_at', '08:00:00.002')
    expect(await isLater(), 'sent again, and not asked for since').toBe(false)
    await set(standing.id, 'parse_asked_at', '09:00:00')
    expect(await isLater(standing), 'itself').toBe(false)
  })

  it('is superseded by another, or yields to it', async () => {
    const [one, other] = [await insertFile({ sequence: 7 }), await insertFile({ sequence: 8 })]
    const outcome = {
      status: 'PARTIAL',
      format: 'GRG',
      error: 'x',
      transactions: 6,
      successful: 3,
      failed: 2,
      undecided: 1,
      daysFound: [{ date: '2026-05-02', lines: 9, transactions: 6 }],
      reasons: [{ reason: 'TIME_JUMPS', count: 2 }],
      profileVersion: 3,
      duplicates: 4,
    } as const
    const end = (isNews: boolean, takesPlace: boolean, yieldsTo: number | null) =>
      write((tx) => updateFileOutcome(tx, one, outcome, { parsedAt: NOW, isNews, takesPlace, yieldsTo }))
    const kept = () =>
      lines(`select status, format, error, transactions, successful, failed, undecided, superseded_by, parse_sequence,
        to_char(parsed_at at time zone 'UTC', 'HH24:MI:SS.MS') from journal.journal_file order by id`)
    const before = 'PARSED NCR fault 0 0 0 0 - 8 09:00:00.000'
    expect([await end(false, false, null), await kept()]).toEqual([
      7,
      ['PARTIAL GRG x 6 3 2 1 - 7 12:00:00.250', before],
    ])
    expect([await end(true, false, other.id), await kept()]).toEqual([
      100,
      ['PARTIAL GRG x 6 3 2 1 2 100 12:00:00.250', before],
    ])
    expect([await end(false, false, null), (await kept())[0]]).toEqual([
      100,
      'PARTIAL GRG x 6 3 2 1 2 100 12:00:00.250',
    ])
    expect([await end(true, true, other.id), (await kept())[0]]).toEqual([
      101,
      'PARTIAL GRG x 6 3 2 1 - 101 12:00:00.250',
    ])
    await write((tx) => updateSuperseded(tx, other.id, one.id))
    expect(await lines('select id, superseded_by from journal.journal_file order by id')).toEqual(['1 -', '2 1'])
  })
})

describe('transactions of a file', () => {
  const record = (startedAt: string, firstLine: number, nth = 1, verdict: string | null = 'APPROVED') => ({
    ...{
      started_at: startedAt,
      ended_at: null,
      kind: 'WITHDRAWAL',
      verdict,
      host_code: '00',
      amount_minor: '9007199254740993',
    },
    ...{ currency: 'KES', card: '4123******6789', reference: 'R', cash_outcome: 'DISPENSED', completeness: 'COMPLETE' },
    ...{ attempt_no: 1, conflict: [], notes: [], first_line: firstLine, last_line: firstLine + 1, nth },
  })
  const insert = (file: JournalFileRow, records: readonly object[], ownIds?: string, goesOn = false) =>
    write((tx) => insertTransactions(tx, file, JSON.stringify(records), { ownIds, goesOn }))
  const kept = () =>
    lines(`select tableoid::regclass::text, file_id, first_line, id - min(id) over () as place,
      left(verdict, 1) as verdict from
      (select tableoid, file_id, first_line, id, verdict from journal.transaction_hot union all
        select tableoid, file_id, first_line, id, verdict from journal.transaction_cold) t
      order by id`)

  it('are stored in the order of its lines, hot from the boundary on, and keep their ids if stored again', async () => {
    const [file, other] = [await insertFile(), await insertFile()]
    await insert(file, [
      record('2026-05-01T00:00:00', 9),
      record('2026-04-30T23:59:59', 3),
      record('2026-05-02T10:00:00', 5, 2, 'DECLINED'),
      record('2026-05-02T10:00:00', 5, 1),
    ])
    await insert(other, [record('2026-05-03T10:00:00', 1)])
    const stored = [
      'journal.transaction_2026_04 1 3 0 A',
      'journal.transaction_2026_05 1 5 1 A',
      'journal.transaction_2026_05 1 5 2 D',
      'journal.transaction_2026_05 1 9 3 A',
      'journal.transaction_2026_05 2 1 4 A',
    ]
    expect(await kept()).toEqual(stored)
    expect(
      await run(
        `select amount_minor::text, institution_key, atm_id::int, agent_atm_id, last_line from journal.transaction_hot
          where first_line = 9`,
      ),
    ).toEqual([
      { amount_minor: '9007199254740993', institution_key: 'ACME', atm_id: 1, agent_atm_id: 'A-1', last_line: 10 },
    ])
    const gone = await write((tx) => deleteTransactions(tx, [file.id, other.id], file.id))
    expect(gone.days).toEqual(['2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'])
    expect(await kept()).toEqual([])
    await insert(
      file,
      [
        record('2026-05-01T00:00:00', 7),
        record('2026-04-30T23:59:59', 3),
        record('2026-05-02T10:00:00', 5, 1),
        record('2026-05-02T10:00:00', 5, 2, 'DECLINED'),
      ],
      gone.ownIds,
    )
    expect(await kept()).toEqual([...stored.slice(0, 3), 'journal.transaction_2026_05 1 7 5 A'])
    expect(await write((tx) => deleteTransactions(tx, [other.id], other.id))).toEqual({ days: [], ownIds: '[]' })
    expect(await kept()).toHaveLength(4)
  })

  it('belong to the session of its first attempt, wherever that is stored, and keep to it if stored again', async () => {
    const [file, other] = [await insertFile(), await insertFile()]
    const attempt = (startedAt: string, line: number, attemptNo: number, ofLine: number, ofNth = 1) => ({
      ...record(startedAt, line),
      ...{ attempt_no: attemptNo, session_line: ofLine, session_nth: ofNth },
    })
    const sessions = () =>
      lines(`select first_line, attempt_no,
        (select first_line from journal.transaction_all f where f.id = t.session_id) as of_line,
        session_id = id as is_first, right(tableoid::regclass::text, 2) from
        (select tableoid, id, coalesce(first_attempt_id, id) as session_id, first_line, attempt_no, file_id
          from journal.transaction_hot union all
          select tableoid, id, coalesce(first_attempt_id, id), first_line, attempt_no, file_id
          from journal.transaction_cold) t
        where file_id = ${file.id} order by t.first_line, t.id`)
    const slices = [
      [
        record('2026-04-30T23:00:00', 1),
        attempt('2026-04-30T23:59:00', 5, 2, 1),
        record('2026-04-30T23:59:30', 7, 1),
        record('2026-04-30T23:59:40', 7, 2),
      ],
      [
        attempt('2026-05-01T00:01:00', 9, 3, 1),
        attempt('2026-05-01T00:02:00', 11, 2, 7, 2),
        record('2026-05-01T00:03:00', 13),
        attempt('2026-05-01T00:04:00', 15, 2, 13),
      ],
    ]
    const store = async (ownIds?: string) => {
      for (const [at, slice] of slices.entries()) await insert(file, slice, ownIds, at > 0)
    }
    // The first lines of another file are those of other sessions.
    await insert(other, [record('2026-04-30T10:00:00', 1), record('2026-04-30T10:00:00', 7)])
    await store()
    const expected = [
      ...['1 1 1 true 04', '5 2 1 false 04', '7 1 7 true 04', '7 1 7 true 04'],
      ...['9 3 1 false 05', '11 2 7 false 05', '13 1 13 true 05', '15 2 13 false 05'],
    ]
    expect(await sessions()).toEqual(expected)
    const ids = () => lines(`select id, session_id from journal.transaction_all where file_id = ${file.id} order by id`)
    const given = await ids()
    expect(given[5]?.split(' ')[1], 'of two that begin in one line the second').toBe(given[3]?.split(' ')[0])
    await store((await write((tx) => deleteTransactions(tx, [file.id], file.id))).ownIds)
    expect([await ids(), await sessions()]).toEqual([given, expected])
  })

  it('are kept with all that their file says of them', async () => {
    const file = await insertFile()
    const notes = [{ state: 'DISPENSED', denominationMinor: '50000', currency: 'INR', count: 10 }]
    await insert(file, [
      {
        ...{ ...record('2026-05-01T00:00:00', 1), decided_by: 'HOST_CODE', decided_line: 7, conflict: ['MIXED_LINES'] },
        ...{ rrn: '1', stan: '2', authorisation_code: '3', serial: '4', terminal_id: '5', host_date: '2026-05-02' },
        ...{ account_tail: '4321', notes },
      },
    ])
    expect(
      await run(`select decided_by, decided_line, conflict, rrn, stan, authorisation_code, serial, terminal_id,
        host_date::text, account_tail, notes from journal.transaction_all`),
    ).toEqual([
      {
        ...{ decided_by: 'HOST_CODE', decided_line: 7, conflict: ['MIXED_LINES'], rrn: '1', stan: '2' },
        ...{ authorisation_code: '3', serial: '4', terminal_id: '5', host_date: '2026-05-02', account_tail: '4321' },
        notes,
      },
    ])
  })

  it('add to the totals of their days, or are counted anew', async () => {
    const [file, beta] = [await insertFile(), await insertFile({ key: 'BETA' })]
    const totals = () =>
      lines(
        `select day::text, institution_key, agent_atm_id, transactions, successful, failed from journal.atm_day_total
          order by 1, 2`,
      )
    const day = (date: string, n: number) => ({ day: date, transactions: n, successful: n - 1, failed: 1 })
    await write((tx) => addDayTotals(tx, file, []))
    expect(await totals()).toEqual([])
    await write((tx) => addDayTotals(tx, file, [day('2026-05-01', 5), day('2026-05-02', 9)]))
    await write((tx) => addDayTotals(tx, { ...file, agentAtmId: 'NEW' }, [day('2026-05-01', 2)]))
    await write((tx) => addDayTotals(tx, beta, [day('2026-05-02', 4)]))
    const ofBeta = '2026-05-02 BETA A-1 4 3 1'
    expect(await totals()).toEqual(['2026-05-01 ACME NEW 7 5 2', '2026-05-02 ACME A-1 9 8 1', ofBeta])
    await insert(file, [
      record('2026-05-02T00:00:00', 1),
      record('2026-05-02T23:59:59', 2, 1, 'DECLINED'),
      record('2026-05-02T12:00:00', 3, 1, null),
      record('2026-05-03T00:00:00', 4),
    ])
    await insert(beta, [record('2026-05-02T12:00:00', 1)])
    await write((tx) => updateDayTotals(tx, file, []))
    await write((tx) => updateDayTotals(tx, file, ['2026-05-01', '2026-05-02', '2026-05-02']))
    expect(await totals()).toEqual(['2026-05-02 ACME A-1 3 1 1', ofBeta])
    for (const one of ['2026-05-02', '2026-05-03'])
      await write((tx) => updateDayTotals(tx, { ...file, agentAtmId: 'NEW' }, [one]))
    expect(await totals()).toEqual(['2026-05-02 ACME NEW 3 1 1', ofBeta, '2026-05-03 ACME NEW 1 1 0'])
    await write((tx) => addDayTotals(tx, { ...beta, atmId: 2 }, [day('2026-05-04', 3)]))
    await write((tx) => updateDayTotals(tx, { ...file, atmId: 3 }, ['2026-05-02', '2026-05-04']))
    expect(await totals(), 'those of other ATMs stay').toHaveLength(4)
  })
})

describe('the journal of an ATM', () => {
  it('begins with its earliest file, is of the institution that is known, and changed hands if another has totals', async () => {
    const file = await insertFile({ day: '2026-05-05' })
    const journal = () =>
      lines(
        `select atm_id, agent_atm_id, institution_key, time_zone, first_date::text, changed_hands
          from journal.atm_journal`,
      )
    const days = ['2026-05-04', '2026-05-05'].map((day) => ({ day, transactions: 1, successful: 1, failed: 0 }))
    const update = (more: Partial<JournalFileRow>) => write((tx) => updateAtmJournal(tx, { ...file, ...more }, days))
    await update({})
    await update({ journalDate: '2026-05-06', agentAtmId: 'NEW', timeZone: null })
    expect(await journal()).toEqual(['1 A-1 ACME Asia/Tokyo 2026-05-05 false'])
    await run(`insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful,
      failed) values
      ('2026-05-05', 1, 'ACME', 'A', 1, 1, 0), ('2026-05-03', 1, 'BETA', 'A', 1, 1, 0),
      ('2026-05-05', 2, 'BETA', 'A', 1, 1, 0)`)
    await update({ journalDate: '2026-05-04' })
    expect(await journal()).toEqual(['1 A-1 ACME Asia/Tokyo 2026-05-04 false'])
    await update({ institutionKey: 'BETA' })
    expect(await journal()).toEqual(['1 A-1 ACME Asia/Tokyo 2026-05-04 true'])
    await run('delete from journal.atm_day_total')
    await update({})
    expect(await journal()).toEqual(['1 A-1 ACME Asia/Tokyo 2026-05-04 true'])
  })

  it('lacks a day no more whose file has come', async () => {
    const file = await insertFile()
    await run(`insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at) values
      ('ACME', 1, 'A', '2026-05-02', 'FETCH_REQUESTED', now()), ('ACME', 1, 'A', '2026-05-03', 'OPEN', now()),
      ('ACME', 2, 'A', '2026-05-02', 'OPEN', now())`)
    const close = () => write((tx) => updateGapClosed(tx, file, NOW))
    expect([await close(), await close()]).toEqual([[1], []])
    const closed = `select id, closed_by_file_id from journal.gap where status = 'CLOSED'
      and closed_at = '${NOW.toISOString()}'`
    expect(await lines(closed)).toEqual([`1 ${file.id}`])
  })
})
