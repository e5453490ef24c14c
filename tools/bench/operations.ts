import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { MID, shapeOf } from './common/fleet.ts'
import { type BenchDatabase, openDatabase, openPlatform, SETTLING_MS, tokenFor } from './common/platform.ts'
import { type ProcessorTime, readProcessorTime } from './common/processor.ts'
import type { BenchSettings } from './common/settings.ts'
import { explainSlow } from './explain.ts'
import {
  fillOperations,
  type OperationsShape,
  type Sample,
  sampleOperations,
  someMonths,
} from './fill/fill-operations.ts'
import { QUESTIONS, type Question } from './operations-questions.ts'

/** Of an institution of 1,000 ATMs, and of who sees all of them. */
const P95_GOAL_MS = { institution: 25, unrestricted: 250 } as const
const MID_ATMS = 1_000
const DAYS = 90
const DAYS_WITH_EVENTS = 30
const INCIDENTS_PER_ATM = 10
const LARGE_FACTOR = 10
const WARM_UP_CALLS = 10
const MOST_CALLS = 400
/** A statement is looked at where it takes this part of the goal: a request has some. */
const EXPLAINED_SHARE = 0.2

type Caller = {
  readonly name: string
  readonly token: string
  readonly samples: readonly Sample[]
  /** What the p95 may be; null for one who is measured for comparison only. */
  readonly goalMs: number | null
  readonly leastCalls: number
}

/** What one caller waited for one answer. */
type Cell = {
  readonly caller: Caller
  readonly question: Question
  readonly ms: number[]
  /** Processor time of all these calls: what is waited for on a loaded machine says less. */
  processorMs: { platform: number; database: number }
  bytes: number
  failure: string | null
}

const NOTHING_YET = { processorMs: { platform: 0, database: 0 }, bytes: 0, failure: null }

const callersOf = async (url: string, shape: OperationsShape): Promise<Caller[]> => {
  const several = [MID, 'BANK3', 'BANK4', 'BANK5', 'BANK6']
  const caller = async (name: string, institutions: readonly string[], token: Promise<string>) => ({
    name,
    token: await token,
    samples: await sampleOperations(url, institutions, shape),
  })
  return [
    {
      ...(await caller(
        `one of ${countText(MID_ATMS)} ATMs`,
        [MID],
        tokenFor({ role: 'MSP_ADMIN', institutions: [MID] }),
      )),
      goalMs: P95_GOAL_MS.institution,
      leastCalls: 20,
    },
    {
      ...(await caller('five institutions', several, tokenFor({ role: 'MSP_ADMIN', institutions: several }))),
      goalMs: null,
      leastCalls: 3,
    },
    {
      ...(await caller('unrestricted', [], tokenFor({ role: 'ADMIN' }))),
      goalMs: P95_GOAL_MS.unrestricted,
      leastCalls: 5,
    },
  ]
}

/** Whether the name of a question contains one of these texts; those of all, where there are none. */
const isAsked = (name: string, parts: readonly string[]): boolean =>
  parts.length === 0 || parts.some((part) => name.includes(part))

const askOne = async (http: HttpClient, { caller, question }: Cell, n: number): Promise<Buffer> => {
  const sample = caller.samples[(n * 7) % caller.samples.length]
  if (sample === undefined) throw new Error(`${caller.name} has no ATMs`)
  const { method, path, body } = question.ask(sample)
  const answer = await http.request(method, path, caller.token, body)
  const failed = answer.status !== 200 || answer.body.subarray(0, 20).includes('{"errors"')
  if (failed) throw new Error(`${question.name} was answered with ${answer.status}: ${answer.body.subarray(0, 500)}`)
  return answer.body
}

const warmUp = async (http: HttpClient, cell: Cell, seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1_000
  for (let n = 0; n < WARM_UP_CALLS && performance.now() < until; n += 1) await askOne(http, cell, n)
}

type Measuring = { readonly http: HttpClient; readonly processor: () => ProcessorTime; readonly seconds: number }

