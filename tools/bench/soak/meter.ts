import { setTimeout as delay } from 'node:timers/promises'
import type { BenchDatabase } from '../common/platform.ts'
import { readProcessorTime } from '../common/processor.ts'
import type { Program } from '../common/program.ts'
import type { Load } from './load.ts'
import { type Figures, readFigures, readMachineBusySeconds } from './metrics.ts'

/** Cores that were busy on average. `others`: all else on the machine, such as Kafka. */
export type Cores = {
  readonly platform: number
  readonly database: number
  readonly callers: number
  readonly others: number
}

/** What was measured of a time. Of what is looked at again and again, the worst. */
export type Period = {
  readonly name: string
  readonly seconds: number
  readonly eventsMs: readonly number[]
  readonly heartbeatsMs: readonly number[]
  readonly pagesMs: readonly number[]
  readonly journalsMs: readonly number[]
  /** How often what failed, by what was asked for, and by status or error: `poll or stream 503`. */
  readonly failed: ReadonlyMap<string, number>
  /** How late the oldest request was at the end that was due and not yet sent. */
  readonly behindMs: number
  readonly pollsWaiting: number
  readonly pollsAnswered: number
  readonly streamsOpen: number
  readonly cores: Cores
  readonly coresByProcess: ReadonlyMap<string, number>
  /** p99 of the event loop of the process where it is worst, of each look. */
  readonly loopP99Ms: readonly number[]
  readonly worst: Figures
  /** All processes together, after their garbage was collected. */
  readonly memory: { readonly rssBytes: number; readonly heapBytes: number }
}

export type Meter = {
  /** Forgets what callers have measured so far. */
  reset(): Promise<void>
  /**
   * Measures for so many seconds, from now on. Short periods collect no garbage at their end, which takes long: what
   * was due meanwhile, and in the seconds after it, is of no period.
   */
  measure(name: string, seconds: number, options?: { readonly collects: boolean }): Promise<Period>
}

/** Until what was due while garbage was collected has been answered. */
const COLLECTED_MS = 5_000
/** As often as a Prometheus usually looks. */
const LOOK_MS = 15_000

const worstOf = (all: readonly Figures[]): Figures => {
  const max = (of: (figures: Figures) => number) => Math.max(0, ...all.map(of))
  return {
    rssBytes: max((figures) => figures.rssBytes),
    cpuSeconds: max((figures) => figures.cpuSeconds),
    cpuSecondsByProcess: new Map(),
    loopP99Ms: max((figures) => figures.loopP99Ms),
    outboxMessages: max((figures) => figures.outboxMessages),
    outboxOldestSeconds: max((figures) => figures.outboxOldestSeconds),
    lagMessages: max((figures) => figures.lagMessages),
    parseQueueFiles: max((figures) => figures.parseQueueFiles),
    waitingForPool: max((figures) => figures.waitingForPool),
    waitingSignals: max((figures) => figures.waitingSignals),
    oldestSignalSeconds: max((figures) => figures.oldestSignalSeconds),
  }
}

const collect = async (programs: readonly Program[]): Promise<Period['memory']> => {
  const memory = { rssBytes: 0, heapBytes: 0 }
  for (const program of programs) {
    const { rssBytes, heapBytes } = await program.collectGarbage()
    memory.rssBytes += rssBytes
    memory.heapBytes += heapBytes
  }
  return memory
}

const named = (name: string, failed: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...failed].map(([outcome, times]) => [`${name} ${outcome}`, times] as const)

/** Looks again and again until then. */
const lookUntil = async (programs: readonly Program[], until: number): Promise<Figures[]> => {
  const looks: Figures[] = []
  for (;;) {
    const left = until - performance.now()
    // A look that comes soon after another one would say little of the event loop.
    await delay(Math.max(0, Math.min(LOOK_MS, left)))
    if (left < LOOK_MS / 2) return looks
    looks.push(await readFigures(programs))
  }
}

/** Measures a platform under load. */
export const createMeter = (database: BenchDatabase, programs: readonly Program[], load: Load): Meter => {
  const reports = async () => {
    const [came, beside, connections] = await Promise.all([
      load.background.report(),
      load.beside.report(),
      load.connections.report(),
    ])
    return { came, beside, connections }
  }
  const readTimes = async () => {
    const { databaseMs, clientMs } = readProcessorTime(process.pid, database.serverPid)
    return {
      at: performance.now(),
      figures: await readFigures(programs),
      databaseSeconds: (databaseMs ?? 0) / 1_000,
      callerSeconds: clientMs / 1_000,
      machineSeconds: readMachineBusySeconds(),
    }
  }
  return {
    async reset() {
      await reports()
    },
    async measure(name, seconds, { collects } = { collects: true }) {
      const before = await readTimes()
      const looks = await lookUntil(programs, before.at + seconds * 1_000)
      const after = await readTimes()
      const { came, beside, connections } = await reports()
      const spent = (after.at - before.at) / 1_000
      const cores = {
        platform: (after.figures.cpuSeconds - before.figures.cpuSeconds) / spent,
        database: (after.databaseSeconds - before.databaseSeconds) / spent,
        callers: (after.callerSeconds - before.callerSeconds) / spent,
      }
      const all = (after.machineSeconds - before.machineSeconds) / spent
      const memory = collects ? await collect(programs) : null
      if (memory !== null) {
        await delay(COLLECTED_MS)
        await reports()
      }
      return {
        name,
        seconds: spent,
        ...beside,
        eventsMs: came.eventsMs,
        heartbeatsMs: came.heartbeatsMs,
        failed: new Map([
          ...named('event or heartbeat', came.failed),
          ...named('page or journal', beside.failed),
          ...named('poll or stream', connections.failed),
        ]),
        behindMs: came.behindMs,
        pollsWaiting: connections.pollsWaiting,
        pollsAnswered: connections.pollsAnswered,
        streamsOpen: connections.streamsOpen,
        cores: { ...cores, others: Math.max(0, all - cores.platform - cores.database - cores.callers) },
        coresByProcess: new Map(
          [...after.figures.cpuSecondsByProcess].map(([program, used]) => [
            program,
            (used - (before.figures.cpuSecondsByProcess.get(program) ?? 0)) / spent,
          ]),
        ),
        loopP99Ms: looks.map(({ loopP99Ms }) => loopP99Ms),
        worst: worstOf([...looks, after.figures]),
        memory: memory ?? { rssBytes: after.figures.rssBytes, heapBytes: Number.NaN },
      }
    },
  }
}
