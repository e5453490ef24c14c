import { ApolloServer, type ApolloServerOptionsWithGateway } from '@apollo/server'
import { buildSchema } from 'graphql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { OperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import { admitInTurns, createOperationTurns } from './admission.ts'
import type { GraphContext } from './data-sources.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** OperationTurns whose operations end when the test says so. */
const openTurns = () => {
  const turns = createOperationTurns()
  const running: (() => void)[] = []
  const begun: string[] = []
  const leaving: (() => void)[] = []
  const ask = (institution: string, values: number, name = institution): Promise<string> => {
    const principal = { userId: 'u', email: null, role: 'USER', agentAtmId: null, unrestricted: false } as const
    return turns.run({ ...principal, institutions: [institution] }, values, (leave) => {
      begun.push(name)
      leaving.push(leave)
      return new Promise((resolve) => {
        running.push(() => resolve(name))
      })
    })
  }
  return { ask, running, begun, leaving }
}

describe('the turns of operations', () => {
  it('let one institution have one operation under way, and another one in at once', async () => {
    const { ask, begun, running } = openTurns()
    const asked = ['A1', 'A2', 'A3', 'A4'].map((name) => ask('A', 20_000, name))
    await settle()
    expect(begun).toEqual(['A1'])
    asked.push(ask('B', 20_000))
    await settle()
    expect(begun).toEqual(['A1', 'B'])
    for (let done = 0; done < asked.length; done += 1) {
      while (running.length === 0) await settle()
      running.shift()?.()
    }
    expect(await Promise.all(asked)).toEqual(['A1', 'A2', 'A3', 'A4', 'B'])
  })

  it('are not waited for by operations that ask for little', async () => {
    const { ask, begun, running } = openTurns()
    const asked = [1, 2, 3, 4, 5, 6].map(() => ask('A', 100))
    await settle()
    expect(begun).toHaveLength(6)
    for (const end of running) end()
    await Promise.all(asked)
  })

  it('hand on what an operation failed with', async () => {
    const principal = { userId: 'u', email: null, role: 'USER', agentAtmId: null, unrestricted: true } as const
    const failing = createOperationTurns().run({ ...principal, institutions: [] }, 20_000, () =>
      Promise.reject(new Error('no')),
    )
    await expect(failing).rejects.toThrow('no')
  })
})

describe('the turns of operations in time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('are for operations of more than 4,000 values', async () => {
    const { ask, begun, running } = openTurns()
    const asked = [ask('A', 4_001, 'first'), ask('A', 4_000, 'cheap'), ask('A', 4_001, 'second')]
    await pass(0)
    expect(begun).toEqual(['first', 'cheap'])
    running.shift()?.()
    await pass(0)
    running.shift()?.()
    await pass(1)
    expect(begun).toEqual(['first', 'cheap', 'second'])
    running.shift()?.()
    await pass(1)
    expect(await Promise.all(asked)).toEqual(['first', 'cheap', 'second'])
  })

  it('come at once when a running operation gives its turn up: it goes on, and no pause follows', async () => {
    const { ask, begun, running, leaving } = openTurns()
    const asked = ['A', 'B', 'C'].map((name) => ask(name, 20_000))
    await pass(1_000)
    expect(begun).toEqual(['A', 'B'])
    leaving[0]?.()
    await pass(0)
    expect(begun).toEqual(['A', 'B', 'C'])
    for (const end of running) end()
    expect(await Promise.all(asked)).toEqual(['A', 'B', 'C'])
  })

  it('let the operations of two institutions be under way, and a third one wait for up to five seconds', async () => {
    const { ask, begun } = openTurns()
    void ask('A', 20_000)
    void ask('B', 20_000)
    const third = expect(ask('C', 20_000)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 })
    const refused = vi.fn()
    void ask('D', 20_000).catch(refused)
    await pass(4_999)
    expect(begun).toEqual(['A', 'B'])
    expect(refused).not.toHaveBeenCalled()
    await pass(1)
    await third
    expect(refused).toHaveBeenCalledOnce()
    expect(begun).toEqual(['A', 'B'])
  })

  it.each([
    [100, 200],
    [999, 1_998],
    [1_001, 2_000],
    [2_500, 2_000],
  ])('leave a place that was taken for %i ms empty for %i ms, and answer before', async (takenMs, restMs) => {
    const { ask, begun, running } = openTurns()
    const first = ask('A', 20_000, 'first')
    const second = ask('A', 20_000, 'second')
    await pass(takenMs)
    running.shift()?.()
    await pass(0)
    expect(await first).toBe('first')
    await pass(restMs - 1)
    expect(begun).toEqual(['first'])
    await pass(1)
    expect(begun).toEqual(['first', 'second'])
    running.shift()?.()
    await pass(2_000)
    expect(await second).toBe('second')
  })

  it('refuse at once what more would wait than may: 250 of one caller', async () => {
    const { ask } = openTurns()
    const refused: unknown[] = []
    for (let asked = 0; asked < 251; asked += 1) ask('A', 20_000).catch((error) => refused.push(error))
    await pass(0)
    expect(refused).toEqual([])
    ask('A', 20_000).catch((error) => refused.push(error))
    await pass(0)
    expect(refused).toMatchObject([{ code: 'UNAVAILABLE' }])
  })
})

