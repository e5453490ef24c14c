import { check } from 'recheck'
import { beforeAll, describe, expect, it } from 'vitest'
import { FAMILIES } from '../../subgraphs/journal/formats/families.ts'
import { createLabelSearch } from '../../subgraphs/journal/formats/masking/customer-labels.ts'
import { FIELD_NAMES } from '../../subgraphs/journal/formats/sessions/receipts.ts'
import { createCardContext } from '../../subgraphs/kit/cards/card-context.rules.ts'
import { dueOf, writeChecked } from './checked-expressions.ts'
import { type Expression, expressionsOf, listExpressions } from './regular-expressions.ts'
import { findGrowth, pumpsOf } from './regular-expressions-growth.ts'

/** Expressions that are only known when the program runs, by file: why they need no check here. */
const MADE_AT_RUN_TIME: Readonly<Record<string, string>> = {
  'subgraphs/journal/formats/masking/customer-labels.ts': 'the labels of customers, which are added below',
  'subgraphs/kit/cards/card-context.rules.ts': 'the labels of cards, which are added below',
  'subgraphs/journal/formats/masking/masking-search.ts':
    'the marks of the families, which are added below with the same flags',
  'subgraphs/journal/formats/sessions/receipts.ts': 'the names of fields, which are added below',
}

/**
 * Expressions that take more than linear time and see nothing that a caller can influence, by source: why that is so.
 */
const NOT_FOR_CALLERS: Readonly<Record<string, string>> = {}

const CHECKS_AT_ONCE = 2
const CHECK_TIMEOUT_MS = 60_000

/** What is wrong with an expression; null where its time is linear in the text. */
const faultOf = async (source: string, flags: string): Promise<string | null> => {
  const result = await check(source, flags, { timeout: CHECK_TIMEOUT_MS, recallTimeout: -1 })
  if (result.status === 'safe') return null
  if (result.status === 'unknown') return `could not be checked: ${JSON.stringify(result.error)}`
  const { complexity, attack, checker } = result
  // Where an automaton would be too large the checker tries texts, and takes many steps for too many: then time
  // decides.
  if (checker === 'fuzz' && complexity.type === 'polynomial') {
    const pumps = attack.pumps.map(({ prefix, pump }) => ({ begin: prefix, repeated: pump, end: attack.suffix }))
    if ((await findGrowth(source, flags, pumps)) === null) return null
  }
  return `${complexity.summary}: ${attack.pattern}`
}

/** Families' marks are looked for in whole texts, at each line. */
const marks: readonly Expression[] = FAMILIES.flatMap(({ name, customerNumberNext: mark }) =>
  mark === null
    ? []
    : [{ place: `mark of ${name}`, source: mark.source, flags: `${mark.flags.replace(/[gmy]/g, '')}gm` }],
)
const cards = createCardContext(FAMILIES.flatMap(({ cardLabels }) => cardLabels))
const customers = createLabelSearch(FAMILIES.flatMap(({ customerLabels }) => customerLabels))
/** Labels of a profile, as much alike as they may be. */
const ofProfile = createLabelSearch([
  { words: 'AB AB AB 10', kind: 'IDENTIFIER' },
  { words: 'AB AB AB.AB', kind: 'ACCOUNT' },
  { words: 'AB AB AB', kind: 'NAME' },
])
const labels: readonly Expression[] = [
  ...[cards.before, cards.atEnd, cards.head, ...cards.marks, customers.mark, ofProfile.mark],
  ...[...customers.expressions, ...ofProfile.expressions],
].map(({ source, flags }, n) => ({ place: `label ${n}`, source, flags }))

const fields: readonly Expression[] = FIELD_NAMES.map(({ source, flags }, n) => ({
  place: `field ${n}`,
  source,
  flags,
}))

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(':'))

type Checked = {
  readonly source: string
  readonly flags: string
  readonly place: string
  readonly fault: string | null
}

