import {
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { directiveOf, restNameOf } from '../graphql/directives.ts'
import { constrained, type JsonSchema } from './openapi-constraints.ts'
import { deprecationOf } from './openapi-deprecation.ts'
import { SCALAR_SCHEMAS } from './openapi-scalars.ts'

/** The named schemas of a document, filled while its routes are described; `qualifier` leads each name. */
export type SchemaRegistry = { readonly qualifier: string; readonly schemas: Map<string, JsonSchema> }

const refTo = (name: string, registry: SchemaRegistry): JsonSchema => ({
  $ref: `#/components/schemas/${registry.qualifier}${name}`,
})

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema

/** The same schema with null allowed. */
const orNull = (schema: JsonSchema): JsonSchema => {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  if (Array.isArray(schema.type)) return { ...schema, type: [...schema.type, 'null'] }
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  const takesAll = schema.type === undefined && schema.$ref === undefined && schema.anyOf === undefined
  return takesAll ? schema : { anyOf: [schema, { type: 'null' }] }
}

const enumSchema = (type: GraphQLEnumType, registry: SchemaRegistry): JsonSchema => {
  const values = type.getValues()
  const words = values.map((value) => `- \`${restNameOf(value)}\`: ${value.description ?? ''}`.trimEnd())
  const description = [type.description ?? '', words.join('\n')].filter((text) => text !== '').join('\n\n')
  registry.schemas.set(type.name, { type: 'string', description, enum: values.map(restNameOf) })
  return refTo(type.name, registry)
}

const leafSchema = (type: GraphQLNamedType, registry: SchemaRegistry): JsonSchema =>
  isEnumType(type) ? enumSchema(type, registry) : (SCALAR_SCHEMAS[type.name] ?? {})

/** A default as a client would write it. */
export const defaultOf = (type: GraphQLInputType, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => defaultOf(type, item))
  const named = getNamedType(type)
  const known = isEnumType(named) ? named.getValues().find((one) => one.value === value) : undefined
  return known === undefined ? value : restNameOf(known)
}

const inputProperty = (field: GraphQLInputField, registry: SchemaRegistry): [string, JsonSchema] => {
  const schema = constrained(inputSchemaOf(field.type, registry), field)
  const withDefault =
    field.defaultValue === undefined ? schema : { ...schema, default: defaultOf(field.type, field.defaultValue) }
  return [restNameOf(field), { ...described(withDefault, field.description), ...deprecationOf(field) }]
}

const inputObjectSchema = (type: GraphQLInputObjectType, registry: SchemaRegistry): JsonSchema => {
  if (registry.schemas.has(type.name)) return refTo(type.name, registry)
  // Entered before its fields are described, as an input type may hold itself.
  registry.schemas.set(type.name, {})
  const fields = Object.values(type.getFields())
  const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
  registry.schemas.set(
    type.name,
    described(
      {
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => inputProperty(field, registry))),
        ...(required.length === 0 ? {} : { required: required.map(restNameOf) }),
        ...(directiveOf(type, 'strict') === null ? {} : { additionalProperties: false }),
      },
      type.description,
    ),
  )
  return refTo(type.name, registry)
}

/** The schema of a value that a client sends. */
export const inputSchemaOf = (type: GraphQLInputType, registry: SchemaRegistry): JsonSchema => {
  if (!isNonNullType(type)) return orNull(presentSchemaOf(type, registry))
  return presentSchemaOf(type.ofType, registry)
}

/** The schema of a value that a client sends where null cannot be said: in a path, a query or a header. */
export const presentSchemaOf = (type: GraphQLInputType, registry: SchemaRegistry): JsonSchema => {
  if (isNonNullType(type)) return presentSchemaOf(type.ofType, registry)
  if (isListType(type)) return { type: 'array', items: inputSchemaOf(type.ofType, registry) }
  return isInputObjectType(type) ? inputObjectSchema(type, registry) : leafSchema(type, registry)
}

type Output = { readonly schema: GraphQLSchema; readonly registry: SchemaRegistry; readonly operationId: string }

const pascal = (name: string) => name.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/**
 * Names the shape of a type. The first shape that is met has the type's name; another one (a wider selection) that
 * of the operation before it; a third is inlined where it is used.
 */
const registered = (name: string, shape: JsonSchema, { registry, operationId }: Output): JsonSchema => {
  for (const candidate of [name, `${pascal(operationId)}${name}`]) {
    const known = registry.schemas.get(candidate)
    if (known === undefined) registry.schemas.set(candidate, shape)
    if (known === undefined || JSON.stringify(known) === JSON.stringify(shape)) return refTo(candidate, registry)
  }
  return shape
}

const fieldNodesOf = (type: GraphQLObjectType, selection: SelectionSetNode): readonly FieldNode[] =>
  selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    const applies = node.kind === Kind.INLINE_FRAGMENT && (node.typeCondition?.name.value ?? type.name) === type.name
    return applies ? fieldNodesOf(type, node.selectionSet) : []
  })

const objectSchema = (type: GraphQLObjectType, selection: SelectionSetNode, output: Output): JsonSchema => {
  const fields = type.getFields()
  const properties = fieldNodesOf(type, selection).flatMap((node): [string, JsonSchema][] => {
    const field = fields[node.name.value]
    if (field === undefined) return []
    const schema = outputSchemaOf(field.type, node.selectionSet, output)
    const property = { ...described(schema, field.description), ...deprecationOf(field) }
    return [[node.alias?.value ?? node.name.value, property]]
  })
  const shape = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
  }
  return registered(type.name, described(shape, type.description), output)
}

const presentOutputOf = (
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  output: Output,
): JsonSchema => {
  if (isListType(type)) return { type: 'array', items: outputSchemaOf(type.ofType, selection, output) }
  if (isUnionType(type) && selection !== undefined)
    return { anyOf: type.getTypes().map((member) => objectSchema(member, selection, output)) }
  if (isObjectType(type) && selection !== undefined) return objectSchema(type, selection, output)
  return leafSchema(getNamedType(type), output.registry)
}

const outputSchemaOf = (
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  output: Output,
): JsonSchema =>
  isNonNullType(type)
    ? presentOutputOf(type.ofType, selection, output)
    : orNull(presentOutputOf(type, selection, output))

/**
 * What an operation answers: one schema for each union member, under its name; else one under the name of the return
 * type.
 */
export const answerSchemasOf = (
  type: GraphQLOutputType,
  document: DocumentNode,
  output: Output,
): ReadonlyMap<GraphQLNamedType, JsonSchema> => {
  const [operation] = document.definitions
  const answer = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections.at(-1) : undefined
  const selection = answer?.kind === Kind.FIELD ? answer.selectionSet : undefined
  const present = isNonNullType(type) ? type.ofType : type
  if (isUnionType(present) && selection !== undefined)
    return new Map(present.getTypes().map((member) => [member, objectSchema(member, selection, output)]))
  return new Map([[getNamedType(present), presentOutputOf(present, selection, output)]])
}
