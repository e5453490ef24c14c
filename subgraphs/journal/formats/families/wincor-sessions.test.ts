import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, listFixtures, parseText, readContext, withoutLines } from '../family.testing.ts'
import { wincor } from './wincor.ts'

const DATE = '2025-06-18'
const BOUNDS = { journalDate: DATE, earliest: '2021-01-01', latest: '2026-06-30' }

/** The transactions of lines; each is matched by what a test says of it. */
const read = async (lines: string) => (await parseText(lines, DATE)).transactions
/** The one transaction of lines between a start and an end mark. */
const readOne = async (lines: string) => {
  const found = await read(`10:00:00 -> TRANSACTION START\n${lines}\n10:09:00 <- TRANSACTION END\n`)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('where a session begins and ends', () => {
  it('goes on with its next attempt, under the same card, at a PIN after the notes', async () => {
    for (const end of ['CASH TAKEN', 'CASH RETRACTED']) {
      const found = await read(
        '10:00:00 -> TRANSACTION START\n10:00:01 TRACK 2 DATA: 531234******1001\n10:00:05 PIN ENTERED\n' +
          `RESPONSE CODE 00\n10:00:25 ${end}\n10:00:33 PIN ENTERED\nRESPONSE CODE 61\n10:00:45 <- TRANSACTION END\n`,
      )
      const card = '531234******1001'
      expect(found).toMatchObject([
        {
          sessionLine: 1,
          attemptNo: 1,
          verdict: 'APPROVED',
          completeness: 'COMPLETE',
          card,
          endedAt: `${DATE}T10:00:25`,
          firstLine: 1,
          lastLine: 5,
        },
        {
          sessionLine: 1,
          attemptNo: 2,
          verdict: 'DECLINED',
          completeness: 'COMPLETE',
          card,
          startedAt: `${DATE}T10:00:33`,
          firstLine: 6,
          lastLine: 8,
        },
      ])
    }
  })

  it.each(['CARD TAKEN', 'CARD(531234******1001) TAKEN'])(
    'begins the next one without a card, where all marks are missing and the card is gone: %s',
    async (gone) => {
      const first =
        '10:00:00 -> TRANSACTION START\n10:00:01 TRACK 2 DATA: 531234******1001\n10:00:05 PIN ENTERED\n' +
        `10:00:08 TRANSACTION REQUEST AB\n10:00:20 ${gone}\n10:00:25 CASH TAKEN\n`
      const request = '10:04:05 TRANSACTION REQUEST AB\n10:04:10 CASH PRESENTED\n10:04:15 CASH TAKEN\n'
      for (const next of [`10:04:00 PIN ENTERED\n${request}`, request])
        expect(await read(`${first}${next}`)).toMatchObject([
          { card: '531234******1001', attemptNo: 1, verdict: 'APPROVED', completeness: 'TRUNCATED', lastLine: 6 },
          { card: null, attemptNo: 1, verdict: 'APPROVED', sessionLine: 7 },
        ])
    },
  )

  it('begins the next one at the track of another card, where all marks are missing', async () => {
    const lines = (card: string, time: string) => `${time}:01 TRACK 2 DATA: ${card}\n${time}:05 PIN ENTERED\n`
    const other = lines('531234******1002', '10:01')
    expect(await read(`${lines('531234******1001', '10:00')}${other}`)).toMatchObject([
      { card: '531234******1001', completeness: 'TRUNCATED', lastLine: 2 },
      { card: '531234******1002', completeness: 'TRUNCATED', firstLine: 3 },
    ])
    expect(await read(`${lines('531234******1002', '10:00')}${other}`)).toHaveLength(1)
  })

  it('takes no totals of the day, nor a number without a time, printed behind the end mark, for the last customer’s', async () => {
    const session = '10:00:00 -> TRANSACTION START\n10:00:09 <- TRANSACTION END\n'
    expect(await read(`${session}WITHDRAWAL 90,000.00 EUR\nAMOUNT 90,000.00 EUR\nRRN:[516900000001]\n`)).toMatchObject([
      { kind: 'OTHER', amountMinor: null, reference: null, completeness: 'COMPLETE', lastLine: 2 },
    ])
  })

  it('goes on at a PIN that is entered again before the notes', async () => {
    expect(await readOne('10:00:02 PIN ENTERED\n10:00:20 PIN ENTERED\n10:00:40 CASH TAKEN')).toMatchObject({
      completeness: 'COMPLETE',
      verdict: 'APPROVED',
    })
  })

  it.each(['POWER FAILURE', 'POWER ON', 'SUPERVISOR MODE ENTRY', 'OUT OF SERVICE', 'APPLICATION STARTED'])(
    'ends, without its mark, at %s',
    async (line) => {
      const found = await read(
        `10:00:00 -> TRANSACTION START\n10:01:00 ${line}\nRESPONSE CODE 00\n10:02:00 CASH TAKEN\n`,
      )
      expect(found).toMatchObject([{ completeness: 'TRUNCATED', verdict: null, cashOutcome: 'NONE', lastLine: 1 }])
    },
  )

  it('does not end at such a line that is printed late, nor at the host’s command', async () => {
    const late =
      '10:00:02 PIN ENTERED\n09:59:00 OUT OF SERVICE\n10:00:05 GO OUT OF SERVICE COMMAND\n10:00:09 CASH TAKEN'
    expect(await readOne(late)).toMatchObject({ completeness: 'COMPLETE', cashOutcome: 'DISPENSED' })
  })

  it('is two where the machine was silent for ten minutes, or from 07:17 to 23:12', async () => {
    const first = '07:17:00 -> TRANSACTION START\n07:17:01 TRACK 2 DATA: 531234******1001\n07:17:05 PIN ENTERED\n'
    const answer = 'RRN:[516900000001]\nRESPONSE CODE 00\n'
    const rest = (time: string) =>
      `${time} TRANSACTION REQUEST A\n${answer}${time} CASH TAKEN\n${time} <- TRANSACTION END\n`
    for (const time of ['07:27:06', '07:47:06', '23:12:00']) {
      expect(await read(first + rest(time))).toMatchObject([
        {
          sessionLine: 1,
          attemptNo: 0,
          verdict: null,
          card: '531234******1001',
          reference: null,
          endedAt: `${DATE}T07:17:05`,
          completeness: 'TRUNCATED',
          lastLine: 3,
        },
        {
          sessionLine: 4,
          attemptNo: 1,
          verdict: 'APPROVED',
          card: null,
          reference: '516900000001',
          startedAt: `${DATE}T${time}`,
          completeness: 'COMPLETE',
          lastLine: 8,
        },
      ])
    }
    expect(await read(first + rest('07:27:05'))).toMatchObject([
      { sessionLine: 1, attemptNo: 1, verdict: 'APPROVED', card: '531234******1001', endedAt: `${DATE}T07:27:05` },
    ])
  })

  it('is cut by the end of the file', async () => {
    const [found] = await read('10:00:00 -> TRANSACTION START\n10:00:05 PIN ENTERED\n')
    expect(found).toMatchObject({ completeness: 'TRUNCATED', endedAt: `${DATE}T10:00:05`, lastLine: 2 })
  })

  it('makes of nothing but an end mark no transaction', async () => {
    expect(await read('10:00:00 <- TRANSACTION END\n10:00:05 CASH TAKEN\nRESPONSE CODE 00\n')).toEqual([])
  })
})

describe('the date', () => {
  const session = '10:00:00 -> TRANSACTION START\n10:00:05 <- TRANSACTION END\n'
  it.each([
    ['', DATE],
    ['DATE 17.06.2025', '2025-06-17'],
    ['DATE: 2025-06-17 TIME: 09:00', '2025-06-17'],
    ['---- 17/06/2025 ----', '2025-06-17'],
    ['17/06/25 09:00:00 W0000042', '2025-06-17'],
    [' 4028 17/06/25 ATM: W0000042', '2025-06-17'],
    ['DATE 07/06/2025', '2025-06-07'],
    ['DATE 06/07/2025', '2025-06-07'],
    ['DATE 2025-07-06', '2025-07-06'],
    ['DATE 17.06.2099', DATE],
    ['DATE 45.45.2025', DATE],
    ['EXPIRY DATE 12.06.2025', DATE],
    ['12/06/2025 CASH WDL 500.00', DATE],
  ])('of "%s" is %s', async (line, date) => {
    expect(await read(`${line}\n${session}`)).toMatchObject([{ startedAt: `${date}T10:00:00` }])
  })

  it('passes midnight in a session, whatever day its receipt names', async () => {
    for (const receipt of [
      '',
      '1 18/06/25 ATM: W1\n',
      '1 19/06/25 ATM: W1\n',
      '18/06/2025 23:59:58\n',
      '19/06/2025 00:00:01\n',
    ]) {
      const found = await read(
        `23:59:50 -> TRANSACTION START\n${receipt}23:59:55 PIN ENTERED\n00:00:03 CARD TAKEN\n` +
          `${receipt}00:00:05 <- TRANSACTION END\n00:09:00 -> TRANSACTION START\n`,
      )
      expect(found).toMatchObject([
        { startedAt: '2025-06-18T23:59:50', endedAt: '2025-06-19T00:00:05' },
        { startedAt: '2025-06-19T00:09:00' },
      ])
    }
  })

  it('of a header is that of a first line late in the evening', async () => {
    expect(await read('DATE 17.06.2025\n23:55:00 -> TRANSACTION START\n00:00:10 <- TRANSACTION END\n')).toMatchObject([
      { startedAt: '2025-06-17T23:55:00', endedAt: '2025-06-18T00:00:10' },
    ])
  })
})

describe('lines that are printed late or again', () => {
  it('make no transaction, count once, and are those of the session they belong to', async () => {
    for (const { text } of listFixtures('wincor')) {
      const doubled = text.split('\n').flatMap((line) => (/^\d\d:/.test(line) ? [line, line] : [line]))
      expect((await read(doubled.join('\n'))).map(withoutLines)).toEqual((await read(text)).map(withoutLines))
    }
  })

  it('count once though a late line is between', async () => {
    const line = '10:00:40 TRACK 2 DATA: 531234******1001\n'
    const late = '10:00:05 PIN ENTERED\n'
    const found = await read(`10:00:00 -> TRANSACTION START\n${line}${late}10:00:50 <- TRANSACTION END\n${line}${late}`)
    expect(found).toMatchObject([{ completeness: 'COMPLETE', lastLine: 4 }])
  })

  it('leave the lines of one transaction apart from those of the next', async () => {
    for (const { text } of listFixtures('wincor')) {
      const found = await read(text)
      expect(found).not.toEqual([])
      for (const [at, { firstLine }] of found.entries()) expect(firstLine).toBeGreaterThan(found[at - 1]?.lastLine ?? 0)
    }
  })
})

describe('a start mark that is printed late', () => {
  it('is that of the session that another line has opened, and of none after the next start', async () => {
    const track = '10:00:00 TRACK 2 DATA: 531234******1001\n'
    const end = '10:00:09 <- TRANSACTION END\n'
    expect(await read(`${track}10:00:00 -> TRANSACTION START\n${end}`)).toMatchObject([{ firstLine: 1, lastLine: 3 }])
    const next = '10:01:00 -> TRANSACTION START\n'
    expect(await read(`${next}10:00:00 -> TRANSACTION START\n10:01:09 <- TRANSACTION END\n`)).toMatchObject([
      { startedAt: `${DATE}T10:01:00`, completeness: 'COMPLETE' },
    ])
  })

  it('is a start where the clock was put back', async () => {
    expect(await read('02:59:00 -> TRANSACTION START\n02:01:00 -> TRANSACTION START\n')).toHaveLength(2)
  })
})

describe('a line that is printed late', () => {
  const countOf = (lines: readonly string[]): number => {
    let count = 0
    const emit = (): void => {
      count += 1
    }
    const reader = wincor.createReader(readContext({ ...BOUNDS, emit }))
    for (const [n, line] of lines.entries()) reader.line(line, n + 1)
    reader.end()
    return count
  }

  it('makes no further transaction, whichever line it is and whatever it passes', () => {
    for (const { text } of listFixtures('wincor')) {
      const lines = text.split('\n')
      const count = countOf(lines)
      for (const [at, line] of lines.entries()) {
        if (!/^\d\d:/.test(line)) continue
        for (const late of [1, 2, 3]) {
          const shifted = lines.toSpliced(at, 1).toSpliced(at + late, 0, line)
          expect(countOf(shifted), `${late} lines late: ${line}`).toBeLessThanOrEqual(count)
        }
      }
    }
  })
})

describe('any file', () => {
  it('may have its lines indented, and blank ones between them', async () => {
    for (const { text } of listFixtures('wincor')) {
      const spread = await read(text.replaceAll('\n', '  \n\n\t '))
      expect(spread.map(withoutLines)).toEqual((await read(text)).map(withoutLines))
    }
  })

  const lines = linesOf('wincor')

  it('is read without an error, into transactions in order and apart from each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...lines) }, fc.string()), { maxLength: 150 }),
        async (shuffled) => {
          const found = await read(['10:00:00 -> TRANSACTION START', ...shuffled].join('\n'))
          let last = 0
          expect(found).not.toEqual([])
          for (const { firstLine, lastLine, card } of found) {
            expect(firstLine).toBeGreaterThan(last)
            expect(lastLine).toBeGreaterThanOrEqual(firstLine)
            expect(card ?? '').not.toMatch(/\d{7}/)
            last = lastLine
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
