import { type DocumentNode, type FieldNode, GraphQLError, Kind, visit } from 'graphql'
import type { AnswerPath } from './response-paths.rules.ts'

/** The response names that a client chose, by those that an operation is executed with. */
export type RenamedFields = ReadonlyMap<string, string>

const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

const namesIn = (document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>()
  visit(document, {
    Field(node) {
      names.add(responseNameOf(node))
    },
  })
  return names
}

/** A new name for each one that every object inherits. */
const newNamesIn = (document: DocumentNode): ReadonlyMap<string, string> => {
  const names = namesIn(document)
  const renamed = new Map<string, string>()
  for (const name of names) {
    if (!(name in Object.prototype)) continue
    let free = `renamed_${name}`
    while (names.has(free)) free += '_'
    renamed.set(name, free)
  }
  return renamed
}

/**
 * A document without response names such as `constructor`: where a service leaves out such a field, its value would
 * be the one that every object inherits. What is below `__schema` and `__type` is executed by graphql-js as it is.
 */
export const renameInherited = (document: DocumentNode): { document: DocumentNode; renamed: RenamedFields } => {
  const names = newNamesIn(document)
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
        const value = names.get(responseNameOf(node))
        return value === undefined || introspected > 0
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
