import { codeOf } from '../../db/errors.ts'
import type { JournalFileRow } from '../../db/journal/journal-file.ts'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { addDays, localDateOf } from '../kit/dates.ts'
import { insertOutbox } from '../kit/outbox.ts'
import type { Waker } from '../kit/waker.ts'
import { type ContentChunk, listChunks } from './content.store.ts'
import { findFile, isStanding } from './files.store.ts'
import type { ParseResult } from './formats/parse.ts'
import { FILE_PARSED, type ParseRequest } from './messages.ts'
import {
  deleteEarlierTransactions,
  type FileOutcome,
  insertInbox,
  insertPartitions,
  insertTransactions,
  lockAtm,
  updateAtmJournal,
  updateDayTotals,
  updateFileOutcome,
  updateGapClosed,
} from './parse.store.ts'
import type { ParseWorker } from './parse-worker.ts'
import type { SummaryCache } from './summary-cache.ts'

const dayOf = (localTime: string): string => localTime.slice(0, 10)

/** How far beyond the days of journals a date inside one may lie: clocks that are set wrong by more are not believed. */
const DATE_MARGIN_DAYS = 31

type Env = {
  readonly stores: Stores
  readonly worker: ParseWorker
  readonly summaries: SummaryCache
  readonly outbox: Waker
  readonly maxAgeDays: number
  readonly hotDays: number
  now(): Date
  newId(): string
  /** Is told, without text of the file, of what could be read and not be stored. */
  onFault(fault: string): void
}

const outcomeOf = ({ status, format, error, transactions }: ParseResult, parsedAt: Date): FileOutcome => {
  const successful = transactions.filter(({ verdict }) => verdict === 'APPROVED').length
  const failed = transactions.filter(({ verdict }) => verdict === 'DECLINED').length
  const undecided = transactions.length - successful - failed
  return { status, format, error, transactions: transactions.length, successful, failed, undecided, parsedAt }
}

/** The message that asks for a parse; REPARSE takes up a file again that does not stand for its day any more. */
export type ParseMessage = { readonly consumer: string; readonly id: string; readonly reason: ParseRequest['reason'] }

type Effects = { readonly message: ParseMessage; readonly durationMs: number }

/**
 * Takes the file for this parse; its sequence, or null if the message or the file has been dealt with before.
 * Statements that do not depend on each other are sent together, in one round trip.
 */
const claimFile = async (tx: PlatformTx, file: JournalFileRow, outcome: FileOutcome, { message }: Effects) => {
  const [isNew] = await Promise.all([insertInbox(tx, message.consumer, message.id), lockAtm(tx, file.atmId)])
  // A message that comes again asks for nothing new, whatever has taken the file's place since.
  const parseSequence = await updateFileOutcome(tx, file, outcome, isNew && message.reason === 'REPARSE')
  if (!isNew && parseSequence !== null) throw new Error('a message that was dealt with left its file unparsed')
  return parseSequence
}

/**
 * Replaces what earlier files of the ATM and day brought by what this one brings; if that is nothing, they stay.
 * Returns the ids of gaps it closed.
 */
const replaceTransactions = async (tx: PlatformTx, file: JournalFileRow, result: ParseResult, now: Date) => {
  const [replaced, , , closedGapIds] = await Promise.all([
    result.transactions.length === 0 ? [] : deleteEarlierTransactions(tx, file),
    insertTransactions(tx, file, result.transactions),
    updateAtmJournal(tx, file),
    updateGapClosed(tx, file, now),
  ])
  await updateDayTotals(tx, file, [...replaced, ...result.transactions.map(({ startedAt }) => dayOf(startedAt))])
  return closedGapIds
}

/** All effects of a parse in one transaction; none if they were there already. */
const storeParse = async (tx: PlatformTx, env: Env, file: JournalFileRow, result: ParseResult, effects: Effects) => {
  const now = env.now()
  const outcome = outcomeOf(result, now)
  const parseSequence = await claimFile(tx, file, outcome, effects)
  if (parseSequence === null) return
  const closedGapIds = outcome.status === 'FAILED' ? [] : await replaceTransactions(tx, file, result, now)
  const { status, transactions, successful, failed, undecided } = outcome
  const { agentAtmId, atmId, journalDate, institutionKey } = file
  const data = {
    fileId: file.id,
    agentAtmId,
    atmId,
    journalDate,
    status,
    transactions,
    successful,
    failed,
    undecided,
    closedGapIds,
    parseSequence,
    durationMs: effects.durationMs,
  }
  await insertOutbox(tx, 'journal', [{ topic: FILE_PARSED, key: agentAtmId, institutionKey, data }], env)
}

