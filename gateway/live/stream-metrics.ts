import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SOURCES, type SourceName } from './topics.rules.ts'

/** Measures the live streams of a process. */
export type StreamMetrics = {
  /** A look at a source begins. */
  looked(source: SourceName): void
  /** What it found was sent. */
  sent(source: SourceName): void
  failed(source: SourceName): void
  /** The sources are no longer looked at. */
  stopped(): void
}

type Clock = () => number

/** Creates the metrics in a registry. `count`: of open streams. `nowMs`: a monotonic clock. */
export const createStreamMetrics = (
  registry: Registry,
  count: () => number,
  nowMs: Clock = () => performance.now(),
): StreamMetrics => {
  const registers = [registry]
  new Gauge({
    name: 'fleetops_live_streams',
    help: 'Open live streams, subscriptions of the graph included',
    registers,
    collect() {
      this.set(count())
    },
  })
  const delays = new Histogram({
    name: 'fleetops_live_delay_seconds',
    help:
      'Greatest age of a change when it is sent to live streams: from one look at the source to the end of ' +
      'the next',
    labelNames: ['source'],
    buckets: [0.25, 0.5, 1, 1.25, 1.5, 2, 3, 5, 10, 30],
    registers,
  })
  const failures = new Counter({
    name: 'fleetops_live_source_failures_total',
    help: 'Looks at a source of live streams that failed',
    labelNames: ['source'],
    registers,
  })
  for (const source of SOURCES) failures.inc({ source }, 0)
  const lookedAtMs = new Map<SourceName, number>()
  const completeUntilMs = new Map<SourceName, number>()
  return {
    looked: (source) => void lookedAtMs.set(source, nowMs()),
    sent(source) {
      const before = completeUntilMs.get(source)
      if (before !== undefined) delays.observe({ source }, (nowMs() - before) / 1_000)
      const looked = lookedAtMs.get(source)
      if (looked !== undefined) completeUntilMs.set(source, looked)
    },
    failed: (source) => failures.inc({ source }),
    stopped: () => completeUntilMs.clear(),
  }
}
