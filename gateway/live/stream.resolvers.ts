import { SECOND_MS } from '../../subgraphs/kit/common/dates.ts'
import { badInput } from '../../subgraphs/kit/common/errors.ts'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import type { StreamedAnswer } from '../../subgraphs/kit/rest/answer.ts'
import { openTrustedDocuments, resolveDocument, type TrustedDocuments } from '../federation/trusted-documents.ts'
import type { LiveStream, LiveStreams } from './streams.ts'
import type { Subscriptions } from './subscriptions.ts'
import { topicsOf } from './topics.rules.ts'

type StreamArguments = {
  readonly topics?: readonly string[] | null
  readonly lastEventId?: string | null
  readonly recent?: number | null
}

/** Proxies must not buffer, transform or cache the stream. */
const HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

type SubscriptionArguments = {
  readonly query?: string | null
  readonly documentId?: string | null
  readonly operationName?: string | null
  readonly variables?: unknown
  readonly lastEventId?: string | null
}

/** @throws DomainError BAD_USER_INPUT for what is no object, nor JSON text of one. */
const variablesOf = (given: unknown): Readonly<Record<string, unknown>> => {
  if (given === null || given === undefined || given === '') return {}
  const value = typeof given === 'string' ? jsonOf(given) : given
  if (!isRecord(value)) throw badInput('variables', 'must be a JSON object')
  return value
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws DomainError BAD_USER_INPUT without a text, and for a document that is not known. */
const textOf = ({ query, documentId }: SubscriptionArguments, documents: TrustedDocuments): string => {
  if (typeof query === 'string') return query
  const resolved = resolveDocument({ documentId: documentId ?? undefined }, documents)
  if (resolved.kind === 'text') throw badInput('query', 'must be the text of a subscription')
  if (resolved.kind === 'unknown') throw badInput('documentId', 'is no document of this platform')
  return String(resolved.body.query)
}

const asAnswer = ({ chunks, cut }: LiveStream): StreamedAnswer => ({
  contentType: 'text/event-stream; charset=utf-8',
  headers: HEADERS,
  chunks,
  cut,
})

/** The live stream, and subscriptions of the graph. */
export const createStreamQueries = (
  streams: LiveStreams,
  subscriptions: Subscriptions,
  documents: TrustedDocuments = openTrustedDocuments(),
) => ({
  liveStream: (
    _source: unknown,
    { topics, lastEventId, recent }: StreamArguments,
    context: OperationContext,
  ): StreamedAnswer =>
    asAnswer(streams.open(context, topicsOf(topics ?? []), lastEventId ?? null, (recent ?? 0) * SECOND_MS)),
  graphStream: (_source: unknown, given: SubscriptionArguments, context: OperationContext): StreamedAnswer => {
    const { operationName = null, variables, lastEventId = null } = given
    const request = { query: textOf(given, documents), operationName, variables: variablesOf(variables) }
    const { principal, token, traceId } = context
    return asAnswer(subscriptions.open({ principal, token, traceId }, request, lastEventId))
  },
})
