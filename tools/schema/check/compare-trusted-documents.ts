import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
  valueFromASTUntyped,
} from 'graphql'
import { costOf } from '../../../gateway/federation/cost.rules.ts'
import { countDocument } from '../../../gateway/federation/document-counts.rules.ts'
import { limitFault } from '../../../gateway/federation/limits.rules.ts'
import { type ListSizes, readListSizes } from '../../../gateway/federation/list-sizes.rules.ts'
import { GRAPH_LIMITS } from '../../../subgraphs/kit/config/graph-limits.ts'
import { operationNameOf } from '../documents.rules.ts'
import type { ServiceSdl } from '../services.ts'
import type { ContractChange } from './changes.ts'

const FILE = 'schema/operations/trusted.json'

/** The graph with what its operations cost. */
export type PricedGraph = { readonly schema: GraphQLSchema; readonly listSizes: ListSizes }

/**
 * Reads what operations of a graph cost from the SDL of its services.
 * @throws Error naming every list whose length is not known: the gateway would not start.
 */
export const withCosts = (schema: GraphQLSchema, services: readonly ServiceSdl[]): PricedGraph => ({
  schema,
  listSizes: readListSizes(services.map(({ sdl }) => parse(sdl))),
})

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  )

/** Why the gateway refuses a valid document whatever its variables are, by the limits of an environment without any. */
const refusalOf = (document: DocumentNode, { schema, listSizes }: PricedGraph): string | null => {
  const operation = getOperationAST(document)
  if (!operation) return null
  const cost = costOf({ schema, listSizes, document, operation, variables: defaultsOf(operation) })
  return limitFault(countDocument(document, operation), cost, GRAPH_LIMITS)?.message ?? null
}

/** What is wrong with a document in a graph; null where nothing is. */
const faultOf = (text: string, graph: PricedGraph): string | null => {
  const document = parse(text)
  const [fault] = validate(graph.schema, document)
  if (fault !== undefined) return `no longer fits the graph: ${fault.message}`
  const refusal = refusalOf(document, graph)
  return refusal === null ? null : `is above a limit of the gateway: ${refusal}`
}

/**
 * What becomes of the trusted documents of a version: pages and clients that were built with it go on asking for them,
 * so each must still fit the graph and its limits. The gateway knows those of the last release also where they are
 * listed no more.
 */
export const compareTrustedDocuments = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  graph: PricedGraph,
): readonly ContractChange[] => {
  const known = new Set(before.keys())
  const old = [...before].flatMap(([id, text]): readonly ContractChange[] => {
    const path = `document ${operationNameOf(text)}`
    const fault = faultOf(text, graph)
    if (fault !== null) return [{ file: FILE, path, breaking: true, message: `${path} ${fault}` }]
    const now = after.get(id)
    // Its clients would get the answer to another question.
    if (now !== undefined && now !== text)
      return [{ file: FILE, path, breaking: true, message: `${path} has another text under the same id` }]
    return now !== undefined
      ? []
      : [{ file: FILE, path, breaking: false, message: `${path} has another text or is gone` }]
  })
  const added = [...after].flatMap(([id, text]): readonly ContractChange[] => {
    const path = `document ${operationNameOf(text)}`
    return known.has(id) ? [] : [{ file: FILE, path, breaking: false, message: `${path} is new, or has a new text` }]
  })
  return [...old, ...added]
}
