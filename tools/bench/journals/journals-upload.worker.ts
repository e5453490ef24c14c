import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { Pool } from 'undici'
import { journalOf } from './journals-text.ts'

/**
 * What an uploader is started with: it sends files of this size, one after the other on each connection, until it is
 * stopped.
 */
export type UploadTask = {
  readonly url: string
  readonly token: string
  readonly connections: number
  readonly day: string
  readonly sessions: number
  readonly bytes: number
  /** What the ids of its ATMs begin with; each file is of an ATM of its own. */
  readonly prefix: string
  readonly institutions: readonly string[]
}

/** What it reports: `stopped` when the last of its files is answered. */
export type UploadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stopped'; readonly files: number; readonly bytes: number }

const task: UploadTask = workerData
const text = Buffer.from(journalOf(task.day, task.sessions, task.bytes))
// Sent as agents send it. Its comment makes each file one of its own, so that none is stored without being read.
const body = gzipSync(text)
const pool = new Pool(task.url, { connections: task.connections, pipelining: 1, headersTimeout: 120_000 })
let running = false
let number = 0

/** The same bytes with a line more; members of gzip may follow one another. */
const distinct = (of: number): Buffer => Buffer.concat([body, gzipSync(`NOTE ${task.prefix}${of}\n`)])

const send = async (): Promise<void> => {
  number += 1
  const agentAtmId = `${task.prefix}${number}`
  const institution = task.institutions[number % task.institutions.length] ?? ''
  const query = `agentAtmId=${agentAtmId}&journalDate=${task.day}&institutionKey=${institution}`
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: `/journal/api/journal/files?${query}`,
    headers: {
      authorization: `Bearer ${task.token}`,
      'content-type': 'text/plain',
      'content-encoding': 'gzip',
    },
    body: distinct(number),
  })
  const text = await answer.text()
  if (statusCode !== 201) throw new Error(`a journal was answered with ${statusCode}: ${text.slice(0, 500)}`)
}

const run = async (): Promise<void> => {
  let files = 0
  const work = async () => {
    while (running) {
      await send()
      files += 1
    }
  }
  await Promise.all(Array.from({ length: task.connections }, work))
  const report: UploadReport = { kind: 'stopped', files, bytes: files * text.length }
  parentPort?.postMessage(report)
}

parentPort?.on('message', (command: 'start' | 'stop') => {
  running = command === 'start'
  if (running) void run()
})
const ready: UploadReport = { kind: 'ready' }
parentPort?.postMessage(ready)
