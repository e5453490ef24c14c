import { type DocumentNode, type FieldNode, GraphQLError, Kind, print, visit } from 'graphql'
import type { AnswerPath } from './response-paths.rules.ts'

/** The response names that a client chose, by those that an operation is executed with. */
export type RenamedFields = ReadonlyMap<string, string>

export const NONE_RENAMED: RenamedFields = new Map()

export const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

const isAliased = (node: FieldNode): boolean => responseNameOf(node) !== node.name.value

/** What a field asks for, whatever the order of its arguments. */
export const askedBy = ({ name, arguments: given = [] }: FieldNode): string =>
  `${name.value}(${given.map(print).toSorted().join()})`

/** What a document asks for under a response name, and whether this is an alias somewhere. */
type NameUse = { isAlias: boolean; readonly asked: Set<string> }

const namesIn = (document: DocumentNode): ReadonlyMap<string, NameUse> => {
  const names = new Map<string, NameUse>()
  visit(document, {
    Field(node) {
      const name = responseNameOf(node)
      const use = names.get(name) ?? { isAlias: false, asked: new Set<string>() }
      use.isAlias ||= isAliased(node)
      use.asked.add(askedBy(node))
      names.set(name, use)
    },
  })
  return names
}

/** Whether a response name cannot be executed as it is. */
export type IsTaken = (name: string, isAlias: boolean) => boolean

/**
 * A new name for each one that is taken, and for each thing that is asked for under it: types that have nothing in
 * common may use one name for different things, and a service may have them as one type.
 */
const newNamesIn = (document: DocumentNode, isTaken: IsTaken): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const names = namesIn(document)
  const used = new Set(names.keys())
  const freeName = (name: string): string => {
    let free = `renamed_${name}`
    while (used.has(free)) free += '_'
    used.add(free)
    return free
  }
  const renamed = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, { isAlias, asked }] of names)
    if (isTaken(name, isAlias)) renamed.set(name, new Map([...asked].map((one) => [one, freeName(name)])))
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
  if (names.size === 0) return { document, renamed: NONE_RENAMED }
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
        const value = names.get(name)?.get(askedBy(node))
        return value === undefined || introspected > 0 || !isTaken(name, isAliased(node))
          ? undefined
          : { ...node, alias: { kind: Kind.NAME, value } satisfies FieldNode['alias'] }
      },
    },
  })
  return {
    document: changed,
    renamed: new Map([...names].flatMap(([given, uses]) => [...uses.values()].map((name) => [name, given]))),
  }
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
