import { DEMO_FLEET, type DemoAtm } from '../../../demo/fleet.ts'
import { datedLine, printedDate, printSession, timeText } from '../../../demo/journal-sessions.ts'
import { type Choices, choicesOf } from '../../../demo/random.ts'
import { isCardNumber } from '../../../subgraphs/kit/cards/card-numbers.rules.ts'

/** The day that all these journals are of. */
export const BENCH_DATE = '2026-05-13'

const [YEAR, MONTH, DAY] = ['2026', '05', '13']
const OPENING_S = 5 * 3600
const CLOSING_S = 23 * 3600

/** What one customer, and what is between two, prints; `at` is in seconds since midnight. */
type Printer = {
  readonly sessions: number
  readonly lineEnd: string
  opening(choices: Choices): readonly string[]
  session(choices: Choices, at: number, number: number): readonly string[]
  device(choices: Choices, at: number): readonly string[]
}

/** Lines in turn, each some seconds after the one before; the form of the time is the family's. */
const createWriter = (at: number, stamp: (seconds: number) => string) => {
  const lines: string[] = []
  let now = at
  return {
    lines,
    timed(afterS: number, text: string): void {
      now += afterS
      lines.push(`${stamp(now)} ${text}`)
    },
    plain(...texts: readonly string[]): void {
      lines.push(...texts)
    },
    now: () => now,
  }
}

const hiddenCard = (choices: Choices): string =>
  `${choices.pick(['817406', '531234', '424242'])}******${choices.digits(4)}`
/** A card number as some machines print it: in clear, made up. */
const clearCard = (choices: Choices): string => {
  const stem = `4${choices.digits(14)}`
  return [...'0123456789'].map((last) => stem + last).find(isCardNumber) ?? stem
}

const money = (whole: number): string => `${String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.00`

const RECYCLER_WIDTH = 42

const recyclerHeading = (atm: DemoAtm, at: number, text: string): readonly string[] => [
  datedLine(BENCH_DATE, at),
  `DATE:${printedDate(BENCH_DATE)}        TIME:${timeText(at)}`,
  `BRANCH:0000000000000 MACHINE NO:${atm.machineNo}`,
  text,
  '',
]

const recyclerStatus = (choices: Choices, at: number): readonly string[] => [
  datedLine(BENCH_DATE, at),
  '============STATUS INFORMATION============',
  `DATE:${printedDate(BENCH_DATE)}        TIME:${timeText(at)}`,
  '  CASH-IN ACTIVE   : CASH-OUT ACTIVE',
  ...[200, 100, 50, 200].flatMap((note, n) => [
    `  CST.${n + 1}(RB-INOUT ) : ETB ${String(note).padEnd(9)}: ${choices.digits(4)}`,
    choices.chance(0.5) ? '        OK' : '        EMPTY',
  ]),
  ...['ETB 100 ', 'ETB 50  ', 'VOID    '].map((cell) => `                     ${cell}     : 0000`),
  '  RPR  : DISABLED : EMPTY',
  '',
  '  CARD(MOTOR) : ENABLED  : OK',
  '',
  '==========================================',
]

const recyclerCounters = (choices: Choices): readonly string[] => [
  'VIEW COUNTERS',
  '',
  'ETB        TXN CNT-AMOUNT',
  `CWD        ${choices.digits(4)}-${choices.digits(12)}`,
  'DEP        0000-000000000000',
  '',
  ...['URJB    ', ' CWD RST', ' DEP RST', 'CST1    ', 'CST2    ', 'CST3    ', ' CWD RJ ', '     RST', 'TOTAL   '].map(
    (name) => `${name} ${choices.digits(6)} 000000 000000`,
  ),
  'CARD CAPTURED 0000',
]

const recyclerStatusLine = (text: string, at: number): string =>
  `**${text.padEnd(24)} ${printedDate(BENCH_DATE)} ${timeText(at).slice(0, 5)}`

/**
 * Like a recycler's day: customers are a fifth of it, what the device says of itself is the rest; lines filled up
 * with spaces.
 */
const recycler: Printer = {
  sessions: 125,
  lineEnd: '\r\n',
  opening: (choices) => recyclerCounters(choices),
  session(choices, at, trace) {
    const [atm] = DEMO_FLEET
    if (atm === undefined) return []
    return printSession({ atm, date: BENCH_DATE, choices, trace }, at).lines
  },
  device(choices, at) {
    const [atm] = DEMO_FLEET
    if (atm === undefined) return []
    const error = `${choices.pick(['88870200', 'D8217003'])}`
    return [
      ...recyclerHeading(atm, at, 'OUT-OF-SERVICE'),
      recyclerStatusLine(`ERROR DESC ${error}`, at + 2),
      '  HOST OFFLINE',
      recyclerStatusLine('RESET         C', at + 4),
      ...recyclerHeading(atm, at + 5, 'IN-SERVICE'),
      '   IN-SERVICE OK',
      recyclerStatusLine('CARD FILE CREATED   0993', at + 6),
      ...recyclerStatus(choices, at + 8),
      ...(choices.chance(0.3) ? recyclerCounters(choices) : []),
    ].map((line) => line.padEnd(RECYCLER_WIDTH))
  },
}

