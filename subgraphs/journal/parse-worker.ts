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

const runOn = (worker: Worker, task: ParseTask): Promise<ParseResult> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new Error('the file took too long to parse'))), TIMEOUT_MS)
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      settle()
    }
    worker.once('message', (answer: ParseAnswer) =>
      finish(() => ('result' in answer ? resolve(answer.result) : reject(new Error(answer.fault)))),
    )
    worker.once('error', (error) => finish(() => reject(error)))
    worker.once('exit', () => finish(() => reject(new Error('the parser ended before the file was read'))))
    worker.postMessage(task)
  })

/** A parser in a thread of its own, started with the first file. */
export const createParseWorker = (): ParseWorker => {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const run = async (task: ParseTask): Promise<ParseResult> => {
    if (closed) throw new Error('the parser is closed')
    worker ??= new Worker(new URL('./parse.worker.ts', import.meta.url))
    const thread = worker
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
