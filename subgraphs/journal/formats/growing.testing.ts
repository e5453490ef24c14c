import { chunksOf, listFixtures, maskChunks, parseChunks } from './parse.testing.ts'

/** Lines of every family, with their ends as they may come. */
const families = Object.values(Object.groupBy(listFixtures(), ({ family }) => family)).map((journals = []) =>
  journals.flatMap(({ text }) => text.split(/(?<=\n)/)),
)

const filled = (unit: string) => (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length))
const MARKS = [
  '============TRANSACTION START=============',
  '*TRANSACTION START*',
  '08:00:00 -> TRANSACTION START',
].join('\n')

const LINE_CHARS = 16_000
/** Each unit behind each head, in lines that are as long as lines are read, as often as the text is to be longer. */
const linesOf = (open: string, heads: readonly string[], units: readonly string[]) => {
  const lines = heads.flatMap((head) => units.map((unit) => `${open}${head}${filled(unit)(LINE_CHARS)}\n`)).join('')
  return (bytes: number) => lines.repeat(Math.ceil(bytes / 65_536))
}

const NCR_HEADS = ['', 'NOTES PRESENTED ', 'DENOMINATION ', 'CASH TOTAL ', 'AMOUNT : ', 'RRN. ', 'RESPONSE CODE ', '*']
const NCR_UNITS = ['*', ' ', '1,', 'TYPE1 ', '{{{', '}}}', '\u001b[020t', '04:48:20 ', 'AMOUNT ', ': ', '0', 'A.']
const GRG_UNITS = [
  'AMOUNT : ',
  'CARD : 4',
  '[Type (A)], REQUESTED: ',
  '[CAS 1] OUT: 1 ',
  'DELIVER MONEY.',
  '1',
  ' ',
  '-',
]
const WINCOR_UNITS = [
  'AMOUNT ',
  'RRN:[',
  'RESPONSE CODE ',
  'CASH REQUEST: ',
  'DATE 1',
  '1',
  ' ',
  '-',
  '1/',
  'CARD(',
  '0 ',
]

const NDC_UNITS = ['2500 INR ', '1X100 ', 'Cash-in amount: 1,', 'OPCODE = ', 'WITHDRAWAL RS.', '*', '=', ' ', '1', 'A ']
const DIEBOLD_UNITS = ['Card Inserted (4', 'DISPENSED : 1:0 ', 'Dispense Type1 [', '1:1 ', '[', '*', ' ', '1', 'A ']

const HYOSUNG_UNITS = [
  'TypeC(INR500)=',
  '500 x ',
  'Denomination [',
  'Dispense Count [',
  '1,',
  'RS.',
  ' ',
  '1',
  '[',
  '26-MAR-',
]
const DATED_UNITS = ['IDR50000x', 'Amount : ', 'RESPON ', 'RP1.', 'KARTU ', 'Rejectx', 'OP Code : ', ' ', '1', '*']
const EURONET_UNITS = [
  'Rs.500   :',
  '(Rs.4',
  '(Operation Code : ',
  'Card Number : ',
  '0500 010 ',
  ' ',
  '1',
  '(',
  '{pic-',
]

