import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { createHttpPool } from '../../subgraphs/kit/calls/calls.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import { createOperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import type { Caller } from '../../subgraphs/kit/service/service.ts'
import { recordingLog } from '../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../tests/support/ports.ts'
import { createServiceCall, type ServiceCallLimits, type ServiceRequest } from './service-calls.ts'

const principal: Principal = {
  userId: '7',
  email: null,
  role: 'ADMIN',
  institutions: [],
  unrestricted: true,
  agentAtmId: null,
}

const other: Principal = { ...principal, userId: '8' }

const ANSWER = '{"data":{"plain":"a"}}'
const MIB = 1_048_576

type Behaviour = (response: ServerResponse) => void

const json: (text: string, status?: number) => Behaviour =
  (text, status = 200) =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
const hang: Behaviour = () => {}
const reset: Behaviour = (response) => void response.socket?.destroy()
const truncated: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': ANSWER.length }).write(ANSWER.slice(0, 9))
  response.socket?.end()
}
/** Bytes that never stop coming, and never make an answer. */
const slow: Behaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 5)
  response.once('close', () => clearInterval(timer))
}

/** A port on which nothing listens. */
const closedPort = async (): Promise<number> => {
  const server = createServer()
  const port = await listenOnFreePort(server)
  server.close()
  await once(server, 'close')
  return port
}

const endingAfter = (maxMs: number) => createOperationLimits({ maxMs })

