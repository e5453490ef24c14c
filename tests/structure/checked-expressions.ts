import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { choicesOf } from '../../demo/random.ts'
import { SEED } from '../support/seed.ts'

const FILE = new URL('./checked-expressions.json', import.meta.url)
/** So many of those that were checked before are checked once more by each run, others each time. */
const AGAIN = 8

type Checked = { readonly check: string; readonly expressions: readonly string[] }

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** What an expression is checked by: the library and our own measurement. */
const checkOf = (): string => {
  const { version }: { version: string } = createRequire(import.meta.url)('recheck/package.json')
  const files = ['./regular-expressions.test.ts', './regular-expressions-growth.ts', '../support/growth.ts']
  return digest(version + files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join(''))
}

const keyOf = ({ source, flags }: { readonly source: string; readonly flags: string }): string =>
  digest(`/${source}/${flags}`)

const read = (): Checked => JSON.parse(readFileSync(FILE, 'utf8'))

/** Whether those that were checked before were checked in the same way: otherwise every run checks all of them. */
export const isOfThisCheck = (): boolean => read().check === checkOf()

/**
 * The expressions that this run checks: those that no earlier run found linear by the same check, and a few of the
 * others. `CHECK_EXPRESSIONS=all` checks all. Checking one takes up to seconds, and gives the same result each time.
 */
export const dueOf = <E extends { readonly source: string; readonly flags: string }>(
  expressions: readonly E[],
): readonly E[] => {
  const { expressions: before } = read()
  if (process.env.CHECK_EXPRESSIONS === 'all' || !isOfThisCheck()) return expressions
  const known = new Set(before)
  const { below } = choicesOf(`expressions ${SEED}`)
  const again = new Set(Array.from({ length: AGAIN }, () => expressions[below(expressions.length)]))
  return expressions.filter((one) => again.has(one) || !known.has(keyOf(one)))
}

/** With `CHECK_EXPRESSIONS=all`, writes down the expressions that were found linear. */
export const writeChecked = (linear: readonly { readonly source: string; readonly flags: string }[]): void => {
  if (process.env.CHECK_EXPRESSIONS !== 'all') return
  const checked: Checked = { check: checkOf(), expressions: [...new Set(linear.map(keyOf))].toSorted() }
  writeFileSync(FILE, `${JSON.stringify(checked, null, 2)}\n`)
}
