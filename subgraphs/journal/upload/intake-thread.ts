import { Worker } from 'node:worker_threads'
import { withAbort } from '../../kit/common/deadline.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { ContentChunk } from '../content/content.store.ts'
import type { CustomerLabel } from '../formats/sessions/family.ts'
import type { IntakeCommand, IntakeRefusal, IntakeReport } from './intake.worker.ts'

/** What was sent: SHA-256 and size of the decoded bytes. */
export type Digest = { readonly sha256: string; readonly sizeBytes: number }

/** How a file is taken in. */
export type IntakeFile = {
  readonly gzip: boolean
  /** Decoded. */
  readonly maxBytes: number
  /** Labels of customers' numbers that its institution prints. */
  readonly labels: readonly CustomerLabel[]
}

/** One upload on its way through the thread. */
export type IntakeStream = {
  /**
   * Hands bytes over, and their memory with them; resolves when there is room for more. Rejects once the upload has
   * failed.
   */
  push(bytes: Uint8Array): Promise<void>
  end(): void
  abort(): void
  /** What was sent, when every chunk has been put away. Rejects with IntakeRefused, or a DomainError of the thread. */
  readonly digest: Promise<Digest>
  /** Aborts when `digest` rejects, with its reason: for waits of which an upload has many. */
  readonly failed: AbortSignal
}

/** A file that is refused for what it is. */
export class IntakeRefused extends Error {
  readonly refusal: IntakeRefusal
  constructor(refusal: IntakeRefusal) {
    super(`the file is refused: ${refusal}`)
    this.refusal = refusal
  }
}

/**
 * The thread in which uploads are decoded, masked and compressed; started with the first one, and again after it died.
 */
export type IntakeThread = {
  /** Begins an upload. `put` is given its chunks one after the other, and waited for. */
  open(file: IntakeFile, put: (chunk: ContentChunk) => Promise<void>): IntakeStream
  /** Ends the thread; what is under way fails. */
  close(): Promise<void>
}

/** Bytes of one upload that may be on their way to be taken. */
const MAX_UNTAKEN_BYTES = 524_288
/** What a smaller piece counts as, as it costs about as much. */
const MIN_PIECE_BYTES = 1_024
/** The heap of the thread; what it works on lies outside of it. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export const startIntakeWorker = (): Worker =>
  new Worker(new URL('./intake.worker.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS })

const threadDied = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'The upload was cut off on our side; send the file again.', {
    retryAfterSeconds: 2,
    cause,
  })

/**
 * Bytes with their memory, to be moved to another thread: those given, where they share it with no others, else a
 * copy. What is moved is no garbage here; left to itself it would be collected as late as the heap, which does not
 * grow with it, asks for.
 */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes)

/** What a piece of an upload counts of `MAX_UNTAKEN_BYTES`. */
const costOf = (bytes: number): number => Math.max(bytes, MIN_PIECE_BYTES)

type Entry = { report(report: IntakeReport): void; fail(error: Error): void }

const createStream = (
  id: number,
  post: (command: IntakeCommand, moved?: readonly ArrayBuffer[]) => void,
  put: (chunk: ContentChunk) => Promise<void>,
): { stream: IntakeStream; entry: Entry } => {
  const digest = Promise.withResolvers<Digest>()
  const failure = new AbortController()
  const failed = failure.signal
  digest.promise.catch((error: unknown) => failure.abort(error))
  let untakenBytes = 0
  // The last bytes of a file may be padding that is never taken.
  let done = false
  let room = Promise.withResolvers<void>()
  let putAway: Promise<void> = Promise.resolve()
  const fail = (error: unknown) => {
    digest.reject(error)
    post({ type: 'abort', id })
  }
  const putNext = (chunk: ContentChunk) => {
    putAway = putAway.then(() => put(chunk))
    putAway.then(() => post({ type: 'acknowledge', id }), fail)
  }
  const entry: Entry = {
    fail,
    report(report) {
      if (report.type === 'taken') {
        untakenBytes -= costOf(report.bytes)
        room.resolve()
        room = Promise.withResolvers()
      } else if (report.type === 'chunk') putNext(report.chunk)
      else if (report.type === 'done') {
        const { sha256, sizeBytes } = report
        done = true
        room.resolve()
        putAway.then(() => digest.resolve({ sha256, sizeBytes }), fail)
      } else if (report.type === 'refused') digest.reject(new IntakeRefused(report.refusal))
      else digest.reject(new Error(`an upload could not be taken in: ${report.fault}`))
    },
  }
  const stream: IntakeStream = {
    digest: digest.promise,
    failed,
    async push(bytes) {
      untakenBytes += costOf(bytes.length)
      const own = ownBytes(bytes)
      post({ type: 'data', id, bytes: own }, [own.buffer])
      while (untakenBytes >= MAX_UNTAKEN_BYTES && !done)
        await withAbort(room.promise, failed, () => {
          throw failed.reason
        })
    },
    end: () => post({ type: 'end', id }),
    abort: () => fail(new Error('the upload was given up')),
  }
  return { stream, entry }
}

/** `onFault` is called when the thread dies; `start` creates it. */
export const createIntakeThread = (
  onFault: (fault: string) => void,
  start: () => Worker = startIntakeWorker,
): IntakeThread => {
  let running: { worker: Worker; entries: Map<number, Entry> } | null = null
  let lastId = 0
  let closed = false

  const startThread = () => {
    const worker = start()
    const entries = new Map<number, Entry>()
    const thread = { worker, entries }
    const onEnd = (cause?: unknown) => {
      if (running === thread) running = null
      if (!closed) onFault(cause instanceof Error ? cause.message : 'the thread ended')
      for (const entry of entries.values()) entry.fail(threadDied(cause))
      entries.clear()
    }
    worker.on('message', (report: IntakeReport) => entries.get(report.id)?.report(report))
    worker.once('error', onEnd).once('exit', () => running === thread && onEnd())
    // It alone keeps no process alive: what waits for it does.
    worker.unref()
    return thread
  }

  return {
    open(file, put) {
      if (closed) throw threadDied()
      running ??= startThread()
      const { worker, entries } = running
      lastId += 1
      const id = lastId
      const post = (command: IntakeCommand, moved: readonly ArrayBuffer[] = []) => worker.postMessage(command, moved)
      const { stream, entry } = createStream(id, post, put)
      entries.set(id, entry)
      const forget = () => entries.delete(id)
      stream.digest.then(forget, forget)
      post({ type: 'open', id, ...file })
      return stream
    },
    async close() {
      closed = true
      await running?.worker.terminate()
    },
  }
}
