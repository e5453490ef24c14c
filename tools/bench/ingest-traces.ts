import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, runCallers } from './common/callers.ts'
import { countText, percentile, tableOf, verdict } from './common/figures.ts'
import { type BenchDatabase, openDatabase, openPlatform } from './common/platform.ts'
import { readProcessorTime } from './common/processor.ts'
import { summariseProfile } from './common/profile.ts'
import type { BenchSettings } from './common/settings.ts'
import { CALLERS, createFleet, type Fleet, postBatch, postOne, settle } from './ingest.ts'

const KINDS = ['single posts', 'batches of 500'] as const
type Kind = (typeof KINDS)[number]
/** Each phase has a process of its own, as traces are turned on at the start. */
const WARM_UP_SECONDS = 8
const SAMPLED = 0.01
const GOAL = 0.03

/** One phase: processor time an event in µs, and events a second. */
type Measured = {
  readonly kind: Kind
  readonly traced: boolean
  readonly platformUs: number
  readonly databaseUs: number
  readonly perSecond: number
}

/** A collector that takes what it is sent and counts it. */
const startCollector = async () => {
  const received = { requests: 0, bytes: 0 }
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      received.bytes += part.length
    })
    request.on('end', () => {
      received.requests += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP listener has an address.')
  return {
    received,
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(SAMPLED),
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Run = {
  readonly life: Lifecycle
  readonly database: BenchDatabase
  readonly fleet: Fleet
  readonly settings: BenchSettings
}

/** Starts a platform, and posts events to it, one by one and then in batches. */
const measure = async (run: Run, traced: boolean, variables: Record<string, string>): Promise<Measured[]> => {
  const { database, fleet, settings } = run
  const platform = await openPlatform(run.life, database.urls, traced ? variables : {})
  const http = createHttpClient(platform.url, CALLERS)
  const measured: Measured[] = []
  for (const kind of KINDS) {
    const call = () => (kind === 'single posts' ? postOne : postBatch)(http, fleet, settings.mix)
    await runCallers(CALLERS, WARM_UP_SECONDS, call)
    await settle(database.urls.superuser)
    const before = readProcessorTime(platform.pid, database.serverPid)
    if (settings.profile) await platform.startProfile()
    const phase = await runCallers(CALLERS, settings.seconds, call)
    if (settings.profile) {
      const name = `${traced ? 'with' : 'without'} traces, ${kind}`
      const file = join(tmpdir(), `fleetops-${name.replaceAll(' ', '-')}-${process.pid}.cpuprofile`)
      await platform.stopProfile(file)
      settings.print(summariseProfile(file, name))
    }
    // What follows an event, such as its message, belongs to its cost.
    await settle(database.urls.superuser)
    const after = readProcessorTime(platform.pid, database.serverPid)
    const cost = (of: 'platformMs' | 'databaseMs') =>
      (((after[of] ?? Number.NaN) - (before[of] ?? Number.NaN)) * 1_000) / phase.events
    measured.push({
      kind,
      traced,
      platformUs: cost('platformMs'),
      databaseUs: cost('databaseMs'),
      perSecond: phase.events / phase.seconds,
    })
  }
  await http.close()
  await platform.stop()
  return measured
}

const report = (measured: readonly Measured[], { print }: BenchSettings): void => {
  const rows = KINDS.flatMap((kind) => {
    const medianOf = (traced: boolean, of: (one: Measured) => number) =>
      percentile(measured.filter((one) => one.kind === kind && one.traced === traced).map(of), 0.5)
    const line = (name: string, of: (one: Measured) => number) => {
      const [off, on] = [medianOf(false, of), medianOf(true, of)]
      return { cells: [`${kind}: ${name}`, countText(off), countText(on), (on / off).toFixed(3)], more: on / off - 1 }
    }
    const platform = line('platform, µs an event', ({ platformUs }) => platformUs)
    const both = line('platform and PostgreSQL, µs', ({ platformUs, databaseUs }) => platformUs + databaseUs)
    const rate = line('events a second', ({ perSecond }) => perSecond)
    return [
      ...[platform, both, rate].map(({ cells }) => cells),
      [`${kind}: goal below ${GOAL * 100} % of both`, '', '', verdict(both.more < GOAL)],
    ]
  })
  print(`\n${tableOf([['medians', 'off', 'traces', 'ratio'], ...rows])}\n`)
}

/** What traces of one request in a hundred cost ingest: with and without them in turns, in a run. */
export const benchTraces = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, rounds } = settings
  const database = await openDatabase(life, settings.dataDir)
  const collector = await startCollector()
  const run: Run = { life, database, fleet: await createFleet(), settings }
  print(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  await measure(run, true, collector.variables)
  const measured: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    // Each comes first every other time.
    for (const traced of round % 2 === 1 ? [false, true] : [true, false]) {
      const phases = await measure(run, traced, collector.variables)
      measured.push(...phases)
      const costs = phases.map(({ kind, platformUs, databaseUs, perSecond }) =>
        [kind, platformUs.toFixed(0), databaseUs.toFixed(0), `${countText(perSecond)}/s`].join(' '),
      )
      print(`round ${round}  ${traced ? 'traces' : 'off   '}  ${costs.join('   ')}`)
    }
  }
  report(measured, settings)
  const { requests, bytes } = collector.received
  print(`The collector received ${countText(bytes)} bytes in ${countText(requests)} requests.`)
  collector.close()
}
