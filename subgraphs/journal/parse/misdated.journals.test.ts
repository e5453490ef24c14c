import { describe, expect, it } from 'vitest'
import { addDays } from '../../kit/common/dates.ts'
import { listFixtures, parseText } from '../formats/family.testing.ts'
import { datedFile } from './misdated.rules.ts'
import { createCollector } from './parse-result.ts'

/** A journal as it counts for the day that it was sent for. */
const sentFor = async (text: string, journalDate: string) => {
  const { transactions, ...summary } = await parseText(text, journalDate)
  const slices: string[] = []
  const collector = createCollector((slice) => slices.push(slice))
  for (const transaction of transactions) collector.add(transaction)
  const file = datedFile({ ...collector.end(summary), slices }, journalDate)
  return { file, startedAt: transactions.map((transaction) => transaction.startedAt) }
}

const session = (time: string, day: string, sequence: number): string[] => [
  `*${sequence}*06/${day}/2025*${time}*`,
  ...['*TRANSACTION START*', `${time}:10 OPCODE = BBC`, 'RESPONSE CODE   000', `${time}:40 TRANSACTION END`],
]
const TIMES = Array.from({ length: 12 }, (_, hour) => `${String(hour + 8).padStart(2, '0')}:15`)
const DAY = TIMES.flatMap((time, n) => session(time, '18', 640 + n))
/** What is left of a session whose beginning is in the file before. */
const TAIL = ['00:00:02 OPCODE = BBC', 'RESPONSE CODE   000', '00:00:12 TRANSACTION END']

/** Of the day before too: a line names it, or the first day is named without a time just before midnight. */
const ALSO_OF_DAY_BEFORE = ['ncr/ambiguous', 'ncr/midnight', 'wincor/lag']
const FIXTURES = listFixtures().map((fixture) => [`${fixture.family}/${fixture.name}`, fixture] as const)

describe.each([
  ['the day before', -1],
  ['two days after', 2],
])('a journal that is sent for %s', (_when, days) => {
  it.each(FIXTURES.filter(([title]) => days > 0 || !ALSO_OF_DAY_BEFORE.includes(title)))(
    '%s is misdated, though its first lines may name no day',
    async (_title, { text, journalDate }) => {
      const { file } = await sentFor(text, addDays(journalDate, days))
      expect(file).toMatchObject({ status: 'MISDATED', error: expect.stringContaining(journalDate) })
    },
  )
})

describe('lines before the first that names a day', () => {
  it('are of the day that follows, so that no file is of a day only because it was sent for it', async () => {
    const { file } = await sentFor([...TAIL, ...DAY].join('\n'), '2025-06-25')
    expect(file).toMatchObject({
      status: 'MISDATED',
      daysFound: [{ date: '2025-06-18', lines: 12, transactions: 13 }],
    })
    const own = await sentFor([...TAIL, ...DAY].join('\n'), '2025-06-18')
    expect(own.file).toMatchObject({ status: 'PARSED', daysFound: [{ date: '2025-06-18', transactions: 13 }] })
  })

  it.each([
    ['NCR', ['08:15:02 OPCODE = BBC', 'RESPONSE CODE   000', '08:15:09 TRANSACTION END', ...DAY]],
    [
      'WINCOR',
      TIMES.flatMap((time) => [
        ...[`${time}:12 -> TRANSACTION START`, `${time}:20 PIN ENTERED`, `${time}:22 TRANSACTION REQUEST AADA`],
        ...[`18/06/2025 ${time} W0000042`, 'RESPONSE CODE    000', `${time}:40 <- TRANSACTION END`],
      ]),
    ],
  ])('are of its day where its time only lacks the seconds: %s', async (_family, lines) => {
    const { file, startedAt } = await sentFor(lines.join('\n'), '2025-06-17')
    expect(file).toMatchObject({ status: 'MISDATED' })
    expect(new Set(startedAt.map((at) => at?.slice(0, 10)))).toEqual(new Set(['2025-06-18']))
  })

  it('are of the day that a file without any was sent for', async () => {
    const { file, startedAt } = await sentFor(TAIL.join('\n'), '2025-06-25')
    expect(file).toMatchObject({ status: 'PARSED', counts: { transactions: 1 } })
    expect(startedAt).toEqual(['2025-06-25T00:00:02'])
  })

  it('are of the day that follows however many there are', async () => {
    const hours = Array.from({ length: 5_000 }, (_, n) => String(Math.floor(n / 250)).padStart(2, '0'))
    const lines = hours.map((hour, n) => `${hour}:00:00 DEVICE STATUS ${n}`)
    const { startedAt } = await sentFor([...TAIL, ...lines, ...session('22:15', '18', 640)].join('\n'), '2025-06-25')
    expect(startedAt).toEqual(['2025-06-18T00:00:02', '2025-06-18T22:15:00'])
  })

  const OVER_MIDNIGHT = [
    ...['23:59:40 CARD INSERTED', '23:59:50 OPCODE = BBC', 'RESPONSE CODE 000'],
    ...['00:00:10 NOTES TAKEN', '00:00:20 TRANSACTION END'],
  ]
  it.each([
    ['past midnight', OVER_MIDNIGHT, '2025-06-17T23:59:50'],
    ['before it', ['23:58:50 OPCODE = BBC', 'RESPONSE CODE 000', '23:59:20 TRANSACTION END'], '2025-06-17T23:58:50'],
    ['behind it', TAIL, '2025-06-18T00:00:02'],
  ])('are of the day before or behind the midnight between, where they end %s', async (_title, lead, first) => {
    for (const journalDate of ['2025-06-17', '2025-06-18', '2025-06-25']) {
      const { startedAt } = await sentFor([...lead, ...session('00:05', '18', 640)].join('\n'), journalDate)
      expect(startedAt).toEqual([first, '2025-06-18T00:05:00'])
    }
  })

  it('are of the day after, where the first that names one was printed late', async () => {
    const lead = [...TAIL, '*06/17/2025*23:58:13*', '00:03:00 OPCODE = BBC', '00:03:20 TRANSACTION END']
    const { startedAt } = await sentFor([...lead, ...session('00:05', '18', 640)].join('\n'), '2025-06-18')
    expect(startedAt).toEqual(['2025-06-18T00:00:02', '2025-06-18T00:03:00', '2025-06-18T00:05:00'])
  })
})

