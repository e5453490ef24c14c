import { describe, expect, it } from 'vitest'
import { timeRatio } from '../../../tests/growth.ts'
import { chunksOf, createDice, listFixtures, maskChunks, parseChunks } from './parse.testing.ts'

const INPUTS = 100_000
const LINES = 16

/** Lines of every family, with their ends as they may come. */
const families = Object.values(Object.groupBy(listFixtures(), ({ family }) => family)).map((journals = []) =>
  journals.flatMap(({ text }) => text.split(/(?<=\n)/)),
)

const INSERTS = [
  '\u001b',
  '\0',
  '\r',
  '\n',
  '\u00ff',
  '\u001b[',
  '\u001b(',
  '9'.repeat(40),
  '-'.repeat(30),
  '99/99/9999',
]

type Dice = (bound: number) => number

const oneOf = <T>(dice: Dice, items: readonly T[], otherwise: T): T => items[dice(items.length)] ?? otherwise

/** Ways to damage a journal: of its lines or of their characters. */
const MUTATIONS: readonly ((lines: string[], dice: Dice) => void)[] = [
  // Cut.
  (lines, dice) => void lines.splice(dice(lines.length), 1 + dice(4)),
  (lines, dice) => {
    const at = dice(lines.length)
    lines[at] = (lines[at] ?? '').slice(0, dice(40))
  },
  // Duplicate, also marks within what they mark.
  (lines, dice) => void lines.splice(dice(lines.length), 0, ...Array.from({ length: 3 }, () => oneOf(dice, lines, ''))),
  // Swap.
  (lines, dice) => {
    const [a, b] = [dice(lines.length), dice(lines.length)]
    const kept = lines[a] ?? ''
    lines[a] = lines[b] ?? ''
    lines[b] = kept
  },
  // Insert.
  (lines, dice) => {
    const [at, column] = [dice(lines.length), dice(60)]
    const line = lines[at] ?? ''
    lines[at] = line.slice(0, column) + oneOf(dice, INSERTS, '') + line.slice(column)
  },
  // Numbers that are no times, no dates, no amounts.
  (lines, dice) => {
    const at = dice(lines.length)
    lines[at] = (lines[at] ?? '').replaceAll(/\d/g, () => String(dice(10)))
  },
  (lines, dice) => {
    const at = dice(lines.length)
    lines[at] = (lines[at] ?? '').replace(/\d+/, (digits) => digits.repeat(1 + dice(20)))
  },
  // A line of another family.
  (lines, dice) => void lines.splice(dice(lines.length), 0, oneOf(dice, oneOf(dice, families, []), '')),
]

/** Flips bits, once all else is done, so that they fall into UTF-16 as well. */
const flip = (bytes: Buffer, dice: Dice): Buffer => {
  for (let flips = dice(4); flips > 0 && bytes.length > 0; flips -= 1) {
    const at = dice(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << dice(8))
  }
  return bytes
}

const mutated = (seed: number): Buffer => {
  const dice = createDice(seed)
  const all = oneOf(dice, families, [])
  const from = dice(Math.max(1, all.length - LINES))
  const lines = all.slice(from, from + LINES)
  for (let times = 1 + dice(5); times > 0; times -= 1) oneOf(dice, MUTATIONS, () => {})(lines, dice)
  return flip(Buffer.from(lines.join(''), dice(5) === 0 ? 'utf16le' : 'latin1'), dice)
}

const check = async (seed: number): Promise<void> => {
  const bytes = mutated(seed)
  const masked = maskChunks([bytes])
  if (masked.length !== bytes.length) throw new Error(`masking changed the length (seed ${seed})`)
  const { transactions, lines, status, error } = await parseChunks([masked])
  if ((error === null) !== (status === 'PARSED')) throw new Error(`no reason for ${status} (seed ${seed})`)
  for (const { firstLine, lastLine, startedAt } of transactions) {
    const inside = firstLine >= 1 && firstLine <= lastLine && lastLine <= lines
    if (!inside || Number.isNaN(Date.parse(`${startedAt}Z`))) throw new Error(`no such place or time (seed ${seed})`)
  }
}

describe('damaged journals', () => {
  it('never make the masker or the parser throw, nor tell of lines and times that are none', async () => {
    for (let seed = 1; seed <= INPUTS; seed += 1) await check(seed)
  }, 120_000)
})

/** How much longer a text of twice the length takes. */
const growthOf = (make: (bytes: number) => string, size: number): Promise<number> => {
  const reading = (bytes: number) => {
    const text = Buffer.from(make(bytes), 'latin1')
    return () => parseChunks([maskChunks(chunksOf(text, [65_536]))])
  }
  return timeRatio(reading(size), reading(2 * size), 3)
}

const filled = (unit: string) => (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length))
const MARKS = [
  '============TRANSACTION START=============',
  '*TRANSACTION START*',
  '08:00:00 -> TRANSACTION START',
].join('\n')

describe('hostile lines take time in proportion to their length:', () => {
  it.each([
    ['a line of one letter', filled('x')],
    ['a line of digits', filled('1')],
    ['a line of zeros', filled('0')],
    ['digits with spaces', filled('1 ')],
    ['groups of four', filled('4111 ')],
    ['digits with dashes', filled('4-')],
    ['spaces', filled(' ')],
    ['dashes', filled('-')],
    ['stars', filled('*')],
    ['equals signs', filled('=')],
    ['hidden digits and equals signs', filled('XXXXXXXXXXXXXXXX=')],
    ['track data', filled('4111111111111111^')],
    ['numbers that are the track data of those before', filled('4111111111111111=')],
    ['numbers with tabs before', filled('\t\t4111')],
    ['camera files', filled('P41111111111111111.JPG 4111111111111111 ')],
    ['unfinished control sequences', filled('\u001b[')],
    ['control sequences', filled('\u001b[0m')],
    ['NULs', filled('\0')],
    ['empty lines', filled('\n')],
    ['empty lines of CR', filled('\r')],
    ['start marks within start marks', filled(`${MARKS}\n`)],
    ['start marks in one line', filled(MARKS.replaceAll('\n', ' '))],
    ['lines of spaces after a mark', (bytes: number) => `${MARKS}\n${filled(`${' '.repeat(2_000)}x\n`)(bytes)}`],
    ['lines of dashes after a mark', (bytes: number) => `${MARKS}\n${filled(`${'-'.repeat(2_000)}x\n`)(bytes)}`],
    ['lines of stars after a mark', (bytes: number) => `${MARKS}\n${filled(`**${'a '.repeat(1_000)}*\n`)(bytes)}`],
    ['lines of digits after a mark', (bytes: number) => `${MARKS}\n${filled(`${'1234567890,'.repeat(200)}\n`)(bytes)}`],
    ['customers without end', filled('CUSTOMER INFORMATION ENTERED\n1234567890\n')],
  ])('%s', async (_name, make) => {
    expect(await growthOf(make, 524_288)).toBeLessThanOrEqual(3)
  })

  it('spaces inside a line of a journal', async () => {
    const lines = families.flatMap((all) => all.slice(0, 40))
    const make = (bytes: number): string => {
      const width = Math.floor(bytes / lines.length)
      return lines.map((line) => line.replace(' ', ' '.repeat(width)).replace(/\n?$/, '\n')).join('')
    }
    expect(await growthOf(make, 524_288)).toBeLessThanOrEqual(3)
  })
})
