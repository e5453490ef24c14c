import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Stores } from '../../../db/tenancy.ts'
import type { Logger } from '../../kit/observability/log.ts'
import { createMetricRead, READ_STATEMENT_TIMEOUT_MS } from '../../kit/observability/metric-reads.ts'
import { countWaitingFiles } from './parse-queue.store.ts'
import type { ParsedFile } from './parse-result.ts'

const READ = { mode: 'read', statementTimeoutMs: READ_STATEMENT_TIMEOUT_MS } as const

type MetricsEnv = {
  readonly metrics: Registry
  readonly log: Logger
  readonly stores: Pick<Stores, 'asPlatform'>
  now(): Date
}

/** Metrics of the parsing of files. Returns what has to be called for each file. */
export const createParseMetrics = ({
  metrics,
  log,
  stores,
  now,
}: MetricsEnv): ((status: ParsedFile['status'], durationMs: number) => void) => {
  const read = createMetricRead({ metrics, log }, 'parse queue', () =>
    stores.asPlatform((tx) => countWaitingFiles(tx), READ),
  )
  const registers = [metrics]
  new Gauge({
    name: 'fleetops_journal_parse_queue_files',
    help: 'Journal files that are stored and not yet read, 100,000 at most',
    registers,
    async collect() {
      this.set((await read())?.waiting ?? 0)
    },
  })
  new Gauge({
    name: 'fleetops_journal_parse_queue_oldest_seconds',
    help: 'For how long the journal file that waits longest has waited',
    registers,
    async collect() {
      const oldest = (await read())?.oldestReceivedAt ?? null
      this.set(oldest === null ? 0 : Math.max(0, now().getTime() - oldest.getTime()) / 1_000)
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
