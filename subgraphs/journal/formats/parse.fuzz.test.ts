import { describe, expect, it } from 'vitest'
import { type Choices, choicesOf } from '../../../demo/random.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { countSteps } from '../../../tests/support/steps.ts'
import { growing } from './growing.testing.ts'
import { JOURNALS_FACTOR, listFixtures, maskChunks, parseChunks } from './parse.testing.ts'

/** Half of them are the same in each run. */
const INPUTS = 40_000 * JOURNALS_FACTOR
/** Inputs of one test, so that none takes long on a busy machine. */
const BATCH = 2_000
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

type Below = Choices['below']

const oneOf = <T>(below: Below, items: readonly T[], otherwise: T): T => items[below(items.length)] ?? otherwise

/** Ways to damage a journal: of its lines or of their characters. */
const MUTATIONS: readonly ((lines: string[], below: Below) => void)[] = [
  // Cut.
  (lines, below) => void lines.splice(below(lines.length), 1 + below(4)),
  (lines, below) => {
    const at = below(lines.length)
    lines[at] = (lines[at] ?? '').slice(0, below(40))
  },
  // Duplicate, also marks within what they mark.
  (lines, below) =>
    void lines.splice(below(lines.length), 0, ...Array.from({ length: 3 }, () => oneOf(below, lines, ''))),
  // Swap.
  (lines, below) => {
    const [a, b] = [below(lines.length), below(lines.length)]
    const kept = lines[a] ?? ''
    lines[a] = lines[b] ?? ''
    lines[b] = kept
  },
  // Insert.
  (lines, below) => {
    const [at, column] = [below(lines.length), below(60)]
    const line = lines[at] ?? ''
    lines[at] = line.slice(0, column) + oneOf(below, INSERTS, '') + line.slice(column)
  },
  // Numbers that are no times, no dates, no amounts.
  (lines, below) => {
    const at = below(lines.length)
    lines[at] = (lines[at] ?? '').replaceAll(/\d/g, () => String(below(10)))
  },
  (lines, below) => {
    const at = below(lines.length)
    lines[at] = (lines[at] ?? '').replace(/\d+/, (digits) => digits.repeat(1 + below(20)))
  },
  // A line of another family.
  (lines, below) => void lines.splice(below(lines.length), 0, oneOf(below, oneOf(below, families, []), '')),
]

/** Flips bits, once all else is done, so that they fall into UTF-16 as well. */
const flip = (bytes: Buffer, below: Below): Buffer => {
  for (let flips = below(4); flips > 0 && bytes.length > 0; flips -= 1) {
    const at = below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
  }
  return bytes
}

const mutated = (seed: string): Buffer => {
  const { below } = choicesOf(seed)
  const all = oneOf(below, families, [])
  const from = below(Math.max(1, all.length - LINES))
  const lines = all.slice(from, from + LINES)
  for (let times = 1 + below(5); times > 0; times -= 1) oneOf(below, MUTATIONS, () => {})(lines, below)
  return flip(Buffer.from(lines.join(''), below(5) === 0 ? 'utf16le' : 'latin1'), below)
}

const check = async (seed: string): Promise<void> => {
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
  const batches = Array.from({ length: INPUTS / BATCH }, (_, batch) => ({
    first: Math.floor(batch / 2) * BATCH + 1,
    of: batch % 2 === 0 ? '' : `${SEED} `,
  }))
  it.each(batches)(
    'from seed $of$first on never make the masker or parser throw, nor name lines or times that are none',
    async ({ first, of }) => {
      for (let seed = first; seed < first + BATCH; seed += 1) await check(`${of}${seed}`)
    },
  )
})

describe('hostile lines', () => {
  it('take steps in proportion to their length, and no more than 200 a byte', async () => {
    const steps = await countSteps(new URL('growing.testing.ts', import.meta.url), 65_536)
    expect([...steps.keys()]).toEqual(Object.keys(growing))
    const slow = [...steps].filter(([, { growth, perUnit }]) => growth > 2.5 || perUnit > 200)
    expect(slow).toEqual([])
  }, 120_000)
})
