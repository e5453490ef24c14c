import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import type { Choices } from '../../../demo/random.ts'

export type MadeOperation = {
  readonly query: string
  /** The same operation for the stock executor. */
  readonly reference: string
  /** Sets of variables to execute it with. */
  readonly variables: readonly Readonly<Record<string, unknown>>[]
}

type Variable = { readonly name: string; readonly type: GraphQLInputType; readonly fallback: string | null }

type Making = {
  readonly schema: GraphQLSchema
  readonly choices: Choices
  readonly variables: Variable[]
  readonly fragments: { readonly name: string; readonly type: string; readonly isNarrow: boolean; text: string }[]
  aliases: number
  left: number
}

const listed = <T>(list: readonly T[], { pick }: Choices): T | undefined => {
  const [first, ...rest] = list
  return first === undefined ? undefined : pick([first, ...rest])
}

const DEEPEST = 6

/** A value of an input type, as JSON has it. */
const inputOf = (type: GraphQLInputType, choices: Choices, depth = 0): unknown => {
  if (isNonNullType(type)) return inputOf(type.ofType, choices, depth)
  if (isListType(type)) return Array.from({ length: choices.below(3) }, () => inputOf(type.ofType, choices, depth))
  if (isEnumType(type)) return listed(type.getValues(), choices)?.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth < 2 && choices.chance(0.4)),
    )
    return Object.fromEntries(fields.map((field) => [field.name, inputOf(field.type, choices, depth + 1)]))
  }
  const n = choices.below(9)
  const made: Readonly<Record<string, unknown>> = {
    Int: n,
    SafeInt: n,
    Float: n / 2,
    Boolean: n % 2 === 0,
    DateTime: `2026-11-0${n + 1}T00:00:00.000Z`,
    LocalDateTime: `2026-11-0${n + 1}T00:00:00`,
    Date: `2026-11-0${n + 1}`,
    UUID: `00000000-0000-4000-8000-00000000000${n}`,
  }
  return type.name in made ? made[type.name] : String(n)
}

const literalOf = (value: unknown, given: GraphQLInputType): string => {
  const type = isNonNullType(given) ? given.ofType : given
  if (isListType(type) && Array.isArray(value))
    return `[${value.map((item) => literalOf(item, type.ofType)).join(', ')}]`
  if (isEnumType(type)) return String(value)
  if (isInputObjectType(type) && typeof value === 'object' && value !== null) {
    const fields = type.getFields()
    const texts = Object.entries(value).map(([name, item]) => {
      const field = fields[name]
      return `${name}: ${field === undefined ? 'null' : literalOf(item, field.type)}`
    })
    return `{ ${texts.join(', ')} }`
  }
  return JSON.stringify(value)
}

const variableOf = (type: GraphQLInputType, making: Making): string => {
  const { choices, variables } = making
  const known = listed(
    variables.filter((one) => String(one.type) === String(type)),
    choices,
  )
  if (known !== undefined && choices.chance(0.5)) return `$${known.name}`
  const name = `v${variables.length}`
  const fallback = choices.chance(0.3) ? literalOf(inputOf(type, choices), type) : null
  variables.push({ name, type, fallback })
  return `$${name}`
}

const argumentsOf = (args: readonly GraphQLArgument[], making: Making): string => {
  const { choices } = making
  const texts = args.flatMap(({ name, type, defaultValue }) => {
    if ((!isNonNullType(type) || defaultValue !== undefined) && choices.chance(0.5)) return []
    if (choices.chance(0.5)) return [`${name}: ${variableOf(type, making)}`]
    const value = !isNonNullType(type) && choices.chance(0.1) ? 'null' : literalOf(inputOf(type, choices), type)
    return [`${name}: ${value}`]
  })
  return texts.length === 0 ? '' : `(${texts.join(', ')})`
}

