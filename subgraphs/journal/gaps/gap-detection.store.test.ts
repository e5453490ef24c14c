import { beforeEach, describe, expect, it } from 'vitest'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'
import {
  findExpected,
  findHorizon,
  insertMissingGaps,
  isHorizonPassed,
  updateAtms,
  updateFiledGaps,
  updateFirstDates,
  updateStaleRequests,
} from './gap-detection.store.ts'

const { run: sql, write } = createStoreTest()

const NOW = new Date('2026-05-20T12:00:00Z')

beforeEach(() => sql('truncate journal.gap, journal.journal_file, journal.atm_journal restart identity cascade'))

const atm = (id: number, institution: string, firstDate: string, zone: string | null = null) =>
  sql(`insert into journal.atm_journal (atm_id, agent_atm_id, institution_key, time_zone, first_date)
    values (${id}, 'A-${id}', '${institution}', ${zone === null ? 'null' : `'${zone}'`}, '${firstDate}')`)
const file = async (atmId: number, day: string, status: string, institution = 'ACME', name = `${status}${day}`) =>
  Number(
    (
      await sql(`insert into journal.journal_file (institution_key, atm_id, agent_atm_id, journal_date, sha256,
        size_bytes, received_at, status, time_zone)
        values ('${institution}', ${atmId}, 'A-${atmId}', '${day}', '${name}', 1, '2026-05-11T00:00:00Z', '${status}',
          'Asia/Tokyo') returning id::int`)
    )[0]?.id,
  )
const gap = (atmId: number, day: string, status = 'OPEN', requestedAt: string | null = null) =>
  sql(`insert into journal.gap (institution_key, atm_id, agent_atm_id, gap_date, status, detected_at,
    fetch_requested_at, fetch_requested_by, fetch_attempts)
    values ('ACME', ${atmId}, 'A-${atmId}', '${day}', '${status}', '2026-05-11T00:00:00Z',
      ${requestedAt === null ? 'null, null, 0' : `'${requestedAt}', 'ann', 2`})`)
const gaps = async (columns = 'status') =>
  (await sql(`select atm_id, gap_date::text, ${columns} from journal.gap order by id`)).map((row) =>
    Object.values(row).join(' '),
  )
const firstDates = async () =>
  (
    await sql('select atm_id, institution_key, time_zone, first_date::text from journal.atm_journal order by atm_id')
  ).map((row) => Object.values(row).join(' '))

describe('what ATMs are now', () => {
  it('moves what is still missing to their new institution, as if it had not been asked for', async () => {
    await atm(1, 'ACME', '2026-05-01')
    await atm(2, 'ACME', '2026-05-01')
    await gap(1, '2026-05-02', 'FETCH_REQUESTED', '2026-05-10T00:00:00Z')
    await gap(1, '2026-05-03', 'CLOSED', '2026-05-10T00:00:00Z')
    await gap(2, '2026-05-02', 'FETCH_REQUESTED', '2026-05-10T00:00:00Z')
    const now = (atmId: number, institutionKey: string, timeZone: string | null) => ({
      ...{ atmId, agentAtmId: `A-${atmId}`, institutionKey, timeZone, retired: false, expectedFrom: null },
    })
    await write((tx) => updateAtms(tx, [now(1, 'BETA', null), now(2, 'ACME', 'Asia/Tokyo'), now(3, 'BETA', null)]))
    expect(await firstDates()).toEqual(['1 BETA  2026-05-01', '2 ACME Asia/Tokyo 2026-05-01'])
    expect(
      await gaps(`institution_key, status, fetch_requested_by, fetch_requested_at is null as unasked, fetch_attempts`),
    ).toEqual([
      '1 2026-05-02 BETA OPEN  true 0',
      '1 2026-05-03 ACME CLOSED ann false 2',
      '2 2026-05-02 ACME FETCH_REQUESTED ann false 2',
    ])
    await write((tx) => updateAtms(tx, [now(1, 'BETA', 'Asia/Tokyo'), now(2, 'ACME', null)]))
    expect(await firstDates()).toEqual(['1 BETA Asia/Tokyo 2026-05-01', '2 ACME  2026-05-01'])
  })

  it('forgets what is missing of a retired one, and of one that is back what was missing before', async () => {
    for (const atmId of [1, 2, 3]) {
      await atm(atmId, 'ACME', '2026-05-01')
      await gap(atmId, '2026-05-02')
      await gap(atmId, '2026-05-03', 'CLOSED')
      await gap(atmId, '2026-05-05')
    }
    const now = (atmId: number, retired: boolean, expectedFrom: string | null) => ({
      ...{ atmId, agentAtmId: `A-${atmId}`, institutionKey: 'ACME', timeZone: null, retired, expectedFrom },
    })
    await write((tx) => updateAtms(tx, [now(1, true, null), now(2, false, '2026-05-04'), now(3, false, null)]))
    expect(await gaps()).toEqual([
      ...['1 2026-05-03 CLOSED', '2 2026-05-03 CLOSED', '2 2026-05-05 OPEN'],
      ...['3 2026-05-02 OPEN', '3 2026-05-03 CLOSED', '3 2026-05-05 OPEN'],
    ])
    const days = { from: '2026-05-01', to: '2026-05-05' }
    const lastDays = [{ timeZone: null, day: '2026-05-05' }]
    await write((tx) => insertMissingGaps(tx, days, lastDays, new Date('2026-05-06T06:00:00Z')))
    expect((await gaps()).slice(6)).toEqual([...['3 2026-05-01 OPEN', '2 2026-05-04 OPEN', '3 2026-05-04 OPEN']])
  })
})

