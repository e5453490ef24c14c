import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '../../schema/client/rest.ts'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { startBackground } from './background.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { countText, msText, percentile, sumOf, tableOf, verdict } from './common/figures.ts'
import { PAGE_BODIES } from './common/first-page.ts'
import { type FleetShape, LARGE, MID, shapeOf } from './common/fleet.ts'
import { type BenchDatabase, openDatabase, openPlatform, SETTLING_MS, tokenFor } from './common/platform.ts'
import { summariseProfile } from './common/profile.ts'
import type { BenchSettings } from './common/settings.ts'
import { checkCounters, fillFleet } from './fill/fill.ts'

/** The two dashboards of REST, and all operations of the dashboard's first page, sent at the same time. */
const DASHBOARDS = ['fleet-health', 'journal-coverage', 'fleet-page'] as const
type Dashboard = (typeof DASHBOARDS)[number]
type Caller = 'mid' | 'large' | 'all'

/** What one caller waited for one dashboard over a fleet of one size. */
type Cell = { readonly atms: number; readonly caller: Caller; readonly dashboard: Dashboard; readonly ms: number[] }

const P95_GOALS_MS: Readonly<Record<Dashboard, Readonly<Record<Caller, number>>>> = {
  'fleet-health': { mid: 50, large: 120, all: 250 },
  'journal-coverage': { mid: 50, large: 120, all: 250 },
  'fleet-page': { mid: 60, large: 250, all: 500 },
}
/** At the largest size the mid institution may wait so much longer than at the smallest, or so many ms. */
const GROWTH_GOAL = 1.5
const GROWTH_GOAL_MS = 5
const WARM_UP_CALLS = 15
const MAX_REST_MS = 2_000

const nameOf = (caller: Caller, shape: FleetShape): string =>
  ({ mid: `one of ${countText(shape.mid)} ATMs`, large: `one of ${countText(shape.large)} ATMs`, all: 'unrestricted' })[
    caller
  ]

const tokensOf = async (): Promise<Record<Caller, string>> => ({
  mid: await tokenFor({ role: 'MSP_ADMIN', institutions: [MID] }),
  large: await tokenFor({ role: 'MSP_ADMIN', institutions: [LARGE] }),
  all: await tokenFor({ role: 'ADMIN' }),
})

type Read = { readonly http: HttpClient; readonly tokens: Record<Caller, string> }

const readPage = async ({ http, tokens }: Read, caller: Caller): Promise<Record<string, unknown>> => {
  const answers = await Promise.all(PAGE_BODIES.map((body) => http.request('POST', '/graphql', tokens[caller], body)))
  const failed = answers.find(({ status, body }) => status !== 200 || body.subarray(0, 20).includes('"errors"'))
  if (failed !== undefined) throw new Error(`the page was answered with ${failed.status}: ${failed.body}`)
  return { degradedSources: [] }
}

const readDashboard = async (read: Read, { caller, dashboard }: Cell): Promise<Record<string, unknown>> => {
  if (dashboard === 'fleet-page') return readPage(read, caller)
  const { http, tokens } = read
  const path = pathOf(`/analytics/api/analytics/${dashboard}`, {})
  const { status, body } = await http.request('GET', path, tokens[caller])
  if (status !== 200) throw new Error(`${dashboard} was answered with ${status}: ${body}`)
  return JSON.parse(body.toString())
}

/** One read after the other for `seconds`. A dashboard with parts left out is no answer to measure. */
const measure = async (read: Read, cell: Cell, seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1_000
  for (let from = performance.now(); from < until; from = performance.now()) {
    const answer = await readDashboard(read, cell)
    const ms = performance.now() - from
    cell.ms.push(ms)
    // The place of an expensive operation rests for twice its time, which is not the time of the next one.
    if (cell.dashboard === 'fleet-page') await delay(Math.min(MAX_REST_MS, ms * 2))
    if (JSON.stringify(answer.degradedSources) !== '[]')
      throw new Error(`${cell.dashboard} left out ${answer.degradedSources}`)
  }
}

const profileCells = async (
  read: Read,
  cells: readonly Cell[],
  platform: { startProfile(): Promise<void>; stopProfile(file: string): Promise<void> },
  settings: BenchSettings,
): Promise<void> => {
  const file = join(tmpdir(), `fleetops-dashboards-${process.pid}.cpuprofile`)
  await platform.startProfile()
  for (const cell of cells) await measure(read, { ...cell, ms: [] }, settings.seconds)
  await platform.stopProfile(file)
  settings.print(`\n${summariseProfile(file, 'Dashboards, with events and heartbeats')}\n`)
}

