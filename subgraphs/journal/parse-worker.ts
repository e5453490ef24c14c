import { Worker } from 'node:worker_threads'
import type { ParseResult } from './formats/parse.ts'
import type { ParseAnswer, ParseTask } from './parse.worker.ts'

/** A file of the largest size takes a second; one that takes this long would never end. */
const TIMEOUT_MS = 60_000

/** Parses files off the main thread, one after the other. */
export type ParseWorker = {
  /**
   * The result; FAILED for a file that the parser itself fails on, which it would again.
   * Rejects if the thread dies or takes longer than a minute; the next file gets a new thread then.
   */
  parse(task: ParseTask): Promise<ParseResult>
  close(): Promise<void>
}

const runOn = (worker: Worker, task: ParseTask): Promise<ParseAnswer> => {
  const { promise, resolve, reject } = Promise.withResolvers<ParseAnswer>()
  const onExit = () => reject(new Error('the parser ended before the file was read'))
  const timer = setTimeout(() => reject(new Error('the file took too long to parse')), TIMEOUT_MS)
  worker.on('message', resolve).on('error', reject).on('exit', onExit)
  worker.postMessage(task)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
  })
}

const FAILED: ParseResult = {
  status: 'FAILED',
  format: null,
  error: 'The file could not be read: the parser failed on it.',
  transactions: [],
  lines: 0,
}

/** A parser in a thread of its own, started with the first file. `onFault` is told of errors that a parser must not have. */
export const createParseWorker = (onFault: (fault: string) => void): ParseWorker => {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const start = (): Worker => {
    const thread = new Worker(new URL('./parse.worker.ts', import.meta.url))
    const forget = () => {
      if (worker === thread) worker = null
    }
    // One that dies between two files is replaced at the next.
    return thread.on('error', forget).on('exit', forget)
  }

  const run = async (task: ParseTask): Promise<ParseResult> => {
    if (closed) throw new Error('the parser is closed')
    const thread = worker ?? start()
    worker = thread
    try {
      const answer = await runOn(thread, task)
      if ('result' in answer) return answer.result
      onFault(answer.fault)
      return FAILED
    } catch (error) {
      worker = null
      await thread.terminate()
      throw error
    }
  }

  return {
    parse: (task) => {
      const result = last.then(() => run(task))
      last = result.catch(() => {})
      return result
    },
    close: async () => {
      closed = true
      await last
      await worker?.terminate()
    },
  }
}