describe('an operation that is admitted', () => {
  type Gateway = ApolloServerOptionsWithGateway<GraphContext>['gateway']
  type Executor = Awaited<ReturnType<Gateway['load']>>['executor']
  const principal = { userId: 'u', email: null, role: 'USER', agentAtmId: null, unrestricted: true } as const

  /** A server before a gateway that answers what the test says. */
  const openServer = async (executor: Executor) => {
    const apiSchema = buildSchema('type Query { a: Int }')
    const listeners: ((schema: Parameters<Parameters<Gateway['onSchemaLoadOrUpdate']>[0]>[0]) => void)[] = []
    const stopped = vi.fn(async () => {})
    const gateway: Gateway = {
      load: async () => {
        for (const notify of listeners) notify({ apiSchema, coreSupergraphSdl: '' })
        return { executor }
      },
      onSchemaLoadOrUpdate: (callback) => {
        listeners.push(callback)
        return () => {}
      },
      stop: stopped,
    }
    const server = new ApolloServer<GraphContext>({
      gateway: admitInTurns(gateway),
      includeStacktraceInErrorResponses: false,
    })
    const ask = async (budgetCost?: number) => {
      const caller = { principal: { ...principal, institutions: [] }, token: null, traceId: 'trace' }
      const contextValue: GraphContext = {
        caller,
        authorization: '',
        ...(budgetCost === undefined ? {} : { budgetCost }),
      }
      const { body } = await server.executeOperation({ query: '{ a }' }, { contextValue })
      if (body.kind !== 'single') throw new Error('the answer comes in parts')
      return body.singleResult
    }
    return { server, ask, stopped }
  }

  it('gets its limits as it begins, and the answer of the gateway', async () => {
    const seen: (OperationLimits | undefined)[] = []
    const { server, ask, stopped } = await openServer(async ({ context }) => {
      seen.push(context.caller.limits)
      return { data: { a: 1 } }
    })
    for (const cost of [undefined, 1, 5_000]) expect(await ask(cost)).toEqual({ data: { a: 1 } })
    expect(seen).toHaveLength(3)
    for (const limits of seen) {
      expect(limits?.timeLeftMs()).toBeGreaterThan(9_000)
      expect(limits?.timeLeftMs()).toBeLessThanOrEqual(10_000)
    }
    await server.stop()
    expect(stopped).toHaveBeenCalledOnce()
  })

  it('that is refused has the reason', async () => {
    const { server, ask } = await openServer(async () => {
      throw new DomainError('UNAVAILABLE', 'Not now.', { retryAfterSeconds: 2 })
    })
    expect((await ask()).errors).toEqual([
      { message: 'Not now.', extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 } },
    ])
    await server.stop()
  })

  it('fails with any other fault of the gateway', async () => {
    const { server, ask } = await openServer(async () => {
      throw new TypeError('broken')
    })
    expect((await ask()).errors).toMatchObject([{ message: 'broken', extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
    await server.stop()
  })
})
