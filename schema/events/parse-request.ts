import { z } from 'zod'

/** What the topics of the requests to parse begin with; one an institution. Their key is the agentAtmId. */
export const PARSE_REQUESTS = 'journal.parse-requests.'

/** The data of a request to parse a file. */
export const parseRequestSchema = z.object({
  fileId: z.int().describe('The file.'),
  agentAtmId: z.string().describe("The agent's textual id of the ATM."),
  atmId: z.int().describe('The numeric id of the ATM.'),
  journalDate: z.iso.date().describe('The day of the journal, local to the ATM.'),
  sha256: z.string().describe('Of the bytes as they were sent, decompressed.'),
  sizeBytes: z.int().describe('Of the same bytes.'),
  reason: z
    .enum(['UPLOAD', 'GAP_FETCH', 'REPARSE'])
    .describe('Why the file is to be parsed. REPARSE takes up one again that was parsed before.'),
  yields: z
    .boolean()
    .default(false)
    .describe(
      'Another file that is the standing file of the day by then stays it: reparsing a file is not sending it again.',
    ),
})

export type ParseRequest = z.infer<typeof parseRequestSchema>
