import { type ConstDirectiveNode, type DocumentNode, Kind, parse, valueFromASTUntyped } from 'graphql'
import type { ContractChange } from './changes.ts'

type Rules = Readonly<Record<string, unknown>>

/** Arguments of `@constraint` by which fewer values are taken the higher, or the lower, they are. */
const LOWER = new Set(['min', 'minLength', 'minItems'])
const UPPER = new Set(['max', 'maxLength', 'maxItems', 'maxBytes'])

type Element = {
  readonly name: { readonly value: string }
  readonly directives?: readonly ConstDirectiveNode[] | undefined
}

const rulesOf = ({ directives = [] }: Element): Rules => {
  const given = directives.find(({ name }) => name.value === 'constraint')?.arguments ?? []
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]))
}

/** What a document says of each argument and input field, by its coordinate. */
const rulesIn = ({ definitions }: DocumentNode): ReadonlyMap<string, Rules> => {
  const found = new Map<string, Rules>()
  const note = (place: string, element: Element) => found.set(`${place}.${element.name.value}`, rulesOf(element))
  for (const node of definitions) {
    if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      for (const field of node.fields ?? []) note(node.name.value, field)
    if (
      node.kind === Kind.OBJECT_TYPE_DEFINITION ||
      node.kind === Kind.OBJECT_TYPE_EXTENSION ||
      node.kind === Kind.INTERFACE_TYPE_DEFINITION
    )
      for (const field of node.fields ?? [])
        for (const argument of field.arguments ?? []) note(`${node.name.value}.${field.name.value}`, argument)
  }
  return found
}

/** Whether values that were taken are not any more: a bound is tighter, or a rule is new or another one. */
const isTighter = (name: string, was: unknown, is: unknown): boolean => {
  if (was === undefined) return is !== false
  if (LOWER.has(name)) return Number(is) > Number(was)
  if (UPPER.has(name)) return Number(is) < Number(was)
  return is !== was && is !== false
}

/** The differences in what arguments and input fields keep to besides their types. */
export const compareConstraints = (file: string, before: string, after: string): readonly ContractChange[] => {
  const [old, now] = [rulesIn(parse(before)), rulesIn(parse(after))]
  return [...old].flatMap(([coordinate, was]) =>
    Object.entries(now.get(coordinate) ?? {}).flatMap(([name, is]) => {
      if (!isTighter(name, was[name], is)) return []
      const path = `${coordinate} @constraint`
      const message = `${coordinate} has the ${name} ${String(is)} and had ${String(was[name] ?? 'none')}`
      return [{ file, path, breaking: true, message, uses: coordinate }]
    }),
  )
}
