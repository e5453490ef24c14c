import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { FILE_PARSED, type FileParsed } from '../../../schema/events/file-parsed.ts'
import type { ParseRequest } from '../../../schema/events/parse-request.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { findFile, findSuperseded } from '../files/files.store.ts'
import {
  addDayTotals,
  deleteInbox,
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
  updateGapReopened,
  updateSuperseded,
} from './parse.store.ts'
import { decideParse, isNews, type ParseDecision } from './parse-decision.rules.ts'
import { findAskedAgainAt, insertParseRequest, insertReparseRequests } from './parse-requests.store.ts'
import type { ParsedFile } from './parse-result.ts'
import {
  type AtRisk,
  type ChangedFile,
  deleteShared,
  findAtRisk,
  listFilesOfLost,
  type SharedTransactions,
} from './shared-transactions.store.ts'

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
  /** The version of the profile that it was parsed with; null where it was not parsed. */
  readonly profileVersion: number | null
  readonly durationMs: number
  readonly parsedAt: Date
  /** Nothing comes of it where the file was asked for at this instant or later. */
  readonly unlessAskedSince?: Date
}

type Env = { now(): Date; newId(): string }

/**
 * Replaces what the file itself and the one that stood before have brought by what this parse brings, but for what
 * another file of the ATM has as well. Totals are counted again only for days that lost transactions; otherwise they
 * are added to.
 */
const replaceTransactions = async (tx: PlatformTx, { file, result }: Parse, givers: readonly number[]) => {
  const replaced = givers.length === 0 ? null : await deleteTransactions(tx, givers, file.id)
  for (const [at, slice] of result.slices.entries())
    await insertTransactions(tx, file, slice, { ownIds: replaced?.ownIds, goesOn: at > 0 })
  const shared = await deleteShared(tx, file, result.days)
  const days = [...(replaced?.days ?? []), ...shared.days]
  if (days.length === 0) await addDayTotals(tx, file, result.days)
  else await updateDayTotals(tx, file, [...days, ...result.days.map(({ day }) => day)])
  return shared
}

/** Has files parsed again that left out what no file has any more. */
const requestLost = async (tx: PlatformTx, file: JournalFileRow, atRisk: AtRisk, env: Env): Promise<void> => {
  for (const id of await listFilesOfLost(tx, file, atRisk)) {
    const other = await findFile(tx, id)
    if (other === null) continue
    // A request is for what was parsed before it: one of the same moment would ask for nothing.
    const now = new Date(Math.max(env.now().getTime(), (other.parsedAt?.getTime() ?? 0) + 1))
    await insertReparseRequests(tx, [other], { now, newId: env.newId })
  }
}

/** Gives the day back: to be missing, or to the file that this one had superseded. */
const leaveDay = async (tx: PlatformTx, file: JournalFileRow, env: Env): Promise<void> => {
  const before = await findSuperseded(tx, file)
  if (before === null) await updateGapReopened(tx, file)
  else {
    const now = new Date(Math.max(env.now().getTime(), (before.parsedAt?.getTime() ?? 0) + 1))
    await insertParseRequest(tx, before, 'REPARSE', { now, newId: env.newId })
  }
}

/** Brings the transactions of the day to what the parse says. Returns what others have as well; null for no change. */
const storeTransactions = async (
  tx: PlatformTx,
  parse: Parse,
  decision: ParseDecision,
  env: Env,
): Promise<SharedTransactions | null> => {
  const { takesPlace, leaves, before } = decision
  if (!takesPlace && !leaves) return null
  const { file } = parse
  const { standing } = before
  const givers = standing === null || standing.transactions === 0 ? [] : [standing.id]
  const atRisk = await findAtRisk(tx, file, givers)
  const shared = await replaceTransactions(tx, parse, givers)
  if (takesPlace && standing !== null && standing.id !== file.id) await updateSuperseded(tx, standing.id, file.id)
  if (leaves) await leaveDay(tx, file, env)
  if (atRisk !== null) await requestLost(tx, file, atRisk, env)
  return shared
}

