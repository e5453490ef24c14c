import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '../../../db/errors.ts'
import {
  badInput,
  badInputs,
  DomainError,
  ERROR_TABLE,
  type FieldFault,
  isErrorCode,
  isOutage,
  notFound,
  problemOf,
  toDomainError,
} from './errors.ts'

const coded = (code: string, message = 'words', cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code })

const faultsOf = (count: number): FieldFault[] =>
  Array.from({ length: count }, (_value, n) => ({ field: `f${n}`, message: 'is wrong' }))

describe('the table of errors', () => {
  it('has a status and a title for each code', () => {
    expect(Object.entries(ERROR_TABLE).map(([code, { status, title }]) => `${code} ${status} ${title}`)).toEqual([
      'UNAUTHENTICATED 401 Unauthorized',
      'FORBIDDEN 403 Forbidden',
      'NOT_FOUND 404 Not Found',
      'METHOD_NOT_ALLOWED 405 Method Not Allowed',
      'BAD_USER_INPUT 400 Bad Request',
      'CONFLICT 409 Conflict',
      'PRECONDITION_FAILED 412 Precondition Failed',
      'PAYLOAD_TOO_LARGE 413 Payload Too Large',
      'URI_TOO_LONG 414 URI Too Long',
      'UNSUPPORTED_MEDIA_TYPE 415 Unsupported Media Type',
      'RANGE_NOT_SATISFIABLE 416 Range Not Satisfiable',
      'RATE_LIMITED 429 Too Many Requests',
      'INTERNAL 500 Internal Server Error',
      'UNAVAILABLE 503 Service Unavailable',
    ])
  })
})

describe('a refusal', () => {
  it('gives GraphQL its code and status, and what else it has', () => {
    expect(new DomainError('CONFLICT', 'no').extensions).toStrictEqual({ code: 'CONFLICT', http: { status: 409 } })
    const errors = faultsOf(1)
    const details = { errors, retryAfterSeconds: 3, current: { version: 1 }, headers: { a: 'b' }, cause: 'x' }
    const error = new DomainError('UNAVAILABLE', 'no', details)
    expect(error.extensions).toEqual({
      code: 'UNAVAILABLE',
      http: { status: 503 },
      errors,
      retryAfterSeconds: 3,
      current: { version: 1 },
    })
    expect([error.name, error.message, error.headers, error.cause]).toEqual(['DomainError', 'no', { a: 'b' }, 'x'])
    expect('cause' in new DomainError('CONFLICT', 'no')).toBe(false)
  })

  it('of one field names it, in its words and beside them', () => {
    expect(badInput('day', 'must be a date')).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'day: must be a date',
      errors: [{ field: 'day', message: 'must be a date' }],
    })
  })

  it('of many fields names a hundred of them at most', () => {
    expect(badInputs(faultsOf(2))).toMatchObject({ code: 'BAD_USER_INPUT', message: 'f0: is wrong; f1: is wrong' })
    expect(badInputs(faultsOf(100)).errors).toHaveLength(100)
    const { errors, message } = badInputs(faultsOf(101))
    expect(errors).toHaveLength(100)
    expect(errors?.at(-1)?.field).toBe('f99')
    expect(message).toMatch(/f99: is wrong$/)
  })

  it('of what is not there says what was not found', () => {
    expect(notFound('The ATM')).toMatchObject({ code: 'NOT_FOUND', message: 'The ATM was not found' })
  })
})

describe('a code', () => {
  it('is one of the table, and no property that every object has', () => {
    expect(isErrorCode('FORBIDDEN')).toBe(true)
    for (const code of ['forbidden', 'constructor', 'toString', '', 403, null, undefined])
      expect(isErrorCode(code)).toBe(false)
  })
})

describe('an outage', () => {
  it.each([
    ['a service that says so', new DomainError('UNAVAILABLE', 'no')],
    ['a store that cannot serve', new StoreUnavailableError('no')],
    ['a lost connection', coded('ECONNRESET')],
    ['a deadlock', coded('40P01')],
    ['a call that was not connected', coded('UND_ERR_CONNECT_TIMEOUT')],
    ['a call that was not answered', coded('UND_ERR_HEADERS_TIMEOUT')],
    ['an answer that broke off', coded('UND_ERR_BODY_TIMEOUT')],
    ['a socket that was closed', coded('UND_ERR_SOCKET')],
  ])('is %s', (_what, error) => {
    expect(isOutage(error)).toBe(true)
    expect(toDomainError(error).error.code).toBe('UNAVAILABLE')
  })

  it.each([
    ['another refusal', new DomainError('CONFLICT', 'no')],
    ['a value that cannot be stored', coded('22003')],
    ['a broken statement', coded('42601')],
    ['another fault of a call', coded('UND_ERR_ABORTED')],
    ['no error', 'text'],
  ])('is not %s', (_what, error) => {
    expect(isOutage(error)).toBe(false)
  })
})

