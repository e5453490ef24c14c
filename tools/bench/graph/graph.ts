import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'graphql'
import { readListSizes, withIntrospection } from '../../../gateway/federation/list-sizes.rules.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { composeGraph } from '../../schema/compose.ts'
import { listServiceSdls } from '../../schema/services.ts'
import { createHttpClient, type HttpClient } from '../common/callers.ts'
import { countText, msText, tableOf, verdict } from '../common/figures.ts'
import { shapeOf } from '../common/fleet.ts'
import type { Observed } from '../common/observer.ts'
import { type BenchPlatform, openDatabase, openPlatform, SETTLING_MS, tokenFor } from '../common/platform.ts'
import type { BenchSettings } from '../common/settings.ts'
import { fillGraph } from '../fill/fill-graph.ts'
import { someMonths } from '../fill/fill-operations.ts'
import { measureBeside } from './graph-beside.ts'
import { type Contract, type CostlyOperation, generateOperations } from './graph-operations.ts'
import { shapedOperations } from './graph-shapes.ts'

const SEED = 20_261_122
const SHOWN = 12
const GOALS = { ms: 2_000, bytes: 100_000_000 }

type Cell = CostlyOperation & {
  readonly ms: number
  readonly bytes: number
  readonly status: number
  readonly errors: number
  readonly observed: Observed
}

/** What the gateway computes costs by, read from the contracts as it reads them. */
export const readContract = (): Contract => {
  const services = listServiceSdls()
  const { apiSchema: schema } = composeGraph(services)
  return { schema, listSizes: withIntrospection(readListSizes(services.map(({ sdl }) => parse(sdl))), schema) }
}

const run = async (
  http: HttpClient,
  platform: BenchPlatform,
  token: string,
  operation: CostlyOperation,
): Promise<Cell> => {
  await platform.startObserving()
  const from = performance.now()
  const { status, body } = await http.request('POST', '/graphql', token, JSON.stringify({ query: operation.text }))
  const ms = performance.now() - from
  const observed = await platform.stopObserving()
  const answer: { readonly errors?: readonly { readonly message: string }[] } = JSON.parse(body.toString())
  return { ...operation, ms, bytes: body.length, status, errors: answer.errors?.length ?? 0, observed }
}

const rowOf = ({ name, values, status, errors, ms, bytes, observed }: Cell): string[] => [
  name,
  countText(values),
  String(status),
  String(errors),
  msText(ms),
  countText(bytes / 1_000),
  msText(observed.maxDelayMs),
  (observed.growthBytes / 1e6).toFixed(1),
]

const HEADS = ['', 'values', 'status', 'errors', 'ms', 'kB', 'loop ms', 'MB']

const showWorst = (cells: readonly Cell[], title: string, of: (cell: Cell) => number, print: BenchSettings['print']) =>
  print(
    `\n${title}\n${tableOf([
      HEADS,
      ...cells
        .toSorted((a, b) => of(b) - of(a))
        .slice(0, SHOWN)
        .map(rowOf),
    ])}`,
  )

const report = (cells: readonly Cell[], print: BenchSettings['print']): void => {
  showWorst(cells, 'The slowest', ({ ms }) => ms, print)
  showWorst(cells, 'The largest', ({ bytes }) => bytes, print)
  showWorst(cells, 'Those that hold the event loop longest', ({ observed }) => observed.maxDelayMs, print)
  showWorst(cells, 'Those that take the most memory', ({ observed }) => observed.growthBytes, print)
  const slowest = Math.max(...cells.map(({ ms }) => ms))
  const largest = Math.max(...cells.map(({ observed }) => observed.growthBytes))
  print(`\nEach below ${GOALS.ms / 1_000} s: ${verdict(slowest < GOALS.ms)} (${msText(slowest)} ms)`)
  print(`Each below ${GOALS.bytes / 1e6} MB: ${verdict(largest < GOALS.bytes)} (${(largest / 1e6).toFixed(1)} MB)`)
}

/** The most expensive operations of the graph that are legal, one after the other over a fleet of the largest size. */
export const benchGraph = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, rounds } = settings
  const atms = Math.min(...settings.atms)
  const database = await openDatabase(life, settings.dataDir)
  const shape = { ...shapeOf(atms, atms), incidentsPerAtm: 10, days: 90, daysWithEvents: 30, past: someMonths(10) }
  await fillGraph(database.urls.superuser, shape, print)
  const contract = readContract()
  const operations = [...shapedOperations(contract), ...generateOperations(contract, SEED, rounds)]
  const platform = await openPlatform(life, database.urls)
  await delay(SETTLING_MS)
  const http = createHttpClient(platform.url, 1)
  // Each operation of another user, so that none waits for the rest after the one before.
  const tokens = await Promise.all(operations.map((_one, n) => tokenFor({ role: 'BCOS_ADMIN', userId: `bench ${n}` })))
  print(`${operations.length} operations, seed ${SEED}; load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  const cells: Cell[] = []
  for (const [n, operation] of operations.entries()) cells.push(await run(http, platform, tokens[n] ?? '', operation))
  report(cells, print)
  const worst = cells.toSorted((a, b) => b.ms - a.ms).filter(({ errors }) => errors === 0)
  await measureBeside(platform.url, worst.slice(0, 10), settings)
  await http.close()
  await platform.stop()
}