/** Makes the partitions that the transactions need, unless the daily job has made them, or is not believed to have. */
const preparePartitions = async (env: Env, result: ParseResult, always: boolean): Promise<void> => {
  const days = result.transactions.map(({ startedAt }) => dayOf(startedAt)).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const today = localDateOf(env.now(), 'UTC')
  if (from === undefined || to === undefined) return
  if (!always && from > addDays(today, -env.hotDays) && to <= addDays(today, 1)) return
  await env.stores.asPlatform((tx) => insertPartitions(tx, { from, to, today }, env.hotDays))
}

/** Values that no column takes (classes 22, 23), and days too far apart (P0001): it would be the same the next time. */
const isFaultOfFile = (error: unknown): boolean => /^(?:22|23|P0001)/.test(codeOf(error) ?? '')

const unstorable = ({ format, lines }: ParseResult): ParseResult => ({
  status: 'FAILED',
  format,
  error: 'The file was read, but what it says cannot be stored: it holds values that no journal has.',
  transactions: [],
  lines,
})

/**
 * Stores the result. One that the database refuses for what it holds is refused once more with the partitions made anew,
 * as a month that is missing looks the same; then the file is FAILED, so that it does not wait for ever.
 */
const storeResult = async (env: Env, file: JournalFileRow, result: ParseResult, effects: Effects): Promise<void> => {
  const attempt = async (attempted: ParseResult, always: boolean): Promise<unknown> => {
    try {
      await preparePartitions(env, attempted, always)
      await env.stores.asPlatform((tx) => storeParse(tx, env, file, attempted, effects))
      return null
    } catch (error) {
      if (isFaultOfFile(error)) return error
      throw error
    }
  }
  if ((await attempt(result, false)) === null) return
  const refused = await attempt(result, true)
  if (refused === null) return
  env.onFault(`file ${file.id} cannot be stored: SQLSTATE ${codeOf(refused)}`)
  const last = await attempt(unstorable(result), false)
  if (last !== null) throw last
}

const readChunks = async (tx: PlatformTx, contentId: number | null): Promise<ContentChunk[]> => {
  const chunks: ContentChunk[] = []
  if (contentId === null) return chunks
  for (let more = true; more; ) {
    const next = await listChunks(tx, contentId, chunks.length, 16)
    chunks.push(...next)
    more = next.length === 16
  }
  return chunks
}

const readFile = (
  env: Env,
  fileId: number,
  { reason }: ParseMessage,
): Promise<{ file: JournalFileRow; chunks: ContentChunk[] } | null> =>
  env.stores.asPlatform(
    async (tx) => {
      const file = await findFile(tx, fileId)
      const isWanted =
        file?.status === 'RECEIVED' || (file !== null && reason === 'REPARSE' && !(await isStanding(tx, file)))
      return isWanted && file !== null ? { file, chunks: await readChunks(tx, file.contentId) } : null
    },
    { mode: 'read' },
  )

/**
 * Parses a stored file and stores what comes of it, once: a file that has been parsed is left as it is, unless it
 * is to be taken up again and another one stands in its place.
 * The work is done in a worker thread; the effects are one transaction.
 */
export const createParseFile =
  (env: Env) =>
  async (fileId: number, message: ParseMessage): Promise<void> => {
    const stored = await readFile(env, fileId, message)
    if (stored === null) return
    const { file, chunks } = stored
    const startedAt = performance.now()
    const today = localDateOf(env.now(), 'UTC')
    const result = await env.worker.parse({
      chunks,
      journalDate: file.journalDate,
      earliest: addDays(today, -env.maxAgeDays - DATE_MARGIN_DAYS),
      latest: addDays(today, DATE_MARGIN_DAYS),
    })
    const durationMs = Math.round(performance.now() - startedAt)
    await storeResult(env, file, result, { message, durationMs })
    env.summaries.drop(file.institutionKey)
    env.outbox.wake()
  }