const ncrReceipt = (choices: Choices, number: number, amount: number, card: string): readonly string[] => [
  '        CITY BANK',
  `${DAY}/${MONTH}/26  ${timeText(number % 86_400).slice(0, 5)}  ATM 00000042`,
  `CARD NO       ${card}`,
  `TRAN NO       ${number}`,
  `RRN.          5169${choices.digits(8)}`,
  `WITHDRAWAL    ${amount}.00`,
  `RESPONSE CODE   ${choices.chance(0.75) ? '000' : '051'}`,
]

const ncr: Printer = {
  sessions: 270,
  lineEnd: '\n',
  opening: () => [
    `*${MONTH}/12/${YEAR}*23:58:13*`,
    '*0051*1*H*1,M-05,R-3111',
    'CASH TOTAL       TYPE1 TYPE2 TYPE3 TYPE4',
    'DENOMINATION     00100 00200 00500 01000',
    'DISPENSED        00000 00000 00000 00000',
    'REJECTED         00000 00000 00000 00000',
    'REMAINING        02000 02000 01500 01000',
  ],
  session(choices, at, number) {
    const writer = createWriter(at, (seconds) => `\u001b[020t ${timeText(seconds)}`)
    const card = hiddenCard(choices)
    const amount = choices.between(1, 40) * 50
    writer.plain(`*${number}*${MONTH}/${DAY}/${YEAR}*${timeText(at)}*`, '*TRANSACTION START*')
    writer.timed(0, 'CARD INSERTED')
    writer.timed(2, 'ATR RECEIVED T=0')
    writer.plain(`CARD: ${card}`, 'AID: A0000000031010')
    writer.timed(7, 'PIN ENTERED')
    writer.timed(5, 'OPCODE = BBC')
    writer.timed(1, `REQUEST SENT [AMOUNT=${String(amount).padStart(8, '0')}]`)
    writer.plain(`{{{ "SESSION": ${number}, "EVENT": "REQUEST", "DATE": "2026-05-13T01:48:21.318Z" }}}`)
    writer.timed(2, `RESPONSE RECEIVED [FUNCTION ID=A,  TXN SN NO=${number}]`)
    writer.timed(0, 'GENAC 1 : ARQC')
    writer.timed(1, 'GENAC 2 : TC')
    writer.plain(...ncrReceipt(choices, number, amount, card))
    writer.timed(2, 'NOTES STACKED')
    writer.timed(3, 'CARD TAKEN')
    writer.timed(2, 'NOTES PRESENTED 0,0,0,1')
    writer.timed(4, 'NOTES TAKEN')
    writer.timed(2, 'TRANSACTION END')
    return writer.lines
  },
  device: (choices, at) => [
    `*${choices.digits(2)}*1*E*000000000,M-00,R-10011`,
    '*0051*1*H*1,M-05,R-3111',
    `*${choices.digits(4)}*1*D(1*1,M-00,R-0000`,
    `\u001b[020t ${timeText(at)} HOST CONNECTED`,
    `\u001b[020t ${timeText(at + 1)} COMMUNICATION OFFLINE`,
    `\u001b[020t ${timeText(at + 9)} COMMUNICATION ONLINE`,
    'CASSETTE 1 OK  CASSETTE 2 OK  CASSETTE 3 LOW  CASSETTE 4 OK',
    `JOURNAL PRINTER STATUS ${choices.digits(3)} PAPER OK`,
  ],
}

const wincor: Printer = {
  sessions: 330,
  lineEnd: '\r\n',
  opening: () => ['PROCASH/NDC ELECTRONIC JOURNAL', `DATE ${DAY}.${MONTH}.${YEAR}                ATM: W0000042`],
  session(choices, at, number) {
    const writer = createWriter(at, timeText)
    const card = hiddenCard(choices)
    const amount = choices.between(1, 40) * 50
    writer.timed(0, '-> TRANSACTION START')
    writer.timed(0, `TRACK 2 DATA: ${card}`)
    writer.timed(1, 'EMV AID A0000000041010')
    writer.timed(7, 'PIN ENTERED')
    writer.timed(2, `AMOUNT ${amount * 100} ENTERED`)
    writer.timed(2, 'TRANSACTION REQUEST AADA   A')
    writer.timed(2, 'TRANSACTION REPLY NEXT 128 FUNCTION Z000Z000E065')
    writer.plain('----------------------------------------')
    writer.plain(`${DAY}/${MONTH}/${YEAR} ${timeText(writer.now())} W0000042`, 'CASH WITHDRAWAL')
    writer.plain(`AMOUNT           ${money(amount)} UAH`, `RESPONSE CODE    ${choices.chance(0.75) ? '000' : '051'}`)
    writer.plain(`RRN:[5169${choices.digits(8)}]`, '----------------------------------------')
    writer.timed(4, `CARD(${card}) TAKEN`)
    writer.timed(3, 'CASH REQUEST: 02010000')
    writer.timed(6, 'CASH PRESENTED')
    writer.timed(5, 'CASH TAKEN')
    writer.timed(number % 3, '<- TRANSACTION END')
    return writer.lines
  },
  device: (choices, at) => [
    `${timeText(at)} COMMUNICATION OFFLINE`,
    `${timeText(at + 4)} COMMUNICATION ONLINE`,
    `${timeText(at + 5)} CASH DISPENSER STATUS ${choices.digits(8)}`,
    `${timeText(at + 5)} CASSETTE 1 ${choices.digits(4)} CASSETTE 2 ${choices.digits(4)}`,
    `${timeText(at + 6)} JOURNAL PRINTER OK  RECEIPT PRINTER PAPER LOW`,
    `${timeText(at + 7)} SENSORS AND INDICATORS ${choices.digits(12)}`,
  ],
}

