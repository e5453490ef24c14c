import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SOURCES, type SourceName } from './topics.rules.ts'

/** Measures the live streams of a process. */
export type StreamMetrics = {
  /** A look at a source begins. */
  looked(source: SourceName): void
  /** What it found was sent. */
  sent(source: SourceName): void
  failed(source: SourceName): void
  /** Observes how old it is what streams show of each source. To be called once a second. */
  observe(): void
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
    help: 'Age of what live streams show of a source, once a second: since the last look at it that succeeded began',
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
  const shownFromMs = new Map<SourceName, number>()
  return {
    looked(source) {
      lookedAtMs.set(source, nowMs())
      // Streams miss what changes from the first look on, even if none succeeds.
      if (!shownFromMs.has(source)) shownFromMs.set(source, nowMs())
    },
    sent(source) {
      const looked = lookedAtMs.get(source)
      if (looked !== undefined) shownFromMs.set(source, looked)
    },
    failed: (source) => failures.inc({ source }),
    observe() {
      for (const [source, fromMs] of shownFromMs) delays.observe({ source }, (nowMs() - fromMs) / 1_000)
    },
    stopped: () => shownFromMs.clear(),
  }
}
