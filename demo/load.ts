import { openStores } from '../db/tenancy.ts'
import { updateAtmDescriptions } from '../subgraphs/incident/atms/atm-descriptions.store.ts'
import { addDays, DAY_MS, HOUR_MS, localDateOf, MINUTE_MS } from '../subgraphs/kit/common/dates.ts'
import type { Config } from '../subgraphs/kit/config/config.ts'
import { relocated } from '../subgraphs/kit/config/database-urls.ts'
import { openProcess, type ProcessOptions, type ServiceProcess } from '../subgraphs/kit/runtime/process.ts'
import {
  type AgentClient,
  createAgentClient,
  createOperatorClient,
  type KnownAtm,
  type OperatorClient,
} from './agent-client.ts'
import { createSetClock } from './clock.ts'
import { deliveriesUntil, deliveryOfToday, isAskedFor } from './deliveries.ts'
import { eventsBetween, firstReports, heartbeatsBetween, lastOnAir } from './events.ts'
import { DEMO_FLEET, DEMO_INSTITUTIONS, type DemoAtm } from './fleet.ts'
import { fillSamples } from './fleet-samples.ts'
import { DEMO_CALLERS, DEMO_COLLEAGUES } from './people.ts'
import { EVENT_STEP_MS, type Past, replay, type Stage } from './replay.ts'
import { dateOfDay, dayNumberOf } from './time.ts'

/** What the platform's own process is opened with; the demo opens services of its own on it, with another clock. */
export type DemoHost = Omit<ProcessOptions, 'now' | 'newId' | 'background'>

export type DemoOptions = {
  /** The true time. */
  now(): Date
  /** Called with what is being loaded and how far it is, such as `Demo fleet: 40 %`; some hundred times at most. */
  progress(text: string): void
  /** How far back journals and events reach; 30 days and 48 hours by default. */
  readonly journalDays?: number
  readonly eventHours?: number
}

/** What was missing and has been loaded; all zero when nothing was. */
export type DemoCounts = {
  readonly atms: number
  readonly events: number
  readonly journals: number
  readonly fetches: number
  readonly durationMs: number
}

const JOURNAL_DAYS = 30
const EVENT_HOURS = 48
/** What the agents of the last minutes sent may not have come through before a stop; sending it again is harmless. */
const OVERLAP_MS = 15 * MINUTE_MS
/** The journal of a day that goes on is handed over again when it is older than this. */
const STALE_MS = 2 * HOUR_MS
const POLL_MS = 50
/** An event costs about a tenth of what a journal does. */
const JOURNAL_SHARE = 10

/**
 * A crash may lose the last moments of a load, which the next start then makes up for: no commit need wait for the
 * disk.
 */
const hasty = (url: string): string => {
  const login = new URL(url)
  login.searchParams.set('synchronous_commit', 'off')
  return login.href
}

const describeAtms = async (host: DemoHost, atms: readonly DemoAtm[], updatedAt: Date): Promise<void> => {
  const place = host.config.serviceDatabases.incident
  const urls = {
    app: relocated(host.database.app, place),
    platform: relocated(host.database.platform, place),
  }
  const stores = await openStores(urls, { name: 'fleetops-demo', max: 1 })
  try {
    await stores.asPlatform((tx) => updateAtmDescriptions(tx, atms, updatedAt))
  } finally {
    await stores.close()
  }
}

/**
 * Registers and describes the ATMs that are new; others stay as their operators have made them. Returns how many were
 * new.
 */
const addMissingAtms = async (host: DemoHost, client: AgentClient, now: Date): Promise<number> => {
  const known = await client.listAtms()
  for (const institution of DEMO_INSTITUTIONS) {
    const own = DEMO_FLEET.filter((atm) => atm.institution === institution && !known.has(atm.agentAtmId))
    if (own.length > 0)
      await client.registerAtms(
        institution,
        own.map(({ agentAtmId }) => agentAtmId),
      )
  }
  const nameless = DEMO_FLEET.filter(({ agentAtmId }) => (known.get(agentAtmId)?.name ?? null) === null)
  if (nameless.length > 0) await describeAtms(host, nameless, now)
  return nameless.length
}

