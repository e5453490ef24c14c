import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { countText, percentile, tableOf, verdict } from '../common/figures.ts'
import { shapeOf } from '../common/fleet.ts'
import { type BenchDatabase, type BenchPlatform, openDatabase, openPlatform } from '../common/platform.ts'
import { readProcessorTime } from '../common/processor.ts'
import { summariseProfile } from '../common/profile.ts'
import type { BenchSettings } from '../common/settings.ts'
import { fillFleet } from '../fill/fill.ts'
import { startIdleConnections } from './load.ts'
import { readFigures } from './metrics.ts'

const ATMS = 10_000
const POLLS = 5_000
const STREAMS = 2_000
const OPEN_SECONDS = 20
/** Two rounds of waits, after which all that fills has filled. */
const SETTLE_SECONDS = 45
/** Whole rounds of waits: agents that were opened within less than a round do not poll evenly. */
const MEASURED_SECONDS = 60
/** After which the memory of an idle platform is read. */
const IDLE_SECONDS = 40
const STARTS = 3
const MIB = 1_048_576
const GOALS = { waitingCores: 0.05, rssMib: 250, startSeconds: 3 }

/** Shares of a core that platform and PostgreSQL use in so many seconds. */
const measureCores = async (platform: BenchPlatform, database: BenchDatabase, seconds: number) => {
  const read = () => readProcessorTime(platform.pid, database.serverPid)
  const [from, before] = [performance.now(), read()]
  await delay(seconds * 1_000)
  const [after, spentMs] = [read(), performance.now() - from]
  const share = (of: 'platformMs' | 'databaseMs') => ((after[of] ?? Number.NaN) - (before[of] ?? Number.NaN)) / spentMs
  return { platform: share('platformMs'), database: share('databaseMs') }
}

const percent = (cores: number): string => `${(cores * 100).toFixed(1)}%`

type Idle = { readonly startSeconds: number; readonly rssMib: number }

/** Starts the platform, leaves it alone for a while, reads its memory and stops it. */
const measureStart = async (life: Lifecycle, database: BenchDatabase, print: (line: string) => void): Promise<Idle> => {
  const platform = await openPlatform(life, database.urls)
  await delay(IDLE_SECONDS * 1_000)
  const { rssBytes } = await readFigures([platform])
  const cores = await measureCores(platform, database, 15)
  const collected = await platform.collectGarbage()
  const idle = { startSeconds: platform.startMs / 1_000, rssMib: rssBytes / MIB }
  const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`
  print(
    `ready after ${idle.startSeconds.toFixed(1)} s; after ${IDLE_SECONDS} s RSS ${mib(rssBytes)}, ` +
      `collected ${mib(collected.rssBytes)} with ${mib(collected.heapBytes)} of live objects; ` +
      `platform ${percent(cores.platform)}, PostgreSQL ${percent(cores.database)} of a core`,
  )
  await platform.stop()
  return idle
}

/** Agents that wait and listeners to whom nothing happens. Returns the share of a core of the platform. */
const measureWaiting = async (life: Lifecycle, database: BenchDatabase, { print, profile }: BenchSettings) => {
  const platform = await openPlatform(life, database.urls)
  const shape = shapeOf(ATMS, ATMS)
  const profiles: string[] = []
  const rows: string[][] = []
  let waitingCores = 0
  for (const [polls, streams] of [
    [POLLS, 0],
    [POLLS, STREAMS],
  ] as const) {
    const connections = await startIdleConnections(platform.url, shape, { polls, streams, openSeconds: OPEN_SECONDS })
    await delay((OPEN_SECONDS + SETTLE_SECONDS) * 1_000)
    await connections.report()
    const file = join(tmpdir(), `fleetops-idle-${process.pid}-${rows.length}.cpuprofile`)
    if (profile) await platform.startProfile()
    const cores = await measureCores(platform, database, MEASURED_SECONDS)
    if (profile) {
      await platform.stopProfile(file)
      profiles.push(summariseProfile(file, `while ${countText(polls)} agents and ${countText(streams)} listeners wait`))
    }
    const { rssBytes } = await platform.collectGarbage()
    const report = await connections.report()
    await connections.stop()
    const failed = [...report.failed].map(([status, times]) => `${status} × ${times}`).join(', ')
    rows.push([
      `${countText(report.pollsWaiting)} polls, ${countText(report.streamsOpen)} streams`,
      (report.pollsAnswered / MEASURED_SECONDS).toFixed(0),
      countText(report.pollsWithWork),
      failed === '' ? '0' : failed,
      percent(cores.platform),
      percent(cores.database),
      (rssBytes / MIB).toFixed(0),
    ])
    waitingCores = cores.platform
  }
  await platform.stop()
  for (const one of profiles) print(one)
  print(`\n${tableOf([['', 'polls/s', 'with work', 'failed', 'platform', 'PostgreSQL', 'RSS MiB'], ...rows])}\n`)
  return waitingCores
}

/** What the platform costs while there is nothing to do: its start, its memory, agents that wait, listeners. */
export const benchIdle = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print } = settings
  const database = await openDatabase(life, settings.dataDir)
  await fillFleet(database.urls.superuser, shapeOf(ATMS, ATMS), print)
  print(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  const starts: Idle[] = []
  for (let n = 0; n < STARTS; n += 1) starts.push(await measureStart(life, database, print))
  const median = (of: keyof Idle) =>
    percentile(
      starts.map((start) => start[of]),
      0.5,
    )
  const waitingCores = await measureWaiting(life, database, settings)
  const waiting = `${countText(POLLS)} polls and ${countText(STREAMS)} streams`
  print(
    `${waiting}: ${percent(waitingCores)} of a core, goal below ${percent(GOALS.waitingCores)}: ` +
      verdict(waitingCores < GOALS.waitingCores),
  )
  print(
    `idle: RSS ${median('rssMib').toFixed(0)} MiB, goal ${GOALS.rssMib}: ${verdict(median('rssMib') <= GOALS.rssMib)}`,
  )
  const seconds = median('startSeconds')
  print(`ready after ${seconds.toFixed(1)} s, goal ${GOALS.startSeconds}: ${verdict(seconds <= GOALS.startSeconds)}`)
}
