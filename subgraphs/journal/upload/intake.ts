import type { Worker } from 'node:worker_threads'
import { withAbort } from '../../kit/common/deadline.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { ByteStream } from '../../kit/rest/answer.ts'
import { createFairGate } from '../../kit/sharing/fair-gate.ts'
import type { Holder } from '../../kit/sharing/shares.rules.ts'
import { MAX_FILE_BYTES } from '../content/content.ts'
import type { CustomerLabel } from '../formats/sessions/family.ts'
import { createSpools, type OpenFile, type Spool } from './intake-spool.ts'
import { createIntakeThread, type Digest, type IntakeFile, IntakeRefused, type IntakeStream } from './intake-thread.ts'

/** A file that was taken in: what was sent is described, what is kept is masked. */
export type Intake = Digest & Pick<Spool, 'batches' | 'isLarge'>

/** How uploads are taken in; tests set other limits, and break things. */
export type IntakeOptions = {
  /** Decoded bytes of a file; 32 MiB. */
  readonly maxBytes?: number
  readonly openFile?: OpenFile
  readonly startWorker?: () => Worker
  /** Called, without text of the file, with what went wrong on our side. */
  onFault(fault: string): void
}

/** Who is charged for the place of an upload, and the labels of customers' numbers that its institution prints. */
export type IntakeSender = { readonly holder: Holder; readonly labels: readonly CustomerLabel[] }

export type TakeIn = {
  /**
   * Takes a file in, all of it or nothing, and stores it with `store`; its place is kept until that ends, so that
   * what waits to be stored is bounded. Rejects with a DomainError for whatever its sender can fix or try again, and
   * as `store` does.
   */
  takeIn<T>(file: ByteStream, sender: IntakeSender, store: (intake: Intake) => Promise<T>): Promise<T>
  /** Waits for the uploads under way, and ends the thread. */
  close(): Promise<void>
}

/**
 * Uploads that are taken in and stored at once: one costs about a megabyte, and 32 of the disk at most, and a slow
 * sender holds its place for long.
 */
const MAX_AT_ONCE = 64
/** Uploads that wait for their turn, unread, and for how long; more are sent away. */
const MAX_WAITING = 500
const PATIENCE_MS = 60_000
const SLICE_BYTES = 65_536

const unavailable = (message: string, retryAfterSeconds: number, cause?: unknown) =>
  new DomainError('UNAVAILABLE', message, { retryAfterSeconds, cause })

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for a compression other than gzip. */
const isGzip = (contentEncoding: string | null): boolean => {
  const encoding = contentEncoding ?? 'identity'
  if (encoding === 'identity' || encoding === '') return false
  if (encoding === 'gzip' || encoding === 'x-gzip') return true
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be gzip, or be left out for a plain file.')
}

const refusalOf = ({ refusal }: IntakeRefused, maxBytes: number): DomainError => {
  if (refusal === 'TOO_LARGE')
    return new DomainError(
      'PAYLOAD_TOO_LARGE',
      `The file has more than ${maxBytes / 1_048_576} MiB decoded; send a smaller one.`,
    )
  if (refusal === 'EMPTY') return badInput('body', 'is empty; send the bytes of the journal file')
  if (refusal === 'GZIP_WITHIN')
    return badInput('body', 'is gzip where the journal should begin; send Content-Encoding: gzip, and pack it once')
  return badInput('body', 'is not valid gzip; send the whole file, or leave Content-Encoding out')
}

/** No room on the disk, or none for this user. */
const isFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE' || code === 'ENFILE'

/** What went wrong as it is reported to the sender; an unknown error is returned unchanged. */
const presentable = (error: unknown, options: Pick<IntakeOptions, 'onFault'>, maxBytes: number): unknown => {
  if (error instanceof DomainError) return error
  if (error instanceof IntakeRefused) return refusalOf(error, maxBytes)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isFull(code)) {
    options.onFault(`a journal file cannot be put aside: ${code}`)
    return unavailable('There is no room for the file right now; send it again later.', 30, error)
  }
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR')
    return badInput('body', 'ended before it was complete; send it again')
  return error
}

/** The next piece of a body; rejects when the upload has failed meanwhile. */
const nextOf = async (body: AsyncIterator<Uint8Array>, failed: AbortSignal): Promise<Uint8Array | null> => {
  const result = await withAbort(body.next(), failed, () => {
    throw failed.reason
  })
  return result.done === true ? null : result.value
}

const feed = async (stream: IntakeStream, chunks: ByteStream['chunks']): Promise<Digest> => {
  // A call within the process may come without a body.
  const body = typeof chunks === 'object' && chunks !== null ? chunks[Symbol.asyncIterator]() : null
  try {
    for (;;) {
      const bytes = body === null ? null : await nextOf(body, stream.failed)
      if (bytes === null) break
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) await stream.push(bytes.subarray(at, at + SLICE_BYTES))
    }
    stream.end()
    return await stream.digest
  } catch (error) {
    stream.abort()
    throw error
  }
}

/**
 * Takes uploads in, a bounded number at once: a thread of their own decodes, hashes, masks and compresses as the
 * bytes come, so that no unmasked byte is ever kept, and what comes of a large file waits on disk. Memory does not
 * grow with the file.
 */
export const createIntake = (options: IntakeOptions): TakeIn => {
  const { maxBytes = MAX_FILE_BYTES } = options
  const gate = createFairGate({ places: MAX_AT_ONCE, maxWaiting: MAX_WAITING })
  const thread = createIntakeThread(options.onFault, options.startWorker)
  const spools = createSpools(options.openFile)
  const underWay = new Set<Promise<unknown>>()

  const fill = async (spool: Spool, { chunks }: ByteStream, file: IntakeFile): Promise<Digest> => {
    try {
      return await feed(thread.open(file, spool.put), chunks)
    } catch (error) {
      throw presentable(error, options, maxBytes)
    }
  }
  return {
    async takeIn(file, { holder, labels }, store) {
      const gzip = isGzip(file.contentEncoding)
      const take = async () => {
        const spool = spools.open()
        try {
          const digest = await fill(spool, file, { gzip, maxBytes, labels })
          return await store({ ...digest, batches: spool.batches, isLarge: spool.isLarge })
        } finally {
          await spool.close()
        }
      }
      return gate.through({ holder, patienceMs: PATIENCE_MS }, async () => {
        const taking = take()
        const ended = taking.catch(() => {}).finally(() => underWay.delete(ended))
        underWay.add(ended)
        return taking
      })
    },
    async close() {
      while (underWay.size > 0) await Promise.all(underWay)
      await thread.close()
    },
  }
}
