import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import type { StreamedAnswer } from '../../subgraphs/kit/rest/answer.ts'
import type { LiveStreams } from './streams.ts'
import { topicsOf } from './topics.rules.ts'

type StreamArguments = { readonly topics?: readonly string[] | null; readonly lastEventId?: string | null }

/** Proxies must not buffer, transform or cache the stream. */
const HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/** The live stream. */
export const createStreamQueries = (streams: LiveStreams) => ({
  liveStream: (
    _source: unknown,
    { topics, lastEventId }: StreamArguments,
    context: OperationContext,
  ): StreamedAnswer => ({
    contentType: 'text/event-stream; charset=utf-8',
    headers: HEADERS,
    ...streams.open(context, topicsOf(topics ?? []), lastEventId ?? null),
  }),
})
