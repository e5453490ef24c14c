import { parentPort } from 'node:worker_threads'
import type { ContentChunk } from './content.store.ts'
import { decodeChunk } from './content.ts'
import type { DateBounds } from './formats/dates.ts'
import { FAMILIES } from './formats/families.ts'
import { createJournalParser, type ParseResult } from './formats/parse.ts'

/** A file to be parsed: its masked bytes, in chunks. */
export type ParseTask = DateBounds & { readonly chunks: readonly Pick<ContentChunk, 'codec' | 'data'>[] }

/** What the worker answers; `fault` is an error that the parser must never have. */
export type ParseAnswer = { readonly result: ParseResult } | { readonly fault: string }

const CHUNK_BYTES = 65_536

const parse = async ({ chunks, ...bounds }: ParseTask): Promise<ParseResult> => {
  const parser = createJournalParser({ ...bounds, families: FAMILIES })
  for (const chunk of chunks) {
    const bytes = await decodeChunk(chunk)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) parser.push(bytes.subarray(at, at + CHUNK_BYTES))
  }
  return parser.end()
}

parentPort?.on('message', async (task: ParseTask) => {
  try {
    parentPort?.postMessage({ result: await parse(task) } satisfies ParseAnswer)
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) } satisfies ParseAnswer)
  }
})