/** Fills a fleet, starts the platform and the agents, and reads both dashboards as each caller in turn. */
const measureSize = async (life: Lifecycle, database: BenchDatabase, shape: FleetShape, settings: BenchSettings) => {
  const { print } = settings
  await fillFleet(database.urls.superuser, shape, print)
  await checkCounters(database.urls.superuser, print)
  const platform = await openPlatform(life, database.urls)
  const background = await startBackground(platform.url, shape)
  const read = { http: createHttpClient(platform.url, 4), tokens: await tokensOf() }
  const cells = (['mid', 'large', 'all'] as const).flatMap((caller) =>
    DASHBOARDS.map((dashboard): Cell => ({ atms: shape.atms, caller, dashboard, ms: [] })),
  )
  for (const cell of cells) for (let n = 0; n < WARM_UP_CALLS; n += 1) await readDashboard(read, cell)
  await delay(SETTLING_MS)
  print(`Measuring, while events and heartbeats come in`)
  for (let round = 0; round < settings.rounds; round += 1)
    for (const cell of cells) await measure(read, cell, settings.seconds)
  if (settings.profile) await profileCells(read, cells, platform, settings)
  const came = await background.stop()
  const rate = (answered: readonly number[]) => (answered.length / came.seconds).toFixed(0)
  const eventMs = (share: number) => msText(percentile(came.eventsMs, share))
  print(
    `Meanwhile ${rate(came.eventsMs)} events/s (p50 ${eventMs(0.5)}, p95 ${eventMs(0.95)} ms) and ` +
      `${rate(came.heartbeatsMs)} heartbeats/s came in; ${sumOf([...came.failed.values()])} failed`,
  )
  await read.http.close()
  await platform.stop()
  await checkCounters(database.urls.superuser, print)
  return cells
}

const goalsOf = (cells: readonly Cell[], smallest: number, largest: number): string[] =>
  cells
    .filter(({ atms }) => atms === largest)
    .flatMap(({ caller, dashboard, ms }) => {
      const p95 = percentile(ms, 0.95)
      const least =
        `${dashboard}, ${caller}: p95 ${msText(p95)} ms, goal ${P95_GOALS_MS[dashboard][caller]}: ` +
        `${verdict(p95 < P95_GOALS_MS[dashboard][caller])}`
      const before = cells.find(
        (cell) => cell.atms === smallest && cell.caller === caller && cell.dashboard === dashboard,
      )
      if (caller !== 'mid' || before === undefined || smallest === largest) return [least]
      const [from, to] = [percentile(before.ms, 0.5), percentile(ms, 0.5)]
      const met = to <= from * GROWTH_GOAL || to <= from + GROWTH_GOAL_MS
      return [
        least,
        `${dashboard}, ${caller}: p50 ${msText(from)} ms at ${countText(smallest)} ATMs, ` +
          `${msText(to)} at ${countText(largest)}, goal at most ${GROWTH_GOAL}× or ${GROWTH_GOAL_MS} ms more: ` +
          `${verdict(met)}`,
      ]
    })

/** Both dashboards over HTTP at each size of the fleet, while events and heartbeats come in. */
export const benchDashboards = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print } = settings
  const sizes = settings.atms.toSorted((a, b) => a - b)
  const [smallest = 0, largest = smallest] = [sizes[0], sizes.at(-1)]
  const database = await openDatabase(life, settings.dataDir)
  const cells: Cell[] = []
  for (const atms of sizes) cells.push(...(await measureSize(life, database, shapeOf(atms, smallest), settings)))
  const rows = cells.map(({ atms, caller, dashboard, ms }) => [
    dashboard,
    countText(atms),
    nameOf(caller, shapeOf(atms, smallest)),
    countText(ms.length),
    msText(percentile(ms, 0.5)),
    msText(percentile(ms, 0.95)),
    msText(percentile(ms, 0.99)),
  ])
  print(`\n${tableOf([['', 'ATMs', 'caller', 'reads', 'p50 ms', 'p95 ms', 'p99 ms'], ...rows])}\n`)
  for (const goal of goalsOf(cells, smallest, largest)) print(goal)
}