/** What is stored of a file: all that it has, but for what is left to others. */
const storedOf = (outcome: FileOutcome, leftOut: SharedTransactions['leftOut'] | undefined): FileOutcome => ({
  ...outcome,
  transactions: outcome.transactions - (leftOut?.transactions ?? 0),
  successful: outcome.successful - (leftOut?.successful ?? 0),
  failed: outcome.failed - (leftOut?.failed ?? 0),
  undecided: outcome.undecided - (leftOut?.undecided ?? 0),
})

/**
 * STORED; NOTHING, as it had been dealt with before; or KEPT: what was read of the file before, as it cannot be read
 * today.
 */
export type StoreOutcome = 'STORED' | 'NOTHING' | 'KEPT'

const isAskedSince = async (tx: PlatformTx, { file, unlessAskedSince }: Parse): Promise<boolean> => {
  if (unlessAskedSince === undefined) return false
  const askedAt = await findAskedAgainAt(tx, file.id)
  return askedAt !== null && askedAt >= unlessAskedSince
}

/** All effects of a parse, in one transaction; none if they were there already. */
export const storeParse = async (tx: PlatformTx, parse: Parse, env: Env): Promise<StoreOutcome> => {
  const { file, result, message, parsedAt, profileVersion } = parse
  // Statements that do not need each other's answer are sent together, in one round trip; they run in this order.
  const [isNew, , before] = await Promise.all([
    insertInbox(tx, message.consumer, message.id),
    lockAtm(tx, file.atmId),
    findFileBefore(tx, file),
  ])
  if (isNew && (await isAskedSince(tx, parse))) {
    // Its replay has its id, and is still to come.
    await deleteInbox(tx, message.consumer, message.id)
    return 'NOTHING'
  }
  // A message that comes again asks for nothing new, whatever has been asked for since.
  const decision = isNew && before !== null ? decideParse({ fileId: file.id, result, message }, before) : 'NOTHING'
  if (typeof decision === 'string') return decision
  const { takesPlace, yieldsTo, leaves } = decision
  const shared = await storeTransactions(tx, parse, decision, env)
  const outcome = storedOf(decision.outcome, shared?.leftOut)
  const news = isNews(decision, outcome)
  const isJournal = result.status === 'PARSED' || result.status === 'PARTIAL'
  const { daysFound, reasons } = result
  const found = { daysFound, reasons, profileVersion, duplicates: shared?.leftOut.transactions ?? 0 }
  const [parseSequence, closedGapIds] = await Promise.all([
    updateFileOutcome(tx, file, { ...outcome, ...found }, { parsedAt, isNews: news, takesPlace, yieldsTo }),
    isJournal ? updateGapClosed(tx, file, parsedAt) : [],
    isJournal ? updateAtmJournal(tx, file, result.days) : null,
  ])
  // The newest parse counts for its day: a file that is not standing must not be taken for that.
  const given = { closedGapIds, parseSequence: takesPlace || leaves ? parseSequence : 0 }
  if (news) await publish(tx, parse, outcome, given, env.newId)
  if (shared !== null && shared.changed.length > 0) await publishChanged(tx, shared.changed, parse, env.newId)
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

/** Publishes what files count from now on that transactions were taken over from. */
const publishChanged = (
  tx: PlatformTx,
  changed: readonly ChangedFile[],
  { parsedAt }: Parse,
  newId: () => string,
): Promise<void> => {
  const rows = changed.map(({ institutionKey, ...counted }) => {
    const data: FileParsed = { ...counted, closedGapIds: [], durationMs: 0 }
    return { topic: FILE_PARSED, key: counted.agentAtmId, institutionKey, data }
  })
  return insertOutbox(tx, 'journal', rows, { newId, now: () => parsedAt })
}
