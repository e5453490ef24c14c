import { defaultFieldResolver, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql'
import { isCanceled } from '../../../db/errors.ts'
import type { StoreOptions, Stores } from '../../../db/tenancy.ts'
import { DomainError } from '../common/errors.ts'
import type { OperationContext } from './context.ts'

/** How long one operation of the graph may take, from the moment at which it is begun. */
export const MAX_OPERATION_MS = 10_000
/** How much the records of one answer of the graph may hold, in bytes, about. */
export const MAX_ANSWER_BYTES = 16 * 1_048_576
const RETRY_AFTER_S = 5
const LEAST_MS = 1

/** What is left to one operation of the graph, in whichever services it is executed. */
export type OperationLimits = {
  /** @throws DomainError UNAVAILABLE when the time is up, BAD_USER_INPUT when the answer is too large already. */
  check(): void
  /** Counts what was read for the answer. Throws as `check` does. */
  take(sizeBytes: number): void
  /** At least one millisecond. */
  timeLeftMs(): number
  /** What to throw in the place of an error: where the database ended a statement, that the time is up. */
  explain(error: unknown): unknown
  /** Called when the operation waits long for another process, and uses nothing of this one. */
  readonly onLongWait?: () => void
}

const tooLong = (maxMs: number) =>
  new DomainError(
    'UNAVAILABLE',
    `The operation took longer than ${maxMs / 1_000} s and was ended; ask for less at once, or for shorter spans ` +
      'of time.',
    { retryAfterSeconds: RETRY_AFTER_S },
  )

const tooLarge = (maxBytes: number) =>
  new DomainError(
    'BAD_USER_INPUT',
    `The answer is larger than ${maxBytes / 1_048_576} MiB; ask for smaller pages or fewer fields, ` +
      'or use the lists of REST.',
  )

export type OperationLimitsOptions = {
  readonly maxMs?: number
  readonly maxBytes?: number
  /** A clock that never goes back, in ms. */
  readonly nowMs?: () => number
}

/** The limits of an operation that begins now. */
export const createOperationLimits = ({
  maxMs = MAX_OPERATION_MS,
  maxBytes = MAX_ANSWER_BYTES,
  nowMs = () => performance.now(),
}: OperationLimitsOptions = {}): OperationLimits => {
  const endMs = nowMs() + maxMs
  let bytes = 0
  const check = (): void => {
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    if (nowMs() > endMs) throw tooLong(maxMs)
  }
  return {
    check,
    take(sizeBytes) {
      bytes += sizeBytes
      check()
    },
    timeLeftMs: () => Math.max(LEAST_MS, Math.ceil(endMs - nowMs())),
    explain: (error) => (isCanceled(error) ? tooLong(maxMs) : error),
  }
}

/** The header by which the gateway says how much of an operation's time is left, in ms. */
export const TIME_LEFT_HEADER = 'x-time-left-ms'
const MILLISECONDS = /^\d{1,9}$/

/** The limits of an operation that a gateway began: the time of its header, and never more than that of any other. */
export const limitsOfCall = (timeLeft: unknown): OperationLimits =>
  typeof timeLeft === 'string' && MILLISECONDS.test(timeLeft)
    ? createOperationLimits({ maxMs: Math.min(MAX_OPERATION_MS, Number(timeLeft)) })
    : createOperationLimits()

/** Stores whose statements end with the operation that they are for. */
export const limitStores = (stores: Stores, limits: OperationLimits): Stores => {
  const limited = async <T>(
    given: StoreOptions | undefined,
    run: (options: StoreOptions) => Promise<T>,
  ): Promise<T> => {
    limits.check()
    try {
      return await run({ ...given, statementTimeoutMs: limits.timeLeftMs() })
    } catch (error) {
      throw limits.explain(error)
    }
  }
  return {
    ...stores,
    inTenant: (visibility, work, given) => limited(given, (options) => stores.inTenant(visibility, work, options)),
    asPlatform: (work, given) => limited(given, (options) => stores.asPlatform(work, options)),
  }
}

const NUMBER_BYTES = 8
const MAX_LEVELS = 8

/**
 * About how many bytes a value takes as JSON; what is nested deeper than the records of an answer are is not counted.
 */
export const sizeOf = (value: unknown, level = 0): number => {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  if (level > MAX_LEVELS || value instanceof Date) return NUMBER_BYTES * 3
  if (ArrayBuffer.isView(value)) return value.byteLength
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += sizeOf(item, level + 1)
  else for (const key in value) bytes += key.length + 4 + sizeOf(Reflect.get(value, key), level + 1)
  return bytes
}

/**
 * Counts what the resolvers of a schema read against the limits of their operation, so that it ends before all of it
 * is read.
 */
export const countAnswers = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve
      if (resolve === undefined || resolve === defaultFieldResolver || !isCompositeType(getNamedType(field.type)))
        continue
      field.resolve = (source, args, context: OperationContext, info) => {
        const result: unknown = resolve(source, args, context, info)
        const { limits } = context
        if (limits === undefined) return result
        const counted = (value: unknown) => {
          limits.take(sizeOf(value))
          return value
        }
        return result instanceof Promise ? result.then(counted) : counted(result)
      }
    }
  }
}