const directivesOf = (making: Making): string => {
  const { choices, schema } = making
  const boolean = schema.getType('Boolean')
  if (!choices.chance(0.15) || boolean === undefined || isCompositeType(boolean)) return ''
  const of = (directive: string): string => {
    if (choices.chance(0.3)) return ` @${directive}(if: ${choices.chance(0.5)})`
    const known = making.variables.find(({ type }) => String(type) === 'Boolean!')
    const name = known !== undefined && choices.chance(0.7) ? known.name : `v${making.variables.length}`
    if (name !== known?.name) {
      const { type } = schema.getDirective('skip')?.args[0] ?? {}
      if (type !== undefined) making.variables.push({ name, type, fallback: choices.chance(0.3) ? 'true' : null })
    }
    return ` @${directive}(if: $${name})`
  }
  return choices.chance(0.2) ? `${of('skip')}${of('include')}` : of(choices.pick(['skip', 'include']))
}

/**
 * The types that a fragment within a type may be on. The stock executor forgets the type of an object that the service
 * did not name within a fragment on an interface or union, and leaves out the fragments in it: that is not made.
 */
const conditionsIn = (
  type: GraphQLCompositeType,
  isNarrow: boolean,
  { schema }: Making,
): readonly GraphQLCompositeType[] => {
  if (isNarrow) return [type]
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
  const interfaces = possible.flatMap((one) => one.getInterfaces())
  const unions = Object.values(schema.getTypeMap())
    .filter(isUnionType)
    .filter((union) => possible.some((one) => schema.isSubType(union, one)))
  return [...new Set([type, ...possible, ...interfaces, ...unions])]
}

/** Where selections are: how deep, and whether in a fragment on an abstract type within an object of a known type. */
type Position = { readonly depth: number; readonly isNarrow: boolean }

const fragmentIn = (type: GraphQLCompositeType, making: Making, place: Position): string => {
  const { choices, fragments } = making
  const on = listed(conditionsIn(type, place.isNarrow, making), choices) ?? type
  const within = { depth: place.depth, isNarrow: place.isNarrow || (isAbstractType(on) && !isAbstractType(type)) }
  if (choices.chance(0.6)) {
    const condition = on === type && choices.chance(0.4) ? '' : ` on ${on.name}`
    return `...${condition}${directivesOf(making)} ${selectionsOf(condition === '' ? type : on, making, within)}`
  }
  const known = fragments.find((one) => one.type === on.name && one.isNarrow === within.isNarrow && one.text !== '')
  if (known !== undefined && choices.chance(0.6)) return `...${known.name}${directivesOf(making)}`
  const fragment = { name: `F${fragments.length}`, type: on.name, isNarrow: within.isNarrow, text: '' }
  fragments.push(fragment)
  fragment.text = selectionsOf(on, making, within)
  return `...${fragment.name}${directivesOf(making)}`
}

/** Leads the names of other fields where an operation is asked of the stock executor. */
const FREE = 'free_'

/**
 * Names that every object of JavaScript has. The stock executor asks the services for the third one as it is, and they
 * answer it by graphql-js, which stops at the first error among fields that may not be null: it is given another.
 */
const INHERITED = ['constructor', 'toString', `${FREE}__proto__`, 'valueOf'] as const

/** A text of an operation or an answer with the names of other fields. */
export const withNamesOfOthers = (text: string): string => text.replaceAll(FREE, '')

/**
 * A new response name, or the name of another field. The stock executor confuses it with a key, or with what another
 * field requires, and is therefore given names that no field has.
 */
const aliasAmong = (fields: readonly { readonly name: string }[], own: string, making: Making): string => {
  const others = fields.filter(({ name }) => name !== own)
  const other = making.choices.chance(0.2) ? listed(others, making.choices)?.name : undefined
  making.aliases += 1
  if (other !== undefined) return `${FREE}${other}`
  return making.choices.chance(0.05) ? making.choices.pick(INHERITED) : `a${making.aliases}`
}

