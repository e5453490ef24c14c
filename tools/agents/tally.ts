/** Latencies are kept in buckets that grow by this factor, so that any number of them takes the same room. */
const GROWTH = 1.05

/** Counts of a run. Latencies are from the moment of an event until it is acknowledged, in milliseconds. */
export type Tally = {
  /** An event happened at an ATM. */
  happened(): void
  sent(requests: number, events: number): void
  acknowledged(latencyMs: number): void
  /** An answer, or a failure to get one, that is no acknowledgement. */
  error(what: string): void
  heartbeat(): void
  journal(): void
  /** A task was done, and its end reported. */
  task(): void
  /** An event that was refused for good or found no room to wait in. */
  lost(): void
  line(elapsedMs: number): string
  summary(elapsedMs: number): readonly string[]
}

const createLatencies = () => {
  const counts = new Map<number, number>()
  let total = 0
  return {
    add(latencyMs: number) {
      const bucket = Math.ceil(Math.log(Math.max(latencyMs, 0.1)) / Math.log(GROWTH))
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      total += 1
    },
    /** The latency that so many of a hundred stay below; null where there are none. */
    percentile(percent: number): number | null {
      let left = (total * percent) / 100
      for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
        left -= count
        if (left <= 0) return GROWTH ** bucket
      }
      return null
    },
  }
}

const milliseconds = (latency: number | null): string =>
  latency === null ? '–' : `${latency < 10 ? latency.toFixed(1) : Math.round(latency)} ms`

const clockText = (elapsedMs: number): string => {
  const seconds = Math.floor(elapsedMs / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** An empty tally. */
export const createTally = (): Tally => {
  const count = { happened: 0, requests: 0, sent: 0, acknowledged: 0, heartbeats: 0, journals: 0, tasks: 0, lost: 0 }
  const errors = new Map<string, number>()
  const latencies = createLatencies()
  let before = { atMs: 0, acknowledged: 0 }
  const errorText = () => {
    const texts = [...errors].sort(([a], [b]) => a.localeCompare(b)).map(([what, times]) => `${what} × ${times}`)
    return texts.length === 0 ? 'none' : texts.join(', ')
  }
  const p50and99 = () => `p50 ${milliseconds(latencies.percentile(50))}, p99 ${milliseconds(latencies.percentile(99))}`
  return {
    happened() {
      count.happened += 1
    },
    sent(requests, events) {
      count.requests += requests
      count.sent += events
    },
    acknowledged(latencyMs) {
      count.acknowledged += 1
      latencies.add(latencyMs)
    },
    error(what) {
      errors.set(what, (errors.get(what) ?? 0) + 1)
    },
    heartbeat() {
      count.heartbeats += 1
    },
    journal() {
      count.journals += 1
    },
    task() {
      count.tasks += 1
    },
    lost() {
      count.lost += 1
    },
    line(elapsedMs) {
      const seconds = Math.max(0.001, (elapsedMs - before.atMs) / 1000)
      const rate = (count.acknowledged - before.acknowledged) / seconds
      before = { atMs: elapsedMs, acknowledged: count.acknowledged }
      const waiting = count.happened - count.acknowledged - count.lost
      return (
        `${clockText(elapsedMs)} · ${rate.toFixed(1)}/s · sent ${count.sent}, acknowledged ${count.acknowledged}, ` +
        `waiting ${waiting} · errors: ${errorText()} · ${p50and99()}`
      )
    },
    summary(elapsedMs) {
      const waiting = count.happened - count.acknowledged - count.lost
      const rate = count.acknowledged / Math.max(0.001, elapsedMs / 1000)
      return [
        `Events       ${count.happened} in ${clockText(elapsedMs)}: ${count.acknowledged} acknowledged ` +
          `(${rate.toFixed(1)}/s), ${waiting} not, ${count.lost} lost`,
        `Requests     ${count.requests} with events (${count.sent} sendings), ${count.heartbeats} heartbeats, ` +
          `${count.journals} journals, ${count.tasks} tasks`,
        `Latency      ${p50and99()}, from the event to its acknowledgement`,
        `Errors       ${errorText()}`,
      ]
    },
  }
}