const checkAll = async (expressions: readonly Expression[]): Promise<readonly Checked[]> => {
  const different = new Map(
    expressions.flatMap(({ source, flags, place }) =>
      source === null ? [] : [[`/${source}/${flags}`, { source, flags, place }]],
    ),
  )
  const waiting = [...dueOf([...different.values()])]
  const checked: Checked[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      checked.push({ ...next, fault: await faultOf(next.source, next.flags) })
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work))
  return checked
}

describe('the regular expressions of the sources', () => {
  const expressions = listExpressions()
  let checked: readonly Checked[] = []

  beforeAll(async () => {
    checked = await checkAll([...expressions, ...marks, ...labels, ...fields])
  }, 600_000)

  it('are all found, but for those that are made when the program runs', () => {
    expect(expressions.length).toBeGreaterThan(200)
    const unknown = expressions.filter(({ source }) => source === null).map(({ place }) => fileOf(place))
    expect([...new Set(unknown)].toSorted()).toEqual(Object.keys(MADE_AT_RUN_TIME).toSorted())
  })

  it('take linear time for every text', () => {
    const faults = checked.filter(({ source, fault }) => fault !== null && NOT_FOR_CALLERS[source] === undefined)
    expect(faults.map(({ place, source, flags, fault }) => `${place}: /${source}/${flags} ${fault}`)).toEqual([])
  })

  it('are exempt only as long as they need to be', () => {
    const sources = expressions.map(({ source }) => source)
    const fast = checked.filter(({ fault }) => fault === null).map(({ source }) => source)
    const exempt = Object.keys(NOT_FOR_CALLERS)
    expect(exempt.filter((source) => !sources.includes(source) || fast.includes(source))).toEqual([])
  })

  it('take at most four times as long for a text of four times the length, wherever they match in it', async () => {
    const slow: unknown[] = []
    for (const { place, source, flags, fault } of checked) {
      // What the checker found may take for ever.
      if (fault !== null) continue
      const pump = await findGrowth(source, flags, pumpsOf(source, flags))
      if (pump !== null) slow.push({ place, source, pump })
    }
    expect(slow).toEqual([])
    writeChecked(checked.filter(({ fault }) => fault === null))
  }, 600_000)
})

describe('the check of regular expressions', () => {
  it.each([
    ['exponential', '^(\\w+\\s?)*$', ''],
    ['exponential', '(a|a)*b', ''],
    ['polynomial', '\\.+$', ''],
    ['polynomial', 'a[^;]*;', 'g'],
    ['polynomial', '^\\s*=?\\s*$', ''],
  ])('finds %s time in /%s/%s', async (_kind, source, flags) => {
    expect(await faultOf(source, flags)).not.toBeNull()
  })

  it.each([
    ['\\.+$', ''],
    ['a[^;]*;', ''],
    ['^bytes\\s*=\\s*(?:(\\d+)\\s*-\\s*(\\d*)|-\\s*(\\d+))\\s*$', 'i'],
    // One match is found in linear time, all of them are not.
    ['a.*b|a', 'g'],
  ])('measures the growth of /%s/%s', async (source, flags) => {
    expect(await findGrowth(source, flags, pumpsOf(source, flags))).not.toBeNull()
  })

  it('finds literals, and what RegExp is given', () => {
    const source = [
      'const DATE = String.raw`\\d+`',
      'const TIME = /\\d\\d:\\d\\d/',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
      "export const all = (mark: RegExp) => [/a+/g, new RegExp(`^${DATE} ${TIME.source}`, 'm'), " +
        "RegExp('x\\\\d'), new RegExp(mark.source)]",
    ].join('\n')
    const found = expressionsOf('file.ts', source).filter(({ place }) => place === 'file.ts:3')
    expect(found.map((one) => one.source)).toEqual(['a+', '^\\d+ \\d\\d:\\d\\d', 'x\\d', null])
    expect(found.map((one) => one.flags)).toEqual(['g', 'm', '', ''])
  })
})