const grgStamp = (seconds: number): string =>
  `${BENCH_DATE} ${timeText(seconds)}.${String((seconds * 37) % 1_000).padStart(3, '0')}`

const grg: Printer = {
  sessions: 230,
  lineEnd: '\r\n',
  opening: () => [`${grgStamp(60)} ATM POWER UP`, `${grgStamp(80)} LINE UP`, `${grgStamp(82)} ENTER INSERVICE MODE`],
  session(choices, at, number) {
    const writer = createWriter(at, grgStamp)
    const pieces = choices.between(1, 20)
    const count = String(pieces).padStart(2, '0')
    writer.timed(0, '----> TRANSACTION START')
    writer.timed(1, 'CARD INSERTED')
    writer.timed(1, 'AID: A0000000031010')
    writer.timed(8, 'TRANSACTION REQUEST ADBA  AC')
    writer.timed(4, `TRANSACTION SERIAL NUMBER:${String(number).padStart(4, '0')}`)
    writer.timed(1, 'DISPENSE COMMAND FROM HOST:')
    writer.plain(`[Type (A)], REQUESTED: ${count}`)
    writer.timed(0, 'DISPENSE COMMAND TO CASSETTE:')
    writer.plain(`[Type (A)][CAS 00001] REQUESTED: ${count}`)
    writer.timed(12, 'DISPENSE SUCCESS')
    writer.timed(1, `[CAS 00001] OUT: ${count}, REJECT: 00, DENO: 1000`)
    writer.timed(4, 'CARD TAKEN')
    writer.timed(4, 'PRESENT SUCCESS.')
    writer.timed(9, 'DELIVER MONEY...MONEY TAKEN=======')
    writer.timed(2, 'TRANSACTION RECEIPT DATA')
    writer.plain('Transaction Type  : WID', `DATE              : ${DAY}/${MONTH}/${YEAR} ${timeText(at)}`)
    writer.plain('ATM               : 41', 'WORDING           : MARKET STREET', 'CURRENCY          : YER')
    writer.plain(`AMOUNT            : ${pieces * 1_000}`, `RRN               : 5169${choices.digits(8)}`)
    writer.plain(`STAN              : ${choices.digits(6)}`, `AUTH CODE         : ${choices.digits(6)}`)
    writer.plain(`CARD              : ${clearCard(choices)}`, 'RESPONSE          : APPROVED')
    writer.timed(2, '<---- TRANSACTION END')
    return writer.lines
  },
  device: (choices, at) => [
    `${grgStamp(at)} CASSETTE STATUS:`,
    `CAS(00001):${choices.digits(4)}/0000/1000/YER/NORMAL/RCYC/TYPE(A)`,
    `CAS(00002):${choices.digits(4)}/0000/1000/YER/NORMAL/RCYC/TYPE(B)`,
    `${grgStamp(at + 1)} LINE DOWN`,
    `${grgStamp(at + 6)} LINE UP`,
    `${grgStamp(at + 7)} RECEIPT PRINTER: PAPER OK, JOURNAL: OK`,
    `${grgStamp(at + 8)} UPS STATUS NORMAL, TEMPERATURE ${choices.digits(2)}`,
  ],
}

const PRINTERS = { recycler, ncr, wincor, grg } satisfies Readonly<Record<string, Printer>>

/** The families of which days can be made. */
export const BENCH_FAMILIES = ['recycler', 'ncr', 'wincor', 'grg'] as const

/** A busy machine's journal of a day, about 288 KiB: made-up customers, and what the device says between them. */
export const benchDay = (family: (typeof BENCH_FAMILIES)[number], seed: number): Buffer => {
  const printer: Printer = PRINTERS[family]
  const choices = choicesOf(`journal bench ${family} ${seed}`)
  const step = (CLOSING_S - OPENING_S) / printer.sessions
  const lines = [...printer.opening(choices)]
  for (let n = 0; n < printer.sessions; n += 1) {
    const at = Math.floor(OPENING_S + n * step)
    lines.push(...printer.session(choices, at, 1_000 + n), ...printer.device(choices, Math.floor(at + step * 0.8)))
  }
  return Buffer.from(lines.map((line) => line + printer.lineEnd).join(''), 'latin1')
}
