import { cpus } from 'node:os'
import { countText, msText, percentile, sumOf, tableOf, verdict } from '../common/figures.ts'
import type { Period } from './meter.ts'

const MIB = 1_048_576
export const GOALS = { ingestP99Ms: 250, loopP99Ms: 50, rssMibPerMinute: 1 }
/** Of fewer minutes a growth is noise. */
const LEAST_FOR_SLOPE = 5
/** A machine is busy and a process is at its end from these shares of a core on. */
const BUSY_MACHINE = 0.95
const BUSY_PROCESS = 0.9
/** A signal that waits so long for its batch, or a message for its topic, says that the next part is too slow. */
const LONG_SIGNAL_SECONDS = 0.25
const LONG_MESSAGE_SECONDS = 5

const HEADS = [
  'minute',
  'events/s',
  'p50 ms',
  'p99 ms',
  'beats/s',
  'p99 ms',
  'page p95',
  'errors',
  'RSS MiB',
  'heap',
  'loop p99',
  'platform',
  'PostgreSQL',
  'callers',
  'others',
  'outbox',
  'unread',
  'unparsed',
]

const percent = (cores: number): string => `${(cores * 100).toFixed(0)}%`

const rowOf = (period: Period): string[] => {
  const { seconds, eventsMs, heartbeatsMs, pagesMs, memory, cores, worst } = period
  return [
    period.name,
    (eventsMs.length / seconds).toFixed(0),
    msText(percentile(eventsMs, 0.5)),
    msText(percentile(eventsMs, 0.99)),
    (heartbeatsMs.length / seconds).toFixed(0),
    msText(percentile(heartbeatsMs, 0.99)),
    msText(percentile(pagesMs, 0.95)),
    countText(errorsOf(period)),
    (memory.rssBytes / MIB).toFixed(0),
    (memory.heapBytes / MIB).toFixed(0),
    msText(Math.max(0, ...period.loopP99Ms)),
    percent(cores.platform),
    percent(cores.database),
    percent(cores.callers),
    percent(cores.others),
    countText(worst.outboxMessages),
    countText(worst.lagMessages),
    countText(worst.parseQueueFiles),
  ]
}

export const errorsOf = ({ failed }: Period): number => sumOf([...failed.values()])

export const periodsText = (periods: readonly Period[]): string =>
  `${tableOf([HEADS, ...periods.map(rowOf)])}\n` +
  'Latencies count from when a request was due. Memory: after collection of garbage. loop p99: the worst look of\n' +
  'the worst process. Percentages are of a core; the last three columns are the most that waited at a look.'

/** One line about a period that has just ended. */
export const lineOf = (period: Period): string => {
  const { eventsMs, seconds, cores, memory } = period
  const rate = (eventsMs.length / seconds).toFixed(0)
  const [p50, p99] = [0.5, 0.99].map((share) => msText(percentile(eventsMs, share)))
  const errors = errorsOf(period) === 0 ? '0 errors' : `${errorsOf(period)} errors (${failuresText([period])})`
  return (
    `${period.name.padEnd(13)} ${rate.padStart(5)} events/s, p50 ${p50}, p99 ${p99} ms; ${errors}; ` +
    `event loop ${msText(Math.max(0, ...period.loopP99Ms))} ms; ` +
    `RSS ${(memory.rssBytes / MIB).toFixed(0)} MiB; platform ${percent(cores.platform)}, ` +
    `PostgreSQL ${percent(cores.database)}, callers ${percent(cores.callers)}, others ${percent(cores.others)}; ` +
    `${countText(period.pollsWaiting)} agents and ${countText(period.streamsOpen)} streams wait`
  )
}

/** Growth a minute of values that are a minute apart, by least squares. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2
  const mean = sumOf(values) / values.length
  const spread = sumOf(values.map((_, n) => (n - middle) ** 2))
  return spread === 0 ? 0 : sumOf(values.map((value, n) => (n - middle) * (value - mean))) / spread
}

/** What failed, by status, over all periods. */
export const failuresText = (periods: readonly Period[]): string => {
  const all = new Map<string, number>()
  for (const { failed } of periods) for (const [name, times] of failed) all.set(name, (all.get(name) ?? 0) + times)
  return [...all].map(([name, times]) => `${name} × ${countText(times)}`).join(', ')
}

