import { type FieldNode, Kind, type OperationDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { type Data, fieldOf, setField } from './records.rules.ts'

/** An operation with more fields is not split, as each part is planned several times. */
const MAX_LEAVES = 60

const isLeaf = ({ name, selectionSet }: FieldNode): boolean => selectionSet === undefined || name.value.startsWith('__')

const collectLeaves = ({ selections }: SelectionSetNode, to: FieldNode[]): void => {
  for (const node of selections) {
    if (node.kind === Kind.FIELD && isLeaf(node)) to.push(node)
    else if (node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet !== undefined) collectLeaves(node.selectionSet, to)
  }
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/** The selections that lead to some leaves, each with the type of its object; null where there are none. */
const pruned = ({ selections }: SelectionSetNode, leaves: ReadonlySet<FieldNode>): SelectionSetNode | null => {
  const kept = selections.flatMap((node): readonly SelectionNode[] => {
    if (node.kind === Kind.FIELD && isLeaf(node)) return leaves.has(node) ? [node] : []
    if (node.kind === Kind.FRAGMENT_SPREAD || node.selectionSet === undefined) return []
    const selectionSet = pruned(node.selectionSet, leaves)
    return selectionSet === null ? [] : [{ ...node, selectionSet }]
  })
  return kept.length === 0 ? null : { kind: Kind.SELECTION_SET, selections: [TYPENAME, ...kept] }
}

type Leaves = readonly FieldNode[]

/**
 * Splits an operation into as few operations as it takes for each to be valid by itself. Each part also
 * selects `__typename` of every object. Null where that is not possible, or would take too long.
 */
export const splitOperation = (
  operation: OperationDefinitionNode,
  isValid: (part: OperationDefinitionNode) => boolean,
): readonly OperationDefinitionNode[] | null => {
  const found: FieldNode[] = []
  collectLeaves(operation.selectionSet, found)
  // A fragment that is spread several times has its fields in several places: they stay together.
  const all = [...new Set(found)]
  if (operation.operation !== 'query' || all.length > MAX_LEAVES) return null
  const partOf = (leaves: Leaves): OperationDefinitionNode => ({
    ...operation,
    selectionSet: pruned(operation.selectionSet, new Set(leaves)) ?? operation.selectionSet,
  })
  const isFit = (leaves: Leaves): boolean => isValid(partOf(leaves))
  const split = (leaves: Leaves): readonly Leaves[] | null => {
    if (isFit(leaves)) return [leaves]
    if (leaves.length < 2) return null
    const half = Math.ceil(leaves.length / 2)
    const first = split(leaves.slice(0, half))
    const rest = first === null ? null : split(leaves.slice(half))
    return first === null || rest === null ? null : [...first, ...rest]
  }
  const fit = split(all)
  if (fit === null) return null
  const groups: Leaves[] = []
  for (const part of fit) {
    const at = groups.findIndex((group) => isFit([...group, ...part]))
    if (at === -1) groups.push(part)
    else groups[at] = [...(groups[at] ?? []), ...part]
  }
  return groups.map(partOf)
}

/** Puts the answer of one part into that of another; false where their lists or types differ. */
export const mergeParts = (target: Data, source: Data): boolean =>
  Object.entries(source).every(([name, value]) => {
    const before = fieldOf(target, name)
    if (before === undefined || before === null || value === null) {
      // A null that one part propagated is one of the whole: the field that has it is missing in the other.
      setField(target, name, before ?? value)
      return true
    }
    return mergeValues(before, value) || before === value
  })

const mergeValues = (before: unknown, value: unknown): boolean => {
  if (Array.isArray(before) && Array.isArray(value))
    return before.length === value.length && before.every((item, n) => mergeItem(before, n, item, value[n]))
  return isRecord(before) && isRecord(value) && mergeParts(before, value)
}

const mergeItem = (list: unknown[], at: number, before: unknown, value: unknown): boolean => {
  if (before === null) list[at] = value
  return before === null || value === null || before === value || mergeValues(before, value)
}
