import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { readTrustedDocuments } from '../../../gateway/federation/trusted-documents.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from '../common/callers.ts'
import { countText } from '../common/figures.ts'
import { agentAtmIdOf, institutionOf, MID } from '../common/fleet.ts'
import {
  type BenchDatabase,
  type BenchPlatform,
  openDatabase,
  openPlatform,
  SETTLING_MS,
  tokenFor,
} from '../common/platform.ts'
import type { BenchSettings } from '../common/settings.ts'
import { printSizes, readTableSizes } from '../common/storage.ts'
import { fillHistory, type HistoryShape } from '../fill/fill-history.ts'
import { STATEMENTS_MODULE } from '../statements.ts'
import { costOf, grownStatement, heaviestNode } from './plan-growth.ts'
import { openPlanLog, type PlanLog } from './plan-log.ts'
import {
  type PlanQuestion,
  type PlanSample,
  questionsOfDocuments,
  questionsOfOperators,
  questionsOfRoutes,
} from './plan-questions.ts'
import {
  type Answers,
  type Grown,
  grownOf,
  keyOf,
  NOT_ALLOWED,
  type Outcome,
  printCosts,
  printFailures,
} from './plan-report.ts'
import { failureOf, readSamples, sendJournal } from './plan-samples.ts'
import { openStatementLog, type Statement, type StatementLog } from './statement-log.ts'

/**
 * Days of history of the whole run, and of a short one: the youngest has the month that most periods are of, so that
 * what asks for a month finds as much at each age.
 */
const DAYS = { large: [32, 100, 1_000], short: [32, 320] } as const
const ATMS = 300
/** After the first one, which is not timed. */
const REQUESTS = 2
const IDLE_MS = 10_000
/** So many plans are shown of what grows, and as much of their statements. */
const EXPLAINED = 60
const SHOWN_OF_STATEMENT = 300
const OPEN_API = new URL('../../../schema/openapi/platform.json', import.meta.url)

type Print = BenchSettings['print']
type Caller = { readonly name: string; readonly token: string; readonly samples: readonly PlanSample[] }

const shapeOf = (days: number): HistoryShape => ({
  atms: ATMS,
  mid: Math.floor(ATMS / 3),
  large: Math.floor(ATMS / 3),
  days,
})

const questionsOf = (days: number, parts: readonly string[]): readonly PlanQuestion[] =>
  [
    ...questionsOfRoutes(JSON.parse(readFileSync(OPEN_API, 'utf8')), days),
    ...questionsOfDocuments(readTrustedDocuments().values()),
    ...questionsOfOperators(),
  ].filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))

const callersOf = async (
  { urls }: BenchDatabase,
  shape: HistoryShape,
  platform: BenchPlatform,
): Promise<readonly Caller[]> => {
  const atm = Array.from({ length: shape.atms }, (_, n) => n + 1).find((id) => institutionOf(id, shape) === MID) ?? 1
  const agent = await tokenFor({ role: 'AGENT', institutions: [MID] })
  const printed = await sendJournal(platform, agent, urls.superuser, agentAtmIdOf(atm))
  return [
    {
      name: 'an institution',
      token: await tokenFor({ role: 'MSP_ADMIN', institutions: [MID], userId: 'user-1' }),
      samples: await readSamples(urls.superuser, [MID], printed),
    },
    {
      name: 'unrestricted',
      token: await tokenFor({ role: 'ADMIN', userId: 'user-2' }),
      samples: await readSamples(urls.superuser, [], printed),
    },
  ]
}

type Asked = {
  readonly http: HttpClient
  readonly log: StatementLog
  /** The statements that the platform carries out while no one asks anything. */
  readonly idle: ReadonlySet<string>
  readonly callers: readonly Caller[]
}

const sampleOf = ({ samples, name }: Caller, n: number): PlanSample => {
  const sample = samples[n % samples.length]
  if (sample === undefined) throw new Error(`${name} has nothing to ask for`)
  return sample
}

