import { createServer, type ServerResponse } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from './common/platform.ts'
import type { BenchSettings } from './common/settings.ts'

/** Operations that the faulty service has no part in; measured. */
const BESIDE = JSON.stringify({ query: '{ atmSummary { total connected } openIncidentCount { count } }' })
/** Operations that need it. */
const NEEDING = JSON.stringify({ query: '{ vendors { uuid name } atmSummary { total } }' })
const ANSWER = '{"data":{"vendors":[]}}'
const PER_SECOND = { beside: 50, needing: 25 }
const WARM_UP_SECONDS = 4
/** What is under way when a service stops to answer ends within its timeout. */
const SETTLE_SECONDS = 4
const P99_GOAL = 1.5

type Load = { readonly latenciesMs: readonly number[]; readonly statuses: ReadonlyMap<string, number> }
type Sending = { readonly http: HttpClient; readonly token: string; readonly seconds: number }

/** Sends at a fixed rate, whatever was answered; latencies count from the moment at which a request was due. */
const runOpenLoop = async ({ http, token, seconds }: Sending, body: string, perSecond: number): Promise<Load> => {
  const latenciesMs: number[] = []
  const statuses = new Map<string, number>()
  const underWay: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const due = startedAt + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const post = http.request('POST', '/graphql', token, body).then(({ status, body: answer }) => {
      latenciesMs.push(performance.now() - due)
      const what = `${status}${answer.includes('"errors"') ? ' with errors' : ''}`
      statuses.set(what, (statuses.get(what) ?? 0) + 1)
    })
    underWay.push(post)
  }
  await Promise.all(underWay)
  return { latenciesMs, statuses }
}

const runBoth = async (sending: Sending): Promise<{ readonly beside: Load; readonly needing: Load }> => {
  const [beside, needing] = await Promise.all([
    runOpenLoop(sending, BESIDE, PER_SECOND.beside),
    runOpenLoop(sending, NEEDING, PER_SECOND.needing),
  ])
  return { beside, needing }
}

/** A service that answers, or takes requests and never answers them. */
const openService = (life: Lifecycle) =>
  life.open({
    name: 'the service',
    atLeastMs: 100,
    async open() {
      let hangs = false
      const held = new Set<ServerResponse>()
      const server = createServer((request, response) => {
        request.resume()
        if (hangs) held.add(response)
        else response.setHeader('content-type', 'application/json').end(ANSWER)
      })
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : null
      return {
        server,
        url: `http://127.0.0.1:${port}`,
        hang(on: boolean) {
          hangs = on
          for (const response of held) response.destroy()
          held.clear()
        },
      }
    },
    async close({ server }) {
      server.closeAllConnections()
      server.close()
    },
  })

const statusesText = ({ statuses }: Load): string =>
  [...statuses].map(([status, times]) => `${status} × ${countText(times)}`).join(', ')

/** What operations notice of a service that hangs and that they do not need, as a ratio to when it answers. */
export const benchOutage = async (life: Lifecycle, { print, seconds, rounds, dataDir }: BenchSettings) => {
  const service = await openService(life)
  const database = await openDatabase(life, dataDir)
  const platform = await openPlatform(life, database.urls, { CLAIMS_URL: service.url })
  const http = createHttpClient(platform.url, 512)
  const token = await tokenFor({ role: 'MSP_ADMIN', institutions: ['BANK1'] })
  await runBoth({ http, token, seconds: WARM_UP_SECONDS })
  const measured: { readonly answering: Load; readonly hanging: Load }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    service.hang(false)
    await runBoth({ http, token, seconds: SETTLE_SECONDS })
    const answering = await runBoth({ http, token, seconds })
    service.hang(true)
    const hanging = await runBoth({ http, token, seconds })
    const load = loadavg()[0]?.toFixed(1)
    print(`round ${round}: those that need the service were answered ${statusesText(hanging.needing)}; load ${load}`)
    print(`round ${round}: the others ${statusesText(hanging.beside)}`)
    measured.push({ answering: answering.beside, hanging: hanging.beside })
  }
  service.hang(false)
  const all = (of: 'answering' | 'hanging') => measured.flatMap((round) => round[of].latenciesMs)
  const row = (name: string, share: number): string[] => {
    const [before, during] = [percentile(all('answering'), share), percentile(all('hanging'), share)]
    return [name, msText(before), msText(during), `${(during / before).toFixed(2)}×`]
  }
  const heads = ['operations that do not need the service', 'it answers, ms', 'it hangs, ms', '']
  print(`\n${tableOf([heads, row('p50', 0.5), row('p95', 0.95), row('p99', 0.99)])}`)
  const ratio = percentile(all('hanging'), 0.99) / percentile(all('answering'), 0.99)
  print(`p99 at most ${P99_GOAL}×: ${verdict(ratio <= P99_GOAL)} (${ratio.toFixed(2)}×)`)
  await http.close()
  await platform.stop()
}
