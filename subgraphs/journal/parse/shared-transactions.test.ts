import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal
let admin: string
let atm = 0

beforeAll(async () => {
  const atms = Array.from({ length: 20 }, (_, n) => ({ agentAtmId: `ATM-${n + 1}`, institutionKey: 'ACME' }))
  journal = await openTestJournal(atms, { now: '2026-05-20T12:00:00Z' })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

const query = (text: string) => runAs(journal.database.urls.superuser, [text])
/** An ATM of its own for each test. */
const nextAtm = (): string => {
  atm += 1
  return `ATM-${atm}`
}
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const settled = () =>
  expect
    .poll(
      () =>
        query(`select (select count(*)::int from journal.outbox)
          + (select count(*)::int from topics.cursor where consumer_group = 'journal.parsers'
            and (waiting or leased_by is not null)) as n`),
      { timeout: 20_000 },
    )
    .toEqual([{ n: 0 }])

/** What is stored of an ATM: its transactions, and the totals of its days. */
const stored = async (agentAtmId: string) => ({
  transactions: (
    await query(`select to_char(started_at, 'DD HH24') as at, coalesce(verdict, '-') as verdict
      from journal.transaction_all where agent_atm_id = '${agentAtmId}' order by started_at, id`)
  ).map(({ at, verdict }) => `${at} ${verdict}`),
  totals: (
    await query(`select to_char(day, 'DD') as day, transactions, successful from journal.atm_day_total
      where agent_atm_id = '${agentAtmId}' order by 1`)
  ).map(({ day, transactions, successful }) => `${day}: ${transactions} ${successful}`),
})
/** What the newest message of each day of an ATM counts. */
const published = async (agentAtmId: string) => {
  await settled()
  const rows = await query(`select distinct on (1) envelope -> 'data' ->> 'journalDate' as day,
      (envelope -> 'data' ->> 'transactions')::int as n
    from topics.message where topic = 'journal.file-parsed' and key = '${agentAtmId}'
    order by 1, (envelope -> 'data' ->> 'parseSequence')::bigint desc`)
  return rows.map(({ day, n }) => `${String(day).slice(8)}: ${n}`)
}

const [DAY_1, DAY_2, DAY_3] = ['2026-05-11', '2026-05-12', '2026-05-13'] as const
/** The sessions of a journal: it begins each with a ruler. */
const sessionsOf = (text: string): string[] => text.split(/^(?=-{12}\d\d\/)/m)
const FIRST = recyclerDay(DAY_1, ['000', '105', '000', null])
const EVENING = sessionsOf(FIRST).slice(2).join('')
const SECOND = recyclerDay(DAY_2, ['000', '105'])
const THIRD = recyclerDay(DAY_3, ['105'])

const ALL_OF_FIRST = ['11 00 APPROVED', '11 01 DECLINED', '11 02 APPROVED', '11 03 -']

describe('a journal that begins with the evening before', () => {
  const files = [
    [DAY_1, FIRST],
    [DAY_2, EVENING + SECOND],
  ] as const

  it.each([
    ['after', files],
    ['before', files.toReversed()],
  ])('that comes %s the one of that day counts each transaction once', async (_order, order) => {
    const as = nextAtm()
    const ids = new Map<string, unknown>()
    for (const [day, text] of order) ids.set(day, (await journal.uploadParsed(as, day, text)).id)
    expect(await stored(as)).toEqual({
      transactions: [...ALL_OF_FIRST, '12 00 APPROVED', '12 01 DECLINED'],
      totals: ['11: 4 2', '12: 2 1'],
    })
    expect(await fileOf(ids.get(DAY_1))).toMatchObject({ transactions: 4, successful: 2, undecided: 1, duplicates: 0 })
    expect(await fileOf(ids.get(DAY_2))).toMatchObject({
      ...{ status: 'PARSED', transactions: 2, successful: 1, failed: 1, undecided: 0, duplicates: 2 },
      daysFound: [
        { date: DAY_1, transactions: 2 },
        { date: DAY_2, transactions: 2 },
      ],
    })
    expect(await published(as)).toEqual(['11: 4', '12: 2'])
    expect(await journal.runJob('journal.totals-check')).toContain(' 0 totals differ')
  })

  it('changes nothing when either is parsed again', async () => {
    const as = nextAtm()
    const ids: unknown[] = []
    for (const [day, text] of files) ids.push((await journal.uploadParsed(as, day, text)).id)
    const rows = () =>
      query(`select id, file_id, started_at from journal.transaction_all
      where agent_atm_id = '${as}' order by 1`)
    const before = await rows()
    journal.clock.set('2026-05-20T12:01:00Z')
    for (const id of [...ids, ...ids]) {
      await journal.ask('POST', `/journal/api/journal/files/${id}/reparse`, { as: admin })
      await settled()
    }
    expect(await rows()).toEqual(before)
    const requests = await query(`select count(*)::int as n from topics.message
      where topic = 'journal.parse-requests.ACME' and key = '${as}'`)
    expect(requests).toEqual([{ n: 6 }])
  })

  it('keeps what the other one no longer has, once that is replaced', async () => {
    const as = nextAtm()
    for (const [day, text] of files) await journal.uploadParsed(as, day, text)
    const shorter = sessionsOf(FIRST).slice(0, 3).join('')
    const replacing = await journal.uploadParsed(as, DAY_1, shorter)
    await settled()
    expect(await stored(as)).toEqual({
      transactions: [...ALL_OF_FIRST, '12 00 APPROVED', '12 01 DECLINED'],
      totals: ['11: 4 2', '12: 2 1'],
    })
    expect(await fileOf(replacing.id)).toMatchObject({ transactions: 3, duplicates: 0 })
    expect(await published(as)).toEqual(['11: 3', '12: 3'])
    const whole = await journal.uploadParsed(as, DAY_1, `\n${FIRST}`)
    expect(await fileOf(whole.id)).toMatchObject({ transactions: 4, duplicates: 0 })
    expect((await stored(as)).transactions).toHaveLength(6)
    expect(await published(as)).toEqual(['11: 4', '12: 2'])
    expect(await journal.runJob('journal.totals-check')).toContain(' 0 totals differ')
  })
})

it.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]], [[2, 0, 1]]])(
  'exports that repeat all days before count each transaction once, in the order %j',
  async (order) => {
    const as = nextAtm()
    const files = [
      [DAY_1, FIRST],
      [DAY_2, FIRST + SECOND],
      [DAY_3, FIRST + SECOND + THIRD],
    ] as const
    for (const at of order) {
      const [day, text] = files[at] ?? [DAY_1, '']
      await journal.uploadParsed(as, day, text)
    }
    expect(await stored(as)).toEqual({
      transactions: [...ALL_OF_FIRST, '12 00 APPROVED', '12 01 DECLINED', '13 00 DECLINED'],
      totals: ['11: 4 2', '12: 2 1', '13: 1 0'],
    })
    expect(await published(as)).toEqual(['11: 4', '12: 2', '13: 1'])
  },
)

