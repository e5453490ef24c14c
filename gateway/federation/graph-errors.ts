import type { GraphQLFormattedError } from 'graphql'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { maskBeginning } from '../../subgraphs/kit/cards/card-numbers.ts'
import { ERROR_TABLE, type ErrorCode } from '../../subgraphs/kit/common/errors.ts'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { faultyFieldOf } from '../../subgraphs/kit/graphql/graphql-fields.ts'
import { isAnswerPath } from './answer-shape.rules.ts'
import { isLimitCode, LIMIT_CODES, type LimitCode } from './limits.rules.ts'

/** Apollo's codes mapped to those of the platform's table; any other code is INTERNAL. */
const APOLLO_CODES: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'BAD_USER_INPUT',
  GRAPHQL_VALIDATION_FAILED: 'BAD_USER_INPUT',
  OPERATION_RESOLUTION_FAILURE: 'BAD_USER_INPUT',
  BAD_REQUEST: 'BAD_USER_INPUT',
  PERSISTED_QUERY_NOT_FOUND: 'BAD_USER_INPUT',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_USER_INPUT',
}

/** Messages are limited, and card numbers in them masked, as they may repeat what the client sent. */
const MAX_MESSAGE_CHARS = 1_000

const shortened = (text: string): string =>
  `${maskBeginning(text, MAX_MESSAGE_CHARS)}${text.length > MAX_MESSAGE_CHARS ? '…' : ''}`

const INTERNAL_WORDS = 'Something went wrong on our side; the trace id finds it in the log.'

/** The code of a limit or of the platform's table for the code of an error of the graph. */
export const graphErrorCode = (code: unknown): ErrorCode | LimitCode => {
  if (typeof code !== 'string') return 'INTERNAL'
  if (isLimitCode(code)) return code
  const own = Object.keys(ERROR_TABLE).find((known): known is ErrorCode => known === code)
  return own ?? (Object.hasOwn(APOLLO_CODES, code) ? APOLLO_CODES[code] : undefined) ?? 'INTERNAL'
}

/** How the messages of libraries on documents above a limit end: those of the parser, and of Apollo. */
const LIBRARY_LIMITS: readonly (readonly [words: string, code: LimitCode])[] = [
  ['tokens. Parsing aborted.', 'MAX_TOKENS_EXCEEDED'],
  ['recursively requests too many selections.', 'MAX_FIELDS_EXCEEDED'],
]

const libraryLimitOf = ({ message, extensions }: GraphQLFormattedError): LimitCode | undefined =>
  extensions?.code === 'GRAPHQL_PARSE_FAILED' || extensions?.code === 'GRAPHQL_VALIDATION_FAILED'
    ? LIBRARY_LIMITS.find(([words]) => message.endsWith(words))?.[1]
    : undefined

/** The executor's message names a place in the document; a client needs the argument or variable. */
const faultsOf = (code: ErrorCode | LimitCode, { message }: GraphQLFormattedError, error: unknown) => {
  const field = code === 'BAD_USER_INPUT' ? faultyFieldOf(error) : null
  return field === null ? undefined : [{ field: shortened(field), message: shortened(message) }]
}

/**
 * The error as a client sees it: code and status of the table, faulty fields, the time to wait, what a conflict met
 * and which service does not answer; nothing else gets through, as the gateway puts names, URLs and stacks of
 * subgraphs into extensions. `onFault` is called with what went wrong here; a service that reports a fault of its own
 * has logged it.
 */
export const formatGraphError = (
  formatted: GraphQLFormattedError,
  error: unknown,
  onFault: () => void,
): GraphQLFormattedError => {
  const { retryAfterSeconds, current, serviceName } = formatted.extensions ?? {}
  const code = libraryLimitOf(formatted) ?? graphErrorCode(formatted.extensions?.code)
  const errors = formatted.extensions?.errors ?? faultsOf(code, formatted, error)
  if (code === 'INTERNAL' && formatted.extensions?.code !== 'INTERNAL') onFault()
  return {
    message: code === 'INTERNAL' ? INTERNAL_WORDS : shortened(formatted.message),
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    extensions: {
      code,
      http: { status: isLimitCode(code) ? LIMIT_CODES[code] : ERROR_TABLE[code].status },
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(code === 'UNAVAILABLE' && SERVICE_NAMES.some((name) => name === serviceName) ? { serviceName } : {}),
      ...(code === 'CONFLICT' && current !== undefined ? { current } : {}),
    },
  }
}

/** The nulls of an answer that are given an error, at most. */
const MAX_INVALID_VALUES = 100

/** How the executors describe a value of another type; ours says of a null besides whether there was no value. */
const WRONG_TYPE = 'Invalid '

type Path = readonly (string | number)[]

/** A value that does not fit the schema: how the executor describes it, and where it is. */
export type WrongValue = { readonly message: string; readonly path?: Path }

/** Whether one path is the other, or leads there. */
const isBeside = (one: Path, other: Path): boolean => {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return shorter.every((step, at) => step === longer[at])
}

/**
 * The values of other types than the schema's, which the gateway answers as null and reports in the extension
 * `valueCompletion`, a hundred at most; without those that one of the `errors` explains. The gateway also reports there
 * what is missing of an entity that its service does not have or does not show to the caller: that is no fault, where
 * a null that a service gave for what is never null is one.
 */
export const wrongValuesOf = (
  { valueCompletion }: Readonly<Record<string, unknown>>,
  errors: readonly Pick<GraphQLFormattedError, 'path'>[] = [],
): readonly WrongValue[] => {
  const explained = errors.flatMap(({ path }) => (path === undefined ? [] : [path]))
  const found: WrongValue[] = []
  for (const value of Array.isArray(valueCompletion) ? valueCompletion : []) {
    if (found.length === MAX_INVALID_VALUES) break
    if (!isRecord(value) || typeof value.message !== 'string') continue
    const { message, path, isMissing = true } = value
    if (isMissing === true && !message.startsWith(WRONG_TYPE)) continue
    if (!isAnswerPath(path)) found.push({ message })
    else if (!explained.some((other) => isBeside(path, other))) found.push({ message, path })
  }
  return found
}

/** The error that a client gets for a value that does not fit the schema. */
export const wrongValueError = ({ path }: WrongValue): GraphQLFormattedError => ({
  message: INTERNAL_WORDS,
  ...(path === undefined ? {} : { path }),
  extensions: { code: 'INTERNAL', http: { status: ERROR_TABLE.INTERNAL.status } },
})
