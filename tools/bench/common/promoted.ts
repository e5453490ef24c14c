import { readFileSync } from 'node:fs'
import type { HeapProfiler } from 'node:inspector/promises'
import { tableOf } from './figures.ts'
import { placeOf } from './profile.ts'

const SHOWN = 30

type Node = HeapProfiler.SamplingHeapProfileNode

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: Node): string =>
  `${functionName === '' ? `(anonymous, line ${lineNumber + 1})` : functionName}  ${placeOf(url)}`

const isOurs = ({ callFrame: { url } }: Node): boolean => url.startsWith('file:') && !url.includes('node_modules')

/** Adds up what is allocated by each function together with the innermost function of the project that calls it. */
const addUp = (node: Node, caller: string, sums: Map<string, number>): void => {
  const nearest = isOurs(node) ? nameOf(node) : caller
  const key = isOurs(node) || caller === '' ? nameOf(node) : `${nameOf(node)}  of ${caller}`
  if (node.selfSize > 0) sums.set(key, (sums.get(key) ?? 0) + node.selfSize)
  for (const child of node.children) addUp(child, nearest, sums)
}

/** Which functions allocate what outlives the young generation, in KB a second. */
export const summarisePromoted = (file: string, seconds: number): string => {
  const profile: HeapProfiler.SamplingHeapProfile = JSON.parse(readFileSync(file, 'utf8'))
  const sums = new Map<string, number>()
  addUp(profile.head, '', sums)
  const total = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0)
  const perSecond = (bytes: number) => (bytes / 1_024 / seconds).toFixed(0)
  const largest = [...sums].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
  return [
    `KB a second that outlive the young generation: ${perSecond(total)}, by who allocates them`,
    tableOf(largest.map(([name, bytes]) => [name, perSecond(bytes)])),
    `(${file})`,
  ].join('\n')
}
