import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import { listWaitingFiles } from './parse-queue.store.ts'
import type { ParsedFile } from './parse-result.ts'

/** A queue is counted at most this often, however many scrape. */
const COUNT_EVERY_MS = 5_000

/** Counts the queue when somebody asks for the metrics; what it was last while the database does not answer. */
const createQueueCount = ({ stores, now }: { stores: Stores; now(): Date }) => {
  let counted = { at: 0, waiting: 0, oldest: null as Date | null }
  let counting: Promise<void> | null = null
  const count = async (): Promise<void> => {
    const rows = await stores.asPlatform(listWaitingFiles, { mode: 'read' })
    const waiting = rows.reduce((sum, row) => sum + row.waiting, 0)
    counted = { at: now().getTime(), waiting, oldest: rows[0]?.oldestReceivedAt ?? null }
  }
  return async () => {
    if (counting === null && now().getTime() - counted.at >= COUNT_EVERY_MS) {
      counting = count()
        .catch(() => {})
        .finally(() => {
          counting = null
        })
    }
    await counting
    const { waiting, oldest } = counted
    return { waiting, oldestSeconds: oldest === null ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1_000) }
  }
}

/** Metrics of the parsing of files. Returns what has to be called for each file. */
export const createParseMetrics = (
  registry: Registry,
  env: { stores: Stores; now(): Date },
): ((status: ParsedFile['status'], durationMs: number) => void) => {
  const count = createQueueCount(env)
  const registers = [registry]
  new Gauge({
    name: 'fleetops_journal_parse_queue_files',
    help: 'Journal files that are stored and not yet read',
    registers,
    async collect() {
      this.set((await count()).waiting)
    },
  })
  new Gauge({
    name: 'fleetops_journal_parse_queue_oldest_seconds',
    help: 'For how long the journal file that waits longest has waited',
    registers,
    async collect() {
      this.set((await count()).oldestSeconds)
    },
  })
  const files = new Counter({
    name: 'fleetops_journal_files_parsed_total',
    help: 'Journal files that were read, by what came of it',
    labelNames: ['status'],
    registers,
  })
  const duration = new Histogram({
    name: 'fleetops_journal_parse_duration_seconds',
    help: 'How long reading a journal file took, without storing what was found',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  return (status, durationMs) => {
    files.inc({ status })
    duration.observe(durationMs / 1_000)
  }
}