/** One call after the other, each of another sample, for `seconds`. */
const measure = async ({ http, processor, seconds }: Measuring, cell: Cell): Promise<void> => {
  const before = processor()
  const until = performance.now() + seconds * 1_000
  for (let from = performance.now(); cell.ms.length < MOST_CALLS; from = performance.now()) {
    if (from > until && cell.ms.length >= cell.caller.leastCalls) break
    cell.bytes = (await askOne(http, cell, WARM_UP_CALLS + cell.ms.length)).length
    cell.ms.push(performance.now() - from)
  }
  const after = processor()
  const used = (of: 'platformMs' | 'databaseMs') => (after[of] ?? Number.NaN) - (before[of] ?? Number.NaN)
  cell.processorMs = { platform: used('platformMs'), database: used('databaseMs') }
}

/** A question that fails is reported at the end, and does not keep the others from being measured. */
const orFailure = (cell: Cell, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    cell.failure = error instanceof Error ? error.message : String(error)
  })

const isMissed = ({ caller, ms, failure }: Cell): boolean =>
  caller.goalMs !== null && (failure !== null || percentile(ms, 0.95) > caller.goalMs)

const report = (cells: readonly Cell[], { print }: BenchSettings): void => {
  const rows = cells
    .filter(({ failure }) => failure === null)
    .map(({ question, caller, ms, bytes, processorMs }) => [
      question.name,
      caller.name,
      countText(ms.length),
      ...[0.5, 0.95, 0.99].map((share) => msText(percentile(ms, share))),
      msText(processorMs.platform / ms.length),
      msText(processorMs.database / ms.length),
      (bytes / 1_000).toFixed(1),
    ])
  const heads = ['', 'caller', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'platform', 'PostgreSQL', 'kB']
  print(`\n${tableOf([heads, ...rows])}`)
  print('Platform, PostgreSQL: processor time a call, in ms.\n')
  for (const cell of cells.filter(({ caller }) => caller.goalMs !== null)) {
    const { question, caller } = cell
    const came = cell.failure ?? `p95 ${msText(percentile(cell.ms, 0.95))} ms`
    print(`${question.name}, ${caller.name}: ${came}, goal ${caller.goalMs}: ${verdict(!isMissed(cell))}`)
  }
}

/** Asks once more what missed its goal, with the plans of the statements. */
const explain = async (life: Lifecycle, database: BenchDatabase, cells: readonly Cell[], settings: BenchSettings) => {
  const slow = cells.filter((cell) => cell.failure === null && isMissed(cell))
  const thresholdMs = P95_GOAL_MS.institution * EXPLAINED_SHARE
  await explainSlow(database, thresholdMs, settings.print, async (section) => {
    const platform = await openPlatform(life, database.urls)
    const http = createHttpClient(platform.url, 1)
    for (const cell of slow)
      await section(`${cell.question.name}, ${cell.caller.name}`, async () => {
        for (let n = 0; n < 3; n += 1) await askOne(http, cell, n)
      })
    await http.close()
    await platform.stop()
  })
}

/** What operators look at, over HTTP and the graph, in a fleet with a million incidents, ten million with `--large`. */
export const benchOperations = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds } = settings
  const incidentsPerAtm = INCIDENTS_PER_ATM * (settings.large ? LARGE_FACTOR : 1)
  const shape: OperationsShape = {
    ...shapeOf(Math.max(...settings.atms), MID_ATMS * 10),
    incidentsPerAtm,
    days: DAYS,
    daysWithEvents: DAYS_WITH_EVENTS,
    past: someMonths(incidentsPerAtm),
  }
  const database = await openDatabase(life, settings.dataDir)
  print(`Filling ${countText(shape.atms)} ATMs with ${countText(shape.atms * shape.incidentsPerAtm)} incidents`)
  await fillOperations(database.urls.superuser, shape, print)
  const callers = await callersOf(database.urls.superuser, shape)
  const platform = await openPlatform(life, database.urls)
  await delay(SETTLING_MS)
  print('Warming up')
  const http = createHttpClient(platform.url, 1)
  const cells = QUESTIONS.filter(({ name }) => isAsked(name, settings.parts)).flatMap((question) =>
    callers.map((caller): Cell => ({ caller, question, ms: [], ...NOTHING_YET })),
  )
  const processor = () => readProcessorTime(platform.pid, database.serverPid)
  for (const cell of cells) await orFailure(cell, warmUp(http, cell, seconds))
  print(`Measuring; load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  for (const cell of cells)
    if (cell.failure === null) await orFailure(cell, measure({ http, processor, seconds }, cell))
  print(`Measured; load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  await http.close()
  await platform.stop()
  report(cells, settings)
  if (settings.explain) await explain(life, database, cells, settings)
}
