import { type MessagePort, parentPort } from 'node:worker_threads'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { ContentChunk } from '../content/content.store.ts'
import { MAX_FILE_BYTES } from '../content/content.ts'
import { FAMILIES } from '../formats/families.ts'
import { parseJournal } from '../formats/parse.ts'
import type { DateBounds } from '../formats/sessions/dates.ts'
import type { Profile } from '../formats/sessions/profile.ts'
import { yieldToOthers } from '../model/thread-priority.ts'
import { type ClockZones, createLocalTimes } from './clock-zone.rules.ts'
import { createCollector, type ParsedHead } from './parse-result.ts'

/** How a file is to be read: its dates, what its institution's journals print, and by which clock. */
export type ParseTask = DateBounds & { readonly profile: Profile; readonly zones: ClockZones | null }

/** A piece of a file's masked bytes, as it is stored. */
export type PackedChunk = Pick<ContentChunk, 'codec' | 'data'>

/** What a parser's thread receives. `next` answers each `more`; a batch without chunks is the end of the file. */
export type ParseOrder =
  | { readonly kind: 'file'; readonly task: ParseTask }
  | { readonly kind: 'next'; readonly chunks: readonly PackedChunk[] }
  | { readonly kind: 'broken' }

/** What it sends: `fault` is an error that the parser must never have, `dropped` answers `broken`. */
export type ParseNews =
  | { readonly kind: 'more' }
  | { readonly kind: 'slice'; readonly slice: string }
  | { readonly kind: 'parsed'; readonly head: ParsedHead }
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'dropped' }

/** In this thread and not in the pool of all threads, whose work would go on with their priority and in their way. */
const decode = ({ codec, data }: PackedChunk): Uint8Array =>
  (codec === 'zstd' ? zstdDecompressSync : gunzipSync)(data, { maxOutputLength: MAX_FILE_BYTES })

class Broken extends Error {}

const serve = (port: MessagePort): void => {
  let answer: ((order: ParseOrder) => void) | null = null
  const post = (news: ParseNews) => port.postMessage(news)
  const ask = (): Promise<ParseOrder> => {
    const { promise, resolve } = Promise.withResolvers<ParseOrder>()
    answer = resolve
    post({ kind: 'more' })
    return promise
  }

  /** Asks for the next batch before it goes through the one it has, so that neither side waits for the other. */
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let coming = ask()
    for (;;) {
      const order = await coming
      if (order.kind !== 'next') throw new Broken()
      if (order.chunks.length === 0) return
      coming = ask()
      for (const chunk of order.chunks) yield decode(chunk)
    }
  }

  const parse = async ({ zones, ...task }: ParseTask): Promise<ParsedHead> => {
    const toLocal = createLocalTimes(zones)
    const collector = createCollector((slice) => post({ kind: 'slice', slice }))
    const reading = parseJournal(chunks(), { ...task, families: FAMILIES })
    let next = await reading.next()
    for (; next.done !== true; next = await reading.next()) collector.add(toLocal(next.value))
    return collector.end(next.value)
  }

  const parseFile = async (task: ParseTask): Promise<void> => {
    try {
      post({ kind: 'parsed', head: await parse(task) })
    } catch (error) {
      if (error instanceof Broken) post({ kind: 'dropped' })
      else post({ kind: 'fault', fault: error instanceof Error ? error.message : String(error) })
    }
  }

  port.on('message', (order: ParseOrder) => {
    if (order.kind === 'file') void parseFile(order.task)
    else answer?.(order)
  })
}

yieldToOthers()
if (parentPort !== null) serve(parentPort)
