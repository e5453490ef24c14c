import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { countText, tableOf } from '../common/figures.ts'
import { type BenchPlatform, openDatabase, openPlatform, tokenFor } from '../common/platform.ts'
import { readProcessorTime } from '../common/processor.ts'
import type { BenchSettings } from '../common/settings.ts'
import type { UploadReport, UploadTask } from './journals-upload.worker.ts'

const MIB = 1_048_576
/** A day of a busy machine. */
const DAY = { sessions: 110, bytes: 0.28 * MIB }
const CONNECTIONS = 8
const INSTITUTIONS = ['BANK1', 'BANK2', 'BANK3', 'BANK4'] as const
const WARM_UP_MS = 4_000
const PARSE_PATIENCE_MS = 300_000

/** Sends files from a thread of its own, for as long as wanted. */
export type Uploader = {
  start(): void
  /** Resolves when the last file is answered, to how many there were since the start. */
  stop(): Promise<{ readonly files: number; readonly bytes: number }>
  close(): Promise<void>
}

/** Opens an uploader; it sends nothing until it is started. */
export const openUploader = async (
  task: Pick<UploadTask, 'url' | 'connections' | 'sessions' | 'bytes' | 'prefix'>,
): Promise<Uploader> => {
  const workerData: UploadTask = {
    ...task,
    token: await tokenFor({ role: 'ADMIN' }),
    day: addDays(localDateOf(new Date(), 'UTC'), -1),
    institutions: INSTITUTIONS,
  }
  const worker = new Worker(new URL('./journals-upload.worker.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  return {
    start: () => worker.postMessage('start'),
    async stop() {
      const answer = once(worker, 'message')
      worker.postMessage('stop')
      const [report]: UploadReport[] = await answer
      if (report?.kind !== 'stopped') throw new Error('the uploader gave no report')
      return report
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** What the journal service has come to. */
export type JournalCounts = {
  readonly waiting: number
  readonly parsed: number
  readonly failed: number
  readonly transactions: number
}

/** Counts files and transactions behind the platform's back. */
export const openJournalCounts = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = async (): Promise<JournalCounts> => {
    const { rows } = await client.query<Record<keyof JournalCounts, string>>(`
      select count(*) filter (where status = 'RECEIVED') as waiting,
        count(*) filter (where status = 'PARSED') as parsed,
        count(*) filter (where status in ('FAILED', 'PARTIAL')) as failed,
        coalesce(sum(transactions), 0) as transactions
      from journal.journal_file`)
    const [row] = rows
    if (row === undefined) throw new Error('nothing was counted')
    const { waiting, parsed, failed, transactions } = row
    return {
      waiting: Number(waiting),
      parsed: Number(parsed),
      failed: Number(failed),
      transactions: Number(transactions),
    }
  }
  return {
    count,
    /** Waits until every file is parsed; at the longest five minutes. */
    async untilParsed(): Promise<JournalCounts> {
      for (const deadline = Date.now() + PARSE_PATIENCE_MS; ; await delay(20)) {
        const counts = await count()
        if (counts.waiting === 0) return counts
        if (Date.now() > deadline) throw new Error(`${counts.waiting} files are still not parsed`)
      }
    },
    close: () => client.end(),
  }
}

/** Holds every thread of the platform to one core, where the system can. */
const holdToOneCore = ({ pid }: BenchPlatform): boolean => {
  try {
    execFileSync('taskset', ['-acp', '0', String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** One turn: uploads for a while, then waits until the last file is parsed. */
const measure = async (uploader: Uploader, counts: Awaited<ReturnType<typeof openJournalCounts>>, ms: number) => {
  const before = await counts.count()
  const startedAt = performance.now()
  uploader.start()
  await delay(ms)
  const sent = await uploader.stop()
  const uploadedAt = performance.now()
  const after = await counts.untilParsed()
  const seconds = (performance.now() - startedAt) / 1_000
  if (after.parsed - before.parsed !== sent.files) throw new Error('a file was lost, or could not be parsed')
  return {
    ...sent,
    seconds,
    uploadSeconds: (uploadedAt - startedAt) / 1_000,
    transactions: after.transactions - before.transactions,
  }
}

/** Files and transactions a second from upload to the end of the parse, with the platform on one core. */
export const benchJournalFlow = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds, rounds } = settings
  const database = await openDatabase(life, settings.dataDir)
  const platform = await openPlatform(life, database.urls)
  const held = holdToOneCore(platform)
  print(`files of ${(DAY.bytes / MIB).toFixed(2)} MiB and ${DAY.sessions} transactions, ${CONNECTIONS} connections;`)
  print(held ? 'the platform on one core, PostgreSQL beside it; fsync on' : 'the platform on all cores; fsync on')
  const counts = await openJournalCounts(database.urls.superuser)
  const uploader = await openUploader({ ...DAY, url: platform.url, connections: CONNECTIONS, prefix: 'FLOW-' })
  await measure(uploader, counts, WARM_UP_MS)
  const rows: string[][] = []
  for (let round = 1; round <= rounds; round += 1) {
    const before = readProcessorTime(platform.pid, database.serverPid)
    const turn = await measure(uploader, counts, seconds * 1_000)
    const after = readProcessorTime(platform.pid, database.serverPid)
    const cost = (of: 'platformMs' | 'databaseMs') =>
      (((after[of] ?? Number.NaN) - (before[of] ?? Number.NaN)) / turn.files).toFixed(1)
    rows.push([
      `round ${round}`,
      (turn.files / turn.seconds).toFixed(1),
      countText(turn.transactions / turn.seconds),
      (turn.bytes / MIB / turn.seconds).toFixed(1),
      (turn.files / turn.uploadSeconds).toFixed(1),
      cost('platformMs'),
      cost('databaseMs'),
    ])
  }
  const heads = ['', 'files/s', 'transactions/s', 'MiB/s', 'uploads/s', 'platform', 'PostgreSQL']
  print(`\n${tableOf([heads, ...rows])}`)
  print('Files a second until the last one is parsed. The last two columns: processor time a file, in ms.')
  await uploader.close()
  await counts.close()
  await platform.stop()
}
