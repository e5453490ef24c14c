import { codeOf, isMissingPartition } from '../../../db/errors.ts'
import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { addDays, isTimeZone, localDateOf } from '../../kit/common/dates.ts'
import type { Waker } from '../../kit/common/waker.ts'
import { type ContentChunk, listChunks } from '../content/content.store.ts'
import { findFile } from '../files/files.store.ts'
import type { Profile } from '../formats/sessions/profile.ts'
import { type CurrentProfile, findProfile } from '../profiles/profiles.store.ts'
import type { SummaryCache } from '../transactions/summary-cache.ts'
import type { ClockZones } from './clock-zone.rules.ts'
import { datedFile } from './misdated.rules.ts'
import { insertPartitions } from './parse.store.ts'
import { type Parse, type ParseMessage, type StoreOutcome, storeParse } from './parse-effects.ts'
import type { ChunkSource, ParsePool } from './parse-pool.ts'
import { findStandingId } from './parse-requests.store.ts'
import { failedFile, type ParsedFile } from './parse-result.ts'

/**
 * How far beyond the days of journals a date inside one may lie: clocks that are set wrong by more are not believed.
 */
const DATE_MARGIN_DAYS = 31
/** Chunks that go to the parser at once: 2 MiB of text. */
const BATCH_CHUNKS = 8

type Env = {
  readonly stores: Stores
  readonly pool: Pick<ParsePool, 'parse'>
  readonly summaries: SummaryCache
  readonly outbox: Waker
  readonly maxAgeDays: number
  /** Of ATMs without a time zone of their own. */
  readonly platformTimeZone: string
  readonly hotDays: number
  now(): Date
  newId(): string
  /** Called, without text of the file, with what could not be stored, or not be read again. */
  onFault(fault: string): void
  /** Called for each file that was parsed and stored, for what is measured. */
  onParsed(status: ParsedFile['status'], durationMs: number): void
}

/** Makes the partitions that the transactions need, unless the daily job has made them, or is not believed to have. */
const preparePartitions = async (env: Env, { days }: ParsedFile, always: boolean): Promise<void> => {
  const [from, to] = [days[0]?.day, days.at(-1)?.day]
  const today = localDateOf(env.now(), 'UTC')
  if (from === undefined || to === undefined) return
  if (!always && from > addDays(today, -env.hotDays) && to <= addDays(today, 1)) return
  await env.stores.asPlatform((tx) => insertPartitions(tx, { from, to, today }, env.hotDays))
}

/** Values that no column takes (classes 22, 23), and days too far apart (P0001): it would be the same the next time. */
const isFaultOfFile = (error: unknown): boolean =>
  !isMissingPartition(error) && /^(?:22|23|P0001)/.test(codeOf(error) ?? '')

const UNSTORABLE = 'The file was read, but what it says cannot be stored: it holds values that no journal has.'
const ABANDONED = 'The file could not be read: the parser failed every time. Parse it again once that is fixed.'

/**
 * Stores the result, with the partitions made again where one is missing. One that the database refuses for what it
 * holds is FAILED, so that it does not wait for ever.
 */
const storeResult = async (
  env: Env,
  parse: Parse,
): Promise<{ outcome: StoreOutcome; status: ParsedFile['status'] }> => {
  const attempt = async (result: ParsedFile, always = false): Promise<StoreOutcome | { readonly refused: unknown }> => {
    try {
      await preparePartitions(env, result, always)
      return await env.stores.asPlatform((tx) => storeParse(tx, { ...parse, result }, env))
    } catch (error) {
      if (isMissingPartition(error) && !always) return attempt(result, true)
      if (isFaultOfFile(error)) return { refused: error }
      throw error
    }
  }
  const { file, result } = parse
  const first = await attempt(result)
  if (typeof first === 'string') return { outcome: first, status: result.status }
  env.onFault(`file ${file.id} cannot be stored: SQLSTATE ${codeOf(first.refused)}`)
  const last = await attempt(failedFile(UNSTORABLE, result))
  if (typeof last === 'string') return { outcome: last, status: 'FAILED' }
  throw last.refused
}

type Stored = {
  readonly file: JournalFileRow
  readonly chunks: readonly ContentChunk[]
  /** Of its institution. */
  readonly profile: CurrentProfile
}

/**
 * True if a file is to be read. One that has been read since this was asked for, and is standing or cannot be
 * read, is not: a file that is sent or asked for over and over is read once, however many requests wait.
 */
