import { execute, type GraphQLFieldResolver, type GraphQLFormattedError, parse } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import { restNameOf } from '../../subgraphs/kit/graphql/directives.ts'
import type { Graph } from '../federation/graph.ts'
import { formatGraphError } from '../federation/graph-errors.ts'
import type { CheckedSubscription, SubscriptionChecks, SubscriptionRequest } from '../federation/subscription-checks.ts'
import { blocksOf, COMPLETE_FRAME, nextFrame, positionFrame, type StreamBlock } from './stream-frames.rules.ts'
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

/** Names of fields in the records of the stream, which are those of REST, by `Type.field`. */
const restNamesOf = (contracts: readonly string[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { definitions } of contracts.map((sdl) => parse(sdl)))
    for (const node of definitions)
      if (node.kind === 'ObjectTypeDefinition')
        for (const field of node.fields ?? []) {
          const name = restNameOf({ name: field.name.value, astNode: field })
          if (name !== field.name.value) names.set(`${node.name.value}.${field.name.value}`, name)
        }
  return names
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8')

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(text)
}

/** A stream that says why there is none. */
const refused = (errors: readonly GraphQLFormattedError[], traceId: string): LiveStream => {
  const traced = errors.map((error) => ({ ...error, extensions: { ...error.extensions, traceId } }))
  return {
    chunks: oneChunk(`${nextFrame({ errors: traced }, null)}${COMPLETE_FRAME}`),
    cut: new AbortController().signal,
  }
}

/** Writes the results of one subscription. */
type ResultOf = (record: Readonly<Record<string, unknown>>) => Promise<Result | null>

const frameOf = async (block: StreamBlock, plan: SubscriptionPlan, resultOf: ResultOf): Promise<string> => {
  const { event, id, data, text } = block
  // A comment, with or without an id.
  if (event === null || data === null) return text
  const end = ENDS[event]
  if (end !== undefined) {
    const retry = text.startsWith('retry: ') ? text.slice(0, text.indexOf('\n') + 1) : ''
    const errors = [{ message: end.message, extensions: { code: end.code } }]
    return `${retry}${nextFrame({ errors }, null)}${COMPLETE_FRAME}`
  }
  const sent: unknown = JSON.parse(data)
  if (!isRecord(sent)) throw new Error(`the data of ${event} is no record`)
  if (!isTopic(event))
    return nextFrame({ data: { [plan.responseName]: null }, extensions: { live: { event, ...sent } } }, id)
  const result = await resultOf(sent)
  return result === null ? positionFrame(id) : nextFrame(result, id)
}

async function* framesOf(stream: LiveStream, plan: SubscriptionPlan, resultOf: ResultOf): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream.chunks)
    for (const block of blocksOf(chunk)) yield bytesOf(await frameOf(block, plan, resultOf))
}

/** Subscriptions of a graph. `contracts`: the SDL of the services. */
export const createSubscriptions = (
  graph: SubscriptionGraph,
  streams: LiveStreams,
  contracts: readonly string[],
): Subscriptions => {
  const restNames = restNamesOf(contracts)
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, { parentType, fieldName }) =>
    isRecord(source) ? source[restNames.get(`${parentType.name}.${fieldName}`) ?? fieldName] : undefined

  /** What is asked for of the record that the stream sent. */
  const project = async ({ schema, given }: Valid, plan: SubscriptionPlan, record: unknown): Promise<Result> => {
    const { document, field } = plan
    const rootValue = { [field]: record }
    const { data, errors } = await execute({ schema, document, rootValue, variableValues: given, fieldResolver })
    const shown = errors?.map((error) => formatGraphError(error.toJSON(), error, () => {}))
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
      const plan = planSubscription(checked.schema, checked.document, checked.operation)
      const { query } = plan
      const stream = streams.open(caller, new Set([plan.topic]), lastEventId)
      const resultOf: ResultOf = (record) =>
        query === null ? project(checked, plan, record) : ask(query, checked, plan, caller, record.id)
      return { chunks: framesOf(stream, plan, resultOf), cut: stream.cut }
    },
  }
}
