import { setTimeout as pauseFor } from 'node:timers/promises'
import { execute, type GraphQLFieldResolver, type GraphQLFormattedError, parse } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import { directiveOf, restNameOf } from '../../subgraphs/kit/graphql/directives.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import type { Graph } from '../federation/graph.ts'
import { formatGraphError } from '../federation/graph-errors.ts'
import type { CheckedSubscription, SubscriptionChecks, SubscriptionRequest } from '../federation/subscription-checks.ts'
import {
  blocksOf,
  COMPLETE_FRAME,
  nextFrame,
  positionFrame,
  type StreamBlock,
  WAITING_FRAME,
} from './stream-frames.rules.ts'
import type { LiveStream, LiveStreams } from './streams.ts'
import { ID_VARIABLE, planSubscription, type SubscriptionPlan } from './subscription.rules.ts'
import { isTopic } from './topics.rules.ts'

/** Answers subscriptions of the graph from the live stream. */
export type Subscriptions = {
  /**
   * Opens the stream of a subscription, in the frames of graphql-sse. One that is refused is answered with its errors.
   * @throws DomainError as `LiveStreams.open` does.
   */
  open(context: Caller, request: SubscriptionRequest, lastEventId: string | null): LiveStream
}

type Caller = Pick<OperationContext, 'principal' | 'token' | 'traceId'>
type Valid = Extract<CheckedSubscription, { kind: 'valid' }>
type Result = {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined
  readonly errors?: readonly GraphQLFormattedError[]
}

/** What subscriptions need of the graph. */
export type SubscriptionGraph = {
  readonly check: SubscriptionChecks['check']
  /** Runs a query as the caller. */
  query(query: string, variables: Record<string, unknown>, caller: Caller): Promise<Result>
}

/** The graph, for its subscriptions. */
export const subscriptionGraphOf = (graph: Graph): SubscriptionGraph => ({
  check: graph.subscriptions.check,
  async query(query, variables, caller) {
    const authorization = caller.token === null ? '' : `Bearer ${caller.token}`
    const contextValue = { caller: { ...caller }, authorization, isChange: true }
    const { body } = await graph.executeOperation({ query, variables }, { contextValue })
    if (body.kind !== 'single') throw new Error('the answer comes in parts')
    const { data, errors } = body.singleResult
    return { ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors }) }
  },
})

/** What ends the stream, as errors of the graph. */
const ENDS: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  expired: { code: 'UNAUTHENTICATED', message: 'The token has ended; subscribe again with another one.' },
  replaced: {
    code: 'RATE_LIMITED',
    message: 'The stream was replaced by a newer one, as too many are open; wait half a minute before you subscribe.',
  },
}

/**
 * The records of the stream are those of REST, of which only the contracts tell: their names of fields where these
 * differ from the graph's, and the fields that they do not have, each by `Type.field`.
 */
type RecordShape = { readonly names: ReadonlyMap<string, string>; readonly omitted: ReadonlySet<string> }

const recordShapeOf = (contracts: readonly string[]): RecordShape => {
  const names = new Map<string, string>()
  const omitted = new Set<string>()
  for (const { definitions } of contracts.map((sdl) => parse(sdl)))
    for (const node of definitions)
      if (node.kind === 'ObjectTypeDefinition')
        for (const field of node.fields ?? []) {
          const coordinate = `${node.name.value}.${field.name.value}`
          const name = restNameOf({ name: field.name.value, astNode: field })
          if (name !== field.name.value) names.set(coordinate, name)
          if (directiveOf({ astNode: field }, 'restOmit') !== null) omitted.add(coordinate)
        }
  return { names, omitted }
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8')

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text)
}

/** A stream that ends after these errors. */
const refused = (errors: readonly GraphQLFormattedError[], traceId: string): LiveStream => {
  const traced = errors.map((error) => ({ ...error, extensions: { ...error.extensions, traceId } }))
  return {
    chunks: oneChunk(`${nextFrame({ errors: traced }, null)}${COMPLETE_FRAME}`),
    cut: new AbortController().signal,
    isEnded: () => true,
  }
}