const isDue = async (tx: PlatformTx, file: JournalFileRow, message: ParseMessage): Promise<boolean> => {
  const { reason, askedAt } = message
  if (file.status === 'RECEIVED') return true
  if (reason !== 'REPARSE') return false
  if (file.parsedAt === null || file.parsedAt < askedAt) return true
  const isJournal = file.status === 'PARSED' || file.status === 'PARTIAL'
  return isJournal && (await findStandingId(tx, file)) !== file.id
}

/** What a family's reader is given of a profile. */
const readProfile = ({ approvedCodes, currency, amountUnit, timeZone }: CurrentProfile): Profile => ({
  ...{ approvedCodes, currency, amountUnit, timeZone },
})

/** The zones between which times are converted; null where the machine's clock shows the ATM's local time. */
const zonesOf = ({ timeZone: clock }: CurrentProfile, local: string): ClockZones | null =>
  clock === null || clock === local || !isTimeZone(clock) || !isTimeZone(local) ? null : { clock, local }

/** The file and its first chunks; null if nothing is to be read of it. */
const readFile = (env: Env, fileId: number, message: ParseMessage): Promise<Stored | null> =>
  env.stores.asPlatform(
    async (tx) => {
      const file = await findFile(tx, fileId)
      if (file === null || !(await isDue(tx, file, message))) return null
      const profile = await findProfile(tx, file.institutionKey)
      const chunks = file.contentId === null ? [] : await listChunks(tx, file.contentId, 0, BATCH_CHUNKS)
      return { file, chunks, profile }
    },
    { mode: 'read' },
  )

/** The chunks of a file, a batch a call; the first one is there already. */
const chunksOf = (env: Env, { file: { contentId }, chunks }: Stored): ChunkSource => {
  let next: number | null = 0
  return async () => {
    if (next === null || contentId === null) return []
    const from: number = next
    const batch =
      from === 0
        ? chunks
        : await env.stores.asPlatform((tx) => listChunks(tx, contentId, from, BATCH_CHUNKS), { mode: 'read' })
    next = batch.length < BATCH_CHUNKS ? null : from + batch.length
    return batch.map(({ codec, data }) => ({ codec, data }))
  }
}

const finish = async (env: Env, parse: Parse): Promise<void> => {
  const { file, durationMs } = parse
  const { outcome, status } = await storeResult(env, parse)
  if (outcome === 'KEPT') env.onFault(`file ${file.id} was read before and cannot be read now; what it brought stays`)
  if (outcome !== 'STORED') return
  env.summaries.drop(file.institutionKey)
  env.outbox.wake()
  env.onParsed(status, durationMs)
}

/**
 * Parses stored files, each once: a file that has been parsed is left as it is, unless it is to be taken up again.
 * The work is done off the main thread; the effects are one transaction.
 */
export const createParseFile = (env: Env) => ({
  async parse(fileId: number, message: ParseMessage): Promise<void> {
    // What is asked for from here on is not answered by this parse: the profile may be read before it changes.
    const parsedAt = env.now()
    const stored = await readFile(env, fileId, message)
    if (stored === null) return
    const { file, profile } = stored
    const startedMs = performance.now()
    const today = localDateOf(parsedAt, 'UTC')
    const task = {
      journalDate: file.journalDate,
      earliest: addDays(today, -env.maxAgeDays - DATE_MARGIN_DAYS),
      latest: addDays(today, DATE_MARGIN_DAYS),
      profile: readProfile(profile),
      zones: zonesOf(profile, file.timeZone ?? env.platformTimeZone),
    }
    const result = datedFile(await env.pool.parse(task, chunksOf(env, stored)), file.journalDate)
    const durationMs = Math.round(performance.now() - startedMs)
    await finish(env, { file, result, message, profileVersion: profile.version, durationMs, parsedAt })
  },

  /**
   * Gives a file up whose parse broke off each time: FAILED, so that it does not wait for ever. One that was asked for
   * again since the last attempt is left to that.
   */
  async abandon(fileId: number, message: ParseMessage, lastAttemptAt: Date): Promise<void> {
    const file = await env.stores.asPlatform((tx) => findFile(tx, fileId), { mode: 'read' })
    if (file === null) return
    const result = failedFile(ABANDONED)
    const given = { profileVersion: null, durationMs: 0, parsedAt: env.now(), unlessAskedSince: lastAttemptAt }
    await finish(env, { file, result, message, ...given })
  },
})
