import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { CollectedFields } from './collected-fields.rules.ts'
import type { Data } from './records.rules.ts'

const variablesIn = (selectionSet: SelectionSetNode): ReadonlySet<string> => {
  const names = new Set<string>()
  visit(selectionSet, {
    Variable({ name }) {
      names.add(name.value)
    },
  })
  return names
}

/**
 * Answers the introspection fields of an operation from the schema itself; no service is asked. `null` where it has
 * none.
 */
export const compileIntrospection = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fields: CollectedFields,
): ((variables: Data) => Data) | null => {
  const isAsked = ({ name }: FieldNode) => name.value === '__schema' || name.value === '__type'
  const selections = [...fields.values()].flatMap((same) => same.map(({ node }) => node).filter(isAsked))
  if (selections.length === 0) return null
  const selectionSet = { kind: Kind.SELECTION_SET, selections } as const
  const used = variablesIn(selectionSet)
  const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    used.has(variable.name.value),
  )
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, selectionSet, variableDefinitions },
    ],
  }
  return (variables) => {
    const { data, errors } = executeSync({ schema, document, rootValue: {}, variableValues: variables })
    const [error] = errors ?? []
    if (error !== undefined) throw error
    return { ...data }
  }
}
