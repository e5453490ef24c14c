import { blocksOf, type PlanNode } from './plan-log.ts'
import type { Statement } from './statement-log.ts'

/** What a request cost: blocks of 8 kB that its statements read, from the cache or the disk, and how long it took. */
export type Cost = {
  readonly blocks: number
  readonly ms: number
  /** The statements, those first that read most. */
  readonly statements: readonly Statement[]
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * What one request costs, of several that differ in their values only. A statement counts as often as the requests
 * have it that have it at all, as answers may be kept for a moment; one that a single request has is of some job that
 * ran meanwhile, unless all of them are.
 */
export const costOf = (
  requests: readonly (readonly Statement[])[],
  ms: readonly number[],
  isOfOthers: (text: string) => boolean,
): Cost => {
  const all = [...new Set(requests.flat().map(({ text }) => text))]
    .filter((text) => !isOfOthers(text))
    .map((text) => {
      const having = requests.map((statements) => statements.filter((one) => one.text === text))
      const found = having.filter((statements) => statements.length > 0)
      return {
        text,
        blocks: medianOf(found.map((ones) => sumOf(ones.map(({ blocks }) => blocks)))),
        count: found.length,
      }
    })
  const repeated = all.filter(({ count }) => count > 1)
  const statements = (repeated.length > 0 ? repeated : all)
    .map(({ text, blocks }) => ({ text, blocks }))
    .toSorted((a, b) => b.blocks - a.blocks)
  return { blocks: sumOf(statements.map(({ blocks }) => blocks)), ms: medianOf(ms), statements }
}

/** From how many times as much on a request grows with history, and by how much at least. */
export const GROWS = { times: 2, blocks: 100, msTimes: 3, ms: 20 } as const

/** Whether a request costs more after ten times as long: the blocks say it, and the time where it is much more. */
export const grows = (before: Cost, after: Cost): boolean =>
  (after.blocks > GROWS.times * before.blocks && after.blocks - before.blocks > GROWS.blocks) ||
  (after.ms > GROWS.msTimes * before.ms && after.ms - before.ms > GROWS.ms)

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...node.Plans.flatMap(nodesOf)]

const ownBlocks = (node: PlanNode): number => blocksOf(node) - sumOf(node.Plans.map(blocksOf))

/** The kind of node that reads most of a plan, the tables of partitions taken as one. */
export const heaviestNode = (plan: PlanNode): string => {
  const kinds = Map.groupBy(nodesOf(plan), (node) => {
    const relation = node['Relation Name']?.replace(/_\d{4}_\d{2}(?:_\d{2})?$/, '')
    const index = node['Index Name']?.replace(/\d{4}_\d{2}(?:_\d{2})?_/, '')
    return [node['Node Type'], relation, index].filter((part) => part !== undefined).join(' ')
  })
  const [heaviest] = [...kinds]
    .map(([kind, nodes]) => ({ kind, nodes, blocks: sumOf(nodes.map(ownBlocks)) }))
    .toSorted((a, b) => b.blocks - a.blocks)
  if (heaviest === undefined) return ''
  const rows = sumOf(heaviest.nodes.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)))
  const removed = sumOf(
    heaviest.nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1)),
  )
  const parts = heaviest.nodes.length === 1 ? '' : ` × ${heaviest.nodes.length}`
  return `${heaviest.kind}${parts}: ${heaviest.blocks} blocks, ${Math.round(rows)} rows, ${Math.round(removed)} removed`
}

/** The statement that reads most more than before. */
export const grownStatement = (before: Cost, after: Cost): string => {
  const earlier = new Map(before.statements.map(({ text, blocks }) => [text, blocks]))
  const more = ({ text, blocks }: Statement) => blocks - (earlier.get(text) ?? 0)
  const [grown] = after.statements.toSorted((a, b) => more(b) - more(a))
  return grown === undefined ? 'no statement' : `${grown.text.replace(/\s+/g, ' ').trim()}`
}