/** When the events of a new fleet begin: at a full hour, as the sums of availability do. */
const beginningMs = (nowMs: number, { eventHours = EVENT_HOURS }: DemoOptions): number =>
  Math.floor((nowMs - eventHours * HOUR_MS) / HOUR_MS) * HOUR_MS

/** When an ATM of the fleet was last heard of; 0 for a fleet that is new. */
const lastHeard = (atms: ReadonlyMap<string, KnownAtm>): number =>
  Math.max(...DEMO_FLEET.map(({ agentAtmId }) => atms.get(agentAtmId)?.lastHeartbeatAt?.getTime() ?? 0))

const missingDeliveries = async (
  operator: OperatorClient,
  nowMs: number,
  days: number,
): Promise<Past['deliveries']> => {
  const fromDate = addDays(dateOfDay(dayNumberOf(nowMs)), -days)
  const files = await operator.listFiles(fromDate)
  const receivedAt = new Map<string, number>()
  for (const file of files) {
    const key = `${file.agentAtmId} ${file.journalDate}`
    receivedAt.set(key, Math.max(receivedAt.get(key) ?? 0, file.receivedAt.getTime()))
  }
  const lastOf = (atm: DemoAtm, date: string) => receivedAt.get(`${atm.agentAtmId} ${date}`)
  // What came while the day was still going on is not yet the whole of it.
  const isWhole = (atm: DemoAtm, date: string) => {
    const last = lastOf(atm, date)
    return last !== undefined && localDateOf(new Date(last), 'UTC') > date
  }
  const today = DEMO_FLEET.flatMap((atm) => deliveryOfToday(atm, nowMs) ?? [])
  return [
    ...deliveriesUntil(DEMO_FLEET, fromDate, nowMs).filter(({ atm, date }) => !isWhole(atm, date)),
    ...today.filter(({ atm, date }) => nowMs - (lastOf(atm, date) ?? 0) > STALE_MS),
  ]
}

/** Signs of life at each stop of the replay, and the last one of each ATM. */
const missingHeartbeats = (atms: ReadonlyMap<string, KnownAtm>, sinceMs: number, nowMs: number): Past['heartbeats'] => {
  const last = DEMO_FLEET.flatMap((atm) => {
    const at = lastOnAir(atm, nowMs)
    const heard = atms.get(atm.agentAtmId)?.lastHeartbeatAt?.getTime() ?? 0
    return at === null || at <= heard || at < Math.min(sinceMs, nowMs - EVENT_HOURS * HOUR_MS) ? [] : [{ atm, at }]
  })
  return [...heartbeatsBetween(DEMO_FLEET, sinceMs, nowMs, EVENT_STEP_MS), ...last].sort((a, b) => a.at - b.at)
}

const createProgress = (past: Past, report: (text: string) => void) => {
  const total = past.deliveries.length * JOURNAL_SHARE + past.events.length
  const done = { journals: 0, events: 0, parsed: 0 }
  let reported = -1
  return (journals: number, events: number, waiting: number) => {
    done.journals += journals
    done.events += events
    // A journal that waits to be parsed is half done.
    const work = (done.journals - waiting / 2) * JOURNAL_SHARE + done.events
    const percent = total === 0 ? 100 : Math.max(reported, Math.floor((100 * work) / total))
    if (percent === reported) return
    reported = percent
    report(
      `Demo fleet: ${percent} % (${done.journals} of ${past.deliveries.length} journals, ${done.events} of ` +
        `${past.events.length} events)`,
    )
  }
}

const requestFetches = async (operator: OperatorClient): Promise<number> => {
  const atms = new Map(DEMO_FLEET.map((atm) => [atm.agentAtmId, atm]))
  const gaps = (await operator.listOpenGaps()).filter(({ agentAtmId, gapDate }) => {
    const atm = atms.get(agentAtmId)
    return atm !== undefined && isAskedFor(atm, gapDate)
  })
  for (const { id } of gaps) await operator.requestFetch(id)
  return gaps.length
}

