import type { Worker } from 'node:worker_threads'
import type { ByteStream } from '../kit/answer.ts'
import { badInput, DomainError } from '../kit/errors.ts'
import { createGate } from '../kit/gate.ts'
import { MAX_FILE_BYTES } from './content.ts'
import { createSpools, type OpenFile, type Spool } from './intake-spool.ts'
import { createIntakeThread, type Digest, IntakeRefused, type IntakeStream } from './intake-thread.ts'

/** A file that was taken in: what was sent is described, what is kept is masked. Whoever gets it closes it. */
export type Intake = Digest & Pick<Spool, 'batches' | 'isLarge' | 'close'>

/** How uploads are taken in; tests set other limits, and break things. */
export type IntakeOptions = {
  /** Decoded bytes of a file; 32 MiB. */
  readonly maxBytes?: number
  /** For how long a sender may be silent in the middle of a file; 30 s. */
  readonly idleTimeoutMs?: number
  /** The same while others wait for its place; 5 s. */
  readonly crowdedTimeoutMs?: number
  readonly openFile?: OpenFile
  readonly startWorker?: () => Worker
  /** Is told, without text of the file, of what went wrong on our side. */
  onFault(fault: string): void
}

export type TakeIn = {
  /**
   * Takes a file of an institution in, all of it or nothing. Rejects with a DomainError for whatever its sender can mend or try
   * again.
   */
  takeIn(file: ByteStream, institutionKey: string): Promise<Intake>
  /** Waits for the uploads under way, and ends the thread. */
  close(): Promise<void>
}

const IDLE_TIMEOUT_MS = 30_000
const CROWDED_TIMEOUT_MS = 5_000
/** Uploads that are taken in at once: one costs about a megabyte, and a slow sender holds its place for long. */
const MAX_AT_ONCE = 64
/** Uploads that wait for their turn, unread; more are sent away. */
const MAX_WAITING = 500
/** What part of the places one institution may take: its stalled senders are no reason to send those of others away. */
const INSTITUTION_SHARE = 0.5
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

/** What went wrong as its sender is told; what is not known stays what it is. */
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

/** For how long a sender may be silent: an answer to it once it was so for too long, while others wait or not. */
type Patience = { readonly idleTimeoutMs: number; readonly crowdedTimeoutMs: number; isCrowded(): boolean }

/** Calls `giveUp` once the sender has been silent for too long. Returns how to stop watching it. */
const watchSilence = (patience: Patience, giveUp: (error: DomainError) => void): (() => void) => {
  const { idleTimeoutMs, crowdedTimeoutMs, isCrowded } = patience
  const stepMs = Math.min(idleTimeoutMs, crowdedTimeoutMs)
  let silentMs = 0
  const timer = setInterval(() => {
    silentMs += stepMs
    const words = `nothing more of it came for ${silentMs / 1_000} seconds`
    if (silentMs >= idleTimeoutMs) giveUp(badInput('body', `${words}; send the file again`))
    else if (isCrowded()) giveUp(unavailable(`body: ${words} while others waited; send the file again.`, 30))
  }, stepMs)
  return () => clearInterval(timer)
}

/** The next piece of a body; rejects when none comes in time, or when the upload has failed meanwhile. */
const nextOf = async (
  body: AsyncIterator<Uint8Array>,
  failed: Promise<unknown>,
  patience: Patience,
): Promise<Uint8Array | null> => {
  const { promise: silent, reject } = Promise.withResolvers<never>()
  const unwatch = watchSilence(patience, reject)
  const next = body.next()
  // Given up on, it may still fail, and nobody would be there to hear of it.
  next.catch(() => {})
  try {
    const result = await Promise.race([next, silent, failed.then(() => next)])
    return result.done === true ? null : result.value
  } finally {
    unwatch()
  }
}

const feed = async (stream: IntakeStream, { chunks }: ByteStream, patience: Patience): Promise<Digest> => {
  // A call within the process may come without a body.
  const body = typeof chunks === 'object' && chunks !== null ? chunks[Symbol.asyncIterator]() : null
  try {
    for (;;) {
      const bytes = body === null ? null : await nextOf(body, stream.digest, patience)
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
 * Takes uploads in, a bounded number at once: a thread of their own decodes, hashes, masks and compresses as the bytes come, so
 * that no unmasked byte is ever kept, and what comes of a large file waits on disk. Memory does not grow with the file.
 */
export const createIntake = (options: IntakeOptions): TakeIn => {
  const { maxBytes = MAX_FILE_BYTES, idleTimeoutMs = IDLE_TIMEOUT_MS, crowdedTimeoutMs = CROWDED_TIMEOUT_MS } = options
  const gate = createGate({ atOnce: MAX_AT_ONCE, waiting: MAX_WAITING, share: INSTITUTION_SHARE })
  const thread = createIntakeThread(options.onFault, options.startWorker)
  const spools = createSpools(options.openFile)
  return {
    async takeIn(file, institutionKey) {
      const gzip = isGzip(file.contentEncoding)
      const isCrowded = () => gate.isWanted(institutionKey)
      await gate.enter(institutionKey)
      const spool = spools.open()
      try {
        const stream = thread.open({ gzip, maxBytes }, spool.put)
        const digest = await feed(stream, file, { idleTimeoutMs, crowdedTimeoutMs, isCrowded })
        return { ...digest, batches: spool.batches, isLarge: spool.isLarge, close: spool.close }
      } catch (error) {
        await spool.close()
        throw presentable(error, options, maxBytes)
      } finally {
        gate.leave(institutionKey)
      }
    },
    async close() {
      await gate.empty()
      await thread.close()
    },
  }
}
