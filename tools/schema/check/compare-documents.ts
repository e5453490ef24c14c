import { type GraphQLSchema, parse, validate } from 'graphql'
import { operationNameOf } from '../documents.rules.ts'
import type { ContractChange } from './changes.ts'

const FILE = 'schema/operations/trusted.json'

/**
 * What becomes of the trusted documents of a version: pages and clients that were built with it go on asking for them,
 * so each must still fit the graph. The gateway knows those of the last release also where they are listed no more.
 */
export const compareDocuments = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  graph: GraphQLSchema,
): readonly ContractChange[] => {
  const known = new Set(before.keys())
  const old = [...before].flatMap(([id, text]): readonly ContractChange[] => {
    const path = `document ${operationNameOf(text)}`
    const [fault] = validate(graph, parse(text))
    if (fault !== undefined)
      return [{ file: FILE, path, breaking: true, message: `${path} no longer fits the graph: ${fault.message}` }]
    return after.has(id) ? [] : [{ file: FILE, path, breaking: false, message: `${path} has another text or is gone` }]
  })
  const added = [...after].flatMap(([id, text]): readonly ContractChange[] => {
    const path = `document ${operationNameOf(text)}`
    return known.has(id) ? [] : [{ file: FILE, path, breaking: false, message: `${path} is new, or has a new text` }]
  })
  return [...old, ...added]
}
