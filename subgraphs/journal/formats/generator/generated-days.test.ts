import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../../../demo/random.ts'
import { SEED } from '../../../../tests/support/seed.ts'
import { FAMILIES } from '../families.ts'
import { JOURNALS_FACTOR, maskChunks, parseChunks } from '../parse.testing.ts'
import { beginsIn, differencesOf } from './comparison.testing.ts'
import { applyOddity, DISTURBANCES, drawFrom, ENCODINGS, textOf, UNTIMED_DISTURBANCES } from './disturbances.testing.ts'
import type { Printer } from './page.testing.ts'
import { planOf } from './plan.testing.ts'
import { PRINTERS } from './printers.testing.ts'

/** How many days each printer prints. */
const DAYS = 300 * JOURNALS_FACTOR
/** Differences that are reported of a printer. */
const REPORTED = 5

const SIZE = { sessions: 10, apart: [200, 5_000] } as const

const checkDay = async (printer: Printer, seed: string): Promise<readonly string[]> => {
  const draw = choicesOf(`disturbance of ${seed}`)
  const plan = planOf(seed, printer.abilities, { sessions: draw.between(1, 10), apart: [200, 5_000] })
  const day = printer.print(plan)
  const [disturbance, disturb] = drawFrom(draw, printer.isTimed ? DISTURBANCES : UNTIMED_DISTURBANCES)
  const { lines, torn } = disturb(day.lines, draw)
  const [encoding, encode] = drawFrom(draw, ENCODINGS)
  const oddity = printer.oddities.length > 0 && draw.chance(0.3) ? (printer.oddities[draw.below(3)] ?? null) : null
  const bytes = encode(applyOddity(textOf(lines), oddity))
  const result = await parseChunks([maskChunks([bytes])], day.journalDate)
  const isTorn = (session: number | null) => session === null || torn.has(session)
  const expected = day.expected.filter(({ session }) => !isTorn(session))
  const differences =
    result.format === printer.family || expected.length === 0
      ? differencesOf(
          expected,
          torn.size === 0 ? result.transactions : result.transactions.filter((each) => !isTorn(beginsIn(each, lines))),
        )
      : [`taken for ${result.format}`]
  return differences.map((text) => `${seed}, ${disturbance}, ${encoding}, ${oddity ?? 'plain'}: ${text}`)
}

describe(`generated days (${DAYS} of each, TEST_SEED ${SEED})`, () => {
  it('are printed for every family that can be read, and for no other', () => {
    const printed = new Set(PRINTERS.map(({ family }) => family))
    expect(printed).toEqual(new Set(FAMILIES.map(({ name }) => name)))
  })

  it.each(PRINTERS)('of $name have every outcome, and enough attempts state their verdict', ({ abilities, print }) => {
    const plans = Array.from({ length: 200 }, (_, n) => planOf(`${SEED} ${n}`, abilities, SIZE))
    const outcomes = plans.flatMap(({ sessions }) => sessions).flatMap(({ attempts }) => attempts)
    const named = outcomes.map(({ kind, outcome }) => `${kind} ${outcome}`)
    const described = Object.entries(abilities.outcomes).flatMap(([kind, each]) => each.map((one) => `${kind} ${one}`))
    expect(new Set(named)).toEqual(new Set(described))
    const expected = plans.flatMap((plan) => print(plan).expected).filter(({ attemptNo }) => attemptNo > 0)
    expect(expected.length).toBe(outcomes.length)
    const certain = expected.filter(({ verdict }) => typeof verdict === 'string' || verdict === null)
    expect(certain.length).toBeGreaterThan(expected.length / 3)
  })

  it.each(PRINTERS)(
    'of $name are read as they were printed',
    async (printer) => {
      const differences: string[] = []
      for (let n = 0; n < DAYS && differences.length < REPORTED; n += 1)
        differences.push(...(await checkDay(printer, `${SEED} ${printer.name} ${n}`)))
      expect(differences.slice(0, REPORTED)).toEqual([])
    },
    1_000 * DAYS,
  )
})
