import { loadavg } from 'node:os'
import { createHttpClient, type HttpClient } from '../common/callers.ts'
import { countText, msText, percentile, tableOf, verdict } from '../common/figures.ts'
import { LARGE, MID } from '../common/fleet.ts'
import { tokenFor } from '../common/platform.ts'
import type { BenchSettings } from '../common/settings.ts'
import { agentsOf, type Calm, runCalm } from '../flood.ts'
import type { CostlyOperation } from './graph-operations.ts'

const CLIENTS = 10
const AGENTS = 20
const EVENTS_PER_SECOND = 50
const WARM_UP_SECONDS = 2
/** What the other institution may wait, as a ratio to what it waits while nothing else is asked for. */
const P99_GOAL = 2

/** Ten clients that send one operation after the other, each text a new one, until they are stopped. */
const startClients = (http: HttpClient, token: string, operations: readonly CostlyOperation[]) => {
  const statuses = new Map<number, number>()
  let isStopped = false
  const work = async (client: number): Promise<void> => {
    for (let n = 0; !isStopped; n += 1) {
      const { text } = operations[(client + n) % operations.length] ?? { text: '{ __typename }' }
      const query = text.replace('{', `query Client${client}Sends${n} {`)
      const { status, body } = await http.request('POST', '/graphql', token, JSON.stringify({ query }))
      const shown = status === 200 && body.subarray(0, 20).includes('"errors"') ? 503 : status
      statuses.set(shown, (statuses.get(shown) ?? 0) + 1)
    }
  }
  const done = Promise.all(Array.from({ length: CLIENTS }, (_value, client) => work(client)))
  return {
    async stop(): Promise<string> {
      isStopped = true
      await done
      return [...statuses].map(([status, times]) => `${status} × ${countText(times)}`).join(', ')
    },
  }
}

/** What ingest of another institution notices of ten clients of one that send the most expensive operations. */
export const measureBeside = async (
  url: string,
  operations: readonly CostlyOperation[],
  { print, seconds, rounds }: BenchSettings,
): Promise<void> => {
  const http = createHttpClient(url, 64)
  const clients = createHttpClient(url, CLIENTS)
  const agents = await agentsOf(MID, AGENTS)
  const token = await tokenFor({ role: 'MSP_ADMIN', institutions: [LARGE] })
  const calm = () => runCalm(http, agents, seconds, EVENTS_PER_SECOND)
  await runCalm(http, agents, WARM_UP_SECONDS, EVENTS_PER_SECOND)
  const measured: { readonly idle: Calm; readonly beside: Calm }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const idle = await calm()
    const running = startClients(clients, token, operations)
    const beside = await calm()
    print(`round ${round}: ten clients were answered ${await running.stop()}; load ${loadavg()[0]?.toFixed(1)}`)
    measured.push({ idle, beside })
  }
  const all = (of: 'idle' | 'beside') => measured.flatMap((round) => round[of].latenciesMs)
  const row = (name: string, share: number) => {
    const [idle, beside] = [percentile(all('idle'), share), percentile(all('beside'), share)]
    return [name, msText(idle), msText(beside), `${(beside / idle).toFixed(1)}×`]
  }
  const head = ['ingest of another institution', 'idle ms', 'beside ms', '']
  print(`\n${tableOf([head, row('p50', 0.5), row('p95', 0.95), row('p99', 0.99)])}`)
  const ratio = percentile(all('beside'), 0.99) / percentile(all('idle'), 0.99)
  const failed = measured.reduce((sum, { idle, beside }) => sum + idle.failed + beside.failed, 0)
  print(
    `p99 at most ${P99_GOAL}× idle, nothing refused: ${verdict(ratio <= P99_GOAL && failed === 0)} ` +
      `(${ratio.toFixed(1)}×, ${failed} failed)`,
  )
  await http.close()
  await clients.close()
}
