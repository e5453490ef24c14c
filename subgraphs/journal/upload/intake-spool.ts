import { randomUUID } from 'node:crypto'
import { readSync } from 'node:fs'
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentChunk } from '../content/content.store.ts'

const PREFIX = 'fleetops-intake-'
/** A file that has a name for longer than it takes to remove it was left by a process that died just then. */
const LEFTOVER_AFTER_MS = 60_000

/** What all uploads together keep in memory, and what one of them may; the rest goes to a file. */
const MAX_MEMORY_BYTES = 8_388_608
const MAX_FILE_MEMORY_BYTES = 1_048_576
/**
 * Chunks are read back, and stored, together until they are as many bytes: the driver makes four times as many of
 * them.
 */
const BATCH_BYTES = 131_072

type Place = { readonly chunk: Omit<ContentChunk, 'data'>; readonly from: number; readonly bytes: number }

/** The chunks of one upload, until they are stored: in memory while they are few, then in a file without a name. */
export type Spool = {
  /** Takes a chunk over, its memory included. */
  put(chunk: ContentChunk): Promise<void>
  /**
   * All chunks in order, some hundred KiB at a time, which are good until the next are asked for. Synchronous, as
   * nothing but the database may be waited for in a transaction.
   */
  batches(): Generator<readonly ContentChunk[], void>
  /** True if they did not fit into memory. */
  isLarge(): boolean
  /** Gives memory and file back. */
  close(): Promise<void>
}

/** Opens a file that only this process can read. */
export type OpenFile = (path: string) => Promise<FileHandle>

const openPrivate: OpenFile = (path) => open(path, 'wx+', 0o600)

/**
 * A file that goes with the process, however that ends: it loses its name at once, and the system keeps it while it
 * is open.
 */
const openNameless = async (openFile: OpenFile): Promise<FileHandle> => {
  const path = join(tmpdir(), `${PREFIX}${randomUUID()}`)
  const file = await openFile(path)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Removes what processes left that died between the making of a file and the removal of its name. Never fails. */
export const removeLeftovers = async (now: Date): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(PREFIX))) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > LEFTOVER_AFTER_MS) await unlink(path).catch(() => {})
  }
}

/**
 * Gives the memory of bytes back that are no longer needed. Left to itself it would be collected late: the heap, by
 * which V8 decides when to collect, does not grow with it, and a large file would cost as much as it is long.
 */
const free = ({ data }: ContentChunk): void => {
  if (data.buffer instanceof ArrayBuffer) data.buffer.transfer(0)
}

const readPlace = (file: FileHandle, { chunk, from, bytes }: Place): ContentChunk => {
  const data = new Uint8Array(bytes)
  for (let at = 0; at < bytes; ) {
    const read = readSync(file.fd, data, at, bytes - at, from + at)
    if (read === 0) throw new Error('a file of an upload is shorter than what was written to it')
    at += read
  }
  return { ...chunk, data }
}

const writeAll = async (file: FileHandle, data: Uint8Array, from: number): Promise<void> => {
  for (let at = 0; at < data.length; ) at += (await file.write(data, at, data.length - at, from + at)).bytesWritten
}

/** The chunks that did not fit into memory, in a file that is made with the first of them. */
const createOverflow = (openFile: OpenFile) => {
  const places: Place[] = []
  let file: FileHandle | null = null
  let end = 0
  return {
    isInUse: () => file !== null,
    async write(given: ContentChunk): Promise<void> {
      const { data, ...chunk } = given
      file ??= await openNameless(openFile)
      await writeAll(file, data, end)
      places.push({ chunk, from: end, bytes: data.length })
      end += data.length
      free(given)
    },
    *chunks(): Generator<ContentChunk, void> {
      if (file !== null) for (const place of places) yield readPlace(file, place)
    },
    async close(): Promise<void> {
      await file?.close()
      file = null
    },
  }
}

/** Gathers chunks to batches; the memory of those that `isPassing` is given back when the next batch is asked for. */
function* batchesOf(
  chunks: Iterable<ContentChunk>,
  isPassing: (chunk: ContentChunk) => boolean,
): Generator<readonly ContentChunk[], void> {
  let batch: ContentChunk[] = []
  let bytes = 0
  for (const chunk of chunks) {
    batch.push(chunk)
    bytes += chunk.data.length
    if (bytes < BATCH_BYTES) continue
    yield batch
    batch.filter(isPassing).forEach(free)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
  batch.filter(isPassing).forEach(free)
}

/** `memory` counts what all spools together hold. */
const createSpool = (memory: { bytes: number }, openFile: OpenFile): Spool => {
  const inMemory: ContentChunk[] = []
  const overflow = createOverflow(openFile)
  let ownBytes = 0
  let busy: Promise<void> = Promise.resolve()
  let closed = false

  function* chunks(): Generator<ContentChunk, void> {
    yield* inMemory
    yield* overflow.chunks()
  }
  return {
    async put(chunk) {
      if (closed) throw new Error('the upload was given up')
      const bytes = chunk.data.length
      const fits = ownBytes + bytes <= MAX_FILE_MEMORY_BYTES && memory.bytes + bytes <= MAX_MEMORY_BYTES
      if (overflow.isInUse() || !fits) {
        busy = overflow.write(chunk)
        return busy
      }
      inMemory.push(chunk)
      ownBytes += bytes
      memory.bytes += bytes
    },
    batches: () => batchesOf(chunks(), ({ number }) => number >= inMemory.length),
    isLarge: overflow.isInUse,
    async close() {
      closed = true
      await busy.catch(() => {})
      memory.bytes -= ownBytes
      ownBytes = 0
      inMemory.splice(0).forEach(free)
      await overflow.close()
    },
  }
}

/** Makes spools that share one allowance of memory. */
export const createSpools = (openFile: OpenFile = openPrivate): { open(): Spool } => {
  const memory = { bytes: 0 }
  return { open: () => createSpool(memory, openFile) }
}
