import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { type Call, createHttpClient, type HttpClient, type Phase, runCallers } from './common/callers.ts'
import { type EventMix, newEvent } from './common/events.ts'
import { countText, msText, percentile, tableOf, verdict } from './common/figures.ts'
import { type BenchPlatform, openDatabase, openPlatform, tokenFor } from './common/platform.ts'
import { type ProcessorTime, readProcessorTime } from './common/processor.ts'
import { summariseProfile } from './common/profile.ts'
import type { BenchSettings } from './common/settings.ts'
import { openRawTables, type RawTables } from './raw.ts'
import { countStatements, STATEMENTS_MODULE } from './statements.ts'

export const CALLERS = 64
const ATMS = 2_000
const INSTITUTIONS = 20
const BATCH = 500
/** The compiler of JavaScript has made what it makes of the hot path only then. */
const WARM_UP_SECONDS = 10
/** Ratios to raw inserts, of single posts and of batches. */
const GOALS: Readonly<Record<EventMix, { readonly single: number; readonly batch: number }>> = {
  all: { single: 0.6, batch: 3 },
  fleet: { single: 1, batch: 4 },
}
const SETTLE_PATIENCE_MS = 60_000

const BATCHES = 'batches of 500'
type Kind = 'raw inserts' | 'single posts' | typeof BATCHES
/** Raw inserts run between the others, so that a machine that grows slower shows. */
const TURNS: readonly Kind[] = ['raw inserts', 'single posts', 'raw inserts', BATCHES]

const MIX_WORDS: Readonly<Record<EventMix, string>> = {
  all: 'every type of event alike',
  fleet: 'types of events as in a usual fleet',
}

type Atm = { readonly agentAtmId: string; readonly institutionKey: string; readonly token: string }

export type Fleet = {
  readonly atms: readonly Atm[]
  readonly institutions: readonly { readonly token: string; readonly atms: readonly Atm[] }[]
}

/** Each ATM's agent has a token of its own; batches come from a collector of an institution. */
export const createFleet = async (): Promise<Fleet> => {
  const keys = Array.from({ length: INSTITUTIONS }, (_, n) => `BANK${n + 1}`)
  const atms = await Promise.all(
    Array.from({ length: ATMS }, async (_, n): Promise<Atm> => {
      const [agentAtmId, institutionKey] = [`ATM-${n + 1}`, keys[n % INSTITUTIONS] ?? '']
      const token = await tokenFor({ role: 'AGENT', institutions: [institutionKey], agentAtmId })
      return { agentAtmId, institutionKey, token }
    }),
  )
  const institutions = await Promise.all(
    keys.map(async (key) => ({
      token: await tokenFor({ role: 'AGENT', institutions: [key] }),
      atms: atms.filter(({ institutionKey }) => institutionKey === key),
    })),
  )
  return { atms, institutions }
}

const anyOf = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

const STORED = Buffer.from('"status":201')

const countStored = (body: Buffer): number => {
  let stored = 0
  for (let at = body.indexOf(STORED); at >= 0; at = body.indexOf(STORED, at + STORED.length)) stored += 1
  return stored
}

export const postOne = async (http: HttpClient, fleet: Fleet, mix: EventMix): Promise<number> => {
  const { agentAtmId, token } = anyOf(fleet.atms)
  const body = JSON.stringify(newEvent(agentAtmId, mix))
  const { status, body: answer } = await http.request('POST', '/agent-proxy/api/journal-events', token, body)
  if (status !== 201) throw new Error(`an event was answered with ${status}: ${answer}`)
  return 1
}

export const postBatch = async (http: HttpClient, fleet: Fleet, mix: EventMix): Promise<number> => {
  const { atms, token } = anyOf(fleet.institutions)
  const body = JSON.stringify(Array.from({ length: BATCH }, () => newEvent(anyOf(atms).agentAtmId, mix)))
  const { status, body: answer } = await http.request('POST', '/agent-proxy/api/journal-events/batch', token, body)
  const stored = status === 200 ? countStored(answer) : 0
  if (stored !== BATCH)
    throw new Error(`a batch was answered with ${status} and ${stored} stored: ${answer.subarray(0, 500)}`)
  return stored
}

const callsOf = (raw: RawTables, http: HttpClient, fleet: Fleet, mix: EventMix): Record<Kind, Call> => ({
  'raw inserts': (caller) => {
    const { agentAtmId, institutionKey } = anyOf(fleet.atms)
    return raw.insert(caller, agentAtmId, institutionKey)
  },
  'single posts': () => postOne(http, fleet, mix),
  [BATCHES]: () => postBatch(http, fleet, mix),
})

type Measured = Phase & { readonly kind: Kind; readonly before: ProcessorTime; readonly after: ProcessorTime }

const rateOf = (phases: readonly Phase[]): number =>
  phases.reduce((sum, { events }) => sum + events, 0) / phases.reduce((sum, { seconds }) => sum + seconds, 0)

/** Processor time an event, in µs, of one of the processes. */
const costOf = (phases: readonly Measured[], of: keyof ProcessorTime): string => {
  const events = phases.reduce((sum, phase) => sum + phase.events, 0)
  const ms = phases.reduce((sum, { before, after }) => sum + (after[of] ?? Number.NaN) - (before[of] ?? Number.NaN), 0)
  return Number.isNaN(ms) ? '' : ((ms * 1_000) / events).toFixed(0)
}

