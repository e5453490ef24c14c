import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import {
  ANSWER,
  closedPort,
  createFaultyService,
  hang,
  isUnavailable,
  isUnconfirmed,
  json,
  PRINCIPAL,
  reset,
  truncated,
} from './service-calls.testing.ts'
import type { ServiceRequest } from './service-calls.ts'

const OTHER = { ...PRINCIPAL, userId: '8' }
const endingAfter = (maxMs: number) => createOperationLimits({ maxMs })

const service = createFaultyService()

beforeAll(() => service.start())
beforeEach(() => service.begin())
afterEach(() => service.finish())
afterAll(() => service.close())

describe('the call of a service for a mutation', () => {
  it('is never repeated for a mutation', async () => {
    service.behaviours = [reset]
    const { ask, seen } = service.open()
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnconfirmed)
    expect(service.received).toHaveLength(1)
    expect(seen).toEqual(['failure'])
  })

  it.each([
    ['hangs', hang],
    ['answers half of it', truncated],
    ['answers garbage', json('nonsense')],
    ['answers with a fault', json('{}', 500)],
    ['answers another shape', json('{"data":{"plain":"b"}}')],
  ])('says that it is not known whether a mutation was done where the service %s', async (_what, behaviour) => {
    service.behaviours = [behaviour]
    const fits: ServiceRequest['fits'] = (data) => data?.plain === 'a'
    await expect(service.open({ timeoutMs: 60 }).ask({ isMutation: true, fits })).rejects.toSatisfy(isUnconfirmed)
  })

  it('asks to send a mutation again that the service did not receive', async () => {
    const { ask } = service.open({ breakerFailures: 1, url: `http://127.0.0.1:${await closedPort()}` })
    await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    await expect(ask({ isMutation: true })).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 })
  })

  it('never sends a request that ended while it waited for a connection', async () => {
    const { promise: arrived, resolve: onArrived } = Promise.withResolvers<void>()
    service.behaviours = [() => onArrived(), json(ANSWER)]
    const { ask } = service.open({ timeoutMs: 200, connections: 1 })
    const first = expect(ask()).rejects.toSatisfy(isUnavailable)
    await arrived
    await expect(ask({ isMutation: true, limits: endingAfter(5) })).rejects.toSatisfy(isUnavailable)
    await first
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(service.received).toHaveLength(2)
  })
})

describe('the call of a service that fails again and again', () => {
  it('is sent again and again where only one caller waits in vain', async () => {
    service.behaviours = [hang]
    const { ask, seen } = service.open({ breakerFailures: 2, timeoutMs: 60 })
    await Promise.allSettled([ask(), ask(), ask()])
    service.behaviours = [json(ANSWER)]
    expect(await ask({ principal: OTHER })).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['timeout', 'timeout', 'timeout', 'success'])
  })

  it('is not sent for a while after two callers waited in vain', async () => {
    service.behaviours = [hang]
    const { ask, seen } = service.open({ breakerFailures: 3, timeoutMs: 60 })
    await Promise.allSettled([ask(), ask(), ask({ principal: OTHER })])
    await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout', 'timeout', 'open', 'timeout', 'rejected'])
  })

  it('is sent for a caller while another waits in vain for all that it may have under way', async () => {
    service.behaviours = [
      (response) => (response.req.headers.authorization === 'Bearer calm' ? json(ANSWER) : hang)(response),
    ]
    const { ask, seen } = service.open({ connections: 8, places: 8, timeoutMs: 300 })
    const flood = Promise.allSettled(Array.from({ length: 20 }, () => ask()))
    expect(await ask({ principal: OTHER, authorization: 'Bearer calm' })).toEqual({ data: { plain: 'a' } })
    await flood
    // What waited for its own caller's calls says nothing about the service.
    expect(seen.toSorted()).toEqual([...Array(18).fill('none'), 'success', 'timeout', 'timeout'])
  })

  it('is sent again and again where the service refuses more of one caller only', async () => {
    service.behaviours = [json('{}', 503)]
    const { ask, seen } = service.open({ breakerFailures: 2 })
    for (let n = 0; n < 3; n += 1) await expect(ask()).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['overload', 'overload', 'overload'])
    await expect(ask({ principal: OTHER })).rejects.toSatisfy(isUnavailable)
    expect(seen.slice(3)).toEqual(['open', 'overload'])
  })

  it('is not sent for a while after the connections of one caller were refused', async () => {
    const { ask, seen } = service.open({ breakerFailures: 2, url: `http://127.0.0.1:${await closedPort()}` })
    for (let n = 0; n < 3; n += 1) await expect(ask({ isMutation: true })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['failure', 'open', 'failure', 'rejected'])
  })

  it('counts as a timeout where its client leaves after a long wait without a byte', async () => {
    const leaveAfter = async (waitedMs: number, answers: boolean) => {
      const gone = new AbortController()
      const { ask, seen, wait } = service.open()
      const leave = () => {
        wait(waitedMs)
        gone.abort()
      }
      service.behaviours = [answers ? (response) => void response.writeHead(200).write('{') : leave]
      const limits = { ...createOperationLimits(), take: leave }
      await expect(ask({ hungUp: () => gone.signal, limits })).rejects.toSatisfy(isUnavailable)
      return seen
    }
    expect(await leaveAfter(1_000, false)).toEqual(['timeout'])
    expect(await leaveAfter(0, false)).toEqual(['none'])
    expect(await leaveAfter(1_000, true)).toEqual(['none'])
  })

  it('counts as a timeout where the time of the operation was up after such a wait', async () => {
    const { ask, seen } = service.open({ longSilenceMs: 0 })
    service.behaviours = [hang]
    await expect(ask({ limits: endingAfter(20) })).rejects.toSatisfy(isUnavailable)
    expect(seen).toEqual(['timeout'])
  })

  it('is not sent while the circuit is open, until a probe succeeds', async () => {
    service.behaviours = [json('nonsense')]
    const { ask, seen, wait } = service.open({ breakerFailures: 2, breakerPauseMs: 5_000 })
    for (let n = 0; n < 2; n += 1) await expect(ask()).rejects.toSatisfy(isUnavailable)
    await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    expect(service.received).toHaveLength(2)
    wait(5_000)
    service.behaviours = [json(ANSWER)]
    expect(await ask()).toEqual({ data: { plain: 'a' } })
    expect(seen).toEqual(['failure', 'open', 'failure', 'rejected', 'half-open', 'closed', 'success'])
  })
})
