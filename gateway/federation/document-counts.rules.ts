import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql'

/** What is counted of the text of an operation, without its variables. */
export type DocumentCounts = {
  /** Aliases in the document. */
  readonly aliases: number
  /** Directives in the document. */
  readonly directives: number
  /** Root fields of the operation, those of a fragment at each of its uses. */
  readonly rootFields: number
  /** Fields of the operation, those of a fragment at each of its uses: each takes time to plan and compile. */
  readonly fields: number
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * How many levels deep braces, brackets and parentheses of a text are nested, among its first `maxTokens` tokens. It is
 * counted before parsing, which recurses: whether a deep text overflows the stack depends on what the engine compiled.
 * A text that is no sequence of tokens counts up to its fault, which the parser reports.
 */
export const countNesting = (text: string, maxTokens: number): number => {
  const lexer = new Lexer(new Source(text))
  let open = 0
  let deepest = 0
  try {
    for (let read = 0; read < maxTokens; read++) {
      const { kind } = lexer.advance()
      if (kind === TokenKind.EOF) break
      if (OPENING.has(kind)) deepest = Math.max(deepest, ++open)
      else if (CLOSING.has(kind)) open--
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return deepest
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** Counts fields of a selection: all of them, or only those of the selection itself. */
const createCount = (fragments: Fragments, isDeep: boolean): ((selections: SelectionSetNode | undefined) => number) => {
  const known = new Map<string, number>()
  const countFragment = (name: string): number => {
    const counted = known.get(name)
    if (counted !== undefined) return counted
    // A fragment that contains itself is found by validation.
    known.set(name, 0)
    const fields = count(fragments.get(name)?.selectionSet)
    known.set(name, fields)
    return fields
  }
  const count = (set: SelectionSetNode | undefined): number => {
    let fields = 0
    for (const node of set?.selections ?? [])
      if (node.kind === Kind.FRAGMENT_SPREAD) fields += countFragment(node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) fields += count(node.selectionSet)
      else fields += 1 + (isDeep ? count(node.selectionSet) : 0)
    return fields
  }
  return count
}

/**
 * Counts a document, valid or not; what is returned counts its operations. All of them together take time in proportion
 * to the document.
 */
const createCounter = (document: DocumentNode): ((operation: OperationDefinitionNode) => DocumentCounts) => {
  let [aliases, directives] = [0, 0]
  visit(document, {
    Field({ alias }) {
      if (alias !== undefined) aliases += 1
    },
    Directive() {
      directives += 1
    },
  })
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((fragment) => [fragment.name.value, fragment]))
  const countRoot = createCount(fragments, false)
  const countAll = createCount(fragments, true)
  return ({ selectionSet }) => ({
    aliases,
    directives,
    rootFields: countRoot(selectionSet),
    fields: countAll(selectionSet),
  })
}

/** Counts a document, valid or not, for each of its operations; takes time in proportion to the document. */
export const countOperations = (document: DocumentNode): ReadonlyMap<OperationDefinitionNode, DocumentCounts> => {
  const countOf = createCounter(document)
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return new Map(operations.map((operation) => [operation, countOf(operation)]))
}

/** Counts a document, valid or not, and one of its operations; takes time in proportion to the document. */
export const countDocument = (document: DocumentNode, operation: OperationDefinitionNode): DocumentCounts =>
  createCounter(document)(operation)