describe('the first day of a journal', () => {
  it('is that of the earliest file that is read or waits, and what was missing before it is forgotten', async () => {
    await atm(1, 'ACME', '2026-05-01')
    await atm(2, 'ACME', '2026-05-09')
    await atm(3, 'ACME', '2026-05-01')
    await file(1, '2026-05-03', 'FAILED')
    await file(1, '2026-05-06', 'PARSED')
    await file(1, '2026-05-05', 'PARTIAL')
    await file(2, '2026-05-09', 'PARSED')
    await file(2, '2026-05-07', 'RECEIVED')
    await file(4, '2026-05-04', 'RECEIVED', 'ACME')
    await file(4, '2026-05-02', 'RECEIVED', 'BETA')
    await file(4, '2026-05-01', 'FAILED', 'BETA')
    for (const day of ['2026-05-04', '2026-05-05', '2026-05-06']) await gap(1, day)
    await gap(1, '2026-05-02', 'CLOSED')
    await gap(1, '2026-05-03', 'FETCH_REQUESTED')
    await gap(2, '2026-05-08')
    await write(updateFirstDates)
    expect(await firstDates()).toEqual([
      '1 ACME  2026-05-05',
      '2 ACME  2026-05-07',
      '3 ACME  infinity',
      '4 BETA Asia/Tokyo 2026-05-02',
    ])
    expect(await gaps()).toEqual(['1 2026-05-05 OPEN', '1 2026-05-06 OPEN', '1 2026-05-02 CLOSED', '2 2026-05-08 OPEN'])
  })

  it('says what is expected: of how many ATMs, from when on, and in which zones', async () => {
    expect(await write(findExpected)).toBeNull()
    await atm(1, 'ACME', 'infinity')
    expect(await write(findExpected)).toBeNull()
    await atm(2, 'ACME', '2026-05-03')
    await atm(3, 'BETA', '2026-05-02')
    await atm(4, 'BETA', '2026-05-04', 'Asia/Tokyo')
    const expected = await write(findExpected)
    expect({ ...expected, timeZones: [...(expected?.timeZones ?? [])].sort() }).toEqual({
      atms: 3,
      first: '2026-05-02',
      timeZones: ['Asia/Tokyo', null],
    })
  })
})

describe('missing days', () => {
  it('are opened from the first to the last day of the ATM’s zone, where there is no file and no gap', async () => {
    await atm(2, 'ACME', '2026-05-03')
    await atm(1, 'BETA', '2026-05-01', 'Asia/Tokyo')
    await atm(3, 'ACME', '2026-05-01', 'Europe/Berlin')
    await file(2, '2026-05-03', 'PARSED')
    await file(2, '2026-05-05', 'FAILED')
    await file(1, '2026-05-04', 'RECEIVED')
    await gap(1, '2026-05-03', 'CLOSED')
    const lastDays = [
      { timeZone: null, day: '2026-05-05' },
      { timeZone: 'Asia/Tokyo', day: '2026-05-06' },
    ]
    const days = { from: '2026-05-02', to: '2026-05-07' }
    expect(await write((tx) => insertMissingGaps(tx, days, lastDays, NOW))).toBe(5)
    expect(
      await gaps("institution_key, agent_atm_id, status, to_char(detected_at at time zone 'UTC', 'DD HH24') as at"),
    ).toEqual([
      '1 2026-05-03 ACME A-1 CLOSED 11 00',
      '1 2026-05-02 BETA A-1 OPEN 20 12',
      '2 2026-05-04 ACME A-2 OPEN 20 12',
      '1 2026-05-05 BETA A-1 OPEN 20 12',
      '2 2026-05-05 ACME A-2 OPEN 20 12',
      '1 2026-05-06 BETA A-1 OPEN 20 12',
    ])
    expect(await write((tx) => insertMissingGaps(tx, days, lastDays, NOW))).toBe(0)
  })
})

