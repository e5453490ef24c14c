import { performance } from 'node:perf_hooks'
import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'
import { createHttpClient, type HttpClient } from '../common/callers.ts'
import { countText, msText, percentile, tableOf, verdict } from '../common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from '../common/platform.ts'
import type { BenchSettings } from '../common/settings.ts'
import {
  fillTransactions,
  institutionKeyOf,
  type Sample,
  sampleTransactions,
  type TransactionShape,
} from '../fill/fill-transactions.ts'
import type { JournalPart } from './journals.ts'

const P95_GOAL_MS = 50
const SHAPE: TransactionShape = { transactions: 5_000_000, atms: 5_000, institutions: 20, days: 180, hotDays: 90 }
const LARGE_FACTOR = 10
const SAMPLES = 5_000
const WARM_UP_CALLS = 20
/**
 * Calls of one kind; what takes long ends with the time of its phase, and is asked often enough for a p95
 * nevertheless.
 */
const CALLS = { least: 20, most: 400 }
const CSV_DAYS = 30

type Question = {
  readonly name: string
  /** True for what is to be answered within the goal. */
  readonly isGoal?: true
  readonly path: (sample: Sample, today: string) => string
}

const TRANSACTIONS = '/journal/api/journal/transactions'
const since = (today: string, days: number) => `dateFrom=${addDays(today, -days)}&dateTo=${today}`
const around = (day: string, days: number) => `dateFrom=${addDays(day, -days)}&dateTo=${addDays(day, days)}`

const QUESTIONS: readonly Question[] = [
  { name: 'card, 30 days', isGoal: true, path: (s) => `${TRANSACTIONS}?card=${s.cardLast4}&${around(s.day, 15)}` },
  {
    name: 'card, 180 days',
    isGoal: true,
    path: (s, today) => `${TRANSACTIONS}?card=${s.cardLast4}&${since(today, 180)}`,
  },
  {
    name: 'reference, 30 days',
    isGoal: true,
    path: (s) => `${TRANSACTIONS}?reference=${s.reference}&${around(s.day, 15)}`,
  },
  {
    name: 'reference, 180 days',
    isGoal: true,
    path: (s, today) => `${TRANSACTIONS}?reference=${s.reference}&${since(today, 180)}`,
  },
  {
    name: 'audit number, 180 days',
    isGoal: true,
    path: (s, today) => `${TRANSACTIONS}?stan=${s.stan}&${since(today, 180)}`,
  },
  {
    name: 'authorisation code, 180 days',
    isGoal: true,
    path: (s, today) => `${TRANSACTIONS}?authorisationCode=${s.authorisationCode}&${since(today, 180)}`,
  },
  {
    name: 'terminal and host date, 30 days',
    isGoal: true,
    path: (s) => `${TRANSACTIONS}?terminalId=${s.terminalId}&hostDate=${s.day}&${around(s.day, 15)}`,
  },
  { name: 'any conflict, 30 days', path: (s) => `${TRANSACTIONS}?conflict=ANY&${around(s.day, 15)}` },
  {
    name: 'card of an ATM, 1 day',
    path: (s) => `${TRANSACTIONS}?card=${s.cardLast4}&agentAtmId=${s.agentAtmId}&${around(s.day, 0)}`,
  },
  { name: 'one by its id', path: (s) => `${TRANSACTIONS}/${s.id}` },
  { name: 'page 1, today', path: () => TRANSACTIONS },
  { name: 'page 1, 90 days', path: (_s, today) => `${TRANSACTIONS}?${since(today, 89)}` },
  { name: 'after a row, 180 days', path: (s, today) => `${TRANSACTIONS}?${since(today, 180)}&after=${s.id}` },
  { name: 'page 1,000, 180 days', path: (_s, today) => `${TRANSACTIONS}?${since(today, 180)}&page=1000` },
  { name: 'rare host code, 30 days', path: (s) => `${TRANSACTIONS}?hostCode=041&${around(s.day, 15)}` },
  { name: 'amounts, 30 days', path: (s) => `${TRANSACTIONS}?amountFrom=5900&${around(s.day, 15)}` },
  {
    name: 'approved and retracted, 90 days',
    path: (_s, today) => `${TRANSACTIONS}?verdict=APPROVED&cashOutcome=RETRACTED&${since(today, 89)}`,
  },
  { name: 'summary, up to 90 days', path: (s, today) => `${TRANSACTIONS}/summary?${since(today, s.id % 90)}` },
  { name: 'top ATMs, 30 days', path: (_s, today) => `${TRANSACTIONS}/top-atms?${since(today, 29)}` },
]

type Caller = { readonly name: string; readonly token: string; readonly sees: (sample: Sample) => boolean }
type Cell = { readonly caller: string; readonly question: Question; readonly ms: number[] }
type Asking = { readonly http: HttpClient; readonly samples: readonly Sample[]; readonly today: string }