const report = (phases: readonly Measured[], { mix, print }: BenchSettings): void => {
  const kinds = [...new Set(TURNS)]
  const rawRate = rateOf(phases.filter(({ kind }) => kind === 'raw inserts'))
  const rows = kinds.map((kind) => {
    const own = phases.filter((phase) => phase.kind === kind)
    const latencies = own.flatMap(({ latenciesMs }) => latenciesMs)
    return [
      kind,
      countText(rateOf(own)),
      `${(rateOf(own) / rawRate).toFixed(2)}×`,
      msText(percentile(latencies, 0.5)),
      msText(percentile(latencies, 0.99)),
      costOf(own, 'platformMs'),
      costOf(own, 'databaseMs'),
      costOf(own, 'clientMs'),
    ]
  })
  const heads = ['', 'events/s', 'ratio', 'p50 ms', 'p99 ms', 'platform', 'PostgreSQL', 'caller']
  print(`\n${tableOf([heads, ...rows])}`)
  print('The last three columns: processor time an event, in µs.\n')
  const ratio = (kind: Kind) => rateOf(phases.filter((phase) => phase.kind === kind)) / rawRate
  const goal = (kind: Kind, least: number) =>
    `${kind}: ${ratio(kind).toFixed(2)}× of raw inserts, goal ${least}×: ${verdict(ratio(kind) >= least)}`
  print(goal('single posts', GOALS[mix].single))
  print(goal(BATCHES, GOALS[mix].batch))
}

const ask = async (url: string, question: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(question)
  await client.end()
  return Number(rows[0]?.count)
}

const EVENTS = 'select count(*) from incident.event'
const UNPUBLISHED = 'select count(*) from incident.outbox'
/** Topics with messages that are still to be read. */
const UNREAD = 'select count(*) from topics.cursor where waiting'

/**
 * Waits until what came before is published and read, so that a phase pays for its own work only. Returns how many
 * messages were not yet published.
 */
export const settle = async (url: string): Promise<number> => {
  const waiting = await ask(url, UNPUBLISHED)
  for (const deadline = Date.now() + SETTLE_PATIENCE_MS; Date.now() < deadline; await delay(250)) {
    if ((await ask(url, UNPUBLISHED)) === 0 && (await ask(url, UNREAD)) === 0) break
  }
  // States still on their way to the devices service.
  await delay(500)
  return waiting
}

/** Every acknowledged event, and no other, has to be there. */
const checkStored = async (url: string, acknowledged: number, print: BenchSettings['print']): Promise<void> => {
  const stored = await ask(url, EVENTS)
  print(
    `Acknowledged ${countText(acknowledged)} events, stored ${countText(stored)}: ${verdict(stored === acknowledged)}`,
  )
}

const profileTurns = async (
  url: string,
  platform: BenchPlatform,
  calls: Record<Kind, Call>,
  settings: BenchSettings,
): Promise<number> => {
  let events = 0
  for (const kind of ['single posts', BATCHES] as const) {
    const file = join(tmpdir(), `fleetops-${kind.replaceAll(' ', '-')}-${process.pid}.cpuprofile`)
    await settle(url)
    await platform.startProfile()
    events += (await runCallers(CALLERS, settings.seconds, calls[kind])).events
    await platform.stopProfile(file)
    settings.print(`\n${summariseProfile(file, kind)}`)
  }
  return events
}

/** Events a second through the agents' public API, held against raw inserts on the same server in the same run. */
export const benchIngest = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds, rounds, mix } = settings
  print(`${CALLERS} callers, ${countText(ATMS)} ATMs of ${INSTITUTIONS} institutions, ${MIX_WORDS[mix]}; fsync on`)
  const database = await openDatabase(life, settings.dataDir, settings.statements ? STATEMENTS_MODULE : null)
  const statements = settings.statements ? await countStatements(database) : null
  const platform = await openPlatform(life, database.urls)
  const raw = await openRawTables(database, CALLERS)
  const http = createHttpClient(platform.url, CALLERS)
  const calls = callsOf(raw, http, await createFleet(), mix)
  let acknowledged = 0
  const measure = async (kind: Kind, phaseSeconds: number): Promise<Measured> => {
    const before = readProcessorTime(platform.pid, database.serverPid)
    const phase = await runCallers(CALLERS, phaseSeconds, calls[kind])
    if (kind !== 'raw inserts') acknowledged += phase.events
    return { ...phase, kind, before, after: readProcessorTime(platform.pid, database.serverPid) }
  }
  print('Warming up')
  for (const kind of new Set(TURNS)) await measure(kind, WARM_UP_SECONDS)
  await settle(database.urls.superuser)
  const phases: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of TURNS) {
      await statements?.reset()
      const phase = await measure(kind, seconds)
      phases.push(phase)
      const waiting = await settle(database.urls.superuser)
      await statements?.add(kind, phase.events)
      const left = waiting === 0 ? '' : `, ${countText(waiting)} messages left to publish`
      print(`round ${round}  ${kind.padEnd(16)} ${countText(rateOf([phase])).padStart(8)} events/s${left}`)
    }
  }
  report(phases, settings)
  statements?.report(print)
  if (settings.profile) acknowledged += await profileTurns(database.urls.superuser, platform, calls, settings)
  await checkStored(database.urls.superuser, acknowledged, print)
  await http.close()
  await raw.close()
}
