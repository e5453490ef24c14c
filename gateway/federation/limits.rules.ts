import { HeaderMap } from '@apollo/server'
import { GraphQLError } from 'graphql'
import type { GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import type { Cost } from './cost.rules.ts'
import type { DocumentCounts } from './document-counts.rules.ts'

/** The limits of operations: the code and the HTTP status with which one above a limit is refused. */
export const LIMIT_CODES = {
  MAX_DEPTH_EXCEEDED: 400,
  MAX_FIELDS_EXCEEDED: 400,
  MAX_ALIASES_EXCEEDED: 400,
  MAX_ROOT_FIELDS_EXCEEDED: 400,
  MAX_DIRECTIVES_EXCEEDED: 400,
  MAX_TOKENS_EXCEEDED: 400,
  MAX_PAGE_SIZE_EXCEEDED: 400,
  MAX_COST_EXCEEDED: 400,
  COST_BUDGET_EXCEEDED: 429,
} as const

/** The most faults that are reported for one operation. */
export const MAX_OPERATION_FAULTS = 20

export type LimitCode = keyof typeof LIMIT_CODES

/** Whether something is the code of a limit. */
export const isLimitCode = (code: unknown): code is LimitCode =>
  typeof code === 'string' && Object.hasOwn(LIMIT_CODES, code)

/** The refusal of an operation above a limit. The message says what the limit is and what to do. */
const aboveLimit = (code: LimitCode, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: LIMIT_CODES[code] } } })

/** The refusal of an operation whose caller has used up the budget. */
export const aboveBudget = (what: string, costPerSecond: number, retryAfterSeconds: number): GraphQLError => {
  const code: LimitCode = 'COST_BUDGET_EXCEEDED'
  const headers = new HeaderMap([['retry-after', String(retryAfterSeconds)]])
  const message = `Your ${what} may cost ${costPerSecond} values a second; try again in ${retryAfterSeconds} s.`
  const extensions: Readonly<Record<string, unknown>> = {
    code,
    http: { status: LIMIT_CODES[code], headers },
    retryAfterSeconds,
  }
  return new GraphQLError(message, { extensions })
}

/** The most levels of braces, brackets and parentheses in a text; what is within the other limits has far fewer. */
const MAX_NESTING = 100

/** The refusal of a text that is too deep to be parsed; null for one that is not. */
export const nestingFault = (nesting: number): GraphQLError | null =>
  nesting > MAX_NESTING
    ? aboveLimit(
        'MAX_DEPTH_EXCEEDED',
        `A document may be nested ${MAX_NESTING} levels deep at most, brackets included; this one is ${nesting}.`,
      )
    : null

/** The refusal of an operation for its text alone, which need not be valid; null for one that is within the limits. */
export const textFault = (counts: DocumentCounts, limits: GraphLimits): GraphQLError | null => {
  const { aliases, directives, rootFields, fields } = counts
  const { maxAliases, maxDirectives, maxRootFields, maxFields } = limits
  if (rootFields > maxRootFields)
    return aboveLimit(
      'MAX_ROOT_FIELDS_EXCEEDED',
      `An operation may ask for ${maxRootFields} root fields at most; this one asks for ${rootFields}. Send several.`,
    )
  if (aliases > maxAliases)
    return aboveLimit(
      'MAX_ALIASES_EXCEEDED',
      `A document may have ${maxAliases} aliases at most; this one has ${aliases}. Send several.`,
    )
  if (directives > maxDirectives)
    return aboveLimit(
      'MAX_DIRECTIVES_EXCEEDED',
      `A document may have ${maxDirectives} directives at most; this one has ${directives}.`,
    )
  if (fields > maxFields)
    return aboveLimit(
      'MAX_FIELDS_EXCEEDED',
      `An operation may have ${maxFields} fields at most, those of its fragments wherever they are used; ` +
        `this one has ${fields}. Send several.`,
    )
  return null
}

/** The refusal of an operation for the first limit that it is above; null for one that is within all of them. */
export const limitFault = (counts: DocumentCounts, cost: Cost, limits: GraphLimits): GraphQLError | null => {
  const { values, depth, pageSize } = cost
  const { maxDepth, maxPageSize, maxCost } = limits
  const fault = textFault(counts, limits)
  if (fault !== null) return fault
  if (depth > maxDepth)
    return aboveLimit(
      'MAX_DEPTH_EXCEEDED',
      `An operation may be ${maxDepth} levels deep at most; this one has ${depth}.`,
    )
  if (pageSize > maxPageSize)
    return aboveLimit(
      'MAX_PAGE_SIZE_EXCEEDED',
      `A page of ${maxPageSize} records may be asked for at most, not of ${pageSize}; ask for several pages.`,
    )
  if (values > maxCost)
    return aboveLimit(
      'MAX_COST_EXCEEDED',
      `An operation may ask for ${maxCost} values at most, by the bounds of its lists; ` +
        `this one asks for ${Math.ceil(values)}. Ask for smaller pages, fewer fields or fewer levels.`,
    )
  return null
}
