import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { newEvent } from './common/events.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from './common/platform.ts'
import type { BenchSettings } from './common/settings.ts'
import type { FloodReport, FloodTask } from './flood.worker.ts'

/** What floods: its rate is several times what it may send. */
type Flood = {
  readonly name: string
  readonly agents: number
  readonly requestsPerSecond: number
  readonly batch: number
}

const LIMITS = { agent: 100, institution: 500 }
const FLOODS: readonly Flood[] = [
  { name: 'one agent, 10 × its limit', agents: 1, requestsPerSecond: 1_000, batch: 1 },
  { name: 'an institution, 4 × its limit', agents: 100, requestsPerSecond: 2_000, batch: 1 },
  { name: 'its batches of 500, 8 × its limit', agents: 100, requestsPerSecond: 8, batch: 500 },
]
/** The other institution: so many events a second, each measured from the moment it was due. */
const CALM_PER_SECOND = 100
const CALM_AGENTS = 20
const WARM_UP_SECONDS = 4
/** What had gathered in its buckets is gone by then. */
const SETTLE_SECONDS = 6
const GOALS = { p50: 2, p99: 4 }

type Agent = FloodTask['agents'][number]

/** So many agents of an institution, each with its token. */
export const agentsOf = (institution: string, count: number): Promise<Agent[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const agentAtmId = `${institution}-${n + 1}`
      return { agentAtmId, token: await tokenFor({ role: 'AGENT', institutions: [institution], agentAtmId }) }
    }),
  )

export type Calm = { readonly latenciesMs: readonly number[]; readonly failed: number }

/** Sends at a fixed rate for a while; latencies count from the moment at which an event was due. */
export const runCalm = async (
  http: HttpClient,
  agents: readonly Agent[],
  seconds: number,
  perSecond = CALM_PER_SECOND,
): Promise<Calm> => {
  const latenciesMs: number[] = []
  const underWay: Promise<void>[] = []
  let failed = 0
  const startedAt = performance.now()
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const due = startedAt + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const agent = agents[n % agents.length]
    if (agent === undefined) continue
    const body = JSON.stringify(newEvent(agent.agentAtmId))
    const post = http.request('POST', '/agent-proxy/api/journal-events', agent.token, body).then(({ status }) => {
      latenciesMs.push(performance.now() - due)
      if (status !== 201) failed += 1
    })
    underWay.push(post)
  }
  await Promise.all(underWay)
  return { latenciesMs, failed }
}

/** Starts a flood from a thread of its own; `stop` it. */
const startFlood = (task: FloodTask): { stop(): Promise<FloodReport> } => {
  const worker = new Worker(new URL('./flood.worker.ts', import.meta.url), { workerData: task })
  return {
    async stop() {
      const answer = once(worker, 'message')
      worker.postMessage('stop')
      const [report]: FloodReport[] = await answer
      await worker.terminate()
      if (report === undefined) throw new Error('the flood gave no report')
      return report
    },
  }
}

type Measured = { readonly flood: Flood; readonly before: Calm; readonly during: Calm; readonly report: FloodReport }

const statusesText = ({ statuses, unsent }: FloodReport): string =>
  [
    ...Object.entries(statuses).map(([status, times]) => `${status} × ${countText(times)}`),
    ...(unsent === 0 ? [] : [`unsent × ${countText(unsent)}`]),
  ].join(', ')

const ratioOf = ({ before, during }: Measured, share: number): number =>
  percentile(during.latenciesMs, share) / percentile(before.latenciesMs, share)

const report = (measured: readonly Measured[], print: BenchSettings['print']): void => {
  const rows = measured.flatMap((one) => {
    const cell = (calm: Calm, share: number) => msText(percentile(calm.latenciesMs, share))
    return [
      [
        one.flood.name,
        ...[0.5, 0.99].flatMap((share) => [
          cell(one.before, share),
          cell(one.during, share),
          `${ratioOf(one, share).toFixed(1)}×`,
        ]),
        String(one.before.failed + one.during.failed),
      ],
    ]
  })
  const head = ['what another institution notices of', 'p50 ms', 'beside', '', 'p99 ms', 'beside', '', 'failed']
  print(`\n${tableOf([head, ...rows])}\n`)
  for (const one of measured) print(`${one.flood.name}: ${statusesText(one.report)}`)
  for (const one of measured) {
    const [p50, p99] = [ratioOf(one, 0.5), ratioOf(one, 0.99)]
    const met = p50 <= GOALS.p50 && p99 <= GOALS.p99 && one.during.failed === 0
    print(`${one.flood.name}: goal p50 ≤ ${GOALS.p50}×, p99 ≤ ${GOALS.p99}×, nothing refused: ${verdict(met)}`)
  }
}

/** What an institution notices of another one that floods, in the same run: its latencies before and during it. */
export const benchFlood = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds, rounds } = settings
  print(
    `limits: ${LIMITS.agent}/s an agent, ${LIMITS.institution}/s an institution; ` +
      `the other one sends ${CALM_PER_SECOND}/s`,
  )
  print(
    `load of the machine before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
  const database = await openDatabase(life, settings.dataDir)
  const platform = await openPlatform(life, database.urls, {
    RATE_LIMIT_AGENT: `${LIMITS.agent}/s`,
    RATE_LIMIT_INSTITUTION: `${LIMITS.institution}/s`,
  })
  const http = createHttpClient(platform.url, 64)
  const calmAgents = await agentsOf('CALM', CALM_AGENTS)
  await runCalm(http, calmAgents, WARM_UP_SECONDS)
  const measured: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const flood of FLOODS) {
      const agents = await agentsOf('FLOOD', flood.agents)
      const before = await runCalm(http, calmAgents, seconds)
      const { requestsPerSecond, batch } = flood
      const flooding = startFlood({ url: platform.url, agents, requestsPerSecond, batch })
      await runCalm(http, calmAgents, SETTLE_SECONDS)
      const during = await runCalm(http, calmAgents, seconds)
      measured.push({ flood, before, during, report: await flooding.stop() })
      print(`round ${round}  ${flood.name}`)
      await delay(SETTLE_SECONDS * 1_000)
    }
  }
  report(measured, print)
  print(
    `load of the machine after: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
  await http.close()
}
