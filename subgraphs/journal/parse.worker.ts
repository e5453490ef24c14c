import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { DateBounds } from './formats/dates.ts'
import { FAMILIES } from './formats/families.ts'
import { createJournalParser, type ParseResult } from './formats/parse.ts'

/** A file to be parsed: gzip of its masked bytes. */
export type ParseTask = DateBounds & { readonly content: Uint8Array }

/** What the worker answers; `fault` is an error that the parser must never have. */
export type ParseAnswer = { readonly result: ParseResult } | { readonly fault: string }

const CHUNK_BYTES = 65_536

const parse = ({ content, ...bounds }: ParseTask): ParseResult => {
  const bytes = gunzipSync(content)
  const parser = createJournalParser({ ...bounds, families: FAMILIES })
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) parser.push(bytes.subarray(at, at + CHUNK_BYTES))
  return parser.end()
}

parentPort?.on('message', (task: ParseTask) => {
  try {
    parentPort?.postMessage({ result: parse(task) } satisfies ParseAnswer)
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) } satisfies ParseAnswer)
  }
})
