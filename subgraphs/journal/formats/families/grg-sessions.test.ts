import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, listFixtures, parseText, readContext, withoutLines } from '../family.testing.ts'
import { grg } from './grg.ts'

const DATE = '2025-06-18'
const BOUNDS = { journalDate: DATE, earliest: '2021-01-01', latest: '2026-06-30' }

const read = async (...lines: string[]) => (await parseText(lines.join('\n'), DATE)).transactions
const at = (time: string, text: string): string => `${DATE} ${time} ${text}`

const START = at('10:00:00.100', '----> TRANSACTION START')
const REQUEST = at('10:00:10.000', 'TRANSACTION REQUEST ADBA  AC')
const TAKEN = at('10:00:40.000', 'DELIVER MONEY...MONEY TAKEN=======')
const END = at('10:00:50.000', '<---- TRANSACTION END')

describe('where a session begins and ends', () => {
  it('begins at its mark, or at the first request where that is missing', async () => {
    expect(await read(START, REQUEST, END)).toMatchObject([
      {
        startedAt: `${DATE}T10:00:00`,
        endedAt: `${DATE}T10:00:50`,
        completeness: 'COMPLETE',
        firstLine: 1,
        lastLine: 3,
      },
    ])
    expect(
      await read(at('10:00:05.000', 'LINE UP'), REQUEST, at('10:00:30.000', 'TRANSACTION REQUEST B'), END),
    ).toMatchObject([
      {
        sessionLine: 2,
        attemptNo: 1,
        startedAt: `${DATE}T10:00:10`,
        endedAt: `${DATE}T10:00:10`,
        completeness: 'COMPLETE',
        firstLine: 2,
        lastLine: 2,
      },
      {
        sessionLine: 2,
        attemptNo: 2,
        startedAt: `${DATE}T10:00:30`,
        endedAt: `${DATE}T10:00:50`,
        completeness: 'COMPLETE',
        firstLine: 3,
        lastLine: 4,
      },
    ])
    expect(await read(REQUEST, START, END)).toMatchObject([
      { startedAt: `${DATE}T10:00:00`, firstLine: 1, lastLine: 3 },
    ])
  })

  it('begins the next customer’s at a request after the notes or card are gone, where no mark is printed', async () => {
    const next = at('10:02:00.000', 'TRANSACTION REQUEST ADBA  AC')
    for (const gone of [
      TAKEN,
      at('10:00:40.000', 'CARD TAKEN'),
      at('10:00:40.000', 'CARD CAPTURED: TAKE CARD TIMEOUT'),
    ]) {
      expect(await read(REQUEST, gone, next)).toMatchObject([
        { sessionLine: 1, attemptNo: 1, lastLine: 2 },
        { sessionLine: 3, attemptNo: 1, firstLine: 3, completeness: 'TRUNCATED' },
      ])
      expect(await read(START, REQUEST, gone, next, END)).toMatchObject([
        { sessionLine: 1, attemptNo: 1, lastLine: 3 },
        { sessionLine: 1, attemptNo: 2, firstLine: 4, lastLine: 5, completeness: 'COMPLETE' },
      ])
    }
  })

  it('begins the next customer’s at a card that is inserted after one that is gone', async () => {
    const lines = [at('10:00:40.000', 'CARD TAKEN'), at('10:01:00.000', 'CARD INSERTED')]
    expect(await read(START, REQUEST, ...lines, at('10:01:30.000', '<---- TRANSACTION END'))).toMatchObject([
      { completeness: 'TRUNCATED', lastLine: 3 },
      { completeness: 'COMPLETE', firstLine: 4, lastLine: 5 },
    ])
  })

  it.each(['ATM POWER UP', 'ENTER OUTOFSERVICE MODE', 'ENTER MAINTENANCE MODE', 'ENTER SUPERVISOR MODE'])(
    'ends, without its mark, at %s',
    async (text) => {
      expect(await read(START, REQUEST, at('10:00:30.000', text), TAKEN, 'RESPONSE : 00')).toMatchObject([
        { completeness: 'TRUNCATED', verdict: null, cashOutcome: 'UNKNOWN', lastLine: 2 },
      ])
      expect(await read(START, at('10:00:30.000', text), TAKEN)).toMatchObject([
        { attemptNo: 0, verdict: null, cashOutcome: 'NONE', lastLine: 1 },
      ])
      expect(await read(START, at('09:59:00.000', text), REQUEST, END)).toMatchObject([{ completeness: 'COMPLETE' }])
    },
  )

  it('goes on while the line to the host is down', async () => {
    const down = [at('10:00:12.000', 'LINE DOWN'), at('10:00:13.000', 'ENTER OFFLINE MODE')]
    expect(await read(START, REQUEST, ...down, END)).toMatchObject([{ completeness: 'COMPLETE', lastLine: 5 }])
  })

  it('ends at the next start and at the end of the file', async () => {
    const next = at('10:05:00.000', '----> TRANSACTION START NOCARD')
    expect(await read(START, REQUEST, next, at('10:05:10.000', 'CARD TAKEN'))).toMatchObject([
      { completeness: 'TRUNCATED', lastLine: 2, endedAt: `${DATE}T10:00:10` },
      { completeness: 'TRUNCATED', lastLine: 4, endedAt: `${DATE}T10:05:10` },
    ])
  })

  it('makes of nothing but an end mark no transaction', async () => {
    expect(await read(END, TAKEN, 'RESPONSE : 00')).toEqual([])
  })
})

