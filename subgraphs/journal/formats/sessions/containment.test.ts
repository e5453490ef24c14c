import { describe, expect, it } from 'vitest'
import { parseText } from '../family.testing.ts'
import type { JournalTransaction } from './transaction.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** A session of an NCR journal that begins at an hour, with the card that the machine read and that of the receipt. */
const ncr = (hour: number, card: string, receiptCard: string, ...more: string[]): string[] => [
  ...[`*6${hour}*06/18/2025*${hour}:00*`, '*TRANSACTION START*', `${hour}:00:05 CARD INSERTED`],
  ...[`CARD: 817406******${card}`, `${hour}:00:10 OPCODE = BBC`, `${hour}:00:11 REQUEST SENT [AMOUNT=00001000]`],
  ...[`CARD NO  ${receiptCard}`, `RRN. 5169000000${hour}`, 'AUTH CODE : 337309', 'ACCOUNT NO : XXXXXX4321'],
  ...['RESPONSE CODE 000', ...more, `${hour}:01:00 TRANSACTION END`],
]
const own = (last4: string): string => `817406******${last4}`
const token = (last4: string): string => `990000******${last4}`

/** A session of a Wincor journal. */
const wincor = (hour: number, card: string, ...lines: string[]): string[] => [
  ...[`${hour}:00:00 -> TRANSACTION START`, `${hour}:00:01 TRACK 2 DATA: 531234******${card}`],
  ...[`${hour}:00:02 TRANSACTION REQUEST A`, `RRN:[5169000000${hour}]`, 'RESPONSE CODE 00', ...lines],
]
const end = (time: string): string => `${time} <- TRANSACTION END`

const read = (...lines: readonly string[]) => parseText([...lines, ''].join('\n'))

/** What an attempt has lost that may be another customer's. */
const LOST = {
  ...{ verdict: null, decidedBy: null, card: null, reference: null, rrn: null, stan: null },
  ...{ authorisationCode: null, serial: null, accountTail: null },
}
const kept = ({ card, verdict, reference }: JournalTransaction) => [card, verdict, reference]

describe('a receipt that prints another card than the session’s', () => {
  it('takes card, verdict and numbers from its attempt, and none from the others', async () => {
    const file = await read(...ncr(10, '1111', own('2222')), ...ncr(11, '3333', own('3333')))
    expect(file).toMatchObject({
      status: 'PARTIAL',
      reasons: [{ reason: 'CARD_MISMATCHES', count: 1 }],
      error: expect.stringContaining('1'),
    })
    expect(file.transactions).toMatchObject([
      { ...LOST, conflict: ['CARD_MISMATCH'], hostCode: null, firstLine: 2, lastLine: 12 },
      {
        ...{ conflict: [], verdict: 'APPROVED', card: own('3333'), reference: '516900000011' },
        ...{ authorisationCode: '337309', accountTail: '4321' },
      },
    ])
  })

  it('is found in a journal of Wincor, and is none where digits are hidden', async () => {
    const receipt = (card: string) => read(...wincor(10, '1001', `CARD : ${card}`, end('10:00:50')))
    expect(await receipt('531234XXXXXX1002')).toMatchObject({
      reasons: [{ reason: 'CARD_MISMATCHES', count: 1 }],
      transactions: [{ ...LOST, conflict: ['CARD_MISMATCH'] }],
    })
    for (const card of ['531234XXXXXX1001', '5312XXXXXXXXXX01'])
      expect(await receipt(card)).toMatchObject({
        status: 'PARSED',
        transactions: [{ verdict: 'APPROVED', card: '531234******1001' }],
      })
  })

  it('is a token where all receipts of the file print one, and each card always the same', async () => {
    const days = [
      ...[ncr(10, '1111', token('0001')), ncr(11, '3333', token('0003')), ncr(12, '5555', token('0005'))],
      ncr(13, '1111', token('0001')),
    ]
    const file = await read(...days.flat())
    expect(file).toMatchObject({ status: 'PARSED', reasons: [] })
    expect(file.transactions.map(kept)).toEqual([
      [own('1111'), 'APPROVED', '516900000010'],
      [own('3333'), 'APPROVED', '516900000011'],
      [own('5555'), 'APPROVED', '516900000012'],
      [own('1111'), 'APPROVED', '516900000013'],
    ])
  })

  it.each([
    ['too few cards', [ncr(10, '1111', token('0001')), ncr(11, '3333', token('0003'))], 2],
    [
      'one token of two cards',
      [
        ...[ncr(10, '1111', token('0001')), ncr(11, '3333', token('0003')), ncr(12, '5555', token('0005'))],
        ncr(13, '7777', token('0001')),
      ],
      4,
    ],
    [
      'two tokens of one card',
      [
        ...[ncr(10, '1111', token('0001')), ncr(11, '3333', token('0003')), ncr(12, '5555', token('0005'))],
        ncr(13, '1111', token('0007')),
      ],
      4,
    ],
    [
      'the cards of others',
      [ncr(10, '1111', own('3333')), ncr(11, '3333', own('5555')), ncr(12, '5555', own('1111'))],
      3,
    ],
    [
      'a receipt with the card itself',
      [
        ...[ncr(10, '1111', token('0001')), ncr(11, '3333', token('0003')), ncr(12, '5555', token('0005'))],
        ncr(13, '7777', own('7777')),
      ],
      3,
    ],
  ])('is no token with %s', async (_what, sessions, count) => {
    const file = await read(...sessions.flat())
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'CARD_MISMATCHES', count }] })
    expect(file.transactions.filter(({ conflict }) => conflict.includes('CARD_MISMATCH'))).toHaveLength(count)
  })
})

