import type { ConsumerDefinition } from '../kit/events.ts'
import { PARSE_REQUESTS, parseRequestSchema } from './messages.ts'
import type { ParseMessage } from './parse-file.ts'

const GROUP = 'journal.parsers'
/** Institutions whose files are read at once: while one file is parsed, others are stored. */
const CONCURRENCY = 2

/** Parses the files that the institutions' topics ask for. */
export const parseRequestsConsumer = (
  parseFile: (fileId: number, message: ParseMessage) => Promise<void>,
): ConsumerDefinition => ({
  group: GROUP,
  topics: [{ prefix: PARSE_REQUESTS }],
  concurrency: CONCURRENCY,
  handle: async ({ id, data }) => {
    const { fileId, reason } = parseRequestSchema.parse(data)
    await parseFile(fileId, { consumer: GROUP, id, reason })
  },
})