type Load = { readonly demo: ServiceProcess; readonly stage: Omit<Stage, 'advance' | 'settle' | 'zoneOf'> }

const loadMissing = async (host: DemoHost, options: DemoOptions, { demo, stage }: Load, nowMs: number) => {
  const { client } = stage
  const operator = createOperatorClient(demo.calls)
  await client.introduce([...DEMO_CALLERS, ...DEMO_COLLEAGUES], new Date(nowMs))
  const atms = await addMissingAtms(host, client, stage.clock.now())
  const known = await client.listAtms()
  const heardMs = lastHeard(known)
  const sinceMs = Math.max(beginningMs(nowMs, options), heardMs - OVERLAP_MS)
  const reports = heardMs === 0 ? firstReports(DEMO_FLEET, sinceMs) : []
  const past: Past = {
    events: [...reports, ...eventsBetween(DEMO_FLEET, sinceMs, nowMs)],
    deliveries: await missingDeliveries(operator, nowMs, options.journalDays ?? JOURNAL_DAYS),
    heartbeats: missingHeartbeats(known, sinceMs, nowMs),
  }
  const report = createProgress(past, options.progress)
  const settle = async (mostWaiting: number) => {
    for (let waiting = await operator.countWaiting(); waiting > mostWaiting; waiting = await operator.countWaiting()) {
      report(0, 0, waiting)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  const { platformTimeZone } = host.config
  const zoneOf = (atm: DemoAtm) => known.get(atm.agentAtmId)?.timeZone ?? platformTimeZone
  const advance = (journals: number, events: number) => report(journals, events, 0)
  await replay({ ...stage, zoneOf, settle, advance }, past, nowMs)
  const events = past.events.filter(({ sentAt }) => sentAt > heardMs).length
  return { atms, events, journals: past.deliveries.length, fetches: await requestFetches(operator) }
}

/**
 * Loads what is missing of the demo fleet through the services' own endpoints, with a clock set back. Call it on a
 * migrated database before the platform's own process starts its background work. Null where the incident or the
 * journal service is not hosted in this process: another clock cannot be given to a service elsewhere.
 */
export const loadDemo = async (given: DemoHost, options: DemoOptions): Promise<DemoCounts | null> => {
  const database = { app: hasty(given.database.app), platform: hasty(given.database.platform) }
  const host = { ...given, database }
  const definitions = host.definitions.filter(({ name }) => ['incident', 'journal', 'devices'].includes(name))
  if (!['incident', 'journal'].every((name) => definitions.some((one) => one.name === name))) return null
  const startedAtMs = performance.now()
  const nowMs = options.now().getTime()
  // Services make room for events of the time at which they open.
  const clock = createSetClock(beginningMs(nowMs, options))
  // The mirror of service states finds no service behind the internal listener yet: the reconcile job does its work.
  const log = host.log.child({}, { level: 'error' })
  // The fleet is registered here, so that the platform may go on with either setting.
  const config: Config = { ...host.config, atmRegistration: 'auto' }
  const demo = await openProcess({ ...host, config, definitions, log, now: clock.now, background: false })
  try {
    clock.set(nowMs - (options.journalDays ?? JOURNAL_DAYS) * DAY_MS)
    // Its relay and its parsers.
    await demo.hosted.get('journal')?.start()
    const stage = {
      clock,
      client: createAgentClient(demo.calls),
      jobs: demo.jobs,
      services: [...demo.hosted.keys()],
      log: host.log,
    }
    const counts = await loadMissing(host, options, { demo, stage }, nowMs)
    await fillSamples(demo.jobStores, new Date(nowMs))
    return { ...counts, durationMs: Math.round(performance.now() - startedAtMs) }
  } finally {
    await demo.close()
  }
}
