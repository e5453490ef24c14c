import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a platform's process was like while something was measured. Delays are of its event loop. */
export type Observed = { readonly maxDelayMs: number; readonly p99DelayMs: number; readonly growthBytes: number }

/** Memory of the process after its garbage was collected. */
export type Memory = {
  readonly rssBytes: number
  readonly heapBytes: number
  /** Held by objects of the heap outside of it, such as buffers. */
  readonly externalBytes: number
}

/** Asked for by the benchmark: begin, end and report, or collect garbage and report what is left. */
export type ObserverRequest = { readonly observe: 'start' | 'stop' | 'collect' }
export type ObserverAnswer = { readonly observed: Observed | null; readonly memory: Memory | null }

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

const collect = (): Memory => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rssBytes: rss, heapBytes: heapUsed, externalBytes: external }
}

const answerTo = ({ observe }: ObserverRequest): ObserverAnswer => {
  if (observe === 'start') start()
  return { observed: observe === 'stop' ? stop() : null, memory: observe === 'collect' ? collect() : null }
}

process.on('message', (message) => {
  if (isRequest(message)) process.send?.(answerTo(message))
})
// Being listened to must not keep the process alive.
process.channel?.unref()
