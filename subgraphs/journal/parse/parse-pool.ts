import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PackedChunk, ParseNews, ParseOrder, ParseTask } from './parse.worker.ts'
import { failedFile, type ParsedFile } from './parse-result.ts'

/**
 * A thread that has neither asked for nor sent anything for this long would never end: a batch takes it a tenth of a
 * second.
 */
const STALL_MS = 60_000
/** Memory of a thread: the parser's own is a few MiB; one that needs more ends alone, without the process. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Reads the next chunks of a file, a bounded number; none at its end. Called again only when those are taken. */
export type ChunkSource = () => Promise<readonly PackedChunk[]>

/** Parses files off the main thread, as many at once as there are threads. */
export type ParsePool = {
  readonly threads: number
  /**
   * The result; FAILED for a file that the parser itself fails on, which it would again. Rejects with what `source`
   * rejects with, and if the thread dies or stalls for a minute: another one takes its place then.
   */
  parse(task: ParseTask, source: ChunkSource): Promise<ParsedFile>
  /** Waits for the files that are being parsed; those that wait for a thread are given back. */
  close(): Promise<void>
}

export type PoolOptions = {
  /** Called with errors that a parser must not have. */
  onFault(fault: string): void
  /** One fewer than there are cores when left out, and one at least: what answers callers keeps a core of its own. */
  readonly threads?: number
  readonly stallMs?: number
  /** What a thread runs; the parser when left out. */
  readonly script?: URL
}

const CLOSED = 'the parser is closed'
const BROKEN_FILE = 'The file could not be read: the parser failed on it.'

/** How a thread is done with a file, sound for the next one. */
type Answer =
  | { readonly kind: 'parsed'; readonly file: ParsedFile }
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'dropped'; readonly reason: unknown }

/** One conversation with a thread about one file, from the order to its last word. */
const converse = (thread: Worker, task: ParseTask, source: ChunkSource, stallMs: number) => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const slices: string[] = []
  let ended = false
  let fetching = false
  let reason: unknown = null
  const order = (given: ParseOrder): void => {
    if (!ended) thread.postMessage(given)
  }
  const feed = async (): Promise<void> => {
    fetching = true
    try {
      order({ kind: 'next', chunks: await source() })
    } catch (error) {
      reason = error
      order({ kind: 'broken' })
    }
    fetching = false
    timer.refresh()
  }
  const onStall = () => {
    // A thread that waits for its next chunks is not to blame.
    if (fetching) timer.refresh()
    else reject(new Error('the parser did not get on with the file'))
  }
  const timer = setTimeout(onStall, stallMs)
  const onNews = (news: ParseNews): void => {
    timer.refresh()
    if (news.kind === 'more') void feed()
    else if (news.kind === 'slice') slices.push(news.slice)
    else if (news.kind === 'parsed') resolve({ kind: 'parsed', file: { ...news.head, slices } })
    else if (news.kind === 'fault') resolve(news)
    else resolve({ kind: 'dropped', reason })
  }
  const onExit = () => reject(new Error('the parser ended before the file was read'))
  thread.on('message', onNews).on('error', reject).on('exit', onExit)
  order({ kind: 'file', task })
  return promise.finally(() => {
    ended = true
    clearTimeout(timer)
    thread.off('message', onNews).off('error', reject).off('exit', onExit)
  })
}

/** Threads that start with the first file that needs them, and are handed on from file to file. */
const createThreads = (count: number, script: URL) => {
  const idle: Worker[] = []
  const waiting: PromiseWithResolvers<void>[] = []
  let free = count
  const start = (): Worker => {
    const thread = new Worker(script, { resourceLimits: LIMITS })
    const forget = () => {
      const at = idle.indexOf(thread)
      if (at >= 0) idle.splice(at, 1)
    }
    // One that dies between two files is replaced at the next.
    return thread.on('error', forget).on('exit', forget)
  }
  return {
    async take(): Promise<Worker> {
      if (free > 0) free -= 1
      else {
        const turn = Promise.withResolvers<void>()
        waiting.push(turn)
        // A caller that gives one back hands its place on.
        await turn.promise
      }
      return idle.pop() ?? start()
    },
    giveBack(thread: Worker | null): void {
      if (thread !== null) idle.push(thread)
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next.resolve()
    },
    refuseWaiting(reason: Error): void {
      for (const turn of waiting.splice(0)) turn.reject(reason)
    },
    endAll: () => Promise.all(idle.splice(0).map((thread) => thread.terminate())),
  }
}

/** A pool of parsers' threads. */
export const createParsePool = (options: PoolOptions): ParsePool => {
  const { onFault, threads = Math.max(1, availableParallelism() - 1), stallMs = STALL_MS } = options
  const pool = createThreads(threads, options.script ?? new URL('./parse.worker.ts', import.meta.url))
  const running = new Set<Promise<unknown>>()
  let closed = false

  const run = async (task: ParseTask, source: ChunkSource): Promise<ParsedFile> => {
    if (closed) throw new Error(CLOSED)
    const thread = await pool.take()
    let answer: Answer | null = null
    try {
      answer = await converse(thread, task, source, stallMs)
    } finally {
      if (answer === null) await thread.terminate()
      pool.giveBack(answer === null ? null : thread)
    }
    if (answer.kind === 'parsed') return answer.file
    if (answer.kind === 'dropped') throw answer.reason
    onFault(answer.fault)
    return failedFile(BROKEN_FILE)
  }

  return {
    threads,
    parse(task, source) {
      const parsing = run(task, source)
      const end: Promise<void> = parsing.then(
        () => {},
        () => {},
      )
      running.add(end)
      void end.then(() => running.delete(end))
      return parsing
    },
    async close() {
      closed = true
      pool.refuseWaiting(new Error(CLOSED))
      await Promise.all(running)
      await pool.endAll()
    },
  }
}
