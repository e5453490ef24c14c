import { z } from 'zod'

/** What the topics of the requests to parse begin with; one an institution. Their key is the agentAtmId. */
export const PARSE_REQUESTS = 'journal.parse-requests.'

/** The data of a request to parse a file. */
export const parseRequestSchema = z.object({
  fileId: z.int(),
  agentAtmId: z.string(),
  atmId: z.int(),
  /** The day of the journal, local to the ATM. */
  journalDate: z.iso.date(),
  /** Of the bytes as they were sent, decompressed. */
  sha256: z.string(),
  sizeBytes: z.int(),
  /** REPARSE takes up a file again that was parsed before. */
  reason: z.enum(['UPLOAD', 'GAP_FETCH', 'REPARSE']),
  /** Another file that stands for the day by then keeps its place: to have a file read again is not to send it again. */
  yields: z.boolean().default(false),
})

export type ParseRequest = z.infer<typeof parseRequestSchema>
