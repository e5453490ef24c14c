import { type DocumentNode, GraphQLError, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import type { CostLimit } from './cost-limit.ts'
import { countNesting, countOperations } from './document-counts.rules.ts'
import { nestingFault, textFault } from './limits.rules.ts'
import type { OperationHook } from './operation-hooks.ts'
import { rootConditionFault } from './subscription-roots.rules.ts'

/** What parsing and validating takes of a caller's budget, in values for each character of the text. */
const VALUES_PER_CHARACTER = 20
/** A longer text has too many tokens, or long values, which take no more time. */
const MAX_CHARGED_CHARACTERS = 20_000

const MAX_TEXTS = 1_000
const MAX_CHARACTERS = 500_000

/** The error with this code, answered with the status 400. */
export const withCode = (error: unknown, code: string): GraphQLError => {
  if (!(error instanceof GraphQLError)) throw error
  const { message, nodes, source, positions } = error
  const extensions = { code, http: { status: 400 } }
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, extensions })
}

const parseText = (text: string, maxTokens: number): DocumentNode => {
  try {
    return parse(text, { maxTokens })
  } catch (error) {
    throw withCode(error, 'GRAPHQL_PARSE_FAILED')
  }
}

/** Reads documents of callers. */
export type DocumentReader = {
  /**
   * Parses a text and charges its caller for reading it, refused or not. What takes more than proportional time to
   * validate is refused here, for each of its operations, and what validation fails on.
   * @throws GraphQLError for a text that is no document, is above a limit or has a subscription whose root field is
   * conditional, and for a caller without a budget left.
   */
  read(text: string, principal: Principal): DocumentNode
  /** Reads a text that was not found valid before. Throws as `read` does. */
  check(text: string, principal: Principal): void
  /** Learns which texts are valid. */
  readonly hook: OperationHook
}

export const createDocumentReader = (
  costLimit: Pick<CostLimit, 'chargeReading'>,
  limits: GraphLimits = GRAPH_LIMITS,
  onLookUp: (isHit: boolean) => void = () => {},
): DocumentReader => {
  const valid = new LRUCache<string, true>({
    max: MAX_TEXTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_valid, text) => text.length,
  })
  const read = (text: string, principal: Principal): DocumentNode => {
    costLimit.chargeReading(principal, Math.min(text.length, MAX_CHARGED_CHARACTERS) * VALUES_PER_CHARACTER)
    const tooDeep = nestingFault(countNesting(text, limits.maxTokens))
    if (tooDeep !== null) throw tooDeep
    const document = parseText(text, limits.maxTokens)
    for (const counts of countOperations(document).values()) {
      const fault = textFault(counts, limits)
      if (fault !== null) throw fault
    }
    const conditional = rootConditionFault(document)
    if (conditional !== null) throw conditional
    return document
  }
  return {
    read,
    check(text, principal) {
      const isValid = valid.get(text) === true
      onLookUp(isValid)
      if (!isValid) read(text, principal)
    },
    hook: {
      before({ document }) {
        const text = document.loc?.source.body
        if (text !== undefined) valid.set(text, true)
      },
    },
  }
}
