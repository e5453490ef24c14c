import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort } from 'node:worker_threads'
import { createGunzip, zstdCompressSync } from 'node:zlib'
import type { ContentChunk } from '../content/content.store.ts'
import { createChunker, type PlainChunk } from '../content/content-chunker.ts'
import { FAMILIES } from '../formats/families.ts'
import { createLabelledMasking } from '../formats/masking/masking.ts'
import type { CustomerLabel } from '../formats/sessions/family.ts'
import { yieldToOthers } from '../model/thread-priority.ts'

/** What the main thread sends; `id` names an upload. `acknowledge`: a chunk has been put away. */
export type IntakeCommand =
  | {
      readonly type: 'open'
      readonly id: number
      readonly gzip: boolean
      readonly maxBytes: number
      readonly labels: readonly CustomerLabel[]
    }
  | { readonly type: 'data'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'acknowledge'; readonly id: number }

/** Why a file is refused. */
export type IntakeRefusal = 'TOO_LARGE' | 'EMPTY' | 'NOT_GZIP' | 'GZIP_WITHIN'

/** What the thread sends; `taken` bytes need not be held for it any more. */
export type IntakeReport =
  | { readonly type: 'taken'; readonly id: number; readonly bytes: number }
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: ContentChunk }
  | { readonly type: 'done'; readonly id: number; readonly sha256: string; readonly sizeBytes: number }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: IntakeRefusal }
  | { readonly type: 'failed'; readonly id: number; readonly fault: string }

class Refused extends Error {
  readonly refusal: IntakeRefusal
  constructor(refusal: IntakeRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const createMasker = createLabelledMasking(FAMILIES)

/** Chunks that may be on their way to be put away, an upload. */
const MAX_CHUNKS_OUT = 2
const DECODED_BYTES = 65_536
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08])

const port = parentPort
if (port === null) throw new Error('this file is the body of a worker thread')
const post = (report: IntakeReport, moved: readonly ArrayBuffer[] = []): void => port.postMessage(report, moved)

/** Waits that others end. */
const createSignal = () => {
  let wake: () => void = () => {}
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
    wake: () => wake(),
  }
}

const createUpload = (id: number) => {
  const queue: Uint8Array[] = []
  const [came, acknowledged] = [createSignal(), createSignal()]
  let state: 'open' | 'ended' | 'aborted' = 'open'
  let chunksOut = 0
  async function* input(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (state === 'aborted') throw new Error('the sender is gone')
      const bytes = queue.shift()
      if (bytes !== undefined) {
        post({ type: 'taken', id, bytes: bytes.length })
        yield bytes
      } else if (state === 'ended') return
      else await came.wait()
    }
  }
  return {
    input,
    push(bytes: Uint8Array) {
      queue.push(bytes)
      came.wake()
    },
    finish(how: 'ended' | 'aborted') {
      state = how
      came.wake()
      acknowledged.wake()
    },
    acknowledge() {
      chunksOut -= 1
      acknowledged.wake()
    },
    /** Hands a chunk back, when there is room for it. */
    async send({ bytes, ...chunk }: PlainChunk): Promise<void> {
      while (chunksOut >= MAX_CHUNKS_OUT && state !== 'aborted') await acknowledged.wait()
      if (state === 'aborted') throw new Error('the sender is gone')
      chunksOut += 1
      // Of its own, so that it can be moved to the other thread without a copy.
      const data = new Uint8Array(zstdCompressSync(bytes))
      post({ type: 'chunk', id, chunk: { ...chunk, codec: 'zstd', data } }, [data.buffer])
    },
  }
}

/** Counts what comes: all of it, and up to its last byte that is no padding. */
const createCount = (body: AsyncIterable<Uint8Array>) => {
  const count = { bytes: 0, unpaddedBytes: 0 }
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of body) {
      const last = piece.findLastIndex((byte) => byte !== 0)
      if (last >= 0) count.unpaddedBytes = count.bytes + last + 1
      count.bytes += piece.length
      yield piece
    }
  }
  return { count, counted }
}

/** What gzip of one or several members holds; zeros may follow, as padding, and nothing else. */
async function* gunzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  const { count, counted } = createCount(body)
  const gunzip = createGunzip({ chunkSize: DECODED_BYTES })
  // No more waits before it than one piece: what is taken counts as decoded.
  const fed = pipeline(Readable.from(counted(), { objectMode: false, highWaterMark: 1 }), gunzip)
  // What goes wrong in feeding it comes out of the stream as well.
  fed.catch(() => {})
  try {
    yield* gunzip
    await fed
  } catch (error) {
    throw count.bytes === 0 ? new Refused('EMPTY') : error
  }
  if (count.unpaddedBytes > gunzip.bytesWritten) throw new Refused('NOT_GZIP')
}

/** A journal is never a gzip file itself: its sender forgot to say that it is one, or packed it twice. */
const createMagicCheck = () => {
  let head = Buffer.alloc(0)
  return (bytes: Uint8Array): void => {
    if (head.length >= GZIP_MAGIC.length) return
    head = Buffer.concat([head, bytes.subarray(0, GZIP_MAGIC.length - head.length)])
    if (head.equals(GZIP_MAGIC)) throw new Refused('GZIP_WITHIN')
  }
}

type Upload = ReturnType<typeof createUpload>

type OpenCommand = Extract<IntakeCommand, { type: 'open' }>

/** Decodes, measures, hashes, masks, cuts and compresses as the bytes come: nothing unmasked leaves this thread. */
const takeIn = async (upload: Upload, { gzip, maxBytes, labels }: Omit<OpenCommand, 'type' | 'id'>) => {
  const hash = createHash('sha256')
  const masker = createMasker(labels)
  const chunker = createChunker(masker.units)
  const checkMagic = createMagicCheck()
  let sizeBytes = 0
  for await (const bytes of gzip ? gunzipped(upload.input()) : upload.input()) {
    sizeBytes += bytes.length
    if (sizeBytes > maxBytes) throw new Refused('TOO_LARGE')
    checkMagic(bytes)
    hash.update(bytes)
    for (const chunk of chunker.push(masker.push(bytes))) await upload.send(chunk)
  }
  if (sizeBytes === 0) throw new Refused('EMPTY')
  for (const chunk of chunker.push(masker.end())) await upload.send(chunk)
  for (const chunk of chunker.end()) await upload.send(chunk)
  return { sha256: hash.digest('hex'), sizeBytes }
}

const uploads = new Map<number, Upload>()

const failureOf = (id: number, error: unknown): IntakeReport => {
  if (error instanceof Refused) return { type: 'refused', id, refusal: error.refusal }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // It ends by itself where padding begins, and then closes before more that comes.
  if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return { type: 'refused', id, refusal: 'NOT_GZIP' }
  return { type: 'failed', id, fault: error instanceof Error ? error.message : String(error) }
}

const open = async ({ id, ...file }: OpenCommand): Promise<void> => {
  const upload = createUpload(id)
  uploads.set(id, upload)
  try {
    post({ type: 'done', id, ...(await takeIn(upload, file)) })
  } catch (error) {
    post(failureOf(id, error))
  } finally {
    uploads.delete(id)
  }
}

yieldToOthers()
port.on('message', (command: IntakeCommand) => {
  if (command.type === 'open') return void open(command)
  // Commands for one that failed still arrive for a while.
  const upload = uploads.get(command.id)
  if (command.type === 'data') upload?.push(command.bytes)
  else if (command.type === 'acknowledge') upload?.acknowledge()
  else upload?.finish(command.type === 'end' ? 'ended' : 'aborted')
})
