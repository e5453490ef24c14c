import { Kind, parse, type SelectionSetNode } from 'graphql'
import { type ConditionValues, isIncluded } from './collected-fields.rules.ts'
import type { FetchAnswer } from './fetch.types.ts'
import type { Data } from './records.rules.ts'

const namesOf = (selectionSet: SelectionSetNode | undefined, conditions: ConditionValues): readonly string[] =>
  (selectionSet?.selections ?? []).flatMap((node) => {
    if (!isIncluded(node.directives, conditions)) return []
    if (node.kind === Kind.FIELD) return [(node.alias ?? node.name).value]
    return node.kind === Kind.INLINE_FRAGMENT ? namesOf(node.selectionSet, conditions) : []
  })

/** The response names of the root fields that a planned query asks for with the given variables. */
export type RootNames = (variables: Data) => readonly string[]

/** Reads the root fields of a planned query; with variables, `@skip` and `@include` leave some of them out. */
export const compileRootNames = (query: string): RootNames => {
  const operation = parse(query).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const defaults = (operation?.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.BOOLEAN ? [[variable.name.value, defaultValue.value] as const] : [],
  )
  return (variables) => {
    const given = Object.entries(variables).map(([name, value]) => [name, value === true] as const)
    return namesOf(operation?.selectionSet, new Map([...defaults, ...given]))
  }
}

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
