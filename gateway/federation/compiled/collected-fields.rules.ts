import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** The values of the variables that `@skip` and `@include` of an operation name. */
export type ConditionValues = ReadonlyMap<string, boolean>

/** Selections, and the type that they are written on. */
export type Selections = { readonly selectionSet: SelectionSetNode; readonly on: string }

/** A field, and the type whose field it is written as: an interface may declare it less strictly than its types. */
export type CollectedField = { readonly node: FieldNode; readonly on: string }

/** The fields of some selections for one type, by response name, in the order of the answer. */
export type CollectedFields = ReadonlyMap<string, readonly [CollectedField, ...CollectedField[]]>

type Collecting = {
  readonly schema: GraphQLSchema
  readonly conditions: ConditionValues
}

const isTrue = (directive: DirectiveNode, conditions: ConditionValues): boolean => {
  const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value
  if (value?.kind === Kind.BOOLEAN) return value.value
  return value?.kind === Kind.VARIABLE && conditions.get(value.name.value) === true
}

/** Whether `@skip` and `@include` leave a selection in, for the values of the variables. */
export const isIncluded = (directives: readonly DirectiveNode[] | undefined, conditions: ConditionValues): boolean =>
  (directives ?? []).every((directive) => {
    if (directive.name.value === 'skip') return !isTrue(directive, conditions)
    return directive.name.value !== 'include' || isTrue(directive, conditions)
  })

/** Whether a type condition holds of a type, which may be abstract where a service does not name the type. */
const applies = (schema: GraphQLSchema, condition: string | undefined, typeName: string): boolean => {
  if (condition === undefined || condition === typeName) return true
  const [outer, inner] = [schema.getType(condition), schema.getType(typeName)]
  return isAbstractType(outer) && (isObjectType(inner) || isInterfaceType(inner)) && schema.isSubType(outer, inner)
}

type Visited = Collecting & {
  readonly typeName: string
  readonly to: Map<string, [CollectedField, ...CollectedField[]]>
}

const visitSelections = ({ selectionSet, on }: Selections, visited: Visited): void => {
  const { schema, conditions, typeName, to } = visited
  for (const node of selectionSet.selections) {
    if (!isIncluded(node.directives, conditions)) continue
    if (node.kind === Kind.FIELD) {
      const name = node.alias?.value ?? node.name.value
      const known = to.get(name)
      if (known === undefined) to.set(name, [{ node, on }])
      else known.push({ node, on })
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value
      if (applies(schema, condition, typeName))
        visitSelections({ selectionSet: node.selectionSet, on: condition ?? on }, visited)
    }
  }
}

/** The fields that some selections ask of a type. */
export const collectFields = (
  selections: readonly Selections[],
  typeName: string,
  collecting: Collecting,
): CollectedFields => {
  const to = new Map<string, [CollectedField, ...CollectedField[]]>()
  for (const each of selections) visitSelections(each, { ...collecting, typeName, to })
  return to
}

/** The variables that decide what an operation includes, sorted. */
export const conditionsOf = (operation: OperationDefinitionNode): readonly string[] => {
  const names = new Set<string>()
  visit(operation.selectionSet, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names].sort()
}