describe('lines of two customers in one session', () => {
  it('are noticed by a second card that the machine read', async () => {
    const file = await read(...ncr(10, '1111', own('1111'), `CARD: ${own('2222')}`), ...ncr(11, '3333', own('3333')))
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'MIXED_SESSIONS', count: 1 }] })
    expect(file.transactions).toMatchObject([
      { ...LOST, conflict: ['MIXED_LINES'] },
      { card: own('3333'), verdict: 'APPROVED', conflict: [] },
    ])
  })

  it('are noticed by receipts of two cards, or with two references, where the machine prints no card', async () => {
    const stamp = (second: number, text: string) => `2025-06-18 10:00:${pad(second)}.000 ${text}`
    const receipt = (card: string, rrn: string) => [`RRN : ${rrn}`, `CARD : 996700******${card}`, 'RESPONSE : 00']
    const grg = (...lines: string[]) =>
      read(
        ...[stamp(0, '----> TRANSACTION START'), stamp(5, 'TRANSACTION REQUEST A')],
        ...[stamp(9, 'TRANSACTION RECEIPT DATA'), ...lines, stamp(50, '<---- TRANSACTION END')],
      )
    const first = receipt('3334', '516900000001')
    expect(await grg(...first, ...first)).toMatchObject({
      status: 'PARSED',
      transactions: [{ card: '996700******3334', reference: '516900000001', verdict: 'APPROVED' }],
    })
    for (const other of [receipt('4445', '516900000001'), receipt('3334', '516900000002')]) {
      const file = await grg(...first, ...other)
      expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'MIXED_SESSIONS', count: 1 }] })
      expect(file.transactions).toMatchObject([{ ...LOST, conflict: ['MIXED_LINES'] }])
    }
  })

  it('are noticed by start marks that opened no session, each with a request', async () => {
    const merged = [
      ...wincor(10, '1001', '10:00:20 *** TRANSACTION START ***', '10:00:25 TRANSACTION REQUEST B'),
      ...['RESPONSE CODE 51', '10:00:30 *** TRANSACTION START ***', '10:00:35 TRANSACTION REQUEST C', end('10:00:50')],
    ]
    const file = await read(...merged, ...wincor(11, '1003', end('11:00:50')))
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'STARTS_WITHOUT_SESSION', count: 2 }] })
    const mixed = { ...LOST, sessionLine: 1, conflict: ['MIXED_LINES'] }
    expect(file.transactions).toMatchObject([
      { ...mixed, attemptNo: 1 },
      { ...mixed, attemptNo: 2 },
      { ...mixed, attemptNo: 3 },
      { attemptNo: 1, verdict: 'APPROVED', card: '531234******1003' },
    ])
  })

  it('are not suspected where a start mark is printed again before the request', async () => {
    const again = ['*** TRANSACTION START ***', '*** TRANSACTION START ***'].map((mark) => `10:00:00 ${mark}`)
    const [start = '', ...rest] = wincor(10, '1001', end('10:00:50'))
    expect(await read(start, ...again, ...rest)).toMatchObject({
      status: 'PARSED',
      transactions: [{ verdict: 'APPROVED', card: '531234******1001' }],
    })
  })

  it('are suspected in a session of more than two hours', async () => {
    const waiting = (minutes: number) =>
      Array.from({ length: Math.floor(minutes / 8) }, (_, n) => {
        const at = 10 * 60 + 8 * (n + 1)
        return `${pad(Math.floor(at / 60))}:${pad(at % 60)}:00 PLEASE WAIT`
      })
    const long = await read(...wincor(10, '1001', ...waiting(128)))
    expect(long).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'LONG_SESSIONS', count: 1 }] })
    expect(long.transactions).toMatchObject([{ ...LOST, conflict: ['MIXED_LINES'] }])
    expect(await read(...wincor(10, '1001', ...waiting(120)))).toMatchObject({
      status: 'PARSED',
      transactions: [{ verdict: 'APPROVED', card: '531234******1001', conflict: [] }],
    })
  })
})