const fieldIn = (type: GraphQLCompositeType, making: Making, { depth }: Position): string => {
  const { choices } = making
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  const field = choices.chance(0.1)
    ? undefined
    : listed(depth >= DEEPEST ? fields.filter((one) => !isCompositeType(getNamedType(one.type))) : fields, choices)
  const alias = choices.chance(0.2) ? `${aliasAmong(fields, field?.name ?? '__typename', making)}: ` : ''
  if (field === undefined) return `${alias}__typename${directivesOf(making)}`
  const inner = getNamedType(field.type)
  const selections = isCompositeType(inner)
    ? ` ${selectionsOf(inner, making, { depth: depth + 1, isNarrow: false })}`
    : ''
  const repeated = isCompositeType(inner) && field.args.length === 0 && alias === '' && choices.chance(0.1)
  const again = repeated ? ` ${field.name} ${selectionsOf(inner, making, { depth: depth + 1, isNarrow: false })}` : ''
  return `${alias}${field.name}${argumentsOf(field.args, making)}${directivesOf(making)}${selections}${again}`
}

const selectionsOf = (type: GraphQLCompositeType, making: Making, place: Position): string => {
  const { choices } = making
  const texts: string[] = []
  const count = 1 + choices.below(place.depth === 0 ? 3 : 4)
  for (let n = 0; n < count && making.left > 0; n += 1) {
    making.left -= 1
    const isFragment = isUnionType(type) || choices.chance(isAbstractType(type) ? 0.5 : 0.15)
    texts.push(isFragment && place.depth < DEEPEST ? fragmentIn(type, making, place) : fieldIn(type, making, place))
  }
  return `{ ${texts.length === 0 ? '__typename' : texts.join(' ')} }`
}

const INTROSPECTION = ['__schema { queryType { name } }', '__type(name: "Query") { kind ...T } __typename']

/** Values of the variables of an operation; what may be left out sometimes is. */
export const makeUpVariables = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  choices: Choices,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    definitions.flatMap(({ variable, type: named, defaultValue }) => {
      const type = typeFromAST(schema, named)
      if (!isInputType(type)) throw new Error(`${variable.name.value} has no input type`)
      if ((defaultValue !== undefined || !isNonNullType(type)) && choices.chance(0.3)) return []
      const value = !isNonNullType(type) && choices.chance(0.2) ? null : inputOf(type, choices)
      return [[variable.name.value, value]]
    }),
  )

/**
 * A made-up operation on a schema, with sets of its variables. It may be invalid, where two of its fields have one
 * response name.
 */
export const makeUpOperation = (schema: GraphQLSchema, choices: Choices, sets: number): MadeOperation => {
  const isMutation = choices.chance(0.1) && schema.getMutationType() !== undefined
  const root = isMutation ? schema.getMutationType() : schema.getQueryType()
  if (root === undefined || root === null) throw new Error('the schema has no queries')
  const making: Making = { schema, choices, variables: [], fragments: [], aliases: 0, left: 40 }
  const introspects = !isMutation && choices.chance(0.03)
  const own = selectionsOf(root, making, { depth: 0, isNarrow: false })
  const asked = introspects ? own.replace(/\}$/, `${INTROSPECTION.join(' ')} }`) : own
  const defined = making.variables.map(
    ({ name, type, fallback }) => `$${name}: ${type}${fallback === null ? '' : ` = ${fallback}`}`,
  )
  const fragments = making.fragments.map(({ name, type, text }) => `fragment ${name} on ${type} ${text}`)
  if (introspects) fragments.push('fragment T on __Type { fields(includeDeprecated: true) { name } }')
  const head = `${isMutation ? 'mutation' : 'query'} ${choices.chance(0.5) ? 'Made' : ''}`
  const variables = defined.length === 0 ? '' : `(${defined.join(', ')})`
  const reference = `${head}${variables} ${asked}\n${fragments.join('\n')}`
  const operation = getOperationAST(parse(reference))
  const count = making.variables.length === 0 ? 1 : sets
  return {
    query: withNamesOfOthers(reference),
    reference,
    variables: Array.from({ length: count }, () =>
      makeUpVariables(schema, operation?.variableDefinitions ?? [], choices),
    ),
  }
}
