import { GraphQLError, Source } from 'graphql'
import { describe, expect, it } from 'vitest'
import { formatGraphError, graphErrorCode, wrongValueError, wrongValuesOf } from './graph-errors.ts'

const INTERNAL_WORDS = 'Something went wrong on our side; the trace id finds it in the log.'

const format = (
  extensions: Record<string, unknown> | undefined,
  {
    message = 'words',
    error = new Error('cause'),
    ...rest
  }: { message?: string; error?: unknown; path?: string[] } = {},
) => {
  let faults = 0
  const formatted = { message, ...rest, ...(extensions === undefined ? {} : { extensions }) }
  return {
    ...formatGraphError(formatted, error, () => {
      faults += 1
    }),
    faults,
  }
}

describe('the code of an error of the graph', () => {
  it.each([
    ['GRAPHQL_PARSE_FAILED', 'BAD_USER_INPUT'],
    ['GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT'],
    ['OPERATION_RESOLUTION_FAILURE', 'BAD_USER_INPUT'],
    ['BAD_REQUEST', 'BAD_USER_INPUT'],
    ['PERSISTED_QUERY_NOT_FOUND', 'BAD_USER_INPUT'],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 'BAD_USER_INPUT'],
    ['INTERNAL_SERVER_ERROR', 'INTERNAL'],
    ['DOWNSTREAM_SERVICE_ERROR', 'INTERNAL'],
    ['constructor', 'INTERNAL'],
    ['NOT_FOUND', 'NOT_FOUND'],
    ['UNAVAILABLE', 'UNAVAILABLE'],
    ['INTERNAL', 'INTERNAL'],
    [7, 'INTERNAL'],
    [undefined, 'INTERNAL'],
  ])('%s is answered as %s', (code, domainError) => {
    expect(graphErrorCode(code)).toBe(domainError)
  })
})

describe('an error of the graph', () => {
  it('says where it belongs, and nothing else of what the gateway knows', () => {
    expect(
      format({ code: 'NOT_FOUND', serviceName: 'incident', stacktrace: ['x'], current: { a: 1 } }, { path: ['atm'] }),
    ).toStrictEqual({
      message: 'words',
      path: ['atm'],
      extensions: { code: 'NOT_FOUND', http: { status: 404 } },
      faults: 0,
    })
    const locations = [{ line: 1, column: 2 }]
    expect(
      formatGraphError({ message: 'words', locations, extensions: { code: 'FORBIDDEN' } }, null, () => {}),
    ).toStrictEqual({ message: 'words', locations, extensions: { code: 'FORBIDDEN', http: { status: 403 } } })
  })

  it('repeats no card number', () => {
    const message = 'Int cannot represent non 32-bit signed integer value: 4111111111111111'
    expect(format({ code: 'GRAPHQL_VALIDATION_FAILED' }, { message }).message).not.toContain('111111111')
  })

  it('hides a fault of ours, and reports it unless its service has', () => {
    const domainError = { message: INTERNAL_WORDS, extensions: { code: 'INTERNAL', http: { status: 500 } } }
    expect(format({ code: 'INTERNAL_SERVER_ERROR' })).toStrictEqual({ ...domainError, faults: 1 })
    expect(format(undefined)).toStrictEqual({ ...domainError, faults: 1 })
    expect(format({ code: 'INTERNAL' })).toStrictEqual({ ...domainError, faults: 0 })
  })

  it('names a service that does not answer, and when to try again; no other name', () => {
    expect(format({ code: 'UNAVAILABLE', serviceName: 'incident', retryAfterSeconds: 2 }).extensions).toStrictEqual({
      code: 'UNAVAILABLE',
      http: { status: 503 },
      retryAfterSeconds: 2,
      serviceName: 'incident',
    })
    expect(format({ code: 'UNAVAILABLE', serviceName: 'db-7.internal' }).extensions).toStrictEqual({
      code: 'UNAVAILABLE',
      http: { status: 503 },
    })
  })

  it('shows what a conflict met', () => {
    expect(format({ code: 'CONFLICT', current: { version: 3 } }).extensions).toStrictEqual({
      code: 'CONFLICT',
      http: { status: 409 },
      current: { version: 3 },
    })
    expect(format({ code: 'CONFLICT' }).extensions).toStrictEqual({ code: 'CONFLICT', http: { status: 409 } })
  })

  it('names the faulty fields that its service names, else the argument that it is about', () => {
    const errors = [{ field: 'day', message: 'must be a date' }]
    expect(format({ code: 'BAD_USER_INPUT', errors }).extensions).toStrictEqual({
      code: 'BAD_USER_INPUT',
      http: { status: 400 },
      errors,
    })
    const error = new GraphQLError('Variable "$id" of required type "Int!" was not provided.')
    const { message } = error
    expect(format({ code: 'BAD_USER_INPUT' }, { message, error }).extensions).toStrictEqual({
      code: 'BAD_USER_INPUT',
      http: { status: 400 },
      errors: [{ field: 'id', message }],
    })
    expect(format({ code: 'FORBIDDEN' }, { message, error }).extensions).toStrictEqual({
      code: 'FORBIDDEN',
      http: { status: 403 },
    })
    expect(
      format({ code: 'BAD_USER_INPUT' }, { error: new GraphQLError('no place', { source: new Source('{ a }') }) })
        .extensions,
    ).toStrictEqual({ code: 'BAD_USER_INPUT', http: { status: 400 } })
  })

  it('has the code of a limit that a library checks, or that is checked here', () => {
    const codeOf = (code: string, message: string) => format({ code }, { message }).extensions
    const refused = (code: string, status = 400) => ({ code, http: { status } })
    const tokens = 'Syntax Error: Document contains more that 7 tokens. Parsing aborted.'
    const selections = 'Operation recursively requests too many selections.'
    expect(codeOf('GRAPHQL_PARSE_FAILED', tokens)).toStrictEqual(refused('MAX_TOKENS_EXCEEDED'))
    expect(codeOf('GRAPHQL_VALIDATION_FAILED', selections)).toStrictEqual(refused('MAX_FIELDS_EXCEEDED'))
    expect(codeOf('NOT_FOUND', tokens)).toStrictEqual(refused('NOT_FOUND', 404))
    expect(codeOf('GRAPHQL_PARSE_FAILED', 'Syntax Error')).toStrictEqual(refused('BAD_USER_INPUT'))
    expect(codeOf('COST_BUDGET_EXCEEDED', 'wait')).toStrictEqual(refused('COST_BUDGET_EXCEEDED', 429))
  })

  it('repeats a thousand characters of what the client wrote at most', () => {
    const most = 'a'.repeat(1_000)
    expect(format({ code: 'CONFLICT' }, { message: most }).message).toBe(most)
    expect(format({ code: 'CONFLICT' }, { message: `${most}b` }).message).toBe(`${most}…`)
  })
})

