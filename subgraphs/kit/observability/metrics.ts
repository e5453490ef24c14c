import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { platformInfo } from '../common/version.ts'

/**
 * Of these, prom-client lists each connection at a scrape, which keeps the event loop for 60 ms where there are 14,000.
 */
const LISTS = [
  'process_open_fds',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
]
const OPEN_FILES = '/proc/self/fd'

/** How many files and connections are open: the size of this folder since Linux 6.2. */
const countOpenFiles = async (): Promise<number> => {
  const { size } = await stat(OPEN_FILES)
  return size > 0 ? size : (await readdir(OPEN_FILES)).length
}

const addOpenFiles = (registry: Registry): void => {
  if (process.platform !== 'linux') return
  new Gauge({
    name: 'process_open_fds',
    help: 'Files and connections that are open',
    registers: [registry],
    async collect() {
      this.set(await countOpenFiles())
    },
  })
}

/** What ends the process when it has more: V8 for its heap, a container or the machine for all of its memory. */
const addMemoryLimits = (registry: Registry): void => {
  // Without a container it is 0, or more than there is.
  const ofContainer = process.constrainedMemory()
  const ofMachine = totalmem()
  const registers = [registry]
  new Gauge({
    name: 'fleetops_heap_limit_bytes',
    help: 'Heap that the process may have at most',
    registers,
  }).set(getHeapStatistics().heap_size_limit)
  new Gauge({
    name: 'fleetops_memory_limit_bytes',
    help: 'Memory that the process may have at most: that of its container, or all of the machine',
    registers,
  }).set(ofContainer > 0 ? Math.min(ofContainer, ofMachine) : ofMachine)
}

/** A registry of its own for each process, so that two platforms in one test process do not share counters. */
export const createMetrics = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of LISTS) registry.removeSingleMetric(name)
  addOpenFiles(registry)
  addMemoryLimits(registry)
  new Gauge({
    name: 'fleetops_build_info',
    help: '1, with the version of the platform',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: platformInfo.version }, 1)
  return registry
}

const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Durations of HTTP requests by listener, service, route template and class of status. */
export const createRequestHistogram = (registry: Registry) =>
  new Histogram({
    name: 'fleetops_http_request_duration_seconds',
    help: 'Duration of HTTP requests, from their headers to the end of the answer',
    labelNames: ['listener', 'service', 'method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })

type Named = { readonly name: string; readonly help: string }
type Labelled = Named & { readonly labelNames: readonly string[] }
type Labels = Readonly<Record<string, string>>

/** A counter of what a service finds, from 0. Its name ends with `_total`. */
export const createCounter = (registry: Registry, name: string, help: string): { inc(by: number): void } =>
  new Counter({ name, help, registers: [registry] })

/** The counter of this name, which several parts of a process may count with. */
export const sharedCounter = (registry: Registry, { name, help, labelNames }: Labelled): Counter => {
  const known = registry.getSingleMetric(name)
  return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [registry] })
}

/** The histogram of this name, which several parts of a process may observe with. `buckets` in its unit. */
export const sharedHistogram = (
  registry: Registry,
  { name, help, labelNames, buckets }: Labelled & { readonly buckets: number[] },
): Histogram => {
  const known = registry.getSingleMetric(name)
  if (known instanceof Histogram) return known
  return new Histogram({ name, help, labelNames, buckets, registers: [registry] })
}

/** A value of a gauge. */
export type Sample = { readonly labels: Labels; readonly value: number }
type Samples = () => readonly Sample[] | Promise<readonly Sample[]>

const samplesOf = new WeakMap<Registry, Map<string, Samples[]>>()

/**
 * A gauge that several parts of a process have values of, each read at a scrape. `read` must not reject; a reader that
 * has no values any more returns none.
 */
export const addToGauge = (registry: Registry, { name, help, labelNames }: Labelled, read: Samples): void => {
  const known = samplesOf.get(registry) ?? new Map<string, Samples[]>()
  samplesOf.set(registry, known)
  const readers = known.get(name)
  if (readers !== undefined) {
    readers.push(read)
    return
  }
  const all = [read]
  known.set(name, all)
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const read = await Promise.all(all.map(async (one) => one()))
      this.reset()
      for (const { labels, value } of read.flat()) this.set({ ...labels }, value)
    },
  })
}

/** Counts the look-ups of a cache. */
export const createCacheCounter = (registry: Registry, cache: string): ((isHit: boolean) => void) => {
  const counter = sharedCounter(registry, {
    name: 'fleetops_cache_requests_total',
    help: 'Look-ups in caches: hit or miss',
    labelNames: ['cache', 'result'],
  })
  const labels = { hit: { cache, result: 'hit' }, miss: { cache, result: 'miss' } }
  return (isHit) => counter.inc(isHit ? labels.hit : labels.miss)
}
