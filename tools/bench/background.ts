import type { BackgroundCommand, BackgroundReport, BackgroundTask, Rates } from './background.worker.ts'
import { type FleetShape, INSTITUTIONS } from './common/fleet.ts'
import { tokenFor } from './common/platform.ts'
import { startReportingWorker } from './common/reporting-worker.ts'

/** What 100,000 ATMs send: 30 events a day each, a heartbeat a minute each. */
export const USUAL_RATES: Rates = { events: 35, heartbeats: 1_667 }

/** Events and heartbeats that come in, from a thread of their own. */
export type Background = {
  setRates(rates: Rates): void
  /** Lets each ATM of the fleet post an event within so many seconds. */
  reconnect(seconds: number): void
  /** What came since the last report. */
  report(): Promise<BackgroundReport>
  stop(): Promise<BackgroundReport>
}

/** A token for the agents of each institution. */
const tokensOfInstitutions = async (): Promise<ReadonlyMap<string, string>> => {
  const keys = Array.from({ length: INSTITUTIONS }, (_, n) => `BANK${n + 1}`)
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await tokenFor({ role: 'AGENT', institutions: [key] })] as const)),
  )
}

/**
 * Starts the agents of a fleet: each event and each heartbeat is a request of its own through the public API, sent
 * when it is due, however long earlier ones take. Without `tokens` an institution's agents share one.
 */
export const startBackground = async (
  url: string,
  shape: FleetShape,
  more: Partial<Pick<BackgroundTask, 'tokens' | 'rates' | 'mix' | 'connections'>> = {},
): Promise<Background> => {
  const { tokens = await tokensOfInstitutions(), rates = USUAL_RATES, mix = 'all', connections = 32 } = more
  const workerData: BackgroundTask = { url, shape, tokens, rates, mix, connections }
  const script = new URL('./background.worker.ts', import.meta.url)
  const worker = startReportingWorker<BackgroundCommand, BackgroundReport>(script, workerData)
  return {
    setRates: (changed) => worker.tell({ kind: 'rates', rates: changed }),
    reconnect: (seconds) => worker.tell({ kind: 'reconnect', seconds }),
    report: worker.report,
    stop: worker.stop,
  }
}
