import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { FAMILIES } from '../../../subgraphs/journal/formats/families.ts'
import { createMasking } from '../../../subgraphs/journal/formats/masking/masking.ts'
import { parseJournal } from '../../../subgraphs/journal/formats/parse.ts'
import { countText, tableOf, verdict } from '../common/figures.ts'
import type { JournalPart } from './journals.ts'
import { BENCH_DATE, BENCH_FAMILIES, benchDay } from './journals-days.ts'

const CHUNK_BYTES = 65_536
/** Files of a family: with some 288 KiB each 32 MiB of all four. */
const FILES = 28
const DIFFERENT_DAYS = 8
const GOAL = 0.25
const MIN_ROUNDS = 5

/** The bytes of a journal file, chunk by chunk as they come in. */
type File = readonly Buffer[]

const chunked = (bytes: Buffer): File => {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) chunks.push(bytes.subarray(at, at + CHUNK_BYTES))
  return chunks
}

const sizeOf = (files: readonly File[]): number => files.flat().reduce((sum, chunk) => sum + chunk.length, 0)

/** So many days of a family; those that are made are taken again and again. */
const makeFiles = (family: (typeof BENCH_FAMILIES)[number]): readonly File[] => {
  const days = Array.from({ length: DIFFERENT_DAYS }, (_, seed) => chunked(benchDay(family, seed)))
  return Array.from({ length: FILES }, (_, n) => days[n % days.length] ?? [])
}

/** The plainest way: decode a chunk, split it at line ends, keep what is left of it for the next one. */
const splitPlainly = async (file: File): Promise<number> => {
  let lines = 0
  let rest = ''
  for (const chunk of file) {
    const parts = (rest + chunk.toString('latin1')).split(/\r\n|\r|\n/)
    rest = parts.pop() ?? ''
    lines += parts.length
  }
  return lines
}

/** The platform's own line reader, line by line. */
const readLines = async (file: File): Promise<number> => {
  let lines = 0
  for await (const _line of createInterface({ input: Readable.from(file), crlfDelay: Number.POSITIVE_INFINITY }))
    lines += 1
  return lines
}

const mask = async (file: File): Promise<number> => {
  const masker = createMasking(FAMILIES)()
  let bytes = 0
  for (const chunk of file) bytes += masker.push(chunk).length
  return bytes + masker.end().length
}

async function* chunksOf(file: File) {
  yield* file
}

async function* maskedChunksOf(file: File) {
  const masker = createMasking(FAMILIES)()
  for (const chunk of file) yield masker.push(chunk)
  yield masker.end()
}

const parse = async (chunks: AsyncIterable<Uint8Array>): Promise<number> => {
  const bounds = { journalDate: BENCH_DATE, earliest: '2021-01-01', latest: '2026-12-31' }
  let transactions = 0
  for await (const _transaction of parseJournal(chunks, { ...bounds, families: FAMILIES })) transactions += 1
  return transactions
}

const WORKS = {
  'plain splitting': splitPlainly,
  'node:readline': readLines,
  mask,
  parse: (file: File) => parse(chunksOf(file)),
  'mask + parse': (file: File) => parse(maskedChunksOf(file)),
} satisfies Readonly<Record<string, (file: File) => Promise<number>>>

type Work = keyof typeof WORKS

const NAMES: readonly Work[] = ['plain splitting', 'node:readline', 'mask', 'parse', 'mask + parse']

/** Processor time that the work takes, in milliseconds, garbage collection included: what one core would need. */
const cpuMsOf = async (work: Work, files: readonly File[]): Promise<number> => {
  const before = process.cpuUsage()
  for (const file of files) await WORKS[work](file)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The best of several rounds in which the works take turns. */
const measure = async (files: readonly File[], rounds: number): Promise<Readonly<Record<Work, number>>> => {
  const best = Object.fromEntries(NAMES.map((name) => [name, Number.POSITIVE_INFINITY]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of NAMES) best[name] = Math.min(best[name] ?? 0, await cpuMsOf(name, files))
  }
  const rate = (name: Work): number => sizeOf(files) / 1_000 / (best[name] ?? 0)
  return {
    'plain splitting': rate('plain splitting'),
    'node:readline': rate('node:readline'),
    mask: rate('mask'),
    parse: rate('parse'),
    'mask + parse': rate('mask + parse'),
  }
}

const ratioText = (ratio: number): string => ratio.toFixed(2)

/** How fast journals are masked and parsed on one core, beside plain line splitting of the same bytes. */
export const benchParsing: JournalPart = async (_life, settings) => {
  const rounds = Math.max(MIN_ROUNDS, settings.rounds)
  const sets = BENCH_FAMILIES.map((family) => ({ name: family, files: makeFiles(family) }))
  const all = { name: 'all', files: sets.flatMap(({ files }) => files) }
  const rows: (readonly string[])[] = []
  let ratio = 0
  for (const { name, files } of [...sets, all]) {
    const rates = await measure(files, rounds)
    ratio = rates['mask + parse'] / rates['plain splitting']
    const toReadline = rates['mask + parse'] / rates['node:readline']
    rows.push([name, ...NAMES.map((work) => countText(rates[work])), ratioText(ratio), ratioText(toReadline)])
  }
  settings.print(tableOf([['MB/s of processor time', ...NAMES, 'to splitting', 'to readline'], ...rows]))
  settings.print(`mask + parse to plain splitting, goal ${GOAL}: ${ratioText(ratio)} ${verdict(ratio >= GOAL)}`)
}