describe('values that do not fit the schema', () => {
  const invalidValue = (message: unknown, path: unknown = ['atm', 0]) => ({ message, path, extensions: { code: 'X' } })

  it('are those of other types, with their paths, and not what is missing', () => {
    const valueCompletion = [
      invalidValue('Invalid value found for field Atm.label.'),
      invalidValue('Cannot return null for non-nullable field Atm.label.'),
    ]
    const message = 'Invalid value found for field Atm.label.'
    expect(wrongValuesOf({ valueCompletion })).toStrictEqual([{ message, path: ['atm', 0] }])
    const given = 'Cannot return null for non-nullable field Atm.label.'
    const isNull = { ...invalidValue(given), isMissing: false }
    expect(wrongValuesOf({ valueCompletion: [isNull, { ...isNull, isMissing: true }] })).toHaveLength(1)
    const withoutPath = [invalidValue('Invalid value', null), invalidValue('Invalid value', [{}])]
    const anywhere = { message: 'Invalid value' }
    expect(wrongValuesOf({ valueCompletion: withoutPath })).toStrictEqual([anywhere, anywhere])
  })

  it('are not those that an error above or below them explains', () => {
    const valueCompletion = [invalidValue('Invalid value')]
    for (const path of [['atm'], ['atm', 0], ['atm', 0, 'label']])
      expect(wrongValuesOf({ valueCompletion }, [{ path }])).toEqual([])
    for (const error of [{ path: ['gap'] }, { path: ['atm', 1] }, {}])
      expect(wrongValuesOf({ valueCompletion }, [error])).toHaveLength(1)
  })

  it('have an error each that names the field and nothing else', () => {
    const error = { message: INTERNAL_WORDS, extensions: { code: 'INTERNAL', http: { status: 500 } } }
    expect(wrongValueError({ message: 'Invalid value', path: ['atm', 0] })).toStrictEqual({
      ...error,
      path: ['atm', 0],
    })
    expect(wrongValueError({ message: 'Invalid value' })).toStrictEqual(error)
  })

  it('are a hundred at most', () => {
    const valueCompletion = Array.from({ length: 101 }, () => invalidValue('Invalid value'))
    expect(wrongValuesOf({ valueCompletion })).toHaveLength(100)
  })

  it('are none where the gateway reports nothing that can be read', () => {
    for (const valueCompletion of [undefined, 'Invalid', [null, 'Invalid', invalidValue(7)]])
      expect(wrongValuesOf({ valueCompletion })).toEqual([])
  })
})
