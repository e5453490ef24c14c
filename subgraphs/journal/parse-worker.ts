import { Worker } from 'node:worker_threads'
import type { ParseResult } from './formats/parse.ts'
import type { ParseAnswer, ParseTask } from './parse.worker.ts'

/** A file of the largest size takes a second; one that takes this long would never end. */
const TIMEOUT_MS = 60_000

/** Parses files off the main thread, one after the other. */
export type ParseWorker = {
  /** Rejects if the parser fails or takes longer than a minute; the next file gets a new thread then. */
  parse(task: ParseTask): Promise<ParseResult>
  close(): Promise<void>
}

const runOn = (worker: Worker, task: ParseTask): Promise<ParseResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<ParseResult>()
  const onMessage = (answer: ParseAnswer) =>
    'result' in answer ? resolve(answer.result) : reject(new Error(answer.fault))
  const onExit = () => reject(new Error('the parser ended before the file was read'))
  const timer = setTimeout(() => reject(new Error('the file took too long to parse')), TIMEOUT_MS)
  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  worker.postMessage(task)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}

/** A parser in a thread of its own, started with the first file. */
export const createParseWorker = (): ParseWorker => {
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
      return await runOn(thread, task)
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