/** How often the graph is asked for a change that it cannot answer at the moment. */
const MAX_ASKS = 3
/** The longest pause between two of these: meanwhile the changes to come fill the buffer of the stream. */
const MAX_PAUSE_S = 5

/** The result of a subscription for a record; null where its caller does not see the record any more. */
type ResultOf = (record: Readonly<Record<string, unknown>>) => Promise<Result | null>

type Pause = (ms: number) => Promise<void>

/** What one subscription is answered with. */
type Answering = {
  readonly plan: SubscriptionPlan
  readonly resultOf: ResultOf
  readonly pause: Pause
  readonly isEnded: () => boolean
}

/** Whether a result has errors in the place of the record. */
const isLost = ({ data, errors }: Result, { responseName }: SubscriptionPlan): boolean =>
  errors !== undefined && (data?.[responseName] ?? null) === null

/** How long to wait before the graph is asked again, in ms; null where its errors do not say that this helps. */
const pauseMsOf = ({ errors = [] }: Result): number | null => {
  const waits = errors.map(({ extensions }) => extensions?.retryAfterSeconds).filter((wait) => typeof wait === 'number')
  return waits.length === 0 ? null : Math.min(MAX_PAUSE_S, Math.max(1, ...waits)) * 1_000
}

const isEnd = ({ event }: StreamBlock): boolean => event !== null && Object.hasOwn(ENDS, event)

/** A block that is no change: a comment with or without an id, a notice or the end. */
const noticeText = ({ event, id, data, text }: StreamBlock, plan: SubscriptionPlan): string => {
  if (event === null || data === null) return text
  const end = ENDS[event]
  if (end !== undefined) {
    const retry = text.startsWith('retry: ') ? text.slice(0, text.indexOf('\n') + 1) : ''
    const errors = [{ message: end.message, extensions: { code: end.code } }]
    return `${retry}${nextFrame({ errors }, null)}${COMPLETE_FRAME}`
  }
  return nextFrame({ data: { [plan.responseName]: null }, extensions: { live: { event, ...recordOf(data) } } }, id)
}

/** @throws Error for what is no record. */
const recordOf = (data: string): Readonly<Record<string, unknown>> => {
  const record: unknown = JSON.parse(data)
  if (!isRecord(record)) throw new Error('the data of a live stream is no record')
  return record
}

/** The frame of a change. One that is lost has no id, so that a stream that is resumed has it. */
const changeFrame = (result: Result | null, id: string | null, plan: SubscriptionPlan): string => {
  if (result === null) return positionFrame(id)
  if (!isLost(result, plan)) return nextFrame(result, id)
  const live = { event: 'reset', topics: [plan.topic] }
  return nextFrame({ data: { [plan.responseName]: null }, errors: result.errors, extensions: { live } }, null)
}

/** Asks so often for a change, with a comment before each pause, so that the connection does not seem dead. */
async function* resultsOf(
  data: string,
  { plan, resultOf, pause, isEnded }: Answering,
  maxAsks: number,
): AsyncGenerator<string, Result | null> {
  const record = recordOf(data)
  for (let asks = 1; ; asks += 1) {
    const result = await resultOf(record)
    const pauseMs = result !== null && isLost(result, plan) && asks < maxAsks && !isEnded() ? pauseMsOf(result) : null
    if (pauseMs === null) return result
    yield WAITING_FRAME
    await pause(pauseMs)
  }
}

