import type { Edit } from './mutants.ts'
import { bare, child, children, type Node, nameOf, type Place } from './syntax.ts'

/** Methods that are called in place of others. */
const SWAPPED: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  min: 'max',
  max: 'min',
  ceil: 'floor',
  floor: 'ceil',
  padStart: 'padEnd',
  find: 'findLast',
  findLast: 'find',
  unshift: 'push',
}

/** Methods whose call is left out of a chain, so that what they are called on is the result. */
const DROPPED = new Set([
  ...['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'trimEnd', 'concat'],
  ...['orderBy', 'limit', 'where', 'for', 'offset', 'onConflictDoNothing'],
])

/** Functions of which one argument at a time is left out: the conditions of a query. */
const CONDITIONS = new Set(['and', 'or'])
const SETS = new Set(['set', 'values', 'assign'])

const without = (mutator: string, list: readonly Node[], at: number): Edit[] => {
  const [item, before, after] = [list[at], list[at - 1], list[at + 1]]
  if (item === undefined) return []
  if (after !== undefined) return [{ mutator, start: item.start, end: after.start, replacement: '' }]
  return [{ mutator, start: before?.end ?? item.start, end: item.end, replacement: '' }]
}

const methodEdits = (node: Node, callee: Node): Edit[] => {
  const [name, object, property] = [nameOf(callee), child(callee, 'object'), child(callee, 'property')]
  if (name === null || object === null || property === null) return []
  const edits: Edit[] = []
  const other = SWAPPED[name]
  if (other !== undefined && Object.hasOwn(SWAPPED, name)) {
    edits.push({ mutator: 'method', start: property.start, end: property.end, replacement: other })
  }
  if (DROPPED.has(name)) edits.push({ mutator: 'call', start: object.end, end: node.end, replacement: '' })
  return edits
}

/**
 * The columns that a statement writes, one left out at a time; those of the rows that it inserts are mostly required.
 */
const writtenEdits = (node: Node, name: string): Edit[] => {
  const written = bare(children(node, 'arguments').at(-1) ?? null)
  if (!SETS.has(name) || written?.type !== 'ObjectExpression') return []
  const properties = children(written, 'properties')
  return properties.length < 2 ? [] : properties.flatMap((_, at) => without('column', properties, at))
}

/** A property that overrides the one of a spread object is left out; without the spread the types would notice it. */
const overrides = (node: Node): Edit[] => {
  const properties = children(node, 'properties')
  if (!properties.some(({ type }) => type === 'SpreadElement')) return []
  return properties.flatMap((property, at) => (property.type === 'Property' ? without('property', properties, at) : []))
}

/**
 * Changes of calls: another method, one left out of a chain; a condition, a written column or an overridden property
 * left out.
 */
export const mutateCalls = ({ node }: Place): readonly Edit[] => {
  if (node.type === 'ObjectExpression') return overrides(node)
  if (node.type !== 'CallExpression') return []
  const callee = bare(child(node, 'callee'))
  if (callee === null) return []
  const name = nameOf(callee) ?? ''
  const list = children(node, 'arguments')
  if (callee.type === 'Identifier') {
    if (CONDITIONS.has(name) && list.length > 1) return list.flatMap((_, at) => without('condition', list, at))
    if (name === 'desc' && list[0] !== undefined) {
      return [{ mutator: 'order', start: callee.start, end: callee.end, replacement: '' }]
    }
    return []
  }
  return [...methodEdits(node, callee), ...writtenEdits(node, name)]
}
