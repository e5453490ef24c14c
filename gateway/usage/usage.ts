import { createHash } from 'node:crypto'
import { type DocumentNode, type GraphQLSchema, separateOperations } from 'graphql'
import type { Stores } from '../../db/tenancy.ts'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { addDays, localDateOf, MINUTE_MS } from '../../subgraphs/kit/common/dates.ts'
import { runLoop } from '../../subgraphs/kit/common/loop.ts'
import { createWaker } from '../../subgraphs/kit/common/waker.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import type { OperationHook } from '../federation/operation-hooks.ts'
import type { SubscriptionChecks } from '../federation/subscription-checks.ts'
import { coordinatesOf } from './coordinates.rules.ts'
import {
  deleteUsageBefore,
  insertOperations,
  type OperationCalls,
  OTHERS,
  type UsedOperation,
  updateCalls,
} from './usage.store.ts'

/** How long usage is kept. */
export const USAGE_DAYS = 90

/** Counters in memory at most, and of one institution: what comes beyond is counted together. */
export const MAX_COUNTERS = 2_000
export const MAX_COUNTERS_OF_INSTITUTION = 500
const MAX_NAME_CHARS = 100
/** Digits of a name, a date for example, that cannot be the number of a card or of a customer. */
const MAX_NAME_DIGITS = 8
const WRITE_EVERY_MS = MINUTE_MS

/** What of the graph this process was asked for, until it is written down. */
export type GraphUsage = {
  readonly hook: OperationHook
  /** A check of subscriptions that counts each one that may run, as one call. */
  watched(check: SubscriptionChecks['check']): SubscriptionChecks['check']
  /** Counts one call of an operation of a valid document. */
  record(schema: GraphQLSchema, document: DocumentNode, operationName: string | null, caller: Principal): void
  /** Writes down what was counted; rejects when it cannot be, and then keeps it. */
  flush(): Promise<void>
  /** Begins to write once a minute. */
  start(): void
  /** Ends that, and writes what is left. Never rejects. */
  close(): Promise<void>
}

/** The name that a client gave, without one that is too long, or may hold the number of a card or of a customer. */
const storableName = (given: string): string =>
  given.length > MAX_NAME_CHARS || given.replace(/\D/g, '').length > MAX_NAME_DIGITS ? '' : given

const describe = (schema: GraphQLSchema, document: DocumentNode, given: string | null): UsedOperation => {
  const operations = separateOperations(document)
  const own = operations[given ?? ''] ?? Object.values(operations)[0]
  const name = storableName(given ?? '')
  const coordinates = own === undefined ? [] : [...coordinatesOf(schema, own)].sort()
  const id = createHash('sha256')
    .update([name, ...coordinates].join('\n'))
    .digest('hex')
  return { id, name, coordinates }
}

/** The institution that calls are counted for; empty where that is not one. */
const institutionOf = ({ institutions, unrestricted }: Principal): string => {
  const [only, ...others] = institutions
  return unrestricted || only === undefined || others.length > 0 ? '' : only
}

type Counter = { readonly operation: UsedOperation; calls: number }

/** What two operations use together. */
const together = (one: UsedOperation | undefined, other: UsedOperation): UsedOperation => {
  const coordinates = new Set([...(one?.coordinates ?? []), ...other.coordinates])
  return one?.coordinates.length === coordinates.size ? one : { id: OTHERS, name: '', coordinates: [...coordinates] }
}

