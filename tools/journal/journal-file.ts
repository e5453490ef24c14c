import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { UserFacingError } from '../../db/errors.ts'
import { FAMILIES } from '../../subgraphs/journal/formats/families.ts'
import { createLabelledMasking, type Masker } from '../../subgraphs/journal/formats/masking/masking.ts'
import { type ParseSummary, parseJournal } from '../../subgraphs/journal/formats/parse.ts'
import type { JournalTransaction } from '../../subgraphs/journal/formats/sessions/transaction.ts'
import { daysFoundOf, misdatedReason } from '../../subgraphs/journal/parse/misdated.rules.ts'
import type { JournalProfile } from './options.ts'

/** Dates outside are misread digits. */
const EARLIEST = '2000-01-01'
const LATEST = '2099-12-31'

/** What is read of a file: how dates and codes are to be read, and what hides numbers. */
export type Reading = JournalProfile & {
  readonly newMasker: () => Masker
  /** The day that the files are of; null: to be found. */
  readonly date: string | null
}

/** What came of a file, and the day it was read as. */
export type FileResult = Omit<ParseSummary, 'status'> & {
  /** MISDATED: a journal of other days than the one that was given. */
  readonly status: ParseSummary['status'] | 'MISDATED'
  readonly journalDate: string
  readonly sessions: number
  /** Requests to the host; a session without any has none. */
  readonly attempts: number
}

/** The masker of all families and of a profile's own labels. */
export const createReading = (options: JournalProfile & { readonly date: string | null }): Reading => {
  const masking = createLabelledMasking(FAMILIES)
  return { ...options, newMasker: () => masking(options.customerLabels) }
}

const isCompressed = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return error instanceof Error ? error.message : String(error)
}

/** An error that names the file. */
export const unreadable = (path: string, error: unknown): UserFacingError =>
  new UserFacingError(`${path} cannot be read: ${reasonOf(error)}.`)

/**
 * The masked bytes of a file, chunk by chunk, uncompressed.
 * @throws UserFacingError that names the file, if it cannot be read or is damaged.
 */
export async function* maskedChunks(path: string, masker: Masker): AsyncGenerator<Buffer> {
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file; a folder goes with --report')
    const file = createReadStream(path)
    const source: AsyncIterable<Buffer> = (await isCompressed(path))
      ? file.on('error', () => {}).pipe(createGunzip())
      : file
    for await (const chunk of source) yield masker.push(chunk)
    yield masker.end()
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** A day in the name of a file: `2026-05-13`, `20260513`, with `_` or `.` between, or the day first. */
const DAY_IN_NAME = /(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)|(?<!\d)(\d\d)[-_.]?(\d\d)[-_.]?(20\d\d)(?!\d)/

export const dayOfName = (path: string): string | null => {
  const [, year, month, day, firstDay, firstMonth, lastYear] = DAY_IN_NAME.exec(basename(path)) ?? []
  const text = year === undefined ? `${lastYear}-${firstMonth}-${firstDay}` : `${year}-${month}-${day}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text
}

/** Reads a file as of a day; `take` is given each attempt as it is found. */
const readAs = async (
  path: string,
  journalDate: string,
  reading: Reading,
  take: (attempt: JournalTransaction) => Promise<void> | void,
): Promise<FileResult> => {
  const bounds = { journalDate, earliest: EARLIEST, latest: LATEST }
  const chunks = maskedChunks(path, reading.newMasker())
  const found = parseJournal(chunks, { ...bounds, families: FAMILIES, profile: reading.profile })
  let sessionLine = 0
  let sessions = 0
  let attempts = 0
  const days = new Map<string, number>()
  let next = await found.next()
  for (; next.done !== true; next = await found.next()) {
    if (next.value.sessionLine !== sessionLine) sessions += 1
    if (next.value.attemptNo > 0) attempts += 1
    sessionLine = next.value.sessionLine
    const day = next.value.startedAt.slice(0, 10)
    days.set(day, (days.get(day) ?? 0) + 1)
    await take(next.value)
  }
  const result = { ...next.value, journalDate, sessions, attempts }
  const isGiven = reading.date !== null && result.status !== 'FAILED'
  const transactionDays = [...days].map(([day, transactions]) => ({ day, transactions }))
  const error = isGiven ? misdatedReason(journalDate, daysFoundOf(result.datedDays, transactionDays)) : null
  return error === null ? result : { ...result, status: 'MISDATED', error }
}

/** The day of which most lines are; without dated lines the day on which the file was written. */
const dayOfLines = async (path: string, reading: Reading): Promise<string> => {
  const written = await stat(path).catch((error) => {
    throw unreadable(path, error)
  })
  const fallback = written.mtime.toISOString().slice(0, 10)
  const { datedDays } = await readAs(path, fallback, reading, () => {})
  return datedDays.toSorted((one, other) => other.lines - one.lines)[0]?.day ?? fallback
}

/**
 * Reads a file as of the day that is given, that its name holds or that its own lines print.
 * @throws UserFacingError that names the file, if it cannot be read.
 */
export const readFile = async (
  path: string,
  reading: Reading,
  take: (attempt: JournalTransaction) => Promise<void> | void,
): Promise<FileResult> => {
  const day = reading.date ?? dayOfName(path) ?? (await dayOfLines(path, reading))
  return readAs(path, day, reading, take)
}
