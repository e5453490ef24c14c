import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql'
import { askedBy, responseNameOf } from './response-names.rules.ts'
import type { TypesWithin } from './type-conditions.rules.ts'

/** What a plan asks for under one response name at one path, for the objects of a type. */
type Use = { readonly on: string | null; readonly text: string }
export type Uses = Map<string, Use[]>

/** Adds the use of a field for objects of a type, null for any, and returns the path of its value. */
export const useOf = (
  node: FieldNode,
  { path: parent, on }: { readonly path: string; readonly on: string | null },
  uses: Uses,
  renamed: ReadonlyMap<string, string> = new Map(),
): string => {
  const name = responseNameOf(node)
  const path = `${parent}.${renamed.get(name) ?? name}`
  const text = askedBy(node)
  const known = uses.get(path)
  if (known === undefined) uses.set(path, [{ on, text }])
  else known.push({ on, text })
  return path
}

type Visit = {
  readonly path: string
  readonly on: string | null
  readonly uses: Uses
  /** The names that the planner gave for a time, and those that they are renamed to. */
  readonly renamed: ReadonlyMap<string, string>
}

const collect = ({ selections }: SelectionSetNode, visit: Visit): void => {
  for (const node of selections) {
    if (node.kind === Kind.INLINE_FRAGMENT)
      collect(node.selectionSet, { ...visit, on: node.typeCondition?.name.value ?? visit.on })
    if (node.kind !== Kind.FIELD) continue
    const path = useOf(node, visit, visit.uses, visit.renamed)
    if (node.selectionSet !== undefined) collect(node.selectionSet, { ...visit, path, on: null })
  }
}

const collectFetch = ({ operation: query, outputRewrites = [] }: FetchNode, path: string, uses: Uses): void => {
  const document = parse(query)
  const renamed = new Map(
    outputRewrites.flatMap((rewrite) =>
      rewrite.kind === 'KeyRenamer' ? [[rewrite.path.at(-1) ?? '', rewrite.renameKeyTo]] : [],
    ),
  )
  const visit: Visit = { path, on: null, uses, renamed }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    for (const node of definition.selectionSet.selections) {
      const isEntities = node.kind === Kind.FIELD && node.name.value === '_entities'
      if (isEntities && node.selectionSet !== undefined) collect(node.selectionSet, visit)
      else collect({ kind: Kind.SELECTION_SET, selections: [node] }, visit)
    }
  }
}

const collectNode = (node: PlanNode | undefined, path: string, uses: Uses): void => {
  switch (node?.kind) {
    case 'Sequence':
    case 'Parallel':
      for (const each of node.nodes) collectNode(each, path, uses)
      return
    case 'Flatten':
      collectNode(node.node, [path, ...node.path.filter((part) => part !== '@')].join('.'), uses)
      return
    case 'Condition':
      collectNode(node.ifClause, path, uses)
      collectNode(node.elseClause, path, uses)
      return
    case 'Fetch':
      collectFetch(node, path, uses)
      return
    default:
  }
}

const overlap = (a: string | null, b: string | null, types: TypesWithin): boolean => {
  if (a === null || b === null || a === b) return true
  const within = types(b)
  return [...types(a)].some((name) => within.has(name))
}

/** Adds what the fetches of a plan ask for. */
export const readPlan = (node: QueryPlan['node'], uses: Uses): void => {
  if (node?.kind !== 'Subscription') collectNode(node, '', uses)
}

const areInConflict = (same: readonly Use[], types: TypesWithin): boolean => {
  const distinct = same.filter((use, n) => same.findIndex(({ on, text }) => on === use.on && text === use.text) === n)
  return distinct.some((a, n) => distinct.slice(n + 1).some((b) => a.text !== b.text && overlap(a.on, b.on, types)))
}

/** The response names under which two different things are asked for of an object. */
export const conflictsIn = (uses: Uses, types: TypesWithin): ReadonlySet<string> =>
  new Set(
    [...uses].flatMap(([path, same]) => (areInConflict(same, types) ? [path.slice(path.lastIndexOf('.') + 1)] : [])),
  )