/** One call after the other, each of another sample, for `seconds`. */
const measure = async (asking: Asking, caller: Caller, question: Question, seconds: number): Promise<Cell> => {
  const own = asking.samples.filter(caller.sees)
  const cell: Cell = { caller: caller.name, question, ms: [] }
  const ask = async (n: number): Promise<void> => {
    const sample = own[(n * 7) % own.length]
    if (sample === undefined) throw new Error(`${caller.name} has no transactions`)
    const { status, body } = await asking.http.request('GET', question.path(sample, asking.today), caller.token)
    if (status !== 200) throw new Error(`${question.name} was answered with ${status}: ${body}`)
  }
  const warm = performance.now() + seconds * 1_000
  for (let n = 0; n < WARM_UP_CALLS && performance.now() < warm; n += 1) await ask(n)
  const until = performance.now() + seconds * 1_000
  for (let from = performance.now(); cell.ms.length < CALLS.most; from = performance.now()) {
    if (from > until && cell.ms.length >= CALLS.least) break
    await ask(WARM_UP_CALLS + cell.ms.length)
    cell.ms.push(performance.now() - from)
  }
  return cell
}

/** Streams a month as CSV and throws it away. Returns rows and bytes a second. */
const measureCsv = async (url: string, token: string, today: string) => {
  const from = performance.now()
  const path = `${TRANSACTIONS}?format=csv&${since(today, CSV_DAYS - 1)}`
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || answer.body === null) throw new Error(`the CSV was answered with ${answer.status}`)
  let [rows, bytes, firstMs] = [-1, 0, 0]
  for await (const chunk of answer.body) {
    if (bytes === 0) firstMs = performance.now() - from
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) rows += 1
  }
  return { rows, bytes, firstMs, seconds: (performance.now() - from) / 1_000 }
}

const callersOf = async (): Promise<Caller[]> => {
  const largest = institutionKeyOf(0)
  const ownOf = (keys: readonly string[]) => (sample: Sample) => keys.includes(sample.institutionKey)
  const five = Array.from({ length: 5 }, (_, number) => institutionKeyOf(number + 5))
  return [
    {
      name: 'one institution',
      token: await tokenFor({ role: 'USER', institutions: [largest] }),
      sees: ownOf([largest]),
    },
    { name: 'five institutions', token: await tokenFor({ role: 'MSP_ADMIN', institutions: five }), sees: ownOf(five) },
    { name: 'unrestricted', token: await tokenFor({ role: 'ADMIN' }), sees: () => true },
  ]
}

const report = (cells: readonly Cell[], { print }: BenchSettings): void => {
  const rows = cells.map(({ question, caller, ms }) => [
    question.name,
    caller,
    countText(ms.length),
    ...[0.5, 0.95, 0.99].map((share) => msText(percentile(ms, share))),
  ])
  print(`\n${tableOf([['', 'caller', 'calls', 'p50 ms', 'p95 ms', 'p99 ms'], ...rows])}\n`)
  for (const { question, caller, ms } of cells) {
    if (question.isGoal === undefined) continue
    const p95 = percentile(ms, 0.95)
    print(`${question.name}, ${caller}: p95 ${msText(p95)} ms, goal ${P95_GOAL_MS}: ${verdict(p95 <= P95_GOAL_MS)}`)
  }
}

/** Finding transactions over HTTP among 5 million of them, 50 million with `--large`, hot and cold. */
export const benchSearch: JournalPart = async (life, settings) => {
  const { print, seconds } = settings
  const shape = settings.large ? { ...SHAPE, transactions: SHAPE.transactions * LARGE_FACTOR } : SHAPE
  const database = await openDatabase(life, settings.dataDir)
  print(`Filling ${countText(shape.transactions)} transactions of ${countText(shape.atms)} ATMs and ${shape.days} days`)
  await fillTransactions(database.urls.superuser, shape, print)
  const samples = await sampleTransactions(database.urls.superuser, SAMPLES)
  const platform = await openPlatform(life, database.urls)
  const asking = { http: createHttpClient(platform.url, 1), samples, today: localDateOf(new Date(), 'UTC') }
  const callers = await callersOf()
  const cells: Cell[] = []
  for (const question of QUESTIONS)
    for (const caller of callers) cells.push(await measure(asking, caller, question, seconds))
  report(cells, settings)
  for (const { name, token } of callers) {
    const { rows, bytes, firstMs, seconds: took } = await measureCsv(platform.url, token, asking.today)
    print(
      `CSV of ${CSV_DAYS} days, ${name}: ${countText(rows)} rows, ${countText(rows / took)} rows/s, ` +
        `${(bytes / took / 1e6).toFixed(1)} MB/s, first byte after ${msText(firstMs)} ms`,
    )
  }
  await asking.http.close()
  await platform.stop()
}