describe('the call of a service', () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  /** The answers to come; the last one is repeated. */
  let behaviours: Behaviour[] = []
  /** A request of an earlier test, which was given up there, may arrive late. */
  let test = 0
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith(`/${test}/`)) return
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    received.push({ headers: request.headers, body })
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    behaviour?.(response)
  })
  let pool = createHttpPool()
  let url = ''

  beforeAll(async () => {
    url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  })
  // A connection of another test could be closed by then.
  beforeEach(() => {
    pool = createHttpPool()
    test += 1
  })
  afterEach(async () => {
    received.length = 0
    await pool.destroy()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  type Given = Partial<Caller> & { readonly isMutation?: boolean; readonly fits?: ServiceRequest['fits'] }

  const open = (limits: Partial<ServiceCallLimits> = {}, at = `${url}/${test}`) => {
    const { log, lines } = recordingLog()
    const seen: string[] = []
    let offsetMs = 0
    const call = createServiceCall({
      pool,
      service: 'incident',
      url: at,
      log,
      limits,
      nowMs: () => performance.now() + offsetMs,
      observer: {
        called: (outcome) => seen.push(outcome),
        retried: () => seen.push('retried'),
        breakerChanged: (state) => seen.push(state),
      },
    })
    const ask = ({ isMutation = false, fits = () => true, ...caller }: Given = {}) =>
      call({
        body: '{"query":"{ plain }"}',
        isMutation,
        fits,
        caller: { principal, token: null, traceId: '0'.repeat(32), ...caller },
        authorization: 'Bearer raw',
      })
    return {
      ask,
      seen,
      lines,
      wait: (ms: number) => {
        offsetMs += ms
      },
    }
  }

  const isUnavailable = (error: unknown): boolean => {
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The incident service cannot be reached right now; try again.',
    })
    return true
  }

  const isUncertain = (error: unknown): boolean => {
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message:
        'The incident service did not confirm this, so it may have been done or not; look before you send it again.',
      retryAfterSeconds: undefined,
    })
    return true
  }

  it('sends the body as it is, and how much time is left', async () => {
    behaviours = [json(ANSWER)]
    const { ask, seen } = open()
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(received).toMatchObject([
      { body: '{"query":"{ plain }"}', headers: { authorization: 'Bearer raw', 'x-time-left-ms': '3000' } },
    ])
    expect(await ask({ limits: createOperationLimits({ maxMs: 1_000, nowMs: () => 0 }) })).toBeDefined()
    expect(received[1]?.headers['x-time-left-ms']).toBe('1000')
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
    ['another protocol', (response: ServerResponse) => void response.socket?.end('SSH-2.0\r\n')],
  ])('fails as UNAVAILABLE for %s, and counts it as a failure of the service', async (_what, behaviour) => {
    behaviours = [behaviour]
    const { ask, seen, lines } = open()
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['failure'])
    expect(received).toHaveLength(1)
    expect(lines).toHaveLength(1)
  })

  it.each([
    ['bytes that do not end', slow],
    ['nothing', hang],
  ])('fails as UNAVAILABLE for %s in time', async (_what, behaviour) => {
    behaviours = [behaviour]
    const { ask, seen, lines } = open({ timeoutMs: 60 })
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout'])
    expect(lines).toHaveLength(1)
  })

  it('fails as UNAVAILABLE for data of another shape than asked for, as a failure of the service', async () => {
    behaviours = [json(ANSWER)]
    const { ask, seen } = open()
    await expect(ask({ fits: (data) => data?.plain === 'b' })).rejects.toSatisfy(isUnavailable)
    expect(await ask({ fits: (data) => data?.plain === 'a' })).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['failure', 'success'])
  })

  it.each([
    [401, 'UNAUTHENTICATED', 'The incident service does not accept the token; send a valid one.'],
    [403, 'FORBIDDEN', 'The incident service refuses this to the caller.'],
    [429, 'RATE_LIMITED', 'The incident service refuses more requests for now; wait, then try again.'],
  ])('fails as the service refuses it, which is no failure of the service: %i', async (status, code, message) => {
    behaviours = [json('{}', status)]
    const { ask, seen } = open()
    await expect(ask({ isMutation: true })).rejects.toMatchObject({ code, message })
    expect(seen).toEqual(['none'])
  })

  it.each([
    ['7', 7],
    ['0', 1],
    ['86400', 3_600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 2],
  ])('says how long to wait where the service does: %s', async (given, retryAfterSeconds) => {
    behaviours = [(response) => void response.writeHead(429, { 'retry-after': given }).end('{}')]
    await expect(open().ask()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds })
  })

  it('fails as UNAVAILABLE for another status below 500, which is no failure of the service', async () => {
    behaviours = [json('{}', 404)]
    const { ask, seen } = open()
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none'])
  })

  it('takes nulls for what an answer and its errors may leave out', async () => {
    behaviours = [
      json('{"data":{"plain":"a"},"errors":null}'),
      json('{"data":null,"errors":[{"message":"no","path":null,"extensions":null}]}'),
    ]
    const { ask, seen } = open()
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(await ask()).toEqual({ data: null, errors: [{ message: 'no' }] })
    expect(seen).toEqual(['success', 'success'])
  })

  it.each([
    ['was reset', reset],
    ['ended within the answer', truncated],
  ])('is repeated once for a query whose connection %s', async (_what, fault) => {
    const { ask, seen } = open()
    behaviours = [fault, json(ANSWER)]
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['retried', 'success'])
    behaviours = [fault]
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen.slice(2)).toEqual(['retried', 'failure'])
    expect(received).toHaveLength(4)
  })

  it('is never repeated for a mutation', async () => {
    behaviours = [reset]
    const { ask, seen } = open()
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUncertain)
    expect(received).toHaveLength(1)
    expect(seen).toEqual(['failure'])
  })

  it.each([
    ['hangs', hang],
    ['answers half of it', truncated],
    ['answers garbage', json('nonsense')],
    ['answers with a fault', json('{}', 500)],
    ['answers another shape', json('{"data":{"plain":"b"}}')],
  ])('says that it is not known whether a mutation was done where the service %s', async (_what, behaviour) => {
    behaviours = [behaviour]
    const fits: ServiceRequest['fits'] = (data) => data?.plain === 'a'
    await expect(open({ timeoutMs: 60 }).ask({ isMutation: true, fits })).rejects.toSatisfy(isUncertain)
  })

  it('asks to send a mutation again that the service did not receive', async () => {
    const { ask } = open({ breakerFailures: 1 }, `http://127.0.0.1:${await closedPort()}`)
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    await expect(ask({ isMutation: true })).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 })
  })

  it('never sends a request that ended while it waited for a connection', async () => {
    await pool.destroy()
    pool = new Agent({ connections: 1, pipelining: 1 })
    const { promise: arrived, resolve: onArrived } = Promise.withResolvers<void>()
    behaviours = [() => onArrived(), json(ANSWER)]
    const { ask } = open({ timeoutMs: 200 })
    const first = expect(ask()).rejects.toSatisfy(isUnavailable)
    await arrived
    await expect(ask({ isMutation: true, limits: endingAfter(5) })).rejects.toSatisfy(isUnavailable)
    await first
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(received).toHaveLength(2)
  })

  it('is repeated once where nothing listens', async () => {
    const { ask, seen } = open({}, `http://127.0.0.1:${await closedPort()}`)
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['retried', 'failure'])
  })

  it('takes an answer up to its limit, and refuses a larger one while it arrives', async () => {
    const answer = (bytes: number) => JSON.stringify({ data: { plain: 'x'.repeat(bytes) } })
    behaviours = [json(answer(2 * MIB - 21)), json(answer(2 * MIB - 20)), json(answer(10 * MIB))]
    const { ask, seen } = open({ maxAnswerBytes: 2 * MIB })
    expect(JSON.stringify(await ask())).toHaveLength(2 * MIB)
    for (let n = 0; n < 2; n += 1)
      await expect(ask()).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining('The answer of the incident service is larger than 2 MiB'),
      })
    expect(seen).toEqual(['success', 'none', 'none'])
  })

  it('counts what arrives against the operation', async () => {
    behaviours = [json(ANSWER)]
    const limits = createOperationLimits({ maxBytes: 10 })
    await expect(open().ask({ limits })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('is not a failure of the service where the time of the operation was up first', async () => {
    behaviours = [hang]
    const { ask, seen } = open()
    const limits = createOperationLimits({ maxMs: 20 })
    await expect(ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none'])
  })

  it('tells an operation that it waits long', async () => {
    behaviours = [hang]
    let told = 0
    const onLongWait = () => {
      told += 1
    }
    const limits = { ...createOperationLimits(), onLongWait }
    await expect(open({ timeoutMs: 40, longWaitMs: 60 }).ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(told).toBe(0)
    await expect(open({ timeoutMs: 60, longWaitMs: 5 }).ask({ limits })).rejects.toSatisfy(isUnavailable)
    expect(told).toBe(1)
  })

  it('is cancelled when the client is gone, unless it is a mutation', async () => {
    const gone = new AbortController()
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
    behaviours = [
      (response) => {
        response.once('close', onClosed)
        gone.abort()
      },
      json(ANSWER),
    ]
    const { ask, seen } = open()
    const hungUp = () => gone.signal
    await expect(ask({ hungUp })).rejects.toSatisfy(isUnavailable)
    await closed
    expect(await ask({ hungUp, isMutation: true })).toEqual({ data: { plain: 'a' } })
    await expect(ask({ hungUp })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['none', 'success', 'none'])
  })

  it('is sent again and again where only one caller waits in vain', async () => {
    behaviours = [hang]
    const { ask, seen } = open({ breakerFailures: 2, timeoutMs: 60 })
    await Promise.allSettled([ask(), ask(), ask()])
    behaviours = [json(ANSWER)]
    expect(await ask({ principal: other })).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['timeout', 'timeout', 'timeout', 'success'])
  })

  it('is not sent for a while after two callers waited in vain', async () => {
    behaviours = [hang]
    const { ask, seen } = open({ breakerFailures: 3, timeoutMs: 60 })
    await Promise.allSettled([ask(), ask(), ask({ principal: other })])
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout', 'timeout', 'open', 'timeout', 'rejected'])
  })

  it('is not sent for a while after the connections of one caller were refused', async () => {
    const { ask, seen } = open({ breakerFailures: 2 }, `http://127.0.0.1:${await closedPort()}`)
    for (let n = 0; n < 3; n += 1) await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['failure', 'open', 'failure', 'rejected'])
  })

  it('counts as a timeout where its client leaves after a long wait without a byte', async () => {
    const leaveAfter = async (waitedMs: number, answers: boolean) => {
      const gone = new AbortController()
      const { ask, seen, wait } = open()
      const leave = () => {
        wait(waitedMs)
        gone.abort()
      }
      behaviours = [answers ? (response) => void response.writeHead(200).write('{') : leave]
      const limits = { ...createOperationLimits(), take: leave }
      await expect(ask({ hungUp: () => gone.signal, limits })).rejects.toSatisfy(isUnavailable)
      return seen
    }
    expect(await leaveAfter(1_000, false)).toEqual(['timeout'])
    expect(await leaveAfter(0, false)).toEqual(['none'])
    expect(await leaveAfter(1_000, true)).toEqual(['none'])
  })

  it('counts as a timeout where the time of the operation was up after such a wait', async () => {
    const { ask, seen, wait } = open()
    behaviours = [() => wait(1_000)]
    await expect(ask({ limits: createOperationLimits({ maxMs: 50 }) })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout'])
  })

  it('is not sent while the circuit is open, until a probe succeeds', async () => {
    behaviours = [json('nonsense')]
    const { ask, seen, wait } = open({ breakerFailures: 2, breakerPauseMs: 5_000 })
    for (let n = 0; n < 2; n += 1) await expect(ask()).rejects.toSatisfy(isUnavailable)
    await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    expect(received).toHaveLength(2)
    wait(5_000)
    behaviours = [json(ANSWER)]
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['failure', 'open', 'failure', 'rejected', 'half-open', 'closed', 'success'])
  })
})
