import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { AUDIT_TOPICS } from '../../../schema/events/audit-recorded.ts'
import { FILE_PARSED } from '../../../schema/events/file-parsed.ts'
import { PARSE_REQUESTS, type ParseRequest } from '../../../schema/events/parse-request.ts'
import { topicOfInstitution } from '../../kit/messaging/topic-names.rules.ts'
import type { TopicPlan } from '../../kit/service/topics.ts'

/** The topic of an institution's requests to parse. */
export const parseRequestTopic = (institutionKey: string): string => topicOfInstitution(PARSE_REQUESTS, institutionKey)

/** The topics that the journal service writes to. */
export const JOURNAL_TOPICS: TopicPlan = { fixed: () => [FILE_PARSED, ...AUDIT_TOPICS], institutional: PARSE_REQUESTS }

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
