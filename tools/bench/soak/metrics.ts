import { cpus } from 'node:os'
import type { Sample } from '../common/metrics-text.rules.ts'
import { type Program, readMetrics } from '../common/program.ts'

/** What the processes of a platform say of themselves. */
export type Figures = {
  readonly rssBytes: number
  /** Processor time so far, of all processes and of the one that used most. */
  readonly cpuSeconds: number
  readonly cpuSecondsByProcess: ReadonlyMap<string, number>
  /** Of the process where it is worst, since the look before. */
  readonly loopP99Ms: number
  readonly outboxMessages: number
  readonly outboxOldestSeconds: number
  readonly lagMessages: number
  readonly parseQueueFiles: number
  readonly waitingForPool: number
  readonly waitingSignals: number
  readonly oldestSignalSeconds: number
}

/** Reads the metrics of every process once. */
export const readFigures = async (programs: readonly Program[]): Promise<Figures> => {
  const byProcess = new Map(
    await Promise.all(programs.map(async (program) => [program.name, await readMetrics(program)] as const)),
  )
  const all = [...byProcess.values()].flat()
  const valuesOf = (samples: readonly Sample[], name: string) =>
    samples.flatMap((sample) => (sample.name === name ? [sample.value] : []))
  const sum = (samples: readonly Sample[], name: string) => valuesOf(samples, name).reduce((a, b) => a + b, 0)
  const max = (name: string) => Math.max(0, ...valuesOf(all, name))
  /** Gauges of the database are the same in each process that reads them: one for each set of labels. */
  const sumOnce = (name: string) =>
    sum([...new Map(all.filter((one) => one.name === name).map((one) => [one.labels, one])).values()], name)
  const cpu = 'process_cpu_seconds_total'
  return {
    rssBytes: sum(all, 'process_resident_memory_bytes'),
    cpuSeconds: sum(all, cpu),
    cpuSecondsByProcess: new Map([...byProcess].map(([name, samples]) => [name, sum(samples, cpu)])),
    loopP99Ms: max('nodejs_eventloop_lag_p99_seconds') * 1_000,
    outboxMessages: sumOnce('fleetops_outbox_messages'),
    outboxOldestSeconds: max('fleetops_outbox_oldest_seconds'),
    lagMessages: max('fleetops_consumer_lag_messages'),
    parseQueueFiles: max('fleetops_journal_parse_queue_files'),
    waitingForPool: sum(all, 'fleetops_database_waiting'),
    waitingSignals: sum(all, 'fleetops_ingest_waiting_signals'),
    oldestSignalSeconds: max('fleetops_ingest_oldest_waiting_seconds'),
  }
}

/** Processor time that the machine has spent on anything so far, in seconds. */
export const readMachineBusySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000
