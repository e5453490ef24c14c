import { z } from 'zod'

/** The topic of journal files that were parsed. Its key is the agentAtmId. */
export const FILE_PARSED = 'journal.file-parsed'

const count = z.int().min(0)

/** The data of a parsed file. Published when others than the file's reader know something new by it. */
export const fileParsedSchema = z.object({
  fileId: z.int().describe('The file.'),
  agentAtmId: z.string().describe("The agent's textual id of the ATM."),
  atmId: z.int().describe('The numeric id of the ATM.'),
  journalDate: z.iso.date().describe('The day of the journal, local to the ATM.'),
  status: z
    .enum(['PARSED', 'PARTIAL', 'FAILED', 'MISDATED'])
    .describe(
      'How far it could be parsed. A FAILED file is not a journal and never a standing file, nor is a MISDATED one, ' +
        'whose lines are of other days.',
    ),
  transactions: count.describe('Transactions in the file, without those that another file of the ATM keeps.'),
  successful: count.describe('Those approved.'),
  failed: count.describe('Those declined.'),
  undecided: count.describe('Those that were neither approved nor declined.'),
  closedGapIds: z.array(z.int()).describe('The journal gaps that the file has closed.'),
  parseSequence: z
    .int()
    .min(0)
    .describe(
      "Of the parses of an ATM's day the one with the highest number counts; " +
        '0 for a file that is not the standing one.',
    ),
  durationMs: count.describe('How long the parse took.'),
})

export type FileParsed = z.infer<typeof fileParsedSchema>
