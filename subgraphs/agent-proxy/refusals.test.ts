import { describe, expect, it } from 'vitest'
import { DomainError, ERROR_TABLE, type ErrorCode, problemOf } from '../kit/common/errors.ts'
import { createRefusals } from './refusals.ts'

const open = () => {
  const logged: unknown[] = []
  let elapsedMs = 0
  const refusalOf = createRefusals({ error: (...line: unknown[]) => void logged.push(line) }, () => elapsedMs)
  return {
    logged,
    refusalOf,
    pass: (ms: number) => {
      elapsedMs += ms
    },
  }
}
const answerOf = (code: ErrorCode, details: ConstructorParameters<typeof DomainError>[2] = {}, headers = {}) => ({
  status: ERROR_TABLE[code].status,
  body: problemOf(new DomainError(code, `it says ${code}`, details), { instance: '/', traceId: '', now: new Date(0) }),
  headers,
})
const OUT_OF_REACH = { code: 'UNAVAILABLE', retryAfterSeconds: 2 }

describe('a refusal of a called service', () => {
  it('is passed on with its code, words, faults and time to wait', () => {
    const { refusalOf, logged } = open()
    const errors = [{ field: 'eventType', message: 'is missing' }]
    expect(refusalOf('incident', answerOf('BAD_USER_INPUT', { errors }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'it says BAD_USER_INPUT',
      errors,
    })
    expect(refusalOf('incident', answerOf('FORBIDDEN'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(refusalOf('journal', answerOf('UNAVAILABLE', {}, { 'retry-after': '7' }))).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 7,
    })
    expect(refusalOf('fleet', answerOf('NOT_FOUND'), { mayBeMissing: true })).toMatchObject({ code: 'NOT_FOUND' })
    expect(logged).toEqual([])
  })

  it('that is not its own says that it cannot be reached where a proxy between the two does not reach it', () => {
    const { refusalOf } = open()
    expect(refusalOf('incident', { status: 502, body: 'Bad Gateway', headers: {} })).toMatchObject(OUT_OF_REACH)
    expect(() => refusalOf('incident', { status: 418, body: 'no', headers: {} })).toThrow(/answered 418/)
  })

  it.each(['UNAUTHENTICATED', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const)(
    'that is no fault of the agent is an outage to it: %s',
    (code) => {
      const { refusalOf } = open()
      const refusal = refusalOf('incident', answerOf(code))
      expect(refusal).toMatchObject(OUT_OF_REACH)
      expect(refusal.message).not.toContain('it says')
      expect(refusalOf('incident', { ...answerOf(code), body: 'in other words' })).toMatchObject(OUT_OF_REACH)
    },
  )

  it('of the internal secret is logged with its name, once a minute for each service', () => {
    const { refusalOf, logged, pass } = open()
    for (const service of ['incident', 'incident', 'fleet'] as const) refusalOf(service, answerOf('UNAUTHENTICATED'))
    pass(59_999)
    refusalOf('incident', answerOf('UNAUTHENTICATED'))
    const line = expect.stringContaining('INTERNAL_SERVICE_SECRET')
    expect(logged).toEqual([
      [{ service: 'incident', status: 401 }, line],
      [{ service: 'fleet', status: 401 }, line],
    ])
    pass(1)
    refusalOf('incident', answerOf('UNAUTHENTICATED'))
    expect(logged).toHaveLength(3)
  })
})
