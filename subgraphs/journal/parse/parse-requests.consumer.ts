import { PARSE_REQUESTS, parseRequestSchema } from '../../../schema/events/parse-request.ts'
import type { ConsumerDefinition } from '../../kit/messaging/events.ts'
import type { ParseMessage } from './parse-effects.ts'
import { updateRevived } from './parse-requests.store.ts'

const GROUP = 'journal.parsers'

/** How a file is parsed, and how it is given up. */
type ParseFile = {
  parse(fileId: number, message: ParseMessage): Promise<void>
  abandon(fileId: number, message: ParseMessage, lastAttemptAt: Date): Promise<void>
}

/**
 * Parses the files that the institutions' topics ask for: a file a turn, so that one with a single file waiting
 * is not delayed by one with ten thousand. One institution more than there are threads: while its file is stored,
 * others are read.
 */
export const parseRequestsConsumer = (files: ParseFile, threads: number): ConsumerDefinition => ({
  group: GROUP,
  topics: [{ prefix: PARSE_REQUESTS }],
  concurrency: threads + 1,
  turn: { messages: 1 },
  handle: async ({ id, occurredAt, data }) => {
    const { fileId, reason, yields } = parseRequestSchema.parse(data)
    await files.parse(fileId, { consumer: GROUP, id, reason, yields, askedAt: new Date(occurredAt) })
  },
  abandoned: async ({ id, occurredAt, data }, _reason, lastAttemptAt) => {
    const request = parseRequestSchema.safeParse(data)
    if (!request.success) return
    const { fileId, reason, yields } = request.data
    const message = { consumer: GROUP, id, reason, yields, askedAt: new Date(occurredAt) }
    await files.abandon(fileId, message, lastAttemptAt)
  },
  revive: async (tx, { id, data }, at) => {
    const request = parseRequestSchema.safeParse(data)
    if (request.success) await updateRevived(tx, request.data.fileId, { consumer: GROUP, id }, at)
  },
})
