import { readdirSync, readFileSync } from 'node:fs'
import { isCardNumber } from '../../kit/cards/card-numbers.rules.ts'
import { FAMILIES } from './families.ts'
import { createMasking } from './masking/masking.ts'
import { type ParseOptions, type ParseSummary, parseJournal } from './parse.ts'
import type { JournalTransaction } from './sessions/transaction.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

/** How many times as many journals are made up as in a short run: of generated days, and of damaged files. */
export const JOURNALS_FACTOR = Number(process.env.JOURNALS_FACTOR ?? 1)

/** What came of reading a file. */
export type ParseResult = ParseSummary & { readonly transactions: readonly JournalTransaction[] }

/** All of a file at once: the transactions, at most `maxTransactions`, beside what came of the file. */
export const collectParse = async (chunks: AsyncIterable<Uint8Array>, options: ParseOptions): Promise<ParseResult> => {
  const transactions: JournalTransaction[] = []
  const reading = parseJournal(chunks, options)
  let next = await reading.next()
  for (; next.done !== true; next = await reading.next()) transactions.push(next.value)
  return { ...next.value, transactions }
}

/** A journal written by hand, as text. */
export type Fixture = { readonly family: string; readonly text: string }

/** Every journal written by hand, of all families. */
export const listFixtures = (): readonly Fixture[] =>
  readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: family }) =>
      readdirSync(new URL(`${family}/`, FIXTURES))
        .filter((file) => file.endsWith('.txt'))
        .map((file) => ({ family, text: readFileSync(new URL(`${family}/${file}`, FIXTURES), 'utf8') })),
    )

/** Bytes in pieces whose sizes repeat in turn; 0 counts as 1. */
export const chunksOf = (bytes: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] => {
  const chunks: Uint8Array[] = []
  let at = 0
  for (let n = 0; at < bytes.length; n += 1) {
    const size = Math.max(1, sizes[n % sizes.length] ?? bytes.length)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

/** Prepared once for all files, as the service does. */
const createMasker = createMasking(FAMILIES)

/** What the masker of all families makes of a file that comes in these chunks. */
export const maskChunks = (chunks: readonly Uint8Array[]): Buffer => {
  const masker = createMasker()
  return Buffer.concat([...chunks.map((chunk) => masker.push(chunk)), masker.end()])
}

async function* streamOf(chunks: readonly Uint8Array[]) {
  yield* chunks
}

/** What the parser of all families makes of a file that comes in these chunks. */
export const parseChunks = (chunks: readonly Uint8Array[], journalDate = '2026-05-13'): Promise<ParseResult> =>
  collectParse(streamOf(chunks), { journalDate, earliest: '2021-01-01', latest: '2026-12-31', families: FAMILIES })

/** Digits whose last one makes the whole valid by Luhn. */
export const withCheckDigit = (digits: string): string =>
  [...'0123456789'].map((last) => digits + last).find((candidate) => isCardNumber(candidate)) ?? digits