describe('what may be another session’s', () => {
  const MIXED = { ...LOST, conflict: ['MIXED_LINES'] }
  const row = (time: string, stan: string) => `18/06/25 ${time} ${stan} TERM0001`
  const start = (hour: number, ...lines: string[]) => [
    ...[`*6${hour}*06/18/2025*${hour}:00:00*`, '*TRANSACTION START*', ...lines],
  ]

  it.each([
    [
      'a receipt of another time before the first line with a time',
      start(10, row('15:46:23', '401056'), '10:00:05 CARD INSERTED', `CARD: ${own('1111')}`),
    ],
    [
      'receipts that agree on a time that no zone explains',
      start(
        ...([10, '10:00:05 CARD INSERTED', `CARD: ${own('1111')}`, '10:00:10 OPCODE = BBC'] as const),
        ...['25/07/24 11:08:02 403884 TERM0001', 'RESPONSE CODE  : 151', '25/07/24 11:08:11 403891 TERM0001'],
      ),
    ],
    [
      'the card of the session before behind another one',
      [
        ...ncr(10, '2222', own('2222')),
        ...start(11, `CARD: ${own('1111')}`, `CARD: ${own('2222')}`, '11:00:09 GENAC 2 : TC'),
      ],
    ],
    [
      'a card that is printed behind the card’s own check',
      start(10, '10:00:05 REQUEST SENT', '10:00:08 GENAC 2 : AAC', `CARD: ${own('1111')}`),
    ],
    [
      'an answer behind a line of an earlier session that is printed again',
      [
        ...wincor(10, '2222', end('10:00:50')),
        ...wincor(11, '1001').slice(0, 2),
        end('10:00:50'),
        '11:00:02 CARD TAKEN',
        'RESPONSE CODE 51',
      ],
    ],
    ['an answer before an end mark behind a silence', [...wincor(11, '1001'), end('15:00:50')]],
    [
      'a start in its midst, printed behind its end',
      [
        '10:00:01 TRACK 2 DATA: 531234******1001',
        end('10:09:16'),
        '10:08:55 -> TRANSACTION START',
        '10:09:08 CASH TAKEN',
      ],
    ],
  ])('is %s', async (_what, lines) => {
    const file = await read(...lines)
    expect(file.status).toBe('PARTIAL')
    expect(file.transactions.at(-1)).toMatchObject(MIXED)
  })

  it('is no session that a request parts from the line that is printed again', async () => {
    const again = [...wincor(11, '1001').slice(0, 2), end('10:00:50'), ...wincor(11, '1001', end('11:00:50')).slice(2)]
    expect(await read(...wincor(10, '2222', end('10:00:50')), ...again)).toMatchObject({
      status: 'PARSED',
      transactions: [{ verdict: 'APPROVED' }, { verdict: 'APPROVED', card: '531234******1001' }],
    })
  })
})

describe('marks that belong to no session', () => {
  it('are ends without a start, but for the one of a session that began before the file', async () => {
    const session = wincor(11, '1003', end('11:00:50'))
    expect(await read(end('10:59:00'), ...session)).toMatchObject({ status: 'PARSED', reasons: [] })
    const file = await read(...session, end('11:20:50'), end('11:30:00'))
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'ENDS_WITHOUT_START', count: 2 }] })
    expect(file.transactions).toMatchObject([{ verdict: 'APPROVED', card: '531234******1003', lastLine: 6 }])
  })

  it('are requests of a file without any session', async () => {
    const requests = ['REQUEST SENT [AMOUNT=00001000]', 'RESPONSE RECEIVED [FUNCTION ID=A]', 'REQUEST SENT']
    const file = await read('*1*06/18/2025*04:48*', ...requests.map((text, n) => `04:48:1${n} ${text}`))
    expect(file).toMatchObject({
      ...{ status: 'PARTIAL', format: 'NCR', transactions: [] },
      reasons: [{ reason: 'REQUESTS_WITHOUT_SESSION', count: 2 }],
    })
  })
})