const ENDED = sessionsOf(recyclerDay(DAY_1, ['000', '000', '000', '000', '000']))
  .slice(-1)
  .map((session) => `${session}============TRANSACTION END===============\n`)
  .join('')
const CUT = ENDED.slice(0, ENDED.indexOf('\n', ENDED.indexOf('CARD:')) + 1)

it.each(['after', 'before'])(
  'a session that one file ends in is that of the file which has all of it, if that comes %s',
  async (order) => {
    const as = nextAtm()
    const files = [
      [DAY_1, FIRST + CUT],
      [DAY_2, ENDED + SECOND],
    ] as const
    for (const [day, text] of order === 'after' ? files : files.toReversed()) await journal.uploadParsed(as, day, text)
    expect(await stored(as)).toEqual({
      transactions: [...ALL_OF_FIRST, '11 04 APPROVED', '12 00 APPROVED', '12 01 DECLINED'],
      totals: ['11: 5 3', '12: 2 1'],
    })
    expect(await published(as)).toEqual(['11: 4', '12: 3'])
  },
)

it.each(['after', 'before'])(
  'a session that is in two files, in one of them before any line that names a day, is one, if that comes %s',
  async (order) => {
    const as = nextAtm()
    const overMidnight = [
      ...['23:59:40 CARD INSERTED', '23:59:50 OPCODE = BBC', 'RESPONSE CODE 000'],
      ...['00:00:10 NOTES TAKEN', '00:00:20 TRANSACTION END'],
    ]
    const dated = (record: string, at: string) => [
      ...[record, '*TRANSACTION START*', `${at}:10 OPCODE = BBC`, 'RESPONSE CODE 000', `${at}:40 TRANSACTION END`],
    ]
    const files = [
      [DAY_1, [...dated('*632*05/11/2026*20:00*', '20:00'), ...overMidnight].join('\n')],
      [DAY_2, [...overMidnight, ...dated('*633*05/12/2026*00:05*', '00:05')].join('\n')],
    ] as const
    for (const [day, text] of order === 'after' ? files : files.toReversed()) await journal.uploadParsed(as, day, text)
    expect(await stored(as)).toEqual({
      transactions: ['11 20 APPROVED', '11 23 APPROVED', '12 00 APPROVED'],
      totals: ['11: 2 2', '12: 1 1'],
    })
    expect(await published(as)).toEqual(['11: 2', '12: 1'])
  },
)

it('transactions of one second that differ in card, amount or reference are several', async () => {
  const as = nextAtm()
  const other = recyclerDay(DAY_1, ['000'], '512345XXXXXX0001')
  await journal.uploadParsed(as, DAY_1, FIRST)
  await journal.uploadParsed(as, DAY_2, other + SECOND)
  expect((await stored(as)).transactions.filter((at) => at.startsWith('11 00'))).toHaveLength(2)
})

it('a longer copy of a journal yields its transactions once', async () => {
  const as = nextAtm()
  await journal.uploadParsed(as, DAY_1, sessionsOf(FIRST).slice(0, 2).join(''))
  await journal.uploadParsed(as, DAY_1, FIRST)
  expect(await stored(as)).toEqual({ transactions: ALL_OF_FIRST, totals: ['11: 4 2'] })
})
