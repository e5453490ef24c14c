import { Kind, parse, type SelectionSetNode } from 'graphql'
import type { FetchAnswer } from './fetch.types.ts'
import type { Data } from './records.rules.ts'

const namesOf = (selectionSet: SelectionSetNode | undefined): readonly string[] =>
  (selectionSet?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [(node.alias ?? node.name).value]
    return node.kind === Kind.INLINE_FRAGMENT ? namesOf(node.selectionSet) : []
  })

/** The response names of the root fields of a planned query. */
export const rootNamesOf = (query: string): readonly string[] =>
  namesOf(parse(query).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)?.selectionSet)

/** The variables of an operation that one fetch uses. */
export const variablesFor = (names: readonly string[], given: Data): Data => {
  const variables: Data = {}
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined) variables[name] = value
  }
  return variables
}

/** Uses an answer as soon as it is there, at once where a service of the process answers at once. */
export const finish = (
  answer: FetchAnswer | Promise<FetchAnswer>,
  use: (answer: FetchAnswer) => void,
): void | Promise<void> => (answer instanceof Promise ? answer.then(use) : use(answer))
