import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { type Data, mergeInto } from './records.rules.ts'
import type { TypesWithin } from './type-conditions.rules.ts'

/** The representation of an entity for a fetch; null where a required field is missing. */
export type Representation = (entity: Data) => Data | null

/** Adds what one selection requires; false where a required field is missing. */
type Part = (entity: Data, to: Data) => boolean

const partOf = (value: unknown, nested: Representation): unknown => {
  if (Array.isArray(value)) return value.map((item) => partOf(item, nested))
  return isRecord(value) ? nested(value) : null
}

const compileField = (name: string, selections: readonly QueryPlanSelectionNode[] | undefined, types: TypesWithin) => {
  if (selections === undefined) {
    const leaf: Part = (entity, to) => {
      const value = entity[name]
      if (value === undefined) return false
      to[name] = value
      return true
    }
    return leaf
  }
  const nested = compileRepresentation(selections, types)
  const composite: Part = (entity, to) => {
    const value = entity[name]
    if (value === undefined) return false
    to[name] = partOf(value, nested)
    return true
  }
  return composite
}

const compilePart = (node: QueryPlanSelectionNode, types: TypesWithin): Part | null => {
  if (node.kind === 'Field') return compileField(node.alias ?? node.name, node.selections, types)
  if (node.typeCondition === undefined) return null
  const within = types(node.typeCondition)
  const nested = compileRepresentation(node.selections, types)
  return (entity, to) => {
    const { __typename } = entity
    if (typeof __typename !== 'string' || !within.has(__typename)) return true
    const part = nested(entity)
    if (part !== null) mergeInto(to, part)
    return true
  }
}

/** Compiles the selections that a fetch requires of its entities. */
export const compileRepresentation = (
  selections: readonly QueryPlanSelectionNode[],
  types: TypesWithin,
): Representation => {
  const parts = selections.flatMap((node) => compilePart(node, types) ?? [])
  return (entity) => {
    const to: Data = {}
    for (const part of parts) if (!part(entity, to)) return null
    return to
  }
}
