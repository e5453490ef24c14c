import { z } from 'zod'

/** The topic of journal files that were parsed. Its key is the agentAtmId. */
export const FILE_PARSED = 'journal.file-parsed'

const count = z.int().min(0)

/** The data of a parsed file. Published when others than the file's reader know something new by it. */
export const fileParsedSchema = z.object({
  fileId: z.int(),
  agentAtmId: z.string(),
  atmId: z.int(),
  /** The day of the journal, local to the ATM. */
  journalDate: z.iso.date(),
  /** A FAILED file is not a journal: it stands for no day. */
  status: z.enum(['PARSED', 'PARTIAL', 'FAILED']),
  transactions: count,
  /** Approved. */
  successful: count,
  /** Declined. */
  failed: count,
  /** Without a verdict. */
  undecided: count,
  /** The journal gaps that the file has closed. */
  closedGapIds: z.array(z.int()),
  /** Of an ATM's day the parse with the highest number stands; 0 for one that does not stand for its day. */
  parseSequence: z.int().min(0),
  durationMs: count,
})

export type FileParsed = z.infer<typeof fileParsedSchema>
