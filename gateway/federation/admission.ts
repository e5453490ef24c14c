import type { ApolloServerOptionsWithGateway } from '@apollo/server'
import { GraphQLError } from 'graphql'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { Caller } from '../../subgraphs/kit/graphql/context.ts'
import { createOperationLimits, type OperationLimits } from '../../subgraphs/kit/graphql/operation-limits.ts'
import { createFairGate } from '../../subgraphs/kit/sharing/fair-gate.ts'
import { holderOf } from '../../subgraphs/kit/sharing/shares.rules.ts'
import type { GraphContext } from './data-sources.ts'

/** Operations that take more of their caller's budget are queued. */
const EXPENSIVE_COST = 4_000
/** The number of those that run at the same time; at most one of each key. */
const PLACES = 2
/** How long an operation waits for its turn. */
const PATIENCE_MS = 5_000
const MAX_WAITING = 1_000
/**
 * A place stays free for twice as long as it was used, but no longer than this, which leaves processor time for other
 * work.
 */
const COOLDOWN_FACTOR = 2
const MAX_COOLDOWN_MS = 2_000

type Gateway = ApolloServerOptionsWithGateway<GraphContext>['gateway']
type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
type Request = Parameters<Executor>[0]

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Work that may release its place before it ends. */
type Work<T> = (release: () => void) => Promise<T>

/** Returns the answer at once, and resolves `cooldown` when the place may be used again. */
const withCooldown = <T>(work: Work<T>) => {
  const { promise: answer, resolve, reject } = Promise.withResolvers<T>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const complete = async (): Promise<void> => {
    const from = performance.now()
    await work(release).then(resolve, reject)
    await pause(Math.min(MAX_COOLDOWN_MS, (performance.now() - from) * COOLDOWN_FACTOR))
  }
  return { answer, cooldown: () => Promise.race([complete(), released]), reject }
}

/** Runs operations; only a few expensive ones at the same time. */
export type OperationTurns = {
  /**
   * Runs an operation of this cost when its caller's turn comes. One that releases its place goes on, and another one
   * begins.
   * @throws DomainError UNAVAILABLE when that takes too long; the operation was then not started.
   */
  run<T>(principal: Principal, cost: number, work: Work<T>): Promise<T>
}

/**
 * Places shared by the callers of all institutions: each has at most one, and pauses after each operation. An
 * operation waits for its turn up to `patienceMs`.
 */
export const createOperationTurns = (patienceMs = PATIENCE_MS): OperationTurns => {
  const gate = createFairGate({ places: PLACES, maxWaiting: MAX_WAITING })
  return {
    run(principal, cost, work) {
      if (cost <= EXPENSIVE_COST) return work(() => {})
      const { answer, cooldown, reject } = withCooldown(work)
      gate.through({ holder: holderOf(principal), patienceMs }, cooldown).catch(reject)
      return answer
    },
  }
}

/** The answer of an operation that was not started. */
type NotStarted = { readonly errors: GraphQLError[] }

/** Executes an operation in its turn, for a caller that has the limits of one that starts now. */
export const executeInTurn = async <T>(
  turns: OperationTurns,
  { caller, budgetCost = 0 }: Pick<GraphContext, 'caller' | 'budgetCost'>,
  execute: (caller: Caller) => Promise<T>,
): Promise<T | NotStarted> => {
  try {
    return await turns.run(caller.principal, budgetCost, (release) => {
      const limits: OperationLimits = { ...createOperationLimits(), onLongWait: release }
      return execute({ ...caller, limits })
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { errors: [new GraphQLError(error.message, { extensions: error.extensions })] }
  }
}

/** Admits every operation in its turn. */
export const admitInTurns = (gateway: Gateway, turns = createOperationTurns()): Gateway => {
  const admit = (executor: Executor, request: Request): ReturnType<Executor> => {
    const { caller, budgetCost } = request.context
    return executeInTurn<Awaited<ReturnType<Executor>>>(turns, { caller, budgetCost }, (admitted) => {
      request.context.caller = admitted
      return executor(request)
    })
  }
  return {
    load: async (options) => {
      const { executor } = await gateway.load(options)
      return { executor: executor === null ? null : (request) => admit(executor, request) }
    },
    onSchemaLoadOrUpdate: (callback) => gateway.onSchemaLoadOrUpdate(callback),
    stop: () => gateway.stop(),
  }
}
