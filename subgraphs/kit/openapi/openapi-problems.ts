import { isNonNullType } from 'graphql'
import { ERROR_TABLE, type ErrorCode } from '../common/errors.ts'
import type { Route } from '../rest/routes.ts'
import type { JsonSchema } from './openapi-constraints.ts'

/** A part of an OpenAPI document that must say what it is. */
export type Described = { readonly description: string; readonly [part: string]: unknown }

/** The body of an error answer. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'An error, as RFC 9457 has it.',
  properties: {
    type: { type: 'string', description: 'Always `about:blank`: the code tells the kind of the error.' },
    title: { type: 'string', description: 'The words of the status.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { type: 'string', description: 'What is wrong and how to mend it.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(ERROR_TABLE), description: 'The kind of the error, for programs.' },
    message: { type: 'string', description: 'The same as `detail`.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    traceId: { type: 'string', description: 'Finds the request in the logs.' },
    errors: {
      type: 'array',
      description: 'Each faulty field by its path; only where fields are at fault.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'The path of the field.', examples: ['cassettes[2].denomination'] },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
        required: ['field', 'message'],
      },
    },
    current: { type: 'object', description: 'Of a conflict: the record as it is now, where the caller may see it.' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'timestamp', 'traceId'],
}

const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'The credentials are missing or not valid.',
  FORBIDDEN: 'The role or the institution of the caller may not do this.',
  NOT_FOUND: 'There is no such record, or the caller may not see it.',
  METHOD_NOT_ALLOWED: 'The address is not for this method; `Allow` names those that it is for.',
  BAD_USER_INPUT: 'A parameter or the body is not valid; `errors` names each field.',
  CONFLICT: 'The state of the record does not allow this.',
  PRECONDITION_FAILED: 'The record has changed since the caller read it.',
  PAYLOAD_TOO_LARGE: 'The body is larger than this address accepts.',
  URI_TOO_LONG: 'The path and the query have more than 8,192 characters.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON, or it is compressed.',
  RANGE_NOT_SATISFIABLE: 'The range asked for lies behind the end.',
  RATE_LIMITED: 'More was sent than may be; wait, then send it again.',
  INTERNAL: 'Something went wrong on the side of the platform.',
  UNAVAILABLE: 'A part of the platform cannot be reached right now; try again.',
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

const ERROR_HEADERS: Partial<Record<ErrorCode, Readonly<Record<string, unknown>>>> = {
  UNAUTHENTICATED: { 'WWW-Authenticate': textHeader('Always `Bearer`.') },
  RANGE_NOT_SATISFIABLE: { 'Content-Range': textHeader('`bytes */` and the size of the whole.') },
  RATE_LIMITED: { 'Retry-After': textHeader('Seconds until a new try makes sense.') },
  UNAVAILABLE: { 'Retry-After': textHeader('Seconds until a new try makes sense.') },
}

/** The name of the response of an error. */
export const responseNameOf = (code: ErrorCode) => ERROR_TABLE[code].title.replaceAll(' ', '')

/** The response of an error, as a document names it once for all its operations. */
export const errorResponse = (code: ErrorCode): Described => ({
  description: ERROR_WORDS[code],
  ...(ERROR_HEADERS[code] === undefined ? {} : { headers: ERROR_HEADERS[code] }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** True where the body is JSON. */
export const takesJson = (route: Route) => route.arguments.some(({ from }) => from === 'BODY' || from === 'BODY_KEY')
const takesBody = (route: Route) => takesJson(route) || route.arguments.some(({ from }) => from === 'STREAM')

/** True for bytes that callers may ask for in part. */
export const takesRange = (route: Route) =>
  route.as === 'BYTES' && route.arguments.some(({ from, restName }) => from === 'HEADER' && restName === 'Range')

/** The errors that a route can answer with, as far as its contract says. */
export const errorCodesOf = (route: Route): readonly ErrorCode[] => {
  const changesOne = route.operation === 'mutation' && route.arguments.some(({ from }) => from === 'PATH')
  const nullIs404 = route.onNull === 404 && !isNonNullType(route.field.type)
  const keyed = route.arguments.some(({ from, restName }) => from === 'HEADER' && restName === 'Idempotency-Key')
  const conditional = route.arguments.some(
    ({ from, restName }) => from === 'HEADER' && restName.toLowerCase() === 'if-match',
  )
  return [
    // Of any route, as one refuses the query parameters that it does not have.
    'BAD_USER_INPUT' as const,
    'UNAUTHENTICATED' as const,
    // The internal secret gives the one role that its routes ask for.
    ...(route.access.roles !== null && !route.internal ? (['FORBIDDEN'] as const) : []),
    // What is asked for under a key is asked of something, which may not be there.
    ...(nullIs404 || changesOne || keyed ? (['NOT_FOUND'] as const) : []),
    ...(changesOne || keyed ? (['CONFLICT'] as const) : []),
    ...route.errors,
    ...(conditional ? (['PRECONDITION_FAILED'] as const) : []),
    ...(takesBody(route) ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...(takesJson(route) ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(takesRange(route) ? (['RANGE_NOT_SATISFIABLE'] as const) : []),
    // A service that admits agents limits what they send.
    ...(route.access.roles?.includes('AGENT') === true ? (['RATE_LIMITED'] as const) : []),
    'INTERNAL' as const,
    'UNAVAILABLE' as const,
  ]
}
