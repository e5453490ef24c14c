import { performance } from 'node:perf_hooks'
import { pathOf } from '../../../schema/client/rest.ts'
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

type Filter = NonNullable<Parameters<typeof pathOf<typeof TRANSACTIONS>>[1]['query']>

const since = (today: string, days: number): Filter => ({ dateFrom: addDays(today, -days), dateTo: today })
const around = (day: string, days: number): Filter => ({ dateFrom: addDays(day, -days), dateTo: addDays(day, days) })

const find = (name: string, filter: (sample: Sample, today: string) => Filter, isGoal?: true): Question => ({
  name,
  ...(isGoal === undefined ? {} : { isGoal }),
  path: (sample, today) => pathOf(TRANSACTIONS, { query: filter(sample, today) }),
})

const QUESTIONS: readonly Question[] = [
  find('card, 30 days', (s) => ({ card: s.cardLast4, ...around(s.day, 15) }), true),
  find('card, 180 days', (s, today) => ({ card: s.cardLast4, ...since(today, 180) }), true),
  find('reference, 30 days', (s) => ({ reference: s.reference, ...around(s.day, 15) }), true),
  find('reference, 180 days', (s, today) => ({ reference: s.reference, ...since(today, 180) }), true),
  find('audit number, 180 days', (s, today) => ({ stan: s.stan, ...since(today, 180) }), true),
  find(
    'authorisation code, 180 days',
    (s, today) => ({ authorisationCode: s.authorisationCode, ...since(today, 180) }),
    true,
  ),
  find(
    'terminal and host date, 30 days',
    (s) => ({ terminalId: s.terminalId, hostDate: s.day, ...around(s.day, 15) }),
    true,
  ),
  find('any conflict, 30 days', (s) => ({ conflict: 'ANY', ...around(s.day, 15) })),
  find('card of an ATM, 1 day', (s) => ({ card: s.cardLast4, agentAtmId: s.agentAtmId, ...around(s.day, 0) })),
  { name: 'one by its id', path: ({ id }) => pathOf(`${TRANSACTIONS}/{id}`, { path: { id } }) },
  find('page 1, today', () => ({})),
  find('page 1, 90 days', (_s, today) => since(today, 89)),
  find('after a row, 180 days', (s, today) => ({ ...since(today, 180), after: s.id })),
  find('page 1,000, 180 days', (_s, today) => ({ ...since(today, 180), page: 1000 })),
  find('rare host code, 30 days', (s) => ({ hostCode: '041', ...around(s.day, 15) })),
  find('amounts, 30 days', (s) => ({ amountFrom: '5900', ...around(s.day, 15) })),
  find('approved and retracted, 90 days', (_s, today) => ({
    verdict: 'APPROVED',
    cashOutcome: 'RETRACTED',
    ...since(today, 89),
  })),
  {
    name: 'summary, up to 90 days',
    path: (s, today) => pathOf(`${TRANSACTIONS}/summary`, { query: since(today, s.id % 90) }),
  },
  { name: 'top ATMs, 30 days', path: (_s, today) => pathOf(`${TRANSACTIONS}/top-atms`, { query: since(today, 29) }) },
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
