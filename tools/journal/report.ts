import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserFacingError } from '../../db/errors.ts'
import type { JournalTransaction } from '../../subgraphs/journal/formats/sessions/transaction.ts'
import { type FileResult, type Reading, readFile, unreadable } from './journal-file.ts'

/** A count of each combination of some words. */
export type Counted = { readonly of: readonly string[]; readonly count: number }

/** What is to be known of a bank's journals before it is taken on. */
export type Report = {
  readonly files: number
  readonly lines: number
  /** Lines of blocks that were printed before, which are left out. */
  readonly repeatedLines: number
  readonly sessions: number
  readonly attempts: number
  /** Files by family and status. */
  readonly families: readonly Counted[]
  /** What the parser cannot trust: how often, by family and reason. */
  readonly reasons: readonly Counted[]
  /** Attempts by kind, verdict and the rule that decided it. */
  readonly verdicts: readonly Counted[]
  /** Attempts with a verdict and without an amount, by kind. */
  readonly missingAmounts: readonly Counted[]
  readonly conflicts: readonly Counted[]
  /** Host codes, by family and the verdict of their attempts. */
  readonly hostCodes: readonly Counted[]
  /** Files of no known family, the first of them. */
  readonly unknown: readonly string[]
  /** Files that could not be read, and why, the first of them. */
  readonly unreadable: readonly string[]
  readonly unreadableFiles: number
}

/** More words than any bank prints; what comes beyond is counted together. */
const MAX_COMBINATIONS = 2_000
const MAX_NAMED = 50
const SEPARATOR = '\u0000'
const NONE = 'none'

const createTally = () => {
  const counts = new Map<string, number>()
  return {
    add(words: readonly string[], count = 1): void {
      const key = words.join(SEPARATOR)
      const kept = counts.has(key) || counts.size < MAX_COMBINATIONS ? key : 'others'
      counts.set(kept, (counts.get(kept) ?? 0) + count)
    },
    counted: (): readonly Counted[] =>
      [...counts]
        .map(([key, count]) => ({ of: key.split(SEPARATOR), count }))
        .toSorted((one, other) => other.count - one.count || one.of.join(' ').localeCompare(other.of.join(' '))),
  }
}

const createCounts = () => {
  const [verdicts, missingAmounts, conflicts] = [createTally(), createTally(), createTally()]
  const [families, reasons, hostCodes] = [createTally(), createTally(), createTally()]
  const unknown: string[] = []
  const faults: string[] = []
  const totals = { files: 0, lines: 0, repeatedLines: 0, sessions: 0, attempts: 0, unreadableFiles: 0 }
  return {
    attempt({ kind, verdict, decidedBy, amountMinor, conflict, attemptNo }: JournalTransaction): void {
      verdicts.add([attemptNo === 0 ? 'NO REQUEST' : kind, verdict ?? NONE, decidedBy?.rule ?? NONE])
      const isDecided = verdict !== null && attemptNo > 0
      if (isDecided && amountMinor === null) missingAmounts.add([kind])
      for (const code of conflict) conflicts.add([code])
    },
    file(path: string, result: FileResult, codes: FileCodes): void {
      const { format, status, lines, repeated, sessions, attempts, reasons: found } = result
      totals.files += 1
      totals.lines += lines
      totals.repeatedLines += repeated
      totals.sessions += sessions
      totals.attempts += attempts
      families.add([format ?? NONE, status])
      for (const { reason, count } of found) reasons.add([format ?? NONE, reason], count)
      for (const [code, verdict, count] of codes) hostCodes.add([format ?? NONE, code, verdict], count)
      if (format === null && unknown.length < MAX_NAMED) unknown.push(path)
    },
    unreadable(message: string): void {
      totals.unreadableFiles += 1
      if (faults.length < MAX_NAMED) faults.push(message)
    },
    report: (): Report => ({
      ...totals,
      families: families.counted(),
      reasons: reasons.counted(),
      verdicts: verdicts.counted(),
      missingAmounts: missingAmounts.counted(),
      conflicts: conflicts.counted(),
      hostCodes: hostCodes.counted(),
      unknown,
      unreadable: faults,
    }),
  }
}

/** The host codes of a file, counted until its family is known. */
type FileCodes = readonly (readonly [code: string, verdict: string, count: number])[]

/** Every file in a folder and the folders in it, in the order of their names within each. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw unreadable(folder, error)
  })
  for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

type Counts = ReturnType<typeof createCounts>

const countFile = async (path: string, reading: Reading, counts: Counts): Promise<void> => {
  const codes = createTally()
  const result = await readFile(path, reading, (attempt) => {
    counts.attempt(attempt)
    if (attempt.hostCode !== null) codes.add([attempt.hostCode, attempt.verdict ?? NONE])
  })
  const counted = codes.counted().map(({ of: [code = '', verdict = NONE], count }) => [code, verdict, count] as const)
  counts.file(path, result, counted)
}

/**
 * Counts what the files of a folder hold. A file that cannot be read is named in the report, and told at once.
 * @throws UserFacingError if the folder cannot be read, or holds no files.
 */
export const reportOn = async (folder: string, reading: Reading, complain: (line: string) => void): Promise<Report> => {
  const counts = createCounts()
  for await (const path of filesIn(folder)) {
    try {
      await countFile(path, reading, counts)
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      complain(error.message)
      counts.unreadable(error.message)
    }
  }
  const report = counts.report()
  if (report.files + report.unreadableFiles === 0) throw new UserFacingError(`${folder} holds no files.`)
  return report
}
