import { describe, expect, it } from 'vitest'
import { choicesOf } from '../../../../demo/random.ts'
import { SEED } from '../../../../tests/support/seed.ts'
import { JOURNALS_FACTOR, maskChunks, parseChunks } from '../parse.testing.ts'
import { textOf } from './disturbances.testing.ts'
import { mixtureOf, type Owners, ownersOf } from './mixing.testing.ts'
import { mutated } from './mutations.testing.ts'
import type { PrintedDay, Printer } from './page.testing.ts'
import { planOf } from './plan.testing.ts'
import { PRINTERS } from './printers.testing.ts'

/** How many mutated files there are of all printers together. */
const FILES = 60_000 * JOURNALS_FACTOR
/** Files that are made of one pair of days. */
const FILES_A_PAIR = 25
const REPORTED = 5

type Pair = { readonly day: PrintedDay; readonly other: PrintedDay; readonly owners: Owners }

/** Two small days, no session of which is in the other. */
const pairOf = (printer: Printer, seed: string): Pair => {
  const { between } = choicesOf(`size of ${seed}`)
  const abilities = { ...printer.abilities, midnight: false, days: false }
  const apart = [400, 20_000] as const
  const plan = planOf(seed, abilities, { sessions: between(1, 4), apart })
  const other = planOf(`other ${seed}`, abilities, { sessions: between(1, 4), apart, first: 100 })
  return { day: printer.print(plan), other: printer.print(other), owners: ownersOf([plan, other]) }
}

/** The mixtures of a file after so many mutations: those that the file shows, and how many it does not. */
const checkFile = async ({ day, other, owners }: Pair, seed: string, mutations: number) => {
  const lines = mutated(day.lines, other.lines, choicesOf(seed), mutations)
  const masked = maskChunks([Buffer.from(textOf(lines))])
  const { transactions } = await parseChunks([masked], day.journalDate)
  const mixtures = transactions.flatMap((found) => mixtureOf(found, lines, owners) ?? [])
  const told = mixtures.filter(({ isTelling }) => isTelling)
  return { told: told.map(({ text }) => `${seed}: ${text}`), untold: mixtures.length - told.length }
}

/** The mixtures of many files, each with one to three mutations. */
const checkFiles = async (printer: Printer, files: number) => {
  const told: string[] = []
  let untold = 0
  for (let n = 0; n < files; n += FILES_A_PAIR) {
    const pair = pairOf(printer, `${SEED} ${printer.name} ${n}`)
    for (let k = n; k < Math.min(files, n + FILES_A_PAIR); k += 1) {
      const found = await checkFile(pair, `${SEED} ${printer.name} ${k}`, 1 + (k % 3))
      told.push(...found.told)
      untold += found.untold
    }
  }
  return { told, untold }
}

/**
 * In how many files of 10,000 readers may take what the file shows to be another session's. The aim is 0. What is left
 * is mostly a start mark that looks like one that is printed again in the midst of a session, before a receipt.
 */
const MOST_TOLD = 5

describe(`mutated days (${FILES} files, TEST_SEED ${SEED})`, () => {
  it.each(PRINTERS)(
    'of $name give an attempt what the file shows to be another session’s in fewer than 1 of 1,000 files',
    async (printer) => {
      const files = Math.ceil(FILES / PRINTERS.length)
      const { told, untold } = await checkFiles(printer, files)
      const most = Math.ceil((files * MOST_TOLD) / 10_000)
      expect(told.length, told.slice(0, REPORTED).join('\n')).toBeLessThanOrEqual(most)
      // What nothing in the file tells is rare.
      expect(untold).toBeLessThan(files / 20)
    },
    FILES * 10,
  )
})
