import { z } from 'zod'
import type { JournalFileRow } from '../../db/journal/journal-file.ts'
import { topicOfInstitution } from '../kit/topic-names.rules.ts'
import type { TopicPlan } from '../kit/topics.ts'

/** What the topics of the requests to parse begin with; one an institution. */
export const PARSE_REQUESTS = 'journal.parse-requests.'

/** The topic of an institution's requests to parse. */
export const parseRequestTopic = (institutionKey: string): string => topicOfInstitution(PARSE_REQUESTS, institutionKey)

/** The topic of what was parsed. */
export const FILE_PARSED = 'journal.file-parsed'

/** The topics that the journal service writes to. */
export const JOURNAL_TOPICS: TopicPlan = { fixed: () => [FILE_PARSED], institutional: PARSE_REQUESTS }

/** The data of a request to parse a file. */
export const parseRequestSchema = z.object({
  fileId: z.number().int(),
  agentAtmId: z.string(),
  atmId: z.number().int(),
  journalDate: z.iso.date(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  reason: z.enum(['UPLOAD', 'GAP_FETCH', 'REPARSE']),
  /** Another file that stands for the day by then keeps its place: to have a file read again is not to send it again. */
  yields: z.boolean().default(false),
})

export type ParseRequest = z.infer<typeof parseRequestSchema>

/** The request to parse a file. */
export const parseRequestOf = (file: JournalFileRow, reason: ParseRequest['reason'], yields = false): ParseRequest => ({
  fileId: file.id,
  agentAtmId: file.agentAtmId,
  atmId: file.atmId,
  journalDate: file.journalDate,
  sha256: file.sha256,
  sizeBytes: file.sizeBytes,
  reason,
  yields,
})
