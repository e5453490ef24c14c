import { type DocumentNode, type FieldNode, GraphQLError, Kind, visit } from 'graphql'
import type { AnswerPath } from './response-paths.rules.ts'

/** The response names that a client chose, by those that an operation is executed with. */
export type RenamedFields = ReadonlyMap<string, string>

const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

const isAliased = (node: FieldNode): boolean => responseNameOf(node) !== node.name.value

/** Every response name of a document, and whether it is an alias somewhere. */
const namesIn = (document: DocumentNode): ReadonlyMap<string, boolean> => {
  const names = new Map<string, boolean>()
  visit(document, {
    Field(node) {
      const name = responseNameOf(node)
      names.set(name, names.get(name) === true || isAliased(node))
    },
  })
  return names
}

/** Whether a response name cannot be executed as it is. */
export type IsTaken = (name: string, isAlias: boolean) => boolean

/** A new name for each one that is taken. */
const newNamesIn = (document: DocumentNode, isTaken: IsTaken): ReadonlyMap<string, string> => {
  const names = namesIn(document)
  const renamed = new Map<string, string>()
  for (const [name, isAlias] of names) {
    if (!isTaken(name, isAlias)) continue
    let free = `renamed_${name}`
    while (names.has(free)) free += '_'
    renamed.set(name, free)
  }
  return renamed
}

/**
 * Names that every object inherits, such as `constructor`: where a service leaves out such a field, the inherited value
 * would be read. And aliases that are the names of fields that the planner adds: it would take one for the other.
 */
export const takenBesides =
  (required: ReadonlySet<string>): IsTaken =>
  (name, isAlias) =>
    name in Object.prototype || (isAlias && required.has(name))

/**
 * A document in which the fields whose response names are taken have others. What is below `__schema` and `__type` is
 * executed by graphql-js as it is.
 */
export const renameFields = (
  document: DocumentNode,
  isTaken: IsTaken,
): { readonly document: DocumentNode; readonly renamed: RenamedFields } => {
  const names = newNamesIn(document, isTaken)
  if (names.size === 0) return { document, renamed: names }
  let introspected = 0
  const isIntrospection = ({ name }: FieldNode) => name.value === '__schema' || name.value === '__type'
  const changed = visit(document, {
    FragmentDefinition: ({ typeCondition }) => (typeCondition.name.value.startsWith('__') ? false : undefined),
    Field: {
      enter(node) {
        if (isIntrospection(node)) introspected += 1
      },
      leave(node) {
        if (isIntrospection(node)) introspected -= 1
        const name = responseNameOf(node)
        const value = names.get(name)
        return value === undefined || introspected > 0 || !isTaken(name, isAliased(node))
          ? undefined
          : { ...node, alias: { kind: Kind.NAME, value } satisfies FieldNode['alias'] }
      },
    },
  })
  return { document: changed, renamed: new Map([...names].map(([given, name]) => [name, given])) }
}

/** A path with the names that the client chose. */
const givenPath = (path: AnswerPath, renamed: RenamedFields): AnswerPath =>
  path.map((part) => (typeof part === 'string' ? (renamed.get(part) ?? part) : part))

/** An error whose path has the names that the client chose. */
export const givenError = (error: GraphQLError, renamed: RenamedFields): GraphQLError =>
  error.path === undefined
    ? error
    : new GraphQLError(error.message, {
        path: givenPath(error.path, renamed),
        originalError: error.originalError,
        extensions: error.extensions,
      })
