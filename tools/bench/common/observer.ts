import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a platform's process was like while something was measured. Delays are of its event loop. */
export type Observed = { readonly maxDelayMs: number; readonly p99DelayMs: number; readonly growthBytes: number }

/** Asked for by the benchmark: begin, or end and report. */
export type ObserverRequest = { readonly observe: 'start' | 'stop' }

const SAMPLE_MS = 5

const isRequest = (message: unknown): message is ObserverRequest =>
  typeof message === 'object' && message !== null && 'observe' in message

const delays = monitorEventLoopDelay({ resolution: 1 })
let [before, most] = [0, 0]
let sampling: NodeJS.Timeout | undefined

const sample = (): void => {
  const { heapUsed, external } = process.memoryUsage()
  most = Math.max(most, heapUsed + external)
}

const start = (): void => {
  globalThis.gc?.()
  most = 0
  sample()
  before = most
  delays.reset()
  delays.enable()
  sampling = setInterval(sample, SAMPLE_MS).unref()
}

const stop = (): Observed => {
  sample()
  clearInterval(sampling)
  delays.disable()
  return { maxDelayMs: delays.max / 1e6, p99DelayMs: delays.percentile(99) / 1e6, growthBytes: most - before }
}

process.on('message', (message) => {
  if (!isRequest(message)) return
  if (message.observe === 'start') start()
  process.send?.({ observed: message.observe === 'start' ? null : stop() })
})
// Being listened to must not keep the process alive.
process.channel?.unref()
