import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { FILE_PARSED, type FileParsed } from '../../../schema/events/file-parsed.ts'
import type { ParseRequest } from '../../../schema/events/parse-request.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import {
  addDayTotals,
  deleteTransactions,
  type FileOutcome,
  findFileBefore,
  insertInbox,
  insertTransactions,
  lockAtm,
  updateAtmJournal,
  updateDayTotals,
  updateFileOutcome,
  updateGapClosed,
  updateSuperseded,
} from './parse.store.ts'
import { decideParse, type ParseDecision } from './parse-decision.rules.ts'
import type { ParsedFile } from './parse-result.ts'

/**
 * The message that asks for a parse. REPARSE takes up a file again: with what is known today, and to be the
 * standing file of its day if another one has taken its place, unless it `yields` to that one.
 */
export type ParseMessage = Pick<ParseRequest, 'reason' | 'yields'> & {
  readonly consumer: string
  readonly id: string
  readonly askedAt: Date
}

/** What a parse is to have an effect on, and when it took place. */
export type Parse = {
  readonly file: JournalFileRow
  readonly result: ParsedFile
  readonly message: ParseMessage
  readonly durationMs: number
  readonly parsedAt: Date
}

/**
 * Replaces what the file itself and the one that stood before have brought by what this parse brings.
 * Totals are counted again only for days that lost transactions; otherwise they are added to.
 */
const replaceTransactions = async (tx: PlatformTx, { file, result }: Parse, { before }: ParseDecision) => {
  const { standing } = before
  const givers = standing === null || standing.transactions === 0 ? [] : [standing.id]
  const replaced = givers.length === 0 ? null : await deleteTransactions(tx, givers, file.id)
  for (const [at, slice] of result.slices.entries())
    await insertTransactions(tx, file, slice, { ownIds: replaced?.ownIds, goesOn: at > 0 })
  if (replaced === null) await addDayTotals(tx, file, result.days)
  else await updateDayTotals(tx, file, [...replaced.days, ...result.days.map(({ day }) => day)])
  if (standing !== null && standing.id !== file.id) await updateSuperseded(tx, standing.id, file.id)
}

/**
 * STORED; NOTHING, as it had been dealt with before; or KEPT: what was read of the file before, as it cannot be read
 * today.
 */
export type StoreOutcome = 'STORED' | 'NOTHING' | 'KEPT'

/** All effects of a parse, in one transaction; none if they were there already. */
export const storeParse = async (tx: PlatformTx, parse: Parse, newId: () => string): Promise<StoreOutcome> => {
  const { file, result, message, parsedAt } = parse
  // Statements that do not need each other's answer are sent together, in one round trip; they run in this order.
  const [isNew, , before] = await Promise.all([
    insertInbox(tx, message.consumer, message.id),
    lockAtm(tx, file.atmId),
    findFileBefore(tx, file),
  ])
  // A message that comes again asks for nothing new, whatever has been asked for since.
  const decision = isNew && before !== null ? decideParse({ fileId: file.id, result, message }, before) : 'NOTHING'
  if (typeof decision === 'string') return decision
  const { outcome, takesPlace, yieldsTo, isNews } = decision
  if (takesPlace) await replaceTransactions(tx, parse, decision)
  const parsed = result.status !== 'FAILED'
  const [parseSequence, closedGapIds] = await Promise.all([
    updateFileOutcome(tx, file, outcome, { parsedAt, isNews, takesPlace, yieldsTo }),
    parsed ? updateGapClosed(tx, file, parsedAt) : [],
    parsed ? updateAtmJournal(tx, file, result.days) : null,
  ])
  // The newest parse counts for its day: a file that is not standing must not be taken for that.
  const given = { closedGapIds, parseSequence: takesPlace ? parseSequence : 0 }
  if (isNews) await publish(tx, parse, outcome, given, newId)
  return 'STORED'
}

type Given = Pick<FileParsed, 'closedGapIds' | 'parseSequence'>

const publish = (tx: PlatformTx, parse: Parse, outcome: FileOutcome, given: Given, newId: () => string) => {
  const { file, durationMs, parsedAt } = parse
  const { agentAtmId, atmId, journalDate, institutionKey } = file
  const { status, transactions, successful, failed, undecided } = outcome
  const counts = { status, transactions, successful, failed, undecided }
  const data: FileParsed = { fileId: file.id, agentAtmId, atmId, journalDate, ...counts, ...given, durationMs }
  const row = { topic: FILE_PARSED, key: agentAtmId, institutionKey, data }
  return insertOutbox(tx, 'journal', [row], { newId, now: () => parsedAt })
}
