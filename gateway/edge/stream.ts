import type { OperationContext } from '../../subgraphs/kit/context.ts'
import { unbuilt } from '../../subgraphs/kit/unbuilt.ts'
import type { Topic } from './stream-topics.rules.ts'

/** The live streams of a process. */
export type LiveStreams = {
  open(caller: OperationContext, topics: ReadonlySet<Topic>, lastEventId: string | null): AsyncIterable<Uint8Array>
  release(): void
}

export const createLiveStreams = (): LiveStreams => ({ open: unbuilt, release() {} })
