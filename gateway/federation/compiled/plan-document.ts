import type { DocumentNode } from 'graphql'
import type { PlannedOperation } from './operation.ts'
import type { Planner } from './planner.ts'
import { type IsTaken, renameFields, takenBesides } from './response-names.rules.ts'

/** Whether Apollo's plan of an operation would answer it wrongly, and what is done about it. */
export type PlannedDocument = PlannedOperation & { readonly ambiguity: 'none' | 'renamed' | 'split' }

/**
 * Plans the operation of a document that was validated. Where its plan asks for one thing and the client for another
 * under one response name, the client's field is renamed; where fields require different things, it is to be split.
 * @throws GraphQLError for an operation that has no plan.
 */
export const planDocument = (
  planner: Planner,
  document: DocumentNode,
  operationName: string | null,
): PlannedDocument => {
  const planAs = (isTaken: IsTaken): PlannedOperation => {
    const { document: executed, renamed } = renameFields(document, isTaken)
    return { ...planner.plan(executed, operationName), renamed }
  }
  const isTaken = takenBesides(planner.requiredNames)
  const planned = planAs(isTaken)
  const conflicts = planner.conflictsOf(planned)
  if (conflicts.size === 0) return { ...planned, ambiguity: 'none' }
  const again = planAs((name, isAlias) => isTaken(name, isAlias) || conflicts.has(name))
  return { ...again, ambiguity: planner.conflictsOf(again).size === 0 ? 'renamed' : 'split' }
}
