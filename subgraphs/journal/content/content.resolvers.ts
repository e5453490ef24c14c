import { createGunzip } from 'node:zlib'
import type { Stores } from '../../../db/tenancy.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { BytesAnswer } from '../../kit/rest/answer.ts'
import { createFairGate, type FairGate } from '../../kit/sharing/fair-gate.ts'
import { type Holder, holderOf } from '../../kit/sharing/shares.rules.ts'
import { findFile } from '../files/files.store.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { JournalFileText, QueryResolvers } from '../schema.gen.ts'
import { type ChunkSpan, type ContentChunk, findMasking, listChunkSpans, listChunks } from './content.store.ts'
import { decodeChunk, utf8Of } from './content.ts'

/** How many chunks of 256 KiB are held in memory for one reader. */
const CHUNKS_AT_ONCE = 2
/**
 * How many readers are read for at once, of one institution half as many: those of a hundred callers leave others
 * their turns and connections.
 */
const READS_AT_ONCE = 4
/** How long a read may wait for its turn. */
const PATIENCE_MS = 60_000

/** Each read is a transaction of its own: a slow reader must not hold a connection for as long as it reads. */
const readerOf =
  (stores: Stores, principal: Principal) =>
  <T>(work: Parameters<typeof stores.inTenant<T>>[1]): Promise<T> =>
    stores.inTenant(principal, work, { mode: 'read' })

type Read = ReturnType<typeof readerOf>

/** Reads some chunks of a content, from a number on, when it is this reader's turn. */
type ReadChunks = (contentId: number, from: number, limit: number) => Promise<ContentChunk[]>

const inTurn =
  (read: Read, gate: FairGate, holder: Holder): ReadChunks =>
  (contentId, from, limit) =>
    gate.through({ holder, patienceMs: PATIENCE_MS }, () => read((tx) => listChunks(tx, contentId, from, limit)))

/** A text whose chunks have been counted. */
type Text = { readonly contentId: number; readonly spans: readonly (ChunkSpan & { readonly textBytes: number })[] }

/** The text from one byte up to but without another, from the chunks that hold it. */
async function* partOf(
  read: ReadChunks,
  { contentId, spans }: Text,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const wanted = spans.filter(({ textFrom, textBytes }) => textFrom < to && textFrom + textBytes > from)
  const end = (wanted.at(-1)?.number ?? -1) + 1
  for (let next = wanted[0]?.number ?? end; next < end; next += CHUNKS_AT_ONCE) {
    const at = next
    const chunks = await read(contentId, at, Math.min(CHUNKS_AT_ONCE, end - at))
    for (const chunk of chunks) {
      const text = utf8Of(await decodeChunk(chunk), chunk)
      yield text.subarray(Math.max(0, from - chunk.textFrom), Math.max(0, to - chunk.textFrom))
    }
  }
}

/** What was stored whole, before there were chunks: its text was never counted, so it is unpacked as it is sent. */
async function* wholeOf({ data, encoding }: ContentChunk): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  gunzip.end(data)
  if (encoding === 'utf-8') return yield* gunzip
  const decoder = encoding === 'utf-16le' ? new TextDecoder('utf-16le') : null
  for await (const chunk of gunzip) {
    const bytes: Buffer = chunk
    yield Buffer.from(decoder === null ? bytes.toString('latin1') : decoder.decode(bytes, { stream: true }))
  }
  if (decoder !== null) yield Buffer.from(decoder.decode())
}

const isCounted = (span: ChunkSpan): span is ChunkSpan & { textBytes: number } => span.textBytes !== null

const bodyOf = async (read: Read, readChunks: ReadChunks, contentId: number) => {
  const [spans, masking] = await read((tx) => Promise.all([listChunkSpans(tx, contentId), findMasking(tx, contentId)]))
  if (!spans.every(isCounted)) {
    const [chunk] = await readChunks(contentId, 0, 1)
    return chunk === undefined ? null : { chunks: wholeOf(chunk) }
  }
  const last = spans.at(-1)
  const sizeBytes = last === undefined ? 0 : last.textFrom + last.textBytes
  const text = { contentId, spans }
  // A content changes only where newer rules or labels mask it again.
  const etag = `"${contentId}-${sizeBytes}-${masking?.maskingVersion}-${masking?.labelsVersion}"`
  return { ranged: { sizeBytes, etag, read: (from: number, to: number) => partOf(readChunks, text, from, to) } }
}

const findContent = async (id: number, read: Read, principal: Principal): Promise<number | null> => {
  const file = await read((tx) => findFile(tx, id))
  return file !== null && mayRead(principal, file) ? file.contentId : null
}

const findText = async (id: number, read: Read, principal: Principal, gate: FairGate): Promise<BytesAnswer | null> => {
  const contentId = await findContent(id, read, principal)
  if (contentId === null) return null
  const body = await bodyOf(read, inTurn(read, gate, holderOf(principal)), contentId)
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="journal-${id}.txt"`,
  }
  return body === null ? null : { contentType: 'text/plain; charset=utf-8', headers, ...body }
}

/** Finds the text of a file that a caller may read; those who read take turns. */
export const createFindText = (stores: Stores) => {
  const gate = createFairGate({ places: READS_AT_ONCE })
  return (id: number, principal: Principal): Promise<BytesAnswer | null> =>
    findText(id, readerOf(stores, principal), principal, gate)
}

/** Where the lines of a text lie, by its chunks; nothing of that is known of what was stored whole. */
const findLayout = async (id: number, { principal, read }: OperationContext): Promise<JournalFileText | null> => {
  const contentId = await findContent(id, read, principal)
  if (contentId === null) return null
  const spans = await read((tx) => listChunkSpans(tx, contentId))
  if (!spans.every(isCounted)) return { sizeBytes: null, parts: [] }
  return {
    sizeBytes: spans.reduce((sum, { textBytes }) => sum + textBytes, 0),
    parts: spans.map(({ firstLine, textFrom, textBytes }) => ({ firstLine, from: textFrom, bytes: textBytes })),
  }
}

/** The text of journal files. */
export const createContentResolvers = (stores: Stores) => {
  const find = createFindText(stores)
  return {
    Query: {
      // The kit reads the range, for whatever can be read in part.
      journalFileContent: (_source, { id }, { principal }) => find(id, principal),
      journalFileText: (_source, { id }, context) => findLayout(id, context),
    },
  } satisfies { Query: Pick<QueryResolvers, 'journalFileContent' | 'journalFileText'> }
}
