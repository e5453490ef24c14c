import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BackgroundReport, BackgroundTask } from './background.worker.ts'
import { type FleetShape, INSTITUTIONS } from './common/fleet.ts'
import { tokenFor } from './common/platform.ts'

/** What agents send, a second. */
export type Rates = Pick<BackgroundTask, 'eventsPerSecond' | 'heartbeatsPerSecond'>

/** What 100,000 ATMs send: 30 events a day each, a heartbeat a minute each. */
const OF_LARGE_FLEET: Rates = { eventsPerSecond: 35, heartbeatsPerSecond: 1_667 }

/** Events and heartbeats that come in, from a thread of their own. */
export type Background = {
  stop(): Promise<BackgroundReport>
}

/** Starts the agents of a fleet: each event and each heartbeat is a request of its own through the public API. */
export const startBackground = async (
  url: string,
  shape: FleetShape,
  rates: Rates = OF_LARGE_FLEET,
): Promise<Background> => {
  const keys = Array.from({ length: INSTITUTIONS }, (_, n) => `BANK${n + 1}`)
  const tokens = new Map(
    await Promise.all(keys.map(async (key) => [key, await tokenFor({ role: 'AGENT', institutions: [key] })] as const)),
  )
  const workerData: BackgroundTask = { url, shape, tokens, ...rates }
  const worker = new Worker(new URL('./background.worker.ts', import.meta.url), { workerData })
  return {
    async stop() {
      const answer = once(worker, 'message')
      worker.postMessage('stop')
      const [report]: BackgroundReport[] = await answer
      await worker.terminate()
      if (report === undefined) throw new Error('the agents gave no report')
      return report
    },
  }
}
