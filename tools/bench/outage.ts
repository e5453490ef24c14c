import { createServer, type ServerResponse } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient } from './common/callers.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from './common/platform.ts'
import type { BenchSettings } from './common/settings.ts'

const VENDOR = 'uuid name type contactName contactEmail contactPhone createdAt'

/** Operations of one kind, sent at a fixed rate by each of some institutions in turn. */
type Stream = {
  readonly name: string
  readonly query: string
  readonly perSecond: number
  readonly institutions: readonly string[]
  /** Whether the faulty service has a part in it; if not, it is measured. */
  readonly needsService: boolean
}

/** Expensive ones take turns. */
const STREAMS: readonly Stream[] = [
  {
    name: 'cheap',
    query: '{ atmSummary { total connected } openIncidentCount { count } }',
    perSecond: 50,
    institutions: ['BANK1'],
    needsService: false,
  },
  {
    name: 'expensive',
    query: '{ journalEventActivity(hoursBack: 24) { total } }',
    perSecond: 2,
    institutions: ['BANK1'],
    needsService: false,
  },
  {
    name: 'cheap, of the service',
    query: '{ vendors { uuid } atmSummary { total } }',
    perSecond: 25,
    institutions: ['BANK2'],
    needsService: true,
  },
  {
    name: 'expensive, of the service',
    query: `{ vendors { ${VENDOR} } }`,
    perSecond: 2,
    institutions: ['BANK3', 'BANK4', 'BANK5', 'BANK6'],
    needsService: true,
  },
]
const ANSWER = '{"data":{"vendors":[]}}'
const WARM_UP_SECONDS = 4
/** What is under way when a service stops to answer ends within its timeout. */
const SETTLE_SECONDS = 4
const P99_GOAL = 1.5

type Load = { readonly latenciesMs: readonly number[]; readonly statuses: ReadonlyMap<string, number> }
type Sending = { readonly http: HttpClient; readonly seconds: number }

/** Sends at a fixed rate, whatever was answered; latencies count from the moment at which a request was due. */
const runOpenLoop = async ({ http, seconds }: Sending, { query, perSecond, institutions }: Stream): Promise<Load> => {
  const latenciesMs: number[] = []
  const statuses = new Map<string, number>()
  const underWay: Promise<void>[] = []
  const tokens = await Promise.all(
    institutions.map((institution) => tokenFor({ role: 'MSP_ADMIN', institutions: [institution] })),
  )
  const startedAt = performance.now()
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const due = startedAt + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const token = tokens[n % tokens.length] ?? ''
    const post = http.request('POST', '/graphql', token, JSON.stringify({ query })).then(({ status, body: answer }) => {
      latenciesMs.push(performance.now() - due)
      const what = `${status}${answer.includes('"errors"') ? ' with errors' : ''}`
      statuses.set(what, (statuses.get(what) ?? 0) + 1)
    })
    underWay.push(post)
  }
  await Promise.all(underWay)
  return { latenciesMs, statuses }
}

const runAll = (sending: Sending): Promise<readonly Load[]> =>
  Promise.all(STREAMS.map((stream) => runOpenLoop(sending, stream)))

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

type Measured = { readonly answering: readonly Load[]; readonly hanging: readonly Load[] }

/** Prints the ratio of one kind of operations. */
const report = (name: string, measured: readonly Measured[], at: number, print: BenchSettings['print']): void => {
  const all = (of: keyof Measured) => measured.flatMap((round) => round[of][at]?.latenciesMs ?? [])
  const row = (share: number): string[] => {
    const [before, during] = [percentile(all('answering'), share), percentile(all('hanging'), share)]
    return [`p${share * 100}`, msText(before), msText(during), `${(during / before).toFixed(2)}×`]
  }
  const heads = [`${name}, without the service`, 'it answers, ms', 'it hangs, ms', '']
  const ratio = percentile(all('hanging'), 0.99) / percentile(all('answering'), 0.99)
  print(`\n${tableOf([heads, row(0.5), row(0.95), row(0.99)])}`)
  print(`p99 at most ${P99_GOAL}×: ${verdict(ratio <= P99_GOAL)} (${ratio.toFixed(2)}×)`)
}

/** What operations notice of a service that hangs and that they do not need, as a ratio to when it answers. */
export const benchOutage = async (life: Lifecycle, { print, seconds, rounds, dataDir }: BenchSettings) => {
  const service = await openService(life)
  const database = await openDatabase(life, dataDir)
  const platform = await openPlatform(life, database.urls, { CLAIMS_URL: service.url })
  const http = createHttpClient(platform.url, 512)
  await runAll({ http, seconds: WARM_UP_SECONDS })
  const measured: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    service.hang(false)
    await runAll({ http, seconds: SETTLE_SECONDS })
    const answering = await runAll({ http, seconds })
    service.hang(true)
    const hanging = await runAll({ http, seconds })
    print(`round ${round}, while the service hangs; load ${loadavg()[0]?.toFixed(1)}`)
    for (const [at, { name }] of STREAMS.entries()) {
      const load = hanging[at]
      if (load !== undefined) print(`  ${name}: ${statusesText(load)}`)
    }
    measured.push({ answering, hanging })
  }
  service.hang(false)
  for (const [at, { name, needsService }] of STREAMS.entries()) if (!needsService) report(name, measured, at, print)
  await http.close()
  await platform.stop()
}
