import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SOURCES, type SourceName } from './topics.rules.ts'

/** Measures the live streams of a process. */
export type StreamMetrics = {
  /** A look at a source begins. */
  looked(source: SourceName): void
  /** What it found was sent. */
  sent(source: SourceName): void
  failed(source: SourceName): void
  /**
   * Observes how old it was what streams show of each source, once for each second since it was measured last. To be
   * called about once a second; after a pause of over ten minutes the last ten are measured.
   */
  observe(): void
  /** The sources are no longer looked at. */
  stopped(): void
}

type Clock = () => number

/** What streams show of a source: from when it is, and up to when its age was measured. */
type Shown = { fromMs: number; measuredMs: number }

const SECOND_MS = 1_000
const MAX_MEASURED_MS = 600 * SECOND_MS

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
    help: 'Age of what live streams show of a source, for each second: since the last look at it that succeeded began',
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
  const shown = new Map<SourceName, Shown>()
  /** A timer leaves out what a process that stands still misses, so time is counted and not calls. */
  const measure = (source: SourceName, of: Shown): void => {
    const at = nowMs()
    of.measuredMs = Math.max(of.measuredMs, at - MAX_MEASURED_MS)
    while (of.measuredMs + SECOND_MS <= at) {
      of.measuredMs += SECOND_MS
      delays.observe({ source }, (of.measuredMs - of.fromMs) / SECOND_MS)
    }
  }
  return {
    looked(source) {
      const at = nowMs()
      lookedAtMs.set(source, at)
      // Streams miss what changes from the first look on, even if none succeeds.
      if (!shown.has(source)) shown.set(source, { fromMs: at, measuredMs: at })
    },
    sent(source) {
      const looked = lookedAtMs.get(source)
      const of = shown.get(source)
      if (looked === undefined || of === undefined) return
      // The seconds before were those of what was shown then.
      measure(source, of)
      of.fromMs = looked
    },
    failed: (source) => failures.inc({ source }),
    observe() {
      for (const [source, of] of shown) measure(source, of)
    },
    stopped: () => shown.clear(),
  }
}
