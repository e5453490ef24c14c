import { countText, msText, tableOf } from '../common/figures.ts'
import type { BenchSettings } from '../common/settings.ts'
import { type Cost, grows } from './plan-growth.ts'
import { ALL_DAYS } from './plan-questions.ts'

export type Outcome = { readonly cost: Cost } | { readonly failure: string }
/** What each question of each caller cost, by name. */
export type Answers = ReadonlyMap<string, Outcome>

export const NOT_ALLOWED = 'not for this caller'
const SHOWN = 40

type Named = { readonly name: string }
type Print = BenchSettings['print']

/** A question of a caller that costs more than at the age before. */
export type Grown<Caller, Question> = {
  readonly caller: Caller
  readonly question: Question
  readonly before: Cost
  readonly after: Cost
}

export const keyOf = (question: Named, caller: Named): string => `${question.name} — ${caller.name}`

/** Whether a question is for every day that there is, and so for more of them at a greater age. */
const asksForAllDays = (key: string): boolean => key.includes(ALL_DAYS)

const costIn = (answers: Answers | undefined, key: string): Cost | null => {
  const outcome = answers?.get(key)
  return outcome !== undefined && 'cost' in outcome ? outcome.cost : null
}

/** What grows from the age before the last one to the last, what reads most first; last what asks for all days. */
export const grownOf = <Caller extends Named, Question extends Named>(
  callers: readonly Caller[],
  questions: readonly Question[],
  all: readonly Answers[],
): readonly Grown<Caller, Question>[] =>
  questions
    .flatMap((question) =>
      callers.flatMap((caller) => {
        const key = keyOf(question, caller)
        const [before, after] = [costIn(all.at(-2), key), costIn(all.at(-1), key)]
        return before === null || after === null || !grows(before, after) ? [] : [{ caller, question, before, after }]
      }),
    )
    .toSorted(
      (a, b) =>
        Number(asksForAllDays(a.question.name)) - Number(asksForAllDays(b.question.name)) ||
        b.after.blocks - a.after.blocks,
    )

const rowOf = (all: readonly Answers[], key: string): string[] => {
  const costs = all.map((answers) => costIn(answers, key))
  const [last, before] = [costs.at(-1) ?? null, costs.at(-2) ?? null]
  const ratio = last === null || before === null ? '' : (last.blocks / Math.max(1, before.blocks)).toFixed(1)
  return [
    key,
    ...costs.map((cost) => (cost === null ? '–' : countText(cost.blocks))),
    ratio,
    ...costs.map((cost) => (cost === null ? '–' : msText(cost.ms))),
  ]
}

/** Prints what reads most, and what grows. */
export const printCosts = (days: readonly number[], all: readonly Answers[], print: Print): void => {
  const last = all.at(-1) ?? new Map<string, Outcome>()
  const blocksAt = (key: string) => costIn(last, key)?.blocks ?? 0
  const measured = [...last.keys()]
    .filter((key) => costIn(last, key) !== null)
    .toSorted((a, b) => blocksAt(b) - blocksAt(a))
  const growing = measured.filter((key) => {
    const [before, after] = [costIn(all.at(-2), key), costIn(last, key)]
    return before !== null && after !== null && grows(before, after)
  })
  const heads = ['', ...days.map((n) => `${n} d blocks`), 'last ×', ...days.map((n) => `${n} d ms`)]
  const table = (keys: readonly string[]) => tableOf([heads, ...keys.map((key) => rowOf(all, key))])
  print('\nWhat reads most (blocks of 8 kB, ms; medians):')
  print(table(measured.slice(0, SHOWN)))
  const count = (keys: readonly string[]) => `${countText(keys.length)} of ${countText(measured.length)}`
  const ages = `from ${days.at(-2)} to ${days.at(-1)} days`
  const [asked, grown] = [growing.filter(asksForAllDays), growing.filter((key) => !asksForAllDays(key))]
  print(`\nWhat grows with history, ${ages}: ${count(grown)}`)
  if (grown.length > 0) print(table(grown))
  print(`\nWhat reads more as it asks for all days, ${ages}: ${count(asked)}`)
  if (asked.length > 0) print(table(asked))
}

/** Prints how much was refused, and what was not answered. */
export const printFailures = (answers: Answers, print: Print): void => {
  const failures = [...answers].flatMap(([key, outcome]) => ('failure' in outcome ? [{ key, ...outcome }] : []))
  const refused = failures.filter(({ failure }) => failure !== NOT_ALLOWED)
  print(`  ${NOT_ALLOWED}: ${failures.length - refused.length}; not answered: ${refused.length}`)
  for (const { key, failure } of refused) print(`    ${key}: ${failure}`)
}
