import { type ConstDirectiveNode, valueFromASTUntyped } from 'graphql'

type WithDirectives = {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined
}

const argumentsOf = (node: ConstDirectiveNode): Record<string, unknown> =>
  Object.fromEntries(
    (node.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  )

/** Every use of a directive on an element of the schema, as its plain arguments, in the order of the SDL. */
export const directivesOf = (element: WithDirectives, name: string): readonly Record<string, unknown>[] =>
  (element.astNode?.directives ?? []).filter((node) => node.name.value === name).map(argumentsOf)

/** The one use of a directive on an element, or null. */
export const directiveOf = (element: WithDirectives, name: string): Record<string, unknown> | null =>
  directivesOf(element, name)[0] ?? null

/** The text argument of a directive, null where it is not given. */
export const textArgument = (args: Record<string, unknown> | null, name: string): string | null => {
  const value = args?.[name]
  return typeof value === 'string' ? value : null
}

/** The list of texts that is an argument of a directive, null where it is not given. */
export const textsArgument = (args: Record<string, unknown> | null, name: string): readonly string[] | null => {
  const value = args?.[name]
  return Array.isArray(value) ? value.map(String) : null
}

/** The name that an element has on REST: that of `@restName`, else its own. */
export const restNameOf = (element: WithDirectives & { readonly name: string }): string =>
  textArgument(directiveOf(element, 'restName'), 'name') ?? element.name