describe('a first line that names a day without a time, just before midnight', () => {
  const HEAD = 'DATE 18.06.2025'
  const customer = (time: string): string[] => [
    ...[`${time}:00 -> TRANSACTION START`, `${time}:10 TRANSACTION REQUEST AADA`],
    ...['RESPONSE CODE 000', `${time}:20 <- TRANSACTION END`],
  ]
  const linesOf = (times: string): string =>
    times
      .split(' ')
      .flatMap((time) => (time.includes(':') ? customer(time) : [HEAD.replace('18', time)]))
      .join('\n')
  /** The days of the sessions, in their order. */
  const daysOf = async (times: string, journalDate: string) =>
    (await sentFor(linesOf(times), journalDate)).startedAt.map((at) => at.slice(8, 10)).join(' ')
  const SENT_FOR = ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20']

  it.each([
    ['no midnight, if no time steps back', '23:51 18 23:53 23:56', '18 18 18'],
    ['none, though a line behind it is printed late', '23:50 18 23:49 23:53', '18 18'],
    ['none, at the end', '23:40 23:55 18', '18 18'],
    ['a midnight before it, if the next time is of the day', '23:51 18 08:00 12:00 23:58', '17 18 18 18'],
    ['a midnight before it, if the day is named again', '23:51 18 00:15 18 12:00', '17 18 18'],
    ['a midnight behind it, if the next day is named', '23:51 18 23:53 00:15 19 12:00', '18 18 19 19'],
    ['a midnight behind it, if the next day is named at once', '23:51 18 23:53 19 00:15', '18 18 19'],
  ])('has %s', async (_title, times, days) => {
    for (const journalDate of SENT_FOR)
      expect([journalDate, await daysOf(times, journalDate)]).toEqual([journalDate, days])
  })

  it('has it before or behind as the file was sent for, where only the time steps back', async () => {
    expect(await daysOf('23:51 18 00:05 08:00', '2025-06-17')).toBe('17 18 18')
    expect(await daysOf('23:51 18 23:53 00:05', '2025-06-17')).toBe('17 17 18')
    expect(await daysOf('23:51 18 00:05', '2025-06-18')).toBe('18 19')
  })

  it('has the midnight that a time behind it shows', async () => {
    const stamp = (at: string) => `---- 18/06/2025 ${at} ----`
    const read = async (at: string) =>
      (await sentFor(`${linesOf('23:51 18')}\n${stamp(at)}\n${linesOf('12:00')}`, '2025-06-17')).startedAt
    expect(await read('23:57:00')).toEqual(['2025-06-18T23:51:00', '2025-06-19T12:00:00'])
    expect(await read('00:05:00')).toEqual(['2025-06-17T23:51:00', '2025-06-18T12:00:00'])
  })

  it('has a midnight before it by the very next time only, be that the same second as the last', async () => {
    const again = `${linesOf('23:51 18')}\n23:51:20 RECEIPT PRINTED\n${linesOf('06:30')}`
    const { startedAt } = await sentFor(again, '2025-06-18')
    expect(startedAt).toEqual(['2025-06-18T23:51:00', '2025-06-19T06:30:00'])
  })

  it('makes no file one of the day that it was sent for, if no midnight is between', async () => {
    const { file } = await sentFor(linesOf('23:51 18 23:53 23:56'), '2025-06-17')
    expect(file).toMatchObject({ status: 'MISDATED', daysFound: [{ date: '2025-06-18', transactions: 3 }] })
  })
})
