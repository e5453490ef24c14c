import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { withClient } from '../common/client.ts'
import { countText } from '../common/figures.ts'
import { type FleetShape, shapeOf } from '../common/fleet.ts'
import { type BenchDatabase, openDatabase, SETTLING_MS } from '../common/platform.ts'
import { summariseProfile } from '../common/profile.ts'
import type { ProfileKind } from '../common/profiler.ts'
import { summarisePromoted } from '../common/promoted.ts'
import type { BenchSettings } from '../common/settings.ts'
import { FILLING, fillFleet } from '../fill/fill.ts'
import { type Load, startLoad } from './load.ts'
import { createMeter, type Meter, type Period } from './meter.ts'
import { openProcesses, type Processes } from './processes.ts'
import { bottlenecksOf, goalsText, lineOf, missedOf, periodsText } from './report.ts'
import { measureStarved } from './starve.ts'

const POLLS = 10_000
/** With separate processes each wait holds three connections in two of them: within the limit of open files. */
const POLLS_SEPARATE = 4_000
const STREAMS = 2_000
/**
 * The load begins with few requests while waits open, as all at once before a cold process is another question: that of
 * the reconnect.
 */
const OPENING = { seconds: 60, times: 0.05 }
/** At the rates to measure, until the compiler has made what it makes of the hot paths. */
const WARM_UP_SECONDS = 45
const RECONNECT_SECONDS = 60
const STEP = { settleSeconds: 10, seconds: 45, times: 0.5, most: 20 }

type Kind = 'usual' | 'storm' | 'reconnect'

/** What happens in each minute: a storm every fifth, and one reconnect of the whole fleet. */
const planOf = (minutes: number): Kind[] =>
  Array.from({ length: minutes }, (_, n) => {
    if (minutes > 1 && n === Math.floor(minutes * 0.6)) return 'reconnect'
    return n % 5 === 2 ? 'storm' : 'usual'
  })

/** Fills the fleet, or keeps the one of a kept database. */
const fill = async (database: BenchDatabase, shape: FleetShape, settings: BenchSettings): Promise<void> => {
  const { rows } = await withClient(database.urls.superuser, FILLING, (client) =>
    client.query<{ count: string }>('select count(*) from incident.atm'),
  )
  if (settings.dataDir === null || Number(rows[0]?.count) !== shape.atms)
    await fillFleet(database.urls.superuser, shape, settings.print)
}

type Run = { readonly load: Load; readonly meter: Meter; readonly settings: BenchSettings }

const runMinutes = async ({ load, meter, settings }: Run): Promise<void> => {
  const { print, minutes, rate: times } = settings
  const kinds = new Map<Kind, Period[]>()
  const periods: Period[] = []
  for (const [n, kind] of planOf(minutes).entries()) {
    load.setPace({ times, storm: kind === 'storm' })
    if (kind === 'reconnect') load.reconnect(RECONNECT_SECONDS)
    const period = await meter.measure(`${n + 1} ${kind}`, 60)
    print(lineOf(period))
    periods.push(period)
    kinds.set(kind, [...(kinds.get(kind) ?? []), period])
  }
  print(`\n${periodsText(periods)}\n`)
  for (const goal of goalsText(kinds)) print(goal)
  for (const period of periods.slice(-1))
    for (const bottleneck of bottlenecksOf(period)) print(`short of ${bottleneck}`)
}

/** Raises the rate until a goal is missed. */
const findKnee = async ({ load, meter, settings }: Run): Promise<void> => {
  const { print } = settings
  const periods: Period[] = []
  for (let times = settings.rate; times <= STEP.most; times += STEP.times) {
    load.setPace({ times, storm: false })
    await delay(STEP.settleSeconds * 1_000)
    await meter.reset()
    const period = await meter.measure(`${times.toFixed(1)}×`, STEP.seconds)
    print(lineOf(period))
    periods.push(period)
    const missed = missedOf(period)
    if (missed.length === 0) continue
    print(`\n${periodsText(periods)}\n`)
    print(
      `The knee: ${(times - STEP.times).toFixed(1)}× the usual rates; at ${times.toFixed(1)}×: ${missed.join('; ')}`,
    )
    for (const bottleneck of bottlenecksOf(period)) print(`bottleneck: ${bottleneck}`)
    return
  }
  print(`\n${periodsText(periods)}\n\nNo goal was missed up to ${STEP.most}× the usual rates.`)
}

const profiled = async (kind: ProfileKind, processes: Processes, { load, meter, settings }: Run): Promise<void> => {
  const extension = kind === 'time' ? 'cpuprofile' : 'heapprofile'
  const file = join(tmpdir(), `fleetops-soak-${process.pid}.${extension}`)
  load.setPace({ times: settings.rate, storm: false })
  const [program] = processes.programs
  await program?.startProfile(kind)
  const startedAt = performance.now()
  // Its start takes most of a second.
  await delay(STEP.settleSeconds * 1_000)
  await meter.reset()
  const period = await meter.measure('profiled', settings.seconds)
  await program?.stopProfile(file, kind)
  const seconds = (performance.now() - startedAt) / 1_000
  const summary = kind === 'time' ? summariseProfile(file, program?.name ?? '') : summarisePromoted(file, seconds)
  settings.print(`\n${lineOf(period)}\n${summary}`)
}

/** A fleet and its users for minutes on end, or at ever higher rates. */
export const benchSoak = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, separate, kafka, rate } = settings
  const shape = shapeOf(Math.max(...settings.atms), Math.min(...settings.atms))
  const database = await openDatabase(life, settings.dataDir)
  await fill(database, shape, settings)
  const processes = await openProcesses(life, database.urls, { separate, kafka })
  const polls = Math.min(shape.atms, separate ? POLLS_SEPARATE : POLLS)
  const [first] = processes.programs
  print(
    `${processes.programs.length} processes, topics in ${kafka ? 'Kafka' : 'PostgreSQL'}; ` +
      `${((first?.startMs ?? 0) / 1_000).toFixed(1)} s from start to ready; ${countText(shape.atms)} ATMs, ` +
      `${countText(polls)} agents that wait, ${countText(STREAMS)} streams; load ${loadavg()[0]?.toFixed(1)}`,
  )
  await delay(SETTLING_MS)
  const options = { times: OPENING.times * rate, polls, streams: STREAMS, openSeconds: OPENING.seconds }
  const load = await startLoad(processes.url, shape, options)
  const meter = createMeter(database, processes.programs, load)
  const opening = await meter.measure('opening', OPENING.seconds)
  print(lineOf(opening))
  load.setPace({ times: rate, storm: false })
  const warm = await meter.measure('warming up', WARM_UP_SECONDS)
  print(lineOf(warm))
  const run: Run = { load, meter, settings }
  if (settings.starve !== null)
    await measureStarved(meter, processes.programs, { ...settings, percent: settings.starve })
  else if (settings.promoted) await profiled('promoted', processes, run)
  else if (settings.profile) await profiled('time', processes, run)
  else if (settings.knee) await findKnee(run)
  else await runMinutes(run)
  await load.stop()
  for (const program of processes.programs.toReversed()) await program.stop()
}