describe('lines out of order', () => {
  const next = at('10:05:00.000', '----> TRANSACTION START')
  it('are those of the session in whose time they lie', async () => {
    expect(await read(START, REQUEST, at('10:00:20.000', 'DISPENSE SUCCESS'), END, TAKEN)).toMatchObject([
      { cashOutcome: 'DISPENSED', verdict: 'APPROVED', completeness: 'COMPLETE', endedAt: `${DATE}T10:00:50` },
    ])
    expect(await read(START, REQUEST, next, at('10:00:20.000', 'DISPENSE SUCCESS'), TAKEN, END)).toMatchObject([
      { cashOutcome: 'DISPENSED', completeness: 'COMPLETE', lastLine: 2 },
      { cashOutcome: 'NONE', completeness: 'TRUNCATED', firstLine: 3 },
    ])
  })

  it('make no transaction: a request that is printed after its end mark', async () => {
    expect(await read(START, END, REQUEST)).toHaveLength(1)
    expect(await read(REQUEST, END, REQUEST, START)).toHaveLength(1)
  })

  it('count once when printed again with the same time', async () => {
    for (const { text } of listFixtures('grg')) {
      const doubled = text.split('\n').flatMap((line) => (/^\d{4}-/.test(line) ? [line, line] : [line]))
      expect((await read(...doubled)).map(withoutLines)).toEqual((await read(text)).map(withoutLines))
    }
  })

  it('leave the lines of one transaction apart from those of the next', async () => {
    for (const { text } of listFixtures('grg')) {
      const found = await read(text)
      for (const [n, { firstLine }] of found.entries()) expect(firstLine).toBeGreaterThan(found[n - 1]?.lastLine ?? 0)
    }
  })
})

describe('the date', () => {
  it('is that of the line, whatever the day of the journal', async () => {
    const night = ['2025-06-17 23:59:30.000 ----> TRANSACTION START', '2025-06-18 00:00:20.000 <---- TRANSACTION END']
    for (const journalDate of ['2025-06-17', '2025-06-18', '2025-06-20'])
      expect((await parseText(night.join('\n'), journalDate)).transactions).toMatchObject([
        { startedAt: '2025-06-17T23:59:30', endedAt: '2025-06-18T00:00:20', completeness: 'COMPLETE' },
      ])
  })

  it('of another day ends no session', async () => {
    const days = [START.replace(DATE, '2025-06-17'), END.replace(DATE, '2025-06-19')]
    expect(await read(...days)).toMatchObject([
      { startedAt: '2025-06-17T10:00:00', endedAt: null, completeness: 'TRUNCATED', lastLine: 1 },
    ])
  })

  it('is never read with month and day exchanged', async () => {
    expect(await read(START.replace(DATE, '2025-07-06'))).toMatchObject([{ startedAt: '2025-07-06T10:00:00' }])
  })

  it.each(['2099-06-18', '1999-01-01', '2025-13-45', '2025-02-30'])(
    'of %s is a fault of the clock: the day of the journal counts',
    async (date) => {
      expect(
        await read(START.replace(DATE, date), END.replace(DATE, date), START.replace(DATE, '2025-06-19')),
      ).toMatchObject([
        { startedAt: `${DATE}T10:00:00`, endedAt: `${DATE}T10:00:50` },
        { startedAt: '2025-06-19T10:00:00' },
      ])
    },
  )

  it('is none of a time that is none', async () => {
    expect(await read(START, at('25:61:61.000', 'TRANSACTION REQUEST'), END)).toMatchObject([
      { endedAt: `${DATE}T10:00:50` },
    ])
  })
})

describe('a line that is printed late', () => {
  const countOf = (lines: readonly string[]): number => {
    let count = 0
    const emit = (): void => {
      count += 1
    }
    const reader = grg.createReader(readContext({ ...BOUNDS, emit }))
    for (const [n, line] of lines.entries()) reader.line(line, n + 1)
    reader.end()
    return count
  }

  it('makes no further transaction, whichever line it is and whatever it passes', () => {
    for (const { text } of listFixtures('grg')) {
      const lines = text.split('\n')
      const count = countOf(lines)
      for (const [at, line] of lines.entries()) {
        if (!/^\d{4}-/.test(line)) continue
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
    for (const { text } of listFixtures('grg')) {
      const spread = await read(text.replaceAll('\n', '  \n\n\t '))
      expect(spread.map(withoutLines)).toEqual((await read(text)).map(withoutLines))
    }
  })

  const lines = linesOf('grg')

  it('is read without an error, into transactions in order and apart from each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...lines) }, fc.string()), { maxLength: 150 }),
        async (shuffled) => {
          let last = 0
          for (const { firstLine, lastLine, card } of await read(START, ...shuffled)) {
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
