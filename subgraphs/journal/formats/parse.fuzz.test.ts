import { describe, expect, it } from 'vitest'
import { countSteps } from '../../../tests/support/steps.ts'
import { growing } from './growing.testing.ts'
import { createDice, listFixtures, maskChunks, parseChunks } from './parse.testing.ts'

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

describe('hostile lines', () => {
  it('take steps in proportion to their length, and no more than 200 a byte', async () => {
    const steps = await countSteps(new URL('growing.testing.ts', import.meta.url), 65_536)
    expect([...steps.keys()]).toEqual(Object.keys(growing))
    const slow = [...steps].filter(([, { growth, perUnit }]) => growth > 2.5 || perUnit > 200)
    expect(slow).toEqual([])
  }, 120_000)
})
