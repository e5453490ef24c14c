import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import {
  ANSWER,
  type Behaviour,
  closedPort,
  createFaultyService,
  hang,
  isUnavailable,
  json,
  reset,
  slow,
  truncated,
} from './service-calls.testing.ts'

const MIB = 1_048_576

const service = createFaultyService()

beforeAll(() => service.start())
beforeEach(() => service.begin())
afterEach(() => service.finish())
afterAll(() => service.close())

describe('the call of a service', () => {
  it('sends the body as it is, and how much time is left', async () => {
    service.behaviours = [json(ANSWER)]
    const { ask, seen } = service.open({ nowMs: () => 0 })
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(service.received).toMatchObject([
      { body: '{"query":"{ plain }"}', headers: { authorization: 'Bearer raw', 'x-time-left-ms': '3000' } },
    ])
    expect(await ask({ limits: createOperationLimits({ maxMs: 1_000, nowMs: () => 0 }) })).toBeDefined()
    expect(service.received[1]?.headers['x-time-left-ms']).toBe('1000')
    expect(seen).toEqual(['success', 'success'])
  })

  it.each([
    ['garbage', json('nonsense')],
    ['nothing', json('')],
    ['no object', json('[]')],
    ['data of another type', json('{"data":7}')],
    ['errors of another type', json('{"errors":{}}')],
    ['an error without words', json('{"errors":[{}]}')],
    ['an error with a wrong path', json('{"errors":[{"message":"no","path":[{}]}]}')],
    ['an error with wrong extensions', json('{"errors":[{"message":"no","extensions":[]}]}')],
    ['a server error', json(ANSWER, 502)],
    ['another protocol', ((response) => void response.socket?.end('SSH-2.0\r\n')) satisfies Behaviour],
  ])('fails as UNAVAILABLE for %s, and counts it as a failure of the service', async (_what, behaviour) => {
    service.behaviours = [behaviour]
    const { ask, seen, lines } = service.open()
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['failure'])
    expect(service.received).toHaveLength(1)
    expect(lines).toHaveLength(1)
  })

  it.each([
    ['bytes that do not end', slow],
    ['nothing', hang],
  ])('fails as UNAVAILABLE for %s in time', async (_what, behaviour) => {
    service.behaviours = [behaviour]
    const { ask, seen, lines } = service.open({ timeoutMs: 60 })
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout'])
    expect(lines).toHaveLength(1)
  })

  it('fails as UNAVAILABLE for data of another shape than asked for, as a failure of the service', async () => {
    service.behaviours = [json(ANSWER)]
    const { ask, seen } = service.open()
    await expect(ask({ fits: (data) => data?.plain === 'b' })).rejects.toSatisfy(isUnavailable)
    expect(await ask({ fits: (data) => data?.plain === 'a' })).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['failure', 'success'])
  })

  it.each([
    [401, 'UNAUTHENTICATED', 'The incident service does not accept the token; send a valid one.'],
    [403, 'FORBIDDEN', 'The incident service refuses this to the caller.'],
    [413, 'PAYLOAD_TOO_LARGE', 'The incident service takes no operation of this size; send a smaller one.'],
    [429, 'RATE_LIMITED', 'The incident service refuses more requests for now; wait, then try again.'],
  ])('fails as the service refuses it, which is no failure of the service: %i', async (status, code, message) => {
    service.behaviours = [json('{}', status)]
    const { ask, seen } = service.open()
    await expect(ask({ isMutation: true })).rejects.toMatchObject({ code, message })
    expect(seen).toEqual(['none'])
  })

  it.each([
    ['7', 7],
    ['0', 1],
    ['86400', 3_600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 2],
  ])('says how long to wait where the service does: %s', async (given, retryAfterSeconds) => {
    service.behaviours = [(response) => void response.writeHead(429, { 'retry-after': given }).end('{}')]
    await expect(service.open().ask()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds })
  })

  it('fails as UNAVAILABLE for another status below 500, which is no failure of the service', async () => {
    service.behaviours = [json('{}', 404)]
    const { ask, seen } = service.open()
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none'])
  })

  it('takes nulls for what an answer and its errors may leave out', async () => {
    service.behaviours = [
      json('{"data":{"plain":"a"},"errors":null}'),
      json('{"data":null,"errors":[{"message":"no","path":null,"extensions":null}]}'),
    ]
    const { ask, seen } = service.open()
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(await ask()).toEqual({ data: null, errors: [{ message: 'no' }] })
    expect(seen).toEqual(['success', 'success'])
  })

  it.each([
    ['was reset', reset],
    ['ended within the answer', truncated],
  ])('is repeated once for a query whose connection %s', async (_what, fault) => {
    const { ask, seen } = service.open()
    service.behaviours = [fault, json(ANSWER)]
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['retried', 'success'])
    service.behaviours = [fault]
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen.slice(2)).toEqual(['retried', 'failure'])
    expect(service.received).toHaveLength(4)
  })

  it('is repeated once where nothing listens', async () => {
    const { ask, seen } = service.open({ url: `http://127.0.0.1:${await closedPort()}` })
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['retried', 'failure'])
  })

  it('takes an answer up to its limit, and refuses a larger one while it arrives', async () => {
    const answer = (bytes: number) => JSON.stringify({ data: { plain: 'x'.repeat(bytes) } })
    service.behaviours = [json(answer(2 * MIB - 21)), json(answer(2 * MIB - 20)), json(answer(10 * MIB))]
    const { ask, seen } = service.open({ maxAnswerBytes: 2 * MIB })
    expect(JSON.stringify(await ask())).toHaveLength(2 * MIB)
    for (let n = 0; n < 2; n += 1)
      await expect(ask()).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining('The answer of the incident service is larger than 2 MiB'),
      })
    expect(seen).toEqual(['success', 'none', 'none'])
  })

  it('counts what arrives against the operation', async () => {
    service.behaviours = [json(ANSWER)]
    const limits = createOperationLimits({ maxBytes: 10 })
    await expect(service.open().ask({ limits })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('is not a failure of the service where the time of the operation was up first', async () => {
    service.behaviours = [hang]
    const { ask, seen } = service.open()
    const limits = createOperationLimits({ maxMs: 20 })
    await expect(ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none'])
  })

  it('tells an operation that it waits long', async () => {
    service.behaviours = [hang]
    let told = 0
    const onLongWait = () => {
      told += 1
    }
    const limits = { ...createOperationLimits(), onLongWait }
    await expect(service.open({ timeoutMs: 40, longWaitMs: 60 }).ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(told).toBe(0)
    await expect(service.open({ timeoutMs: 60, longWaitMs: 5 }).ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(told).toBe(1)
  })

  it('is cancelled when the client is gone, unless it is a mutation', async () => {
    const gone = new AbortController()
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
    service.behaviours = [
      (response) => {
        response.once('close', onClosed)
        gone.abort()
      },
      json(ANSWER),
    ]
    const { ask, seen } = service.open()
    const hungUp = () => gone.signal
    await expect(ask({ hungUp })).rejects.toSatisfy(isUnavailable)
    await closed
    expect(await ask({ hungUp, isMutation: true })).toEqual({ data: { plain: 'a' } })
    await expect(ask({ hungUp })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none', 'success', 'none'])
  })
})
