import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStoreTest } from '../../tests/support/stores.ts'
import { deleteOldMessages, insertMessages, mergeFiles, mergeIncidents } from './inbox.store.ts'

const { lines, run, write } = createStoreTest()

const NOW = new Date('2026-03-10T12:00:00Z')

beforeEach(() => run('truncate analytics.inbox, analytics.journal_day, analytics.incident'))

const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000)

/** A message in the inbox, received so many seconds after noon. */
const message = (kind: string, data: object, { at = 0, key = 'ACME' }: { at?: number; key?: string | null } = {}) =>
  run(`insert into analytics.inbox (message_id, kind, atm_id, institution_key, occurred_at, received_at, data)
    values (gen_random_uuid(), '${kind}', 1, ${key === null ? 'null' : `'${key}'`}, '2026-03-09T22:30:00Z',
      '${seconds(at).toISOString()}', '${JSON.stringify(data)}')`)

describe('messages of parsed files', () => {
  const parsed = (
    parseSequence: number,
    transactions: number,
    more: object = {},
    of: { at?: number; key?: string | null } = {},
  ) =>
    message(
      'FILE_PARSED',
      { journalDate: '2026-03-01', parseSequence, transactions, successful: 2, failed: 1, status: 'PARSED', ...more },
      of,
    )
  const days = () =>
    lines(`select institution_key, day::text, parse_sequence, transactions, successful, failed,
      to_char(known_since at time zone 'UTC', 'SS') as since
    from analytics.journal_day order by 1, 2`)
  const merge = () => write((tx) => mergeFiles(tx, sql`true`))

  it('merge into the newest parse of a day and institution, in whatever order, received once or twice', async () => {
    await parsed(3, 30, {}, { at: 3 })
    await parsed(5, 50, {}, { at: 5 })
    await parsed(4, 40, {}, { at: 7 })
    await parsed(9, 90, { status: 'FAILED' })
    await parsed(0, 1, { journalDate: '2026-03-03' })
    await parsed(6, 60, { journalDate: '2026-03-02', status: 'PARTIAL' }, { key: null })
    const expected = [' 2026-03-02 6 60 2 1 00', 'ACME 2026-03-01 5 50 2 1 05']
    await merge()
    await merge()
    expect(await days()).toEqual(expected)
    await run('truncate analytics.inbox')
    await parsed(5, 55, {}, { at: 9 })
    await merge()
    expect(await days(), 'the same parse again').toEqual(expected)
    await parsed(6, 66, { successful: 4, failed: 3 }, { at: 10 })
    await merge()
    expect(await days()).toEqual([expected[0], 'ACME 2026-03-01 6 66 4 3 10'])
  })

  it('merge only those that are asked for', async () => {
    await parsed(3, 30)
    await write((tx) => mergeFiles(tx, sql`atm_id = 2`))
    expect(await days()).toEqual([])
  })
})

describe('messages of incidents', () => {
  const ZONE = 'Africa/Addis_Ababa'
  const receive = (
    kind: 'CREATED' | 'UPDATED' | 'RESOLVED',
    version: number,
    status: string,
    of: { at?: number; key?: string | null } = {},
    more: object = {},
  ) => message(`INCIDENT_${kind}`, { incidentId: 7, version, status, openedAt: '2026-03-01T21:30:00Z', ...more }, of)
  const incidents = () =>
    lines(`select institution_key, version, is_open, created_on::text, resolved_on::text,
      to_char(known_since at time zone 'UTC', 'SS') as since
    from analytics.incident`)
  const merge = () => write((tx) => mergeIncidents(tx, sql`true`, ZONE))

  it('merge into the newest version, with the days of the platform on which it was opened and ended', async () => {
    await receive('UPDATED', 2, 'ACKNOWLEDGED', { at: 2 })
    await receive('RESOLVED', 3, 'RESOLVED', { at: 3, key: 'BETA' }, { resolvedAt: '2026-03-05T20:59:59Z' })
    await receive('CREATED', 1, 'OPEN', { at: 4 })
    await merge()
    await merge()
    expect(await incidents()).toEqual(['BETA 3 false 2026-03-02 2026-03-05 02'])
  })

  it('merge the same one by one, in whatever order', async () => {
    const each = [
      () => receive('CREATED', 1, 'OPEN', { at: 4 }),
      () => receive('UPDATED', 2, 'ACKNOWLEDGED', { at: 2, key: 'BETA' }),
      () => receive('RESOLVED', 3, 'RESOLVED', { at: 3, key: 'BETA' }),
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      await run('truncate analytics.inbox, analytics.incident')
      for (const at of order) {
        await run('truncate analytics.inbox')
        await each[at]?.()
        await merge()
      }
      // The end is not reported, so that of the message counts: half past one of the 10th in Addis Ababa.
      expect(await incidents()).toEqual(['BETA 3 false 2026-03-02 2026-03-10 02'])
    }
  })

  it('of one version that contradict each other are those of one that has ended', async () => {
    await receive('UPDATED', 2, 'RESOLVED')
    await merge()
    await run('truncate analytics.inbox')
    await receive('UPDATED', 2, 'OPEN', { key: 'BETA' })
    await merge()
    expect(await incidents()).toEqual(['ACME 2 false - - 00'])
    await run('truncate analytics.inbox')
    await receive('UPDATED', 3, 'OPEN', { key: 'BETA' })
    await receive('UPDATED', 3, 'RESOLVED', { key: 'BETA' })
    await merge()
    expect(await incidents()).toEqual(['BETA 3 false - - 00'])
    await run('truncate analytics.inbox')
    await receive('UPDATED', 4, 'OPEN')
    await merge()
    expect(await incidents()).toEqual(['ACME 4 true - - 00'])
  })
})

describe('the inbox', () => {
  it('keeps a message once, and forgets those received before a moment', async () => {
    const one = (id: string): Parameters<typeof insertMessages>[1][number] => ({
      ...{
        id,
        kind: 'FILE_PARSED',
        subject: { kind: 'FILE', journalDate: '2026-03-01' },
        atmId: 1,
        institutionKey: 'ACME',
      },
      ...{ occurredAt: NOW.toISOString(), occurredOn: '2026-03-10', data: { parseSequence: 1 } },
    })
    const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
    type Messages = Parameters<typeof insertMessages>[1]
    const keep = (messages: Messages, at: number) => write((tx) => insertMessages(tx, messages, seconds(at)))
    expect(await keep([one(second), one(first)], 0)).toEqual([first, second])
    expect(await keep([one(second)], 1)).toEqual([])
    await run('truncate analytics.inbox')
    for (const at of [1, 2, 2, 3]) await message('FILE_PARSED', {}, { at })
    const forget = (at: number, limit: number) => write((tx) => deleteOldMessages(tx, seconds(at), limit))
    expect(await forget(1, 9)).toBe(0)
    expect(await forget(3, 2), 'with all of the last one’s moment').toBe(3)
    expect([await forget(3, 9), await forget(4, 9)]).toEqual([0, 1])
  })
})
