import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parseType,
  print,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Topic } from './topics.rules.ts'

/** What a root field of subscriptions listens to, and the query that reads one record of it by its id. */
type SubscriptionField = { readonly topic: Topic; readonly query: string | null }

/** The root fields of subscriptions. */
export const SUBSCRIPTION_FIELDS: Readonly<Record<string, SubscriptionField>> = {
  incidentChanged: { topic: 'incidents', query: 'incident' },
  serviceStateChanged: { topic: 'service-state', query: null },
  journalGapChanged: { topic: 'gaps', query: 'journalGap' },
  insightChanged: { topic: 'insights', query: null },
  rolloutChanged: { topic: 'rollouts', query: 'rollout' },
}

/** The variable of the id in the query that is asked for each change. */
export const ID_VARIABLE = '__liveId'

/** How a subscription is answered. */
export type SubscriptionPlan = {
  readonly topic: Topic
  /** The root field. */
  readonly field: string
  /** Its name in the answer. */
  readonly responseName: string
  /** The operation and its fragments, without other operations. */
  readonly document: DocumentNode
  /** The query to ask for each change; null where the record that the stream sends has all that is asked for. */
  readonly query: string | null
}

const hasRoot = (node: FieldNode): boolean => Object.hasOwn(SUBSCRIPTION_FIELDS, node.name.value)

/** Without the other operations, and the fragments that only they use. */
const documentOf = (document: DocumentNode, { name }: OperationDefinitionNode): DocumentNode => {
  const separated = separateOperations(document)[name?.value ?? '']
  if (separated === undefined) throw new Error('an operation of another document')
  return separated
}

/** The root field; a valid subscription has one, under one name. */
const rootOf = (document: DocumentNode): FieldNode => {
  let root: FieldNode | null = null
  visit(document, {
    Field(node) {
      if (hasRoot(node)) root ??= node
    },
  })
  if (root === null) throw new Error('a subscription without a field')
  return root
}

/**
 * Whether all fields of the answer are values of the record itself, which has what REST serves: related records, fields
 * with arguments and those that REST omits have to be asked for.
 */
const isOfRecord = (document: DocumentNode, schema: GraphQLSchema, omitted: ReadonlySet<string>): boolean => {
  let isPlain = true
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (hasRoot(node)) return
        const type = types.getType()
        const takesArguments = (types.getFieldDef()?.args.length ?? 0) > 0
        const isOmitted = omitted.has(`${types.getParentType()?.name}.${node.name.value}`)
        if (takesArguments || isOmitted || (type && isCompositeType(getNamedType(type)))) isPlain = false
      },
    }),
  )
  return isPlain
}

/** The subscription as a query of one record. */
const asQuery = (document: DocumentNode, query: string): string => {
  const onQuery = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Query' } } as const
  const isRootType = (name: string | undefined) => name === 'Subscription'
  const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: ID_VARIABLE } } as const
  const asked = visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      operation: OperationTypeNode.QUERY,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []),
        { kind: Kind.VARIABLE_DEFINITION, variable, type: parseType('SafeInt!') },
      ],
    }),
    FragmentDefinition: (node) =>
      isRootType(node.typeCondition.name.value) ? { ...node, typeCondition: onQuery } : undefined,
    InlineFragment: (node) =>
      isRootType(node.typeCondition?.name.value) ? { ...node, typeCondition: onQuery } : undefined,
    Field: (node) =>
      hasRoot(node)
        ? {
            ...node,
            alias: node.alias ?? node.name,
            name: { kind: Kind.NAME, value: query },
            arguments: [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'id' }, value: variable }],
          }
        : undefined,
  })
  return print(asked)
}

/** Plans a valid subscription. `omitted`: the fields that the records of the stream do not have, as `Type.field`. */
export const planSubscription = (
  schema: GraphQLSchema,
  given: DocumentNode,
  operation: OperationDefinitionNode,
  omitted: ReadonlySet<string>,
): SubscriptionPlan => {
  const document = documentOf(given, operation)
  const root = rootOf(document)
  const field = root.name.value
  const source = SUBSCRIPTION_FIELDS[field]
  if (source === undefined) throw new Error(`${field} is no subscription`)
  const { topic, query } = source
  const asksMore = query !== null && !isOfRecord(document, schema, omitted)
  return {
    topic,
    field,
    responseName: (root.alias ?? root.name).value,
    document,
    query: asksMore ? asQuery(document, query) : null,
  }
}
