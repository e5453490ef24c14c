import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import { collectParse, type ParseResult } from '../parse.testing.ts'

const DAY = readFileSync(new URL('../fixtures/recycler/day.txt', import.meta.url), 'utf8')

const BOUNDS = { earliest: '2021-01-01', latest: '2026-06-30' }

async function* inSteps(bytes: Uint8Array, step: number) {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

const parse = (
  bytes: Uint8Array,
  options: { journalDate?: string; step?: number; max?: number } = {},
): Promise<ParseResult> => {
  const { journalDate = '2026-05-13', step = bytes.length || 1, max = 20_000 } = options
  return collectParse(inSteps(bytes, step), { ...BOUNDS, journalDate, families: FAMILIES, maxTransactions: max })
}
const parseText = (text: string, journalDate?: string) =>
  parse(Buffer.from(text), journalDate === undefined ? {} : { journalDate })

const day = await parseText(DAY)

describe('a recycler day', () => {
  it('keeps host verdict and cash outcome apart, by the evidence of the family', () => {
    expect(day).toMatchObject({ status: 'PARSED', format: 'RECYCLER', error: null, lines: 109 })
    expect(day.transactions.map(({ verdict, hostCode, cashOutcome }) => [verdict, hostCode, cashOutcome])).toEqual([
      ['APPROVED', '000', 'DISPENSED'],
      ['DECLINED', '105', 'NONE'],
      ['APPROVED', null, 'DISPENSED'],
      [null, null, 'UNKNOWN'],
      ['APPROVED', '000', 'RETRACTED'],
      ['DECLINED', '005', 'NONE'],
    ])
  })

  it.each(['CUSTOMER CANCELLED', 'TNX CANCELLED', 'TRANSACTION CANCELLED'])(
    'has a session that ended with %s before a request as CANCELLED',
    async (words) => {
      const start = ['------------05/13/26 09:00:00-------------', '============TRANSACTION START=============']
      const { transactions } = await parseText(
        [...start, '09:00:00 CARD:;412345XXXXXX6789?', `09:00:20 ${words}`].join('\n'),
      )
      expect(transactions).toMatchObject([
        { attemptNo: 0, verdict: 'CANCELLED', decidedBy: { rule: 'CANCELLATION', line: 4 } },
      ])
    },
  )

  it('reads money, card, reference and place of a withdrawal', () => {
    expect(day.transactions[0]).toEqual({
      sessionLine: 11,
      attemptNo: 1,
      startedAt: '2026-05-13T08:14:02',
      endedAt: '2026-05-13T08:14:36',
      kind: 'WITHDRAWAL',
      verdict: 'APPROVED',
      decidedBy: { rule: 'HOST_CODE', line: 26 },
      conflict: [],
      hostCode: '000',
      amountMinor: 50_000n,
      currency: 'ETB',
      card: '412345******6789',
      reference: '7001',
      rrn: null,
      stan: '7001',
      authorisationCode: null,
      serial: null,
      terminalId: null,
      hostDate: '2026-05-13',
      accountTail: null,
      cashOutcome: 'DISPENSED',
      notes: [
        { state: 'DISPENSED', denominationMinor: 20_000n, currency: 'ETB', count: 2 },
        { state: 'DISPENSED', denominationMinor: 10_000n, currency: 'ETB', count: 1 },
      ],
      completeness: 'COMPLETE',
      firstLine: 11,
      lastLine: 31,
    })
    const lines = DAY.split('\n')
    expect([lines[25]?.trim(), lines[30]]).toEqual(['000', '08:14:36 NOTES TAKEN BY CUSTOMER'])
  })

  it('takes the second date of a receipt for the host’s, with the year first, unless it is not set', async () => {
    const hostDate = async (dates: string) => {
      const text =
        `------------03/24/25 10:00:00-------------\n============TRANSACTION START=============\n` +
        `10:00:01 TNX REQUEST, OPCODE: A\n${dates} 10:00 0\n113 7001 011000\n`
      return (await parseText(text, '2025-03-24')).transactions.map((found) => found.hostDate)
    }
    expect(await hostDate('25/03/24 25/03/24')).toEqual(['2025-03-24'])
    expect(await hostDate('25/03/24 25/03/25')).toEqual(['2025-03-25'])
    expect(await hostDate('25/03/24 99/11/30')).toEqual([null])
    expect(await hostDate('25/03/24 25/02/30')).toEqual([null])
  })

  it('counts a line printed twice once, and takes the notes where no receipt was printed', () => {
    expect(day.transactions[2]).toMatchObject({ amountMinor: 30_000n, currency: 'ETB', reference: '17002' })
  })

  it('reads on in a receipt and in notes into which a line with a time has fallen', async () => {
    const lines = [
      '------------05/13/26 10:00:00-------------\n============TRANSACTION START=============\n' +
        '26/05/13 26/05/13 10:00 0',
      '113 7001 011000\n    500.00  230\n            000\n10:00:03 DISPENSE',
      '         ETB100   -005',
      '10:00:09 NOTES TAKEN BY CUSTOMER',
    ]
    const read = async (between: string) => (await parseText(lines.join(between))).transactions
    expect(await read('\n10:00:02 PRINTER NOISE\n')).toMatchObject([{ hostCode: '000', amountMinor: 50_000n }])
    const notesOnly = [lines[0]?.split('\n26')[0], '10:00:03 DISPENSE', lines[2], lines[3]].join('\n10:00:04 NOISE\n')
    expect((await parseText(notesOnly)).transactions).toMatchObject([
      { amountMinor: 50_000n, cashOutcome: 'DISPENSED' },
    ])
    expect(await read('\n10:00:02 TNX REPLY, NEXT: 000, FUNCID: 5\n')).toMatchObject([{ hostCode: null }])
  })

  it('carries a session over midnight', () => {
    expect(day.transactions[5]).toMatchObject({ startedAt: '2026-05-13T23:58:50', endedAt: '2026-05-14T00:00:09' })
  })

  it.each([
    ['CRLF', Buffer.from(DAY.replaceAll('\n', '\r\n'))],
    ['lone CR', Buffer.from(DAY.replaceAll('\n', '\r'))],
    ['ESC sequences', Buffer.from(DAY.replaceAll('\n', '\n\u001b[020t\u001b(1'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${DAY}`)],
    ['UTF-16LE', Buffer.from(DAY, 'utf16le')],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${DAY}`, 'utf16le')],
    ['Latin-1', Buffer.from(`${DAY}CAFÉ\n`, 'latin1')],
  ])('reads the same from %s, whatever the chunks', async (_name, bytes) => {
    for (const step of [1, 2, 3, 513, bytes.length]) {
      const read = await parse(bytes, { step })
      expect(read.status).toBe('PARSED')
      expect(read.transactions).toEqual(day.transactions)
    }
  })

  it('reads a date that can be two dates as the one nearest to the day of the journal', async () => {
    const text = '------------03/04/24 11:16:42-------------\n============TRANSACTION START=============\n'
    expect((await parseText(text, '2024-03-04')).transactions[0]?.startedAt).toBe('2024-03-04T11:16:42')
    expect((await parseText(text, '2024-04-03')).transactions[0]?.startedAt).toBe('2024-04-03T11:16:42')
  })

  it('takes a date that cannot be true for a fault of the clock, and the day of the journal instead', async () => {
    const text = '------------03/04/99 11:16:42-------------\n============TRANSACTION START=============\n'
    expect((await parseText(`${text}11:16:45 PIN ENTERED\n`)).transactions[0]?.startedAt).toBe('2026-05-13T11:16:45')
  })

  it('keeps a time printed late just after midnight on the day before', async () => {
    const text = `------------05/14/26 00:00:01-------------
============TRANSACTION START=============
23:59:59 CARD:;412345XXXXXX4444?
00:00:20 PIN ENTERED
`
    expect((await parseText(text)).transactions[0]).toMatchObject({
      startedAt: '2026-05-13T23:59:59',
      endedAt: '2026-05-14T00:00:20',
    })
  })
})

const fixture = (name: string) => readFileSync(new URL(`../fixtures/recycler/${name}.txt`, import.meta.url), 'utf8')
const outcomes = (await parseText(fixture('outcomes'))).transactions

describe('outcomes of a recycler', () => {
  it('distinguishes notes that were fewer, unknown, brought in or none from those that were taken', () => {
    expect(
      outcomes.map(({ attemptNo, kind, verdict, cashOutcome }) => [attemptNo, kind, verdict, cashOutcome]),
    ).toEqual([
      [1, 'WITHDRAWAL', 'APPROVED', 'PARTIAL'],
      [1, 'WITHDRAWAL', null, 'UNKNOWN'],
      [1, 'DEPOSIT', 'APPROVED', 'NONE'],
      [1, 'WITHDRAWAL', 'APPROVED', 'DISPENSED'],
      [2, 'OTHER', 'DECLINED', 'NONE'],
      [0, 'OTHER', null, 'NONE'],
      [1, 'WITHDRAWAL', null, 'UNKNOWN'],
    ])
    expect(outcomes.flatMap(({ firstLine, conflict }) => conflict.map((code) => [firstLine, code]))).toEqual([
      [2, 'AMOUNT_AND_NOTES'],
    ])
  })

  it('leaves notes in the shutter only where the journal goes on after them', async () => {
    const lines = [
      '------------05/13/26 10:00:00-------------\n============TRANSACTION START=============',
      '10:00:01 TNX REQUEST, OPCODE: A\n10:00:03 DISPENSE\n10:00:09 NOTES PRESENTED',
    ].join('\n')
    const outcome = async (after: string) =>
      (await parseText(`${lines}\n${after}`)).transactions.map(({ cashOutcome }) => cashOutcome)
    expect(await outcome('')).toEqual(['UNKNOWN'])
    expect(await outcome('**POWER OFF                05/13/26 10:01\n')).toEqual(['UNKNOWN'])
    const next = '------------05/13/26 10:05:00-------------\n============TRANSACTION START=============\n'
    expect(await outcome(next)).toEqual(['NOT_TAKEN', 'NONE'])
  })

  it('counts the notes of a command to dispense once, however often it and they are printed', () => {
    expect(outcomes[1]).toMatchObject({ amountMinor: 30_000n, currency: 'ETB' })
  })

  it('keeps the response to the notes apart from that to another request after them', () => {
    const session = { sessionLine: 46, card: '412345******0004' }
    expect(outcomes[3]).toMatchObject({
      ...session,
      attemptNo: 1,
      verdict: 'APPROVED',
      hostCode: '000',
      amountMinor: 40_000n,
      reference: '8004',
      lastLine: 59,
    })
    expect(outcomes[4]).toMatchObject({
      ...session,
      attemptNo: 2,
      verdict: 'DECLINED',
      hostCode: '105',
      amountMinor: 0n,
      reference: '8005',
      firstLine: 60,
    })
  })

  it('makes one session of a start mark printed again later, and two where another card follows it', async () => {
    const [ruler, start] = ['------------05/13/26 10:00:00-------------', '============TRANSACTION START=============']
    const card = (last4: string) => `10:00:0${last4.charAt(0)} CARD:;412345XXXXXX${last4}?`
    const counts = async (...lines: string[]) =>
      (await parseText([ruler, start, ...lines].join('\n'))).transactions.length
    expect(await counts(card('1111'), start, '10:00:04 PIN ENTERED')).toBe(1)
    expect(await counts(card('1111'), '10:00:04 PIN ENTERED', start, '10:00:05 TNX REQUEST, OPCODE: A')).toBe(1)
    expect(await counts(card('1111'), start, card('2222'))).toBe(2)
    expect(await counts(card('1111'), ruler, start, '10:00:04 PIN ENTERED')).toBe(2)
    expect(await counts(card('1111'), start)).toBe(2)
  })

  describe('of sessions that look the same', () => {
    const start = '============TRANSACTION START============='
    type Printed = { readonly [name in 'trace' | 'card' | 'amount' | 'second' | 'minute']?: number }
    const clock = (minute: number) => `08:${String(minute).padStart(2, '0')}`
    const ruler = (minute = 0) => `------------05/13/26 ${clock(minute)}:00-------------`
    const session = ({ trace = 1200, card = 4444, amount = 500, second = 1, minute = 0 }: Printed): string[] => {
      const time = `${clock(minute)}:0${second}`
      return [
        ...[`${time} CARD:;412345XXXXXX${card}?`, `${time} TNX REQUEST, OPCODE: A`],
        ...[`26/05/13 26/05/13 ${clock(minute)} 0`, `001 ${trace} 910020`, `412345XXXXXX${card}`],
        ...[` ${amount}.00  230`, '000', `TRACE: ${trace}`, `${time} DISPENSE`, `ETB${amount} -1`],
        ...[`${time} NOTES PRESENTED`, `${time} NOTES TAKEN BY CUSTOMER`],
      ]
    }
    const fifty = (printed: (n: number) => Printed) => [Array.from({ length: 50 }, (_, n) => printed(n))]
    const read = async (lines: readonly string[]) => (await parseText(lines.join('\n'), '2026-05-13')).transactions
    const DIFFERENT = [
      ['another trace', fifty((n) => ({ minute: n, trace: 1200 + n }))],
      ['another card', fifty((n) => ({ minute: n, card: 1200 + n }))],
      ['another amount', fifty((n) => ({ minute: n, amount: 100 + n }))],
      ['another time', fifty((n) => ({ minute: n }))],
    ] as const
    const factsOf = ({ trace = 1200, card = 4444, amount = 500 }: Printed) => [
      ...[String(trace), `412345******${card}`, BigInt(amount) * 100n],
    ]

    it.each(DIFFERENT)('makes one of each that has %s', async (_name, [sessions = []]) => {
      const found = await read(sessions.flatMap((printed) => [ruler(printed.minute), start, ...session(printed)]))
      expect(found.map(({ reference, card, amountMinor }) => [reference, card, amountMinor])).toEqual(
        sessions.map(factsOf),
      )
      expect(new Set(found.map(({ kind, verdict, cashOutcome }) => `${kind} ${verdict} ${cashOutcome}`))).toEqual(
        new Set(['WITHDRAWAL APPROVED DISPENSED']),
      )
    })

    it.each(DIFFERENT)(
      'gives none what is of another that has %s and the same time',
      async (_name, [sessions = []]) => {
        const found = await read(sessions.flatMap((printed) => [ruler(), start, ...session({ ...printed, minute: 0 })]))
        const whole = sessions.map((printed) => factsOf(printed).join())
        expect(found).not.toEqual([])
        for (const { reference, card, amountMinor } of found)
          if (reference !== null && card !== null) expect(whole).toContain([reference, card, amountMinor].join())
      },
    )

    it('makes one of each even where no ruler parts them, or none is earlier than its lines', async () => {
      const [sessions = []] = fifty((n) => ({ minute: n, trace: 1200 + n }))
      const together = [ruler(), ...sessions.flatMap((printed) => [start, ...session(printed)])]
      const same = sessions.flatMap((printed) => [ruler(printed.minute), start, ...session({ ...printed, second: 0 })])
      for (const lines of [together, same])
        expect((await read(lines)).map(({ reference }) => reference)).toEqual(
          sessions.map(({ trace }) => String(trace)),
        )
    })

    it('counts one once though all its lines are printed twice or three times', async () => {
      for (const times of [2, 3]) {
        const lines = [ruler(), start, ...session({})].flatMap((line) => new Array<string>(times).fill(line))
        expect(await read(lines)).toMatchObject([{ reference: '1200', amountMinor: 50_000n, cashOutcome: 'DISPENSED' }])
      }
    })
  })

  it('ends no session at a status line that is printed again, and reads notes on past a trace that is', async () => {
    const power = '**POWER OFF                05/13/26 11:10'
    const lines = fixture('outcomes').split('\n')
    const again = [...lines.slice(0, 35), power, ...lines.slice(35)].join('\n')
    const traced = [...lines.slice(0, 24), 'TRACE: 18002', ...lines.slice(24)].join('\n')
    for (const text of [again, traced]) {
      const read = (await parseText(text)).transactions
      expect(read.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual(
        outcomes.map(({ kind, amountMinor }) => [kind, amountMinor]),
      )
    }
  })

  it('is never truncated: the family prints no end mark', () => {
    expect(new Set(outcomes.map(({ completeness }) => completeness))).toEqual(new Set(['COMPLETE']))
  })

  it('ends a session at power, supervisor and the end of the file, and gives it no later line', () => {
    expect([outcomes[1]?.lastLine, outcomes[5]?.lastLine, outcomes[6]?.lastLine]).toEqual([30, 69, 78])
  })

  it('dates sessions over the end of a month, and past dates that can be two or cannot be true', async () => {
    expect((await parseText(fixture('nights'), '2026-03-01')).transactions).toMatchObject([
      { startedAt: '2026-02-28T23:59:40', endedAt: '2026-03-01T00:00:14', cashOutcome: 'DISPENSED' },
      { startedAt: '2026-03-01T00:09:00' },
      { startedAt: '2026-03-01T00:12:00' },
    ])
  })
})

describe('files that are not a whole journal', () => {
  it('fails an unknown family and what is no text, with a reason', async () => {
    expect(await parseText('hello\nworld\n')).toMatchObject({ status: 'FAILED', format: null, transactions: [] })
    expect((await parseText('hello\nworld\n')).error).toContain('Unknown family')
    expect((await parse(Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) % 32))).error).toContain('Not text')
    expect((await parse(new Uint8Array(0))).status).toBe('FAILED')
  })

  it('takes a day without transactions as a journal', async () => {
    expect(await parseText('------------03/04/24 11:16:42-------------\n')).toMatchObject({
      status: 'PARSED',
      transactions: [],
    })
  })

  it('is partial when a line is too long to be read or there are too many transactions', async () => {
    const long = await parseText(`${DAY}${'x'.repeat(100_000)}\n============TRANSACTION START=============\n`)
    expect(long).toMatchObject({ status: 'PARTIAL', error: 'Lines that could not be read: 1.', lines: 111 })
    expect(long.transactions).toHaveLength(7)
    expect(await parse(Buffer.from(DAY), { max: 2 })).toMatchObject({ status: 'PARTIAL', transactions: { length: 2 } })
  })

  it('is partial when amounts or dates run away, and keeps both within what can be true', async () => {
    const start = '------------05/13/26 08:00:00-------------\n============TRANSACTION START=============\n'
    const notes = Array.from({ length: 4_000 }, (_, at) => `ETB999999 -9999${at % 2}\n`).join('')
    const rich = await parseText(`${start}08:00:01 DISPENSE\n${notes}08:00:02 NOTES TAKEN BY CUSTOMER\n`)
    expect(rich).toMatchObject({ status: 'PARTIAL', error: 'Lines that could not be read: 1.' })
    expect(rich.transactions).toMatchObject([{ amountMinor: null, currency: null, verdict: 'APPROVED' }])
    const printed = await parseText(`${start}26/05/13 26/05/13 08:00 0\n 999999999999999.00  230\n`)
    expect(printed).toMatchObject({ status: 'PARTIAL', transactions: [{ amountMinor: null, currency: null }] })
    const night = (n: number) =>
      `============TRANSACTION START=============\n23:55:00 X${n}\n00:00:01 X${n}\n12:00:00 X${n}\n`
    const late = await parseText(Array.from({ length: 4_100 }, (_, n) => night(n)).join(''))
    expect(late.status).toBe('PARTIAL')
    expect(new Set(late.transactions.map(({ startedAt }) => startedAt.slice(0, 10)))).toEqual(
      new Set(['2026-05-13', '2026-05-14']),
    )
    const lastDay = await parseText(`${start}23:55:00 X\n00:00:01 X\n`.replace('05/13', '06/30'), '2026-06-30')
    expect(lastDay).toMatchObject({ status: 'PARTIAL', transactions: [{ endedAt: '2026-06-30T23:55:00' }] })
  })

  it('never throws, on any bytes and on any shuffling of real lines', async () => {
    const lines = DAY.split('\n')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...lines), fc.string(), fc.string({ unit: 'binary' })), { maxLength: 200 }),
        fc.uint8Array({ maxLength: 2_000 }),
        async (shuffled, bytes) => {
          const read = await parseText(shuffled.join('\n'))
          for (const found of read.transactions) expect(found.lastLine).toBeGreaterThanOrEqual(found.firstLine)
          await parse(bytes, { step: 7 })
        },
      ),
      { numRuns: 200 },
    )
  })
})