/** Texts of any length on which reading could take more than its share of steps. */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'a line of one letter': filled('x'),
  'a line of digits': filled('1'),
  'a line of zeros': filled('0'),
  'digits with spaces': filled('1 '),
  'groups of four': filled('4111 '),
  'digits with dashes': filled('4-'),
  spaces: filled(' '),
  dashes: filled('-'),
  stars: filled('*'),
  'equals signs': filled('='),
  'hidden digits and equals signs': filled('XXXXXXXXXXXXXXXX='),
  'track data': filled('4111111111111111^'),
  'numbers that are the track data of those before': filled('4111111111111111='),
  'numbers with tabs before': filled('\t\t4111'),
  'camera files': filled('P41111111111111111.JPG 4111111111111111 '),
  'unfinished control sequences': filled('\u001b['),
  'control sequences': filled('\u001b[0m'),
  NULs: filled('\0'),
  'shift codes': filled('\u000e4111\u000f'),
  'what is left of control sequences': filled('[020t(1'),
  'lines that begin with what is left of a control sequence': filled('(1\n(14111\n'),
  'empty lines': filled('\n'),
  'empty lines of CR': filled('\r'),
  'start marks within start marks': filled(`${MARKS}\n`),
  'start marks in one line': filled(MARKS.replaceAll('\n', ' ')),
  'lines of spaces after a mark': (bytes) => `${MARKS}\n${filled(`${' '.repeat(2_000)}x\n`)(bytes)}`,
  'lines of dashes after a mark': (bytes) => `${MARKS}\n${filled(`${'-'.repeat(2_000)}x\n`)(bytes)}`,
  'lines of stars after a mark': (bytes) => `${MARKS}\n${filled(`**${'a '.repeat(1_000)}*\n`)(bytes)}`,
  'lines of digits after a mark': (bytes) => `${MARKS}\n${filled(`${'1234567890,'.repeat(200)}\n`)(bytes)}`,
  'customers without end': filled('CUSTOMER INFORMATION ENTERED\n1234567890\n'),
  'spaces inside a line of a journal': (bytes) => {
    const lines = families.flatMap((all) => all.slice(0, 40))
    const width = Math.floor(bytes / lines.length)
    return lines.map((line) => line.replace(' ', ' '.repeat(width)).replace(/\n?$/, '\n')).join('')
  },
  'notes without end': (bytes) =>
    `*1*06/18/2025*04:48*\n*TRANSACTION START*\n${filled('04:48:20 NOTES PRESENTED 1,0\nCOUNT 1,1\n{{{\n')(bytes)}`,
  'a line with a time again and again': filled('*1*06/18/2025*04:48:01*\n'),
  'lines with a time and without again and again': filled('04:48:20 OPCODE = BBC\nRESPONSE CODE 000\n{{{\n'),
  'a session again and again': filled(
    '*1*06/18/2025*04:48*\n*TRANSACTION START*\n04:48:20 OPCODE = BBC\n04:48:22 GENAC 2 : TC\nRESPONSE CODE   000\n',
  ),
  'a session of the day and then of others': (bytes) =>
    Array.from({ length: Math.ceil(bytes / 90) }, (_, n) => {
      const session = `*TRANSACTION START*\n04:48:20 OPCODE = BBC\n04:48:22 GENAC 2 : TC\nRRN. ${n % 97}\n`
      return n % 3 === 0 ? `*1*06/${10 + (n % 20)}/2025*04:48*\n${session}` : session
    }).join(''),
  'receipts with another card than any session': (bytes) =>
    Array.from({ length: Math.ceil(bytes / 180) }, (_, n) => {
      const card = (number: number) => `817406******${String(number % 10_000).padStart(4, '0')}`
      const time = new Date(n * 4_000).toISOString().slice(11, 19)
      return (
        `*${n}*06/18/2025*${time.slice(0, 5)}*\n*TRANSACTION START*\n${time} CARD INSERTED\nCARD: ${card(2 * n)}\n` +
        `${time} OPCODE = BBC\nCARD NO  ${card(2 * n + 1)}\nRESPONSE CODE 000\n${time} TRANSACTION END\n`
      )
    }).join(''),
  'counters again and again': filled(
    `04:48:20 COUNTERS\n${'CASSETTE 0000\n'.repeat(40)}TYPE 1 0000\n\n\nTYPE 2 0000\nTYPE 3 0000\n`,
  ),
  'lines of NCR': linesOf('*1*06/18/2025*04:48*\n*TRANSACTION START*\n', NCR_HEADS, NCR_UNITS),
  'lines of GRG': linesOf(
    '2025-06-18 10:00:11.000 ----> TRANSACTION START\n',
    ['', '2025-06-18 10:00:11.001 '],
    GRG_UNITS,
  ),
  'lines of NDC': linesOf(
    '083105 *05/03/2025*08:31:05*\n*TRANSACTION START*\n',
    ['', '083106 ', '083106 NOTES PRESENTED ', '== '],
    NDC_UNITS,
  ),
  'lines of Agilis': linesOf(
    'Card Inserted (502265XXXXXX0092)\n',
    ['', '*****START*****\n', 'AMT AUTH : '],
    DIEBOLD_UNITS,
  ),
  'lines of Opteva': linesOf(
    '  0001 OPTEVA  20250608  08:15:02 EJ: Card Inserted (970436XXXXXX6633)\n',
    ['', '  0001 OPTEVA  20250608  08:15:03 EJ: '],
    DIEBOLD_UNITS,
  ),
  'lines of Hyosung': linesOf(
    '[000001][06/18/2025 10:00:00]TRANSACTION START\n[000002][06/18/2025 10:00:09]TRANSACTION REQUESTING: OPcode[A]\n',
    ['', '[000003][06/18/2025 10:00:11]', '[000003][06/18/2025 10:00:11]JOURNAL DATA\n', 'Escrow Count\n', 'TYPE'],
    HYOSUNG_UNITS,
  ),
  'dated lines': linesOf(
    '18/06/2025 10:00:00 TRANSACTION START\n18/06/2025 10:00:09 OP Code : BB     A\n',
    ['', '18/06/2025 10:00:11 ', '18/06/2025 10:00:11 Notes Counted:\n', 'TOTAL AMOUNT '],
    DATED_UNITS,
  ),
  'lines of EuroNet': linesOf(
    '==> 18-06-2025 10:00:00  Terminal ID : X\n    10:00:09 Transaction Req. Send : Succeeded\n',
    ['', '    10:00:11 ', '    10:00:11 Counted banknote :\n', 'Entered Data\n'],
    EURONET_UNITS,
  ),
  'lines of Wincor': linesOf('10:00:11 -> TRANSACTION START\n', ['', '10:00:11 '], WINCOR_UNITS),
}

/** Masking and reading each of them, by name. */
export const growing: Readonly<Record<string, (bytes: number) => () => unknown>> = Object.fromEntries(
  Object.entries(TEXTS).map(([name, make]) => [
    name,
    (bytes: number) => {
      const text = Buffer.from(make(bytes), 'latin1')
      return () => parseChunks([maskChunks(chunksOf(text, [65_536]))])
    },
  ]),
)