describe('gaps whose file has been read', () => {
  it('are closed with the newest file of their day, a stretch of them at a time', async () => {
    await gap(1, '2026-05-01')
    await gap(1, '2026-05-02', 'FETCH_REQUESTED')
    await gap(1, '2026-05-03')
    await gap(1, '2026-05-04', 'CLOSED')
    await gap(1, '2026-05-05')
    await file(1, '2026-05-01', 'PARSED')
    const newest = await file(1, '2026-05-01', 'PARTIAL')
    await file(1, '2026-05-01', 'FAILED')
    const partial = await file(1, '2026-05-02', 'PARTIAL')
    await file(1, '2026-05-03', 'RECEIVED')
    await file(1, '2026-05-04', 'PARSED')
    await file(2, '2026-05-03', 'PARSED')
    const last = await file(1, '2026-05-05', 'PARSED')
    const closing = (afterId: number, limit: number) => write((tx) => updateFiledGaps(tx, afterId, limit, NOW))
    expect(await closing(1, 2), 'those after the first').toEqual({ closed: 1, next: 3 })
    expect(await closing(0, 2)).toEqual({ closed: 1, next: 3 })
    expect(await closing(3, 2), 'one is left, so this is the end').toEqual({ closed: 1, next: null })
    expect(await closing(5, 2)).toEqual({ closed: 0, next: null })
    expect(
      await gaps("status, to_char(closed_at at time zone 'UTC', 'DD HH24') as at, closed_by_file_id as file"),
    ).toEqual([
      `1 2026-05-01 CLOSED 20 12 ${newest}`,
      `1 2026-05-02 CLOSED 20 12 ${partial}`,
      '1 2026-05-03 OPEN  ',
      '1 2026-05-04 CLOSED  ',
      `1 2026-05-05 CLOSED 20 12 ${last}`,
    ])
  })
})

describe('requests that brought no file', () => {
  it('are open again when they are older than a moment, unless their file waits to be read', async () => {
    const since = '2026-05-10T00:00:00Z'
    await gap(1, '2026-05-01', 'FETCH_REQUESTED', '2026-05-09T23:59:59.999Z')
    await gap(1, '2026-05-02', 'FETCH_REQUESTED', since)
    await gap(1, '2026-05-03', 'FETCH_REQUESTED', '2026-05-01T00:00:00Z')
    await gap(2, '2026-05-03', 'FETCH_REQUESTED', '2026-05-01T00:00:00Z')
    await gap(1, '2026-05-04', 'CLOSED', '2026-05-01T00:00:00Z')
    await file(1, '2026-05-03', 'RECEIVED')
    await file(2, '2026-05-03', 'FAILED')
    const reopen = (limit: number) => write((tx) => updateStaleRequests(tx, new Date(since), limit))
    expect([await reopen(1), await reopen(9), await reopen(9)]).toEqual([1, 1, 0])
    expect(await gaps()).toEqual([
      '1 2026-05-01 OPEN',
      '1 2026-05-02 FETCH_REQUESTED',
      '1 2026-05-03 FETCH_REQUESTED',
      '2 2026-05-03 OPEN',
      '1 2026-05-04 CLOSED',
    ])
  })
})

describe('the horizon', () => {
  const begin = (tx: PlatformTx) => tx.execute('select pg_current_xact_id()')

  it('is passed when all transactions that wrote before it have ended, and waits for no later ones', async () => {
    const horizon = await write(async (first) => {
      await begin(first)
      const taken = await write(findHorizon, { mode: 'read' })
      expect(await write((tx) => isHorizonPassed(tx, taken)), 'while one of them is under way').toBe(false)
      return taken
    })
    await write(async (later) => {
      await begin(later)
      // Transactions of other databases of the server count too, and end when they do.
      await expect.poll(() => write((tx) => isHorizonPassed(tx, horizon)), { timeout: 20_000 }).toBe(true)
    })
  })
})