describe('what was thrown, as a caller may see it', () => {
  it('is the refusal itself, however deep it is', () => {
    const refusal = new DomainError('CONFLICT', 'no')
    const executed = new GraphQLError('no', { originalError: refusal })
    for (const error of [refusal, executed, new Error('a', { cause: new Error('b', { cause: executed }) })])
      expect(toDomainError(error)).toEqual({ error: refusal, expected: true })
    expect(toDomainError(new Error('a', { cause: refusal })).error).toBe(refusal)
  })

  it('is what came over a process border, with its fields and what a conflict met', () => {
    const errors = [{ field: 'a', message: 'b' }]
    const carried = (extensions: Record<string, unknown>) => toDomainError(new GraphQLError('words', { extensions }))
    expect(carried({ code: 'BAD_USER_INPUT', errors, current: { id: 1 } })).toMatchObject({
      expected: true,
      error: { code: 'BAD_USER_INPUT', message: 'words', errors, current: { id: 1 } },
    })
    for (const wrong of [{}, 'text', [{ field: 'a' }], [{ message: 'b' }], [null], [{ field: 1, message: 'b' }]])
      expect(carried({ code: 'CONFLICT', errors: wrong, current: [] }).error).toMatchObject({
        code: 'CONFLICT',
        errors: undefined,
        current: undefined,
      })
    expect(carried({ code: 'CONFLICT', errors: [errors[0], { field: 1 }] }).error.errors).toBeUndefined()
    expect(carried({ code: 'CONFLICT', current: null }).error.current).toBeUndefined()
    for (const code of ['INTERNAL', 'constructor', 'GRAPHQL_PARSE_FAILED', undefined])
      expect(carried({ code })).toMatchObject({ expected: false, error: { code: 'INTERNAL' } })
    expect(toDomainError(Object.assign(new Error('x'), { extensions: null })).error.code).toBe('INTERNAL')
    expect(toDomainError({ extensions: { code: 'CONFLICT' } }).error.code).toBe('INTERNAL')
  })

  it.each([['22021'], ['22P05']])(
    'is the text that the store cannot hold (%s), which is no fault to look into',
    (code) => {
      const wrapped = new GraphQLError('x', { originalError: coded(code) })
      for (const error of [coded(code), wrapped])
        expect(toDomainError(error)).toMatchObject({
          expected: true,
          error: {
            code: 'BAD_USER_INPUT',
            message: 'A text holds a character that cannot be stored, such as NUL; leave it out.',
          },
        })
    },
  )

  it('is a value that no check refused though it cannot be stored, which is logged', () => {
    for (const error of [coded('22003'), new GraphQLError('x', { originalError: coded('22003') })])
      expect(toDomainError(error)).toMatchObject({
        expected: false,
        error: {
          code: 'BAD_USER_INPUT',
          message: 'A value is beyond what can be stored or compared; shorten it or correct it.',
        },
      })
  })

  it('is an outage, with when to try again', () => {
    const original = coded('ECONNREFUSED')
    const wrapped = new GraphQLError('x', { originalError: original })
    for (const error of [original, wrapped])
      expect(toDomainError(error)).toMatchObject({
        expected: false,
        error: {
          code: 'UNAVAILABLE',
          message: 'A part of the platform cannot be reached right now; try again.',
          retryAfterSeconds: 2,
          cause: error,
        },
      })
  })

  it('says nothing of any other fault, whatever was thrown', () => {
    const round = new Error('round')
    round.cause = round
    for (const error of [new Error('secret'), 'secret', null, undefined, round, coded('42601')]) {
      const { error: domainError, expected } = toDomainError(error)
      expect(expected).toBe(false)
      expect(domainError).toMatchObject({
        code: 'INTERNAL',
        message: 'Something went wrong on our side; the trace id finds it in the log.',
      })
      expect(domainError.cause).toBe(error === undefined ? undefined : error)
    }
  })
})

describe('the problem of an error', () => {
  const where = { instance: '/x', traceId: 't', now: new Date(0) }
  it('has what the error has and nothing that it has not', () => {
    const errors = faultsOf(1)
    const details = { errors, current: { id: 1 }, retryAfterSeconds: 1 }
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'no',
      instance: '/x',
      code: 'CONFLICT',
      message: 'no',
      timestamp: '1970-01-01T00:00:00.000Z',
      traceId: 't',
    }
    expect(problemOf(new DomainError('CONFLICT', 'no'), where)).toStrictEqual(problem)
    expect(problemOf(new DomainError('CONFLICT', 'no', details), where)).toStrictEqual({
      ...problem,
      errors,
      current: { id: 1 },
    })
  })
})