const createCounters = () => {
  let counters = new Map<string, Map<string, Counter>>()
  let size = 0
  const put = (institutionKey: string, own: Map<string, Counter>, counter: Counter): void => {
    if (!own.has(counter.operation.id)) size += 1
    counters.set(institutionKey, own.set(counter.operation.id, counter))
  }
  const add = (institutionKey: string, operation: UsedOperation, calls: number): void => {
    const own = counters.get(institutionKey) ?? new Map<string, Counter>()
    const known = own.get(operation.id)
    const isFull = size >= MAX_COUNTERS || own.size >= MAX_COUNTERS_OF_INSTITUTION
    if (known !== undefined && operation.id !== OTHERS) known.calls += calls
    else if (!isFull && operation.id !== OTHERS) put(institutionKey, own, { operation, calls })
    else {
      const others = own.get(OTHERS)
      // Beyond all counters, those of several institutions are counted together.
      if (others === undefined && size >= MAX_COUNTERS && institutionKey !== '')
        add('', together(undefined, operation), calls)
      else
        put(institutionKey, own, {
          operation: together(others?.operation, operation),
          calls: calls + (others?.calls ?? 0),
        })
    }
  }
  return {
    add,
    /** Everything that was counted, which is then counted no longer. */
    take(): readonly OperationCalls[] {
      const taken = [...counters].flatMap(([institutionKey, own]) =>
        [...own.values()].map((counter) => ({ institutionKey, ...counter })),
      )
      counters = new Map()
      size = 0
      return taken
    },
  }
}

/** The first (YYYY-MM-DD) of so many days of which the present one is the last. */
export const firstDayOf = (now: Date, days: number): string => addDays(localDateOf(now, 'UTC'), 1 - days)

/** Writes are one after another, as a second one at once would write what the first one may give back. */
const createWriter = (stores: Stores, now: () => Date, counters: ReturnType<typeof createCounters>) => {
  let purgedOn = ''
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const taken = counters.take()
    if (taken.length === 0) return
    const today = localDateOf(now(), 'UTC')
    try {
      await stores.asPlatform(async (tx) => {
        await insertOperations(tx, taken)
        await updateCalls(tx, today, taken)
        if (purgedOn !== today) await deleteUsageBefore(tx, firstDayOf(now(), USAGE_DAYS))
      })
      purgedOn = today
    } catch (error) {
      for (const { institutionKey, operation, calls } of taken) counters.add(institutionKey, operation, calls)
      throw error
    }
  }
  return (): Promise<void> => {
    writing = writing.catch(() => {}).then(write)
    return writing
  }
}

/** Opens the counters of this process, which are written to the platform's stores. */
export const createGraphUsage = (stores: Stores, now: () => Date, log: Logger): GraphUsage => {
  const counters = createCounters()
  const flush = createWriter(stores, now, counters)
  const waker = createWaker()
  let closing = false
  let loop: Promise<unknown> = Promise.resolve()
  // Apollo parses a text once and keeps its document, so that an operation is described once.
  const described = new WeakMap<DocumentNode, Map<string | null, UsedOperation>>()
  const record: GraphUsage['record'] = (schema, document, operationName, caller) => {
    const known = described.get(document) ?? new Map<string | null, UsedOperation>()
    let operation = known.get(operationName)
    if (operation === undefined) {
      operation = describe(schema, document, operationName)
      described.set(document, known.set(operationName, operation))
    }
    counters.add(institutionOf(caller), operation, 1)
  }
  return {
    hook: {
      before({ schema, document, operationName }, { caller, isChange }) {
        // What a subscription asks for each change was counted when it was opened.
        if (isChange !== true) record(schema, document, operationName, caller.principal)
      },
    },
    watched(check) {
      return (request, principal) => {
        const checked = check(request, principal)
        if (checked.kind === 'valid')
          record(checked.schema, checked.document, checked.operation.name?.value ?? null, principal)
        return checked
      }
    },
    record,
    flush,
    start() {
      let first = true
      const turn = async () => {
        if (!first) await flush()
        first = false
        return WRITE_EVERY_MS
      }
      const onFailure = (error: unknown) => log.warn({ err: error }, 'the usage of the graph cannot be written down')
      loop = runLoop({ turn, waker, retryMs: WRITE_EVERY_MS, isClosing: () => closing, onFailure })
    },
    async close() {
      closing = true
      waker.wake()
      await loop
      await flush().catch((error: unknown) => log.warn({ err: error }, 'the last usage of the graph is lost'))
    },
  }
}
