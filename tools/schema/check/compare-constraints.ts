import { type DocumentNode, Kind, parse } from 'graphql'
import { directiveOf } from '../../../subgraphs/kit/graphql/directives.ts'
import type { ContractChange } from './changes.ts'
import type { SdlNode } from './sdl-uses.ts'

type Rules = Readonly<Record<string, unknown>>

/** Arguments of `@constraint` by which fewer values are taken the higher, or the lower, they are. */
const LOWER = new Set(['min', 'minLength', 'minItems'])
const UPPER = new Set(['max', 'maxLength', 'maxItems', 'maxBytes'])

const rulesOf = (node: SdlNode): Rules => directiveOf({ astNode: node }, 'constraint') ?? {}

/** What a document says of each argument and input field, by its coordinate. */
const rulesIn = ({ definitions }: DocumentNode): ReadonlyMap<string, Rules> => {
  const found = new Map<string, Rules>()
  const note = (place: string, node: SdlNode & { readonly name: { readonly value: string } }) =>
    found.set(`${place}.${node.name.value}`, rulesOf(node))
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
const isTighter = (name: string, before: unknown, after: unknown): boolean => {
  if (before === undefined) return after !== false
  if (LOWER.has(name)) return Number(after) > Number(before)
  if (UPPER.has(name)) return Number(after) < Number(before)
  return after !== before && after !== false
}

/** The differences in what arguments and input fields keep to besides their types. */
export const compareConstraints = (file: string, before: string, after: string): readonly ContractChange[] => {
  const rulesAfter = rulesIn(parse(after))
  return [...rulesIn(parse(before))].flatMap(([coordinate, rules]) =>
    Object.entries(rulesAfter.get(coordinate) ?? {}).flatMap(([name, value]) => {
      if (!isTighter(name, rules[name], value)) return []
      const path = `${coordinate} @constraint`
      const message = `${coordinate} has the ${name} ${String(value)} and had ${String(rules[name] ?? 'none')}`
      return [{ file, path, breaking: true, message, uses: coordinate }]
    }),
  )
}
