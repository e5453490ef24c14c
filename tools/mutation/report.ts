import { type Equivalent, isEquivalent } from './equivalents.ts'
import type { Mutant } from './mutants.ts'
import type { Result } from './results.ts'
import { groupOf } from './scope.ts'

/** The share of mutants that tests have to notice. */
const targetOf = (group: string): number => (group === 'rules' ? 0.85 : 0.75)

/** Fewer mutants say little about a folder. */
const FEWEST_TO_JUDGE = 20

type Score = { killed: number; timeout: number; survived: number; uncovered: number; equivalent: number }

export type Report = { readonly text: string; readonly passed: boolean }

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8)

/** A table by group and by folder, then every mutant that survived. */
export const reportOf = (judged: ReadonlyMap<Mutant, Result>, equivalents: readonly Equivalent[]): Report => {
  const groups = new Map<string, Score>()
  const folders = new Map<string, Score>()
  const survivors: string[] = []
  for (const [mutant, { status }] of judged) {
    const alive = status === 'survived' || status === 'uncovered'
    const column = alive && isEquivalent(equivalents, mutant) ? 'equivalent' : status
    for (const [scores, name] of [
      [groups, groupOf(mutant.file)],
      [folders, `${groupOf(mutant.file)} of ${mutant.file.split('/').slice(0, 2).join('/')}`],
    ] as const) {
      const score = scores.get(name) ?? { killed: 0, timeout: 0, survived: 0, uncovered: 0, equivalent: 0 }
      score[column] += 1
      scores.set(name, score)
    }
    if (alive && column !== 'equivalent') survivors.push(lineOf(mutant, status))
  }
  const low = [...groups].filter(
    ([group, score]) => countOf(score) >= FEWEST_TO_JUDGE && shareOf(score) < targetOf(group),
  )
  const faults = low.map(
    ([group, score]) => `${group}: ${percent(shareOf(score)).trim()} is below ${percent(targetOf(group)).trim()}`,
  )
  const text = [...survivors, '', table(folders), '', table(groups), ...faults].join('\n')
  return { text, passed: low.length === 0 }
}

const countOf = ({ killed, timeout, survived, uncovered }: Score): number => killed + timeout + survived + uncovered

const shareOf = (score: Score): number => (score.killed + score.timeout) / Math.max(1, countOf(score))

const lineOf = ({ file, line, mutator, code, change }: Mutant, status: string): string =>
  `${file}:${line} ${status} (${mutator})\n    ${change}\n    in: ${code}`

const table = (scores: ReadonlyMap<string, Score>): string =>
  [...scores]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, score]) => {
      const { killed, timeout, survived, uncovered, equivalent } = score
      return (
        `${percent(shareOf(score))}  ${name.padEnd(44)} killed ${killed + timeout}, survived ${survived}, ` +
        `uncovered ${uncovered}, equivalent ${equivalent}`
      )
    })
    .join('\n')