async function* textsOf(stream: LiveStream, answering: Answering): AsyncGenerator<string> {
  const { plan } = answering
  let maxAsks = MAX_ASKS
  for await (const chunk of stream.chunks)
    for (const block of blocksOf(chunk)) {
      const { event, id, data } = block
      // What ends the stream is sent; all else is left to a stream that resumes, with another token.
      if (stream.isEnded() && !isEnd(block)) continue
      if (event === null || data === null || !isTopic(event)) {
        yield noticeText(block, plan)
        continue
      }
      const result = yield* resultsOf(data, answering, maxAsks)
      if (stream.isEnded()) continue
      // After a change that is lost the next ones are asked for once, until the graph answers again.
      maxAsks = result !== null && isLost(result, plan) ? 1 : MAX_ASKS
      yield changeFrame(result, id, plan)
    }
}

/** The frames of a subscription. One that is given up ends its stream, even where nothing was ever read of it. */
const framesOf = (stream: LiveStream, answering: Answering): AsyncIterable<Uint8Array> => {
  const texts = textsOf(stream, answering)
  const frame = ({ done, value }: IteratorResult<string, void>): IteratorResult<Uint8Array, undefined> =>
    done === true ? { done, value: undefined } : { done: false, value: bytesOf(value) }
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: async () => frame(await texts.next()),
    async return() {
      // A generator that has not begun ends without running any of its body, so it would not end the stream.
      await stream.chunks[Symbol.asyncIterator]().return?.()
      return frame(await texts.return(undefined))
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

type SubscriptionEnv = {
  /** The SDL of the services. */
  readonly contracts: readonly string[]
  readonly log: Logger
  /** Waits so many ms. */
  readonly pause?: Pause
}

/** Answers subscriptions of a graph from live streams. */
export const createSubscriptions = (
  graph: SubscriptionGraph,
  streams: LiveStreams,
  { contracts, log, pause = pauseFor }: SubscriptionEnv,
): Subscriptions => {
  const { names, omitted } = recordShapeOf(contracts)
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, { parentType, fieldName }) =>
    isRecord(source) ? source[names.get(`${parentType.name}.${fieldName}`) ?? fieldName] : undefined

  /** What is asked for of the record that the stream sent; `onFault` is called where it does not fit. */
  const project = async (
    { schema, given }: Valid,
    { document, field }: SubscriptionPlan,
    record: unknown,
    onFault: (error: unknown) => void,
  ): Promise<Result> => {
    const rootValue = { [field]: record }
    const { data, errors } = await execute({ schema, document, rootValue, variableValues: given, fieldResolver })
    const shown = errors?.map((error) => formatGraphError(error.toJSON(), error, () => onFault(error)))
    return { data, ...(shown === undefined ? {} : { errors: shown }) }
  }

  /** Asks the graph for the record; null where the caller does not see it any more. */
  const ask = async (
    query: string,
    { given }: Valid,
    plan: SubscriptionPlan,
    caller: Caller,
    id: unknown,
  ): Promise<Result | null> => {
    const { data, errors } = await graph.query(query, { ...given, [ID_VARIABLE]: id }, caller)
    const isGone = errors === undefined && (data?.[plan.responseName] ?? null) === null
    return isGone ? null : { ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors }) }
  }

  return {
    open(caller, request, lastEventId) {
      const checked = graph.check(request, caller.principal)
      if (checked.kind === 'refused') return refused(checked.errors, caller.traceId)
      const plan = planSubscription(checked.schema, checked.document, checked.operation, omitted)
      const { query } = plan
      const stream = streams.open(caller, new Set([plan.topic]), lastEventId)
      let isLogged = false
      const onFault = (error: unknown): void => {
        // What is wrong with one record of a stream is with each of them.
        if (!isLogged) log.error({ err: error, field: plan.field }, 'a record of live streams does not fit the graph')
        isLogged = true
      }
      const resultOf: ResultOf = (record) =>
        query === null ? project(checked, plan, record, onFault) : ask(query, checked, plan, caller, record.id)
      return {
        chunks: framesOf(stream, { plan, resultOf, pause, isEnded: stream.isEnded }),
        cut: stream.cut,
        isEnded: stream.isEnded,
      }
    },
  }
}
