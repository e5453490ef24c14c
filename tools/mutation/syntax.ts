import { parseSync } from 'vite'

/**
 * A node of the syntax tree (ESTree with TypeScript), read by property name: the mutators need few of its many kinds.
 */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

/** A node with the nodes around it, the nearest first. */
export type Place = { readonly node: Node; readonly above: readonly Node[] }

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** TypeScript nodes that wrap a value; every other one is a type and has no effect at run time. */
const VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSParameterProperty'])

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type)

/** The node under a property; null where there is none. */
export const child = (node: Node, key: string): Node | null => {
  const value = node[key]
  return isNode(value) ? value : null
}

/** The nodes of a list under a property, without its holes. */
export const children = (node: Node, key: string): readonly Node[] => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier, or of the property that a member expression reads; null for everything else. */
export const nameOf = (node: Node | null): string | null => {
  if (node === null) return null
  if (node.type === 'Identifier') return typeof node.name === 'string' ? node.name : null
  return node.type === 'MemberExpression' && node.computed !== true ? nameOf(child(node, 'property')) : null
}

/** A node without the parentheses around it. */
export const bare = (node: Node | null): Node | null =>
  node?.type === 'ParenthesizedExpression' ? bare(child(node, 'expression')) : node

/** Parses a TypeScript file; throws when it is not valid. */
export const parseFile = (file: string, source: string): Node => {
  const { program, errors } = parseSync(file, source)
  const [fault] = errors
  if (fault !== undefined) throw new Error(`${file} cannot be parsed: ${fault.message}`)
  const root: unknown = program
  if (!isNode(root)) throw new Error(`${file} has no syntax tree`)
  return root
}

/** Every node that has an effect at run time, outer ones first. */
export function* placesOf(node: Node, above: readonly Node[] = []): Generator<Place> {
  if (node.type.startsWith('TS') && !VALUES.has(node.type)) return
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
  yield { node, above }
  const around = [node, ...above]
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* placesOf(value, around)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) yield* placesOf(item, around)
  }
}
