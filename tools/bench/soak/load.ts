import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'
import { type Background, startBackground, USUAL_RATES } from '../background.ts'
import type { Rates } from '../background.worker.ts'
import { PAGE_BODIES } from '../common/first-page.ts'
import { agentAtmIdOf, type FleetShape, INSTITUTIONS, institutionOf, LARGE, MID } from '../common/fleet.ts'
import { tokenFor } from '../common/platform.ts'
import { type ReportingWorker, startReportingWorker } from '../common/reporting-worker.ts'
import type { BesideCommand, BesideReport, BesideTask } from './beside.worker.ts'
import type { ConnectionsCommand, ConnectionsReport, ConnectionsTask } from './connections.worker.ts'

/** Events a second while much of a fleet has trouble. */
export const STORM_EVENTS = 167
/** Each ATM sends the journal of a day once a day. */
const DAY_SECONDS = 86_400
/** A day of a busy machine. */
const JOURNAL = { sessions: 110, bytes: 0.28 * 1_048_576 }
const PAGES_PER_SECOND = 2
const TOPICS = 'incidents,service-state,gaps,insights,rollouts'
const SUBSCRIPTION = 'subscription { incidentChanged { id status atm { agentAtmId } } }'
/** One listener in so many subscribes to the graph instead. */
const SUBSCRIBES = 10
/** Of events, and of heartbeats: as many requests of each can wait for their answers. */
const CONNECTIONS = 1_000
const TOKENS_AT_ONCE = 5_000

export type Connections = ReportingWorker<ConnectionsCommand, ConnectionsReport>
type Beside = ReportingWorker<BesideCommand, BesideReport>

/** A token for each ATM's agent, by its agent ATM id. */
const tokensOfAgents = async (shape: FleetShape): Promise<ReadonlyMap<string, string>> => {
  const tokens = new Map<string, string>()
  for (let from = 1; from <= shape.atms; from += TOKENS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(TOKENS_AT_ONCE, shape.atms - from + 1) }, (_, n) => from + n)
    const signed = await Promise.all(
      ids.map((id) =>
        tokenFor({ role: 'AGENT', institutions: [institutionOf(id, shape)], agentAtmId: agentAtmIdOf(id) }),
      ),
    )
    for (const [n, id] of ids.entries()) tokens.set(agentAtmIdOf(id), signed[n] ?? '')
  }
  return tokens
}

/** So many ATMs of a fleet, evenly over it. */
const someAgents = (shape: FleetShape, tokens: ReadonlyMap<string, string>, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const agentAtmId = agentAtmIdOf(1 + Math.floor((n * shape.atms) / count))
    return { agentAtmId, token: tokens.get(agentAtmId) ?? '' }
  })

/** Users of all institutions who listen: most to the dashboard's stream, the others to a subscription. */
const streamsOf = (count: number): Promise<ConnectionsTask['streams']> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      path:
        n % SUBSCRIBES === 0
          ? `/graphql/stream?query=${encodeURIComponent(SUBSCRIPTION)}`
          : `/api/stream?topics=${TOPICS}&recent=10`,
      token: await tokenFor({
        role: 'MSP_ADMIN',
        institutions: [`BANK${1 + (n % INSTITUTIONS)}`],
        userId: `listener-${n}`,
      }),
    })),
  )

/** Opens agents that wait for work, and listeners, from a thread of their own. */
export const startConnections = async (
  url: string,
  agents: ConnectionsTask['polls'],
  streams: number,
  openSeconds: number,
): Promise<Connections> => {
  const workerData: ConnectionsTask = { url, polls: agents, streams: await streamsOf(streams), openSeconds }
  return startReportingWorker(new URL('./connections.worker.ts', import.meta.url), workerData)
}

/** Opens waiting agents and listeners only. */
export const startIdleConnections = async (
  url: string,
  shape: FleetShape,
  { polls, streams, openSeconds }: { readonly polls: number; readonly streams: number; readonly openSeconds: number },
): Promise<Connections> => {
  const ids = Array.from({ length: polls }, (_, n) => 1 + Math.floor((n * shape.atms) / polls))
  const agents = await Promise.all(
    ids.map(async (id) => {
      const agentAtmId = agentAtmIdOf(id)
      const token = await tokenFor({ role: 'AGENT', institutions: [institutionOf(id, shape)], agentAtmId })
      return { agentAtmId, token }
    }),
  )
  return startConnections(url, agents, streams, openSeconds)
}

/** Everything that a fleet and its users do. */
export type Load = {
  readonly background: Background
  readonly connections: Connections
  readonly beside: Beside
  /** Events, heartbeats and journals so many times as often as usual; events as in a storm, or not. */
  setPace(pace: { readonly times: number; readonly storm: boolean }): void
  /** Cuts the connections of waiting agents; within so many seconds all are back, and each ATM posts an event. */
  reconnect(seconds: number): void
  stop(): Promise<void>
}

const journalsPerSecond = ({ atms }: FleetShape, times: number): number => (atms / DAY_SECONDS) * times

export const ratesOf = ({ times, storm }: { readonly times: number; readonly storm: boolean }): Rates => ({
  events: (storm ? STORM_EVENTS : USUAL_RATES.events) * times,
  heartbeats: USUAL_RATES.heartbeats * times,
})

const startBeside = async (
  url: string,
  shape: FleetShape,
  tokens: ReadonlyMap<string, string>,
  times: number,
): Promise<Beside> => {
  const workerData: BesideTask = {
    url,
    pages: PAGE_BODIES,
    tokens: await Promise.all(
      [MID, MID, LARGE, 'BANK3', 'BANK4', 'BANK5'].map((key, n) =>
        tokenFor({ role: 'MSP_ADMIN', institutions: [key], userId: `reader-${n}` }),
      ),
    ),
    pagesPerSecond: PAGES_PER_SECOND,
    senders: someAgents(shape, tokens, shape.atms),
    journalsPerSecond: journalsPerSecond(shape, times),
    day: addDays(localDateOf(new Date(), 'UTC'), -1),
    ...JOURNAL,
  }
  return startReportingWorker(new URL('./beside.worker.ts', import.meta.url), workerData)
}

export type LoadOptions = {
  readonly times: number
  readonly polls: number
  readonly streams: number
  readonly openSeconds: number
}

/** Starts the callers, each kind in a thread of its own. */
export const startLoad = async (url: string, shape: FleetShape, options: LoadOptions): Promise<Load> => {
  const { times, polls, streams, openSeconds } = options
  const tokens = await tokensOfAgents(shape)
  const connections = await startConnections(url, someAgents(shape, tokens, polls), streams, openSeconds)
  const rates = ratesOf({ times, storm: false })
  const background = await startBackground(url, shape, { tokens, rates, mix: 'fleet', connections: CONNECTIONS })
  const beside = await startBeside(url, shape, tokens, times)
  return {
    background,
    connections,
    beside,
    setPace(pace) {
      background.setRates(ratesOf(pace))
      beside.tell({ kind: 'journals', perSecond: journalsPerSecond(shape, pace.times) })
    },
    reconnect(seconds) {
      connections.tell({ kind: 'cut', seconds })
      background.reconnect(seconds)
    },
    async stop() {
      await Promise.all([background.stop(), beside.stop(), connections.stop()])
    },
  }
}
