import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ByteStream } from '../kit/answer.ts'
import { badInput, DomainError } from '../kit/errors.ts'
import type { ContentChunk } from './content.store.ts'
import { FAMILIES } from './formats/families.ts'
import { createMasker } from './formats/masking.ts'

/** A file as it is stored: what was sent is described, what is kept is masked. */
export type Intake = {
  readonly chunks: readonly ContentChunk[]
  /** Of the decoded bytes as they were sent. */
  readonly sha256: string
  readonly sizeBytes: number
}

/** Uploads that are taken in at once; each may hold its masked text, compressed, in memory. */
const MAX_AT_ONCE = 16
/** Uploads that wait for their turn, unread; more are sent away. */
const MAX_WAITING = 500

const tooLarge = (maxBytes: number) =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    `The file has more than ${maxBytes / 1_048_576} MiB decoded; send a smaller one.`,
  )

/** A body that can be left off in the middle: what was not read of it can still be let through. */
const createBody = ({ chunks }: ByteStream) => {
  // A call within the process may come without a body.
  const iterator = typeof chunks === 'object' && chunks !== null ? chunks[Symbol.asyncIterator]() : null
  async function* rest(): AsyncGenerator<Uint8Array> {
    for (let next = await iterator?.next(); next !== undefined && next.done !== true; next = await iterator?.next()) {
      yield next.value
    }
  }
  return {
    chunks: rest,
    /** Lets the rest through: its sender comes to read the refusal, and the connection can be used again. */
    async drain(): Promise<void> {
      try {
        for await (const _chunk of rest());
      } catch {
        // Too long, or the sender is gone: then so is the connection.
      }
    },
  }
}

async function* gunzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const fed = pipeline(body, gunzip)
  // What goes wrong in feeding it comes out of the stream as well.
  fed.catch(() => {})
  yield* gunzip
  await fed
}

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for a compression other than gzip. */
const decodedChunks = (body: AsyncIterable<Uint8Array>, contentEncoding: string | null): AsyncIterable<Uint8Array> => {
  const encoding = contentEncoding ?? 'identity'
  if (encoding === 'identity' || encoding === '') return body
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipped(body)
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip, or be left out for a plain file.')
}

/** Tells UTF-8 from Latin-1 over a whole stream. */
const createUtf8Check = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  const check = (work: () => unknown): void => {
    try {
      if (valid) work()
    } catch {
      valid = false
    }
  }
  return {
    push: (chunk: Uint8Array) => check(() => decoder.decode(chunk, { stream: true })),
    end: (): boolean => {
      check(() => decoder.decode())
      return valid
    },
  }
}

/** What a broken stream means to the one who sent it; null for a fault of our own. */
const asRefusal = (error: unknown): DomainError | null => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_'))
    return badInput('body', 'is not valid gzip; send the whole file, or leave Content-Encoding out')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR')
    return badInput('body', 'ended before it was complete; send it again')
  return null
}

const takeIn = async (decoded: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Intake> => {
  const hash = createHash('sha256')
  const utf8 = createUtf8Check()
  const masker = createMasker(FAMILIES)
  const parts: Buffer[] = []
  let sizeBytes = 0
  async function* masked() {
    for await (const chunk of decoded) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
      hash.update(chunk)
      utf8.push(chunk)
      yield masker.push(chunk)
    }
    yield masker.end()
  }
  await pipeline(masked, createGzip(), async (compressed) => {
    for await (const part of compressed) parts.push(part)
  })
  if (sizeBytes === 0) throw badInput('body', 'is empty; send the bytes of the journal file')
  const isUtf8 = utf8.end()
  const encoding = masker.units() === 'utf-16le' ? 'utf-16le' : isUtf8 ? 'utf-8' : 'latin1'
  const chunk: ContentChunk = {
    number: 0,
    codec: 'gzip',
    encoding,
    firstLine: 1,
    textFrom: 0,
    textBytes: null,
    data: Buffer.concat(parts),
  }
  return { sha256: hash.digest('hex'), sizeBytes, chunks: [chunk] }
}

/** Lets a bounded number through at once, and a bounded number wait. */
const createGate = () => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    /** @throws DomainError UNAVAILABLE if too many wait already. */
    async enter(): Promise<void> {
      if (running < MAX_AT_ONCE) {
        running += 1
        return
      }
      if (waiting.length >= MAX_WAITING)
        throw new DomainError('UNAVAILABLE', 'Too many files are being uploaded right now; try again.', {
          retryAfterSeconds: 5,
        })
      // Whoever leaves hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave(): void {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    },
  }
}

/**
 * Takes uploads in, a bounded number at once: decodes, hashes, masks and compresses as the bytes come, so that no
 * unmasked byte is ever kept and a file's memory is that of its compressed text.
 */
export const createIntake = (maxBytes: number): ((file: ByteStream) => Promise<Intake>) => {
  const gate = createGate()
  return async (file) => {
    const body = createBody(file)
    await gate.enter()
    try {
      return await takeIn(decodedChunks(body.chunks(), file.contentEncoding), maxBytes)
    } catch (error) {
      void body.drain()
      throw asRefusal(error) ?? error
    } finally {
      gate.leave()
    }
  }
}
