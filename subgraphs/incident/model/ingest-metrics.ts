import { Gauge, Histogram, type Registry } from 'prom-client'
import { addToGauge, sharedCounter } from '../../kit/observability/metrics.ts'
import type { Signal } from './ingest.types.ts'

/** What became of a signal: stored, answered as before, refused for good, or to be sent again. */
export type SignalOutcome = 'stored' | 'repeated' | 'refused' | 'unavailable'

/** What the lane reports of its work. */
export type LaneMetrics = {
  /** A batch begins; `waitedMs`: how long the signal of it waited that came first. */
  began(waitedMs: number): void
  /** A batch has ended, stored or not. */
  ended(durationMs: number): void
  /** A transaction was committed. */
  committed(signals: number): void
  counted(kind: Signal['kind'], outcome: SignalOutcome, count: number): void
  /** Where the gauges read what waits: how many signals, and since when on the clock of `nowMs`; null for none. */
  watch(waiting: () => number, oldestMs: () => number | null, nowMs: () => number): void
}

/** Creates the metrics of the lane in a registry. */
export const createLaneMetrics = (registry: Registry): LaneMetrics => {
  const registers = [registry]
  const signals = sharedCounter(registry, {
    name: 'fleetops_ingest_signals_total',
    help: 'Signals (events and heartbeats) by what became of them: stored, repeated, refused or unavailable',
    labelNames: ['kind', 'outcome'],
  })
  const sizes = new Histogram({
    name: 'fleetops_ingest_batch_signals',
    help: 'Signals that one transaction stored',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  })
  const durations = new Histogram({
    name: 'fleetops_ingest_batch_duration_seconds',
    help: 'Time to store a batch, retries included',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const waits = new Histogram({
    name: 'fleetops_ingest_wait_seconds',
    help: 'Time from the arrival of a signal until its batch began, of the signal of each batch that waited longest',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  return {
    began: (waitedMs) => waits.observe(Math.max(0, waitedMs) / 1_000),
    ended: (durationMs) => durations.observe(durationMs / 1_000),
    committed: (count) => sizes.observe(count),
    counted: (kind, outcome, count) => signals.inc({ kind, outcome }, count),
    watch(waiting, oldestMs, nowMs) {
      new Gauge({
        name: 'fleetops_ingest_waiting_signals',
        help: 'Signals that wait for their batch',
        registers,
        collect() {
          this.set(waiting())
        },
      })
      new Gauge({
        name: 'fleetops_ingest_oldest_waiting_seconds',
        help: 'Age of the oldest signal that waits or is being stored, 0 when there is none',
        registers,
        collect() {
          const oldest = oldestMs()
          this.set(oldest === null ? 0 : Math.max(0, nowMs() - oldest) / 1_000)
        },
      })
    },
  }
}

/** Publishes how much waits in a mirror; returns what counts a call that failed. */
export const watchMirror = (
  registry: Registry,
  mirror: 'states' | 'descriptions' | 'journal',
  waiting: () => number,
): (() => void) => {
  addToGauge(
    registry,
    {
      name: 'fleetops_mirror_waiting_atms',
      help: 'ATMs whose change waits to be sent to another service',
      labelNames: ['mirror'],
    },
    () => [{ labels: { mirror }, value: waiting() }],
  )
  const failures = sharedCounter(registry, {
    name: 'fleetops_mirror_failures_total',
    help: 'Calls of another service by a mirror that failed',
    labelNames: ['mirror'],
  })
  failures.inc({ mirror }, 0)
  return () => failures.inc({ mirror })
}