const isOfRole = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 403 || text.includes('may not do this')

/** What some requests cost, in time but for the first one; or why they are refused. */
const outcomeOf = async ({ http, log, idle }: Asked, caller: Caller, { ask }: PlanQuestion): Promise<Outcome> => {
  const ms: number[] = []
  const requests: (readonly Statement[])[] = []
  for (let n = 0; n <= REQUESTS; n += 1) {
    const request = ask(sampleOf(caller, n))
    await log.take()
    const from = performance.now()
    const failure = await failureOf(http, caller.token, request)
    if (n > 0) ms.push(performance.now() - from)
    if (failure !== null) return { failure: isOfRole(failure) ? NOT_ALLOWED : `${failure.status}: ${failure.text}` }
    requests.push(await log.take())
  }
  return { cost: costOf(requests, ms, (text) => idle.has(text)) }
}

const listenToIdle = async (log: StatementLog): Promise<ReadonlySet<string>> => {
  await log.take()
  await delay(IDLE_MS)
  return new Set((await log.take()).map(({ text }) => text))
}

type Age = Asked & { close(): Promise<void> }

/** Fills the history of an age, and starts the platform on it. */
const openAge = async (life: Lifecycle, database: BenchDatabase, days: number, print: Print): Promise<Age> => {
  const shape = shapeOf(days)
  print(`\n${countText(days)} days of ${countText(shape.atms)} ATMs`)
  await fillHistory(database.urls.superuser, shape, print)
  printSizes(await readTableSizes(database.urls.superuser), print)
  const platform = await openPlatform(life, database.urls)
  const http = createHttpClient(platform.url, 1)
  const callers = await callersOf(database, shape, platform)
  await delay(SETTLING_MS)
  const log = await openStatementLog(database)
  return {
    http,
    log,
    callers,
    idle: await listenToIdle(log),
    async close() {
      await log.close()
      await http.close()
      await platform.stop()
    },
  }
}

const measure = async (age: Age, questions: readonly PlanQuestion[], print: Print): Promise<Answers> => {
  print(`  ${countText(questions.length)} questions of ${age.callers.length} callers`)
  const answers = new Map<string, Outcome>()
  for (const question of questions)
    for (const caller of age.callers) answers.set(keyOf(question, caller), await outcomeOf(age, caller, question))
  printFailures(answers, print)
  return answers
}

/** Prints the statements that read more than before, and the nodes of their plans that read most. */
const explain = async (
  { http }: Age,
  plans: PlanLog,
  cells: readonly Grown<Caller, PlanQuestion>[],
  print: Print,
): Promise<void> => {
  for (const { caller, question, before, after } of cells.slice(0, EXPLAINED)) {
    const request = question.ask(sampleOf(caller, 0))
    const plan = await plans.heaviestOf(() => failureOf(http, caller.token, request))
    print(`\n${keyOf(question, caller)}: ${plan === null ? 'answered from memory' : heaviestNode(plan)}`)
    print(`    ${grownStatement(before, after).slice(0, SHOWN_OF_STATEMENT)}`)
  }
}

/** What every question of a user reads, at several ages of one fleet: none may read more because of its age. */
export const benchPlans = async (life: Lifecycle, { large, parts, dataDir, print }: BenchSettings): Promise<void> => {
  const days = large ? DAYS.large : DAYS.short
  const database = await openDatabase(life, dataDir, STATEMENTS_MODULE)
  const plans = await openPlanLog(database)
  const all: Answers[] = []
  for (const [n, old] of days.entries()) {
    const age = await openAge(life, database, old, print)
    const questions = questionsOf(old, parts)
    all.push(await measure(age, questions, print))
    if (n > 0) {
      printCosts(days.slice(0, n + 1), all, print)
      await explain(age, plans, grownOf(age.callers, questions, all), print)
    }
    await age.close()
  }
  await plans.close()
}