describe('a clock that is put back', () => {
  it('ends the session at its second line, and gives it nothing of what follows', async () => {
    const back = ['08:00:00 CARD READER OK', '08:00:02 TRANSACTION REQUEST B', 'RRN:[516900000099]', 'RESPONSE CODE 51']
    const file = await read(...wincor(10, '1001', '10:00:40 CASH TAKEN'), ...back, end('08:00:09'))
    expect(file).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'TIME_JUMPS', count: 1 }] })
    const [first, ...others] = file.transactions
    expect(first).toMatchObject({
      ...{ verdict: 'APPROVED', hostCode: '00', card: '531234******1001', reference: '516900000010' },
      ...{ endedAt: '2025-06-18T10:00:40', completeness: 'TRUNCATED', lastLine: 6 },
    })
    for (const { card, reference, hostCode } of others) {
      expect(card).toBe(null)
      expect([null, '516900000099']).toContain(reference)
      expect([null, '51']).toContain(hostCode)
    }
  })

  it('takes what may be of either from lines without a time just before', async () => {
    const file = await read(...wincor(10, '1001'), '08:00:00 CARD READER OK', '08:00:02 CARD READER OK')
    expect(file).toMatchObject({ status: 'PARTIAL', transactions: [{ ...LOST, conflict: ['MIXED_LINES'] }] })
  })
})

describe('the days of a file', () => {
  it('are those of its dated lines, in their order, with how many lines each has', async () => {
    const dated = (day: string, hour = 10) => ncr(hour, '1111', own('1111')).map((line) => line.replace('06/18', day))
    expect(await read(...dated('06/18'), ...dated('06/17'), ...dated('06/17', 11))).toMatchObject({
      datedDays: [
        { day: '2025-06-17', lines: 2 },
        { day: '2025-06-18', lines: 1 },
      ],
    })
    expect((await read(...wincor(10, '1001', end('10:00:50')))).datedDays).toEqual([])
  })

  it('are none that cannot be true', async () => {
    const file = await read(...ncr(10, '1111', own('1111')).map((line) => line.replace('06/18/2025', '06/18/2099')))
    expect(file).toMatchObject({ format: 'NCR', datedDays: [] })
  })

  it('are counted of every line that prints its date', async () => {
    const lines = ['17 23:59:00', '17 23:59:59', '18 00:00:05'].map((at) => `2025-06-${at}.000 TRANSACTION REQUEST A`)
    expect((await read(...lines)).datedDays).toEqual([
      { day: '2025-06-17', lines: 2 },
      { day: '2025-06-18', lines: 1 },
    ])
  })
})

describe('a retrieval reference of two cards', () => {
  const withReference = (hour: number, card: string, rrn: string) =>
    wincor(hour, card, end(`${hour}:00:50`)).map((line) => line.replace(`5169000000${hour}`, rrn))

  it('takes card, verdict and numbers from both sessions, and none from others', async () => {
    const rrn = '516900000010'
    const file = await read(
      ...[
        withReference(10, '1001', rrn),
        withReference(11, '1002', rrn),
        withReference(12, '1003', '516900000012'),
      ].flat(),
    )
    expect(file.reasons).toEqual([{ reason: 'MIXED_SESSIONS', count: 2 }])
    expect(file.transactions).toMatchObject([
      { ...LOST, conflict: ['MIXED_LINES'] },
      { ...LOST, conflict: ['MIXED_LINES'] },
      { verdict: 'APPROVED', conflict: [] },
    ])
  })

  it('is none where three cards share it: a constant of the host', async () => {
    const hours = [10, 11, 12]
    const file = await read(...hours.flatMap((hour) => withReference(hour, `10${hour}`, '516900000010')))
    expect(file).toMatchObject({ status: 'PARSED', transactions: hours.map(() => ({ verdict: 'APPROVED' })) })
  })

  it('is none where the card is the same, the number short or all zeros', async () => {
    for (const [card, rrn] of [
      ['1001', '516900000010'],
      ['1002', '4711'],
      ['1002', '000000000000'],
    ] as const)
      expect(await read(...withReference(10, '1001', rrn), ...withReference(11, card, rrn))).toMatchObject({
        status: 'PARSED',
        transactions: [{ verdict: 'APPROVED' }, { verdict: 'APPROVED' }],
      })
  })
})