const isWithin = (periods: readonly Period[]) => ({
  p99Ms: percentile(
    periods.flatMap(({ eventsMs }) => eventsMs),
    0.99,
  ),
  loopMs: Math.max(0, ...periods.flatMap(({ loopP99Ms }) => loopP99Ms)),
})

/** The goals of a soak and how each came out. `kinds` are the periods by what happened in them. */
export const goalsText = (kinds: ReadonlyMap<string, readonly Period[]>): string[] => {
  const all = [...kinds.values()].flat()
  const latencies = [...kinds].map(([kind, periods]) => {
    const { p99Ms } = isWithin(periods)
    const met = verdict(p99Ms < GOALS.ingestP99Ms)
    return `ingest p99, ${kind}: ${msText(p99Ms)} ms, goal below ${GOALS.ingestP99Ms}: ${met}`
  })
  const errors = sumOf(all.map(errorsOf))
  const { loopMs } = isWithin(all)
  // The first minutes fill caches.
  const settled = all.slice(Math.floor(all.length / 3))
  const growth = slopeOf(settled.map(({ memory }) => memory.rssBytes / MIB))
  const isKnown = settled.length >= LEAST_FOR_SLOPE
  const growthVerdict = isKnown ? verdict(growth <= GOALS.rssMibPerMinute) : 'too few minutes'
  return [
    ...latencies,
    `errors: ${countText(errors)}${errors === 0 ? '' : ` (${failuresText(all)})`}: ${verdict(errors === 0)}`,
    `RSS after collection, last two thirds: ${growth >= 0 ? '+' : ''}${growth.toFixed(2)} MiB a minute, ` +
      `goal at most ${GOALS.rssMibPerMinute}: ${growthVerdict}`,
    `event-loop delay p99, worst look: ${msText(loopMs)} ms, goal below ${GOALS.loopP99Ms}: ` +
      verdict(loopMs < GOALS.loopP99Ms),
  ]
}

/** Which goals a period misses; those of memory need longer. */
export const missedOf = (period: Period): string[] => {
  const { p99Ms, loopMs } = isWithin([period])
  return [
    ...(p99Ms < GOALS.ingestP99Ms ? [] : [`ingest p99 ${msText(p99Ms)} ms`]),
    ...(errorsOf(period) === 0 ? [] : [failuresText([period])]),
    ...(loopMs < GOALS.loopP99Ms ? [] : [`event-loop delay p99 ${msText(loopMs)} ms`]),
    ...(period.worst.outboxOldestSeconds < LONG_MESSAGE_SECONDS
      ? []
      : [`a message waits ${period.worst.outboxOldestSeconds.toFixed(0)} s in the outbox`]),
  ]
}

/** What a period was short of, the most important first. */
export const bottlenecksOf = (period: Period): string[] => {
  const { cores, coresByProcess, worst } = period
  const busy = sumOf(Object.values(cores))
  const shares = Object.entries(cores).map(([name, used]) => `${name} ${percent(used)}`)
  const processes = [...coresByProcess].filter(([, used]) => used >= BUSY_PROCESS)
  return [
    ...(busy >= cpus().length * BUSY_MACHINE
      ? [`the ${cpus().length} cores of the machine: ${shares.join(', ')}`]
      : []),
    ...processes.map(([name, used]) => `the process ${name}, which runs JavaScript on one core: ${percent(used)}`),
    ...(worst.waitingForPool > 0 ? [`pools of connections: ${worst.waitingForPool} transactions waited`] : []),
    ...(worst.oldestSignalSeconds >= LONG_SIGNAL_SECONDS
      ? [`ingest: a signal waited ${worst.oldestSignalSeconds.toFixed(2)} s, of ${countText(worst.waitingSignals)}`]
      : []),
    ...(worst.outboxOldestSeconds >= LONG_MESSAGE_SECONDS
      ? [`the relay: ${countText(worst.outboxMessages)} messages, the oldest ${worst.outboxOldestSeconds.toFixed(0)} s`]
      : []),
  ]
}
