import { join } from 'node:path'
import { type DemoHost, loadDemo } from '../demo/load.ts'
import { startSimulator } from '../demo/simulator.ts'
import type { Config } from '../subgraphs/kit/config/config.ts'
import type { Console } from '../subgraphs/kit/observability/console.ts'
import { type Lifecycle, StoppedError } from '../subgraphs/kit/runtime/lifecycle.ts'
import type { ServiceProcess } from '../subgraphs/kit/runtime/process.ts'

/**
 * Adds the missing data of the demo fleet before the platform's background work starts. A stop ends it at its next
 * step.
 */
export const topUpDemo = async (life: Lifecycle, host: DemoHost, console: Console): Promise<void> => {
  const counts = await life.open({
    name: 'the demo fleet',
    atLeastMs: 0,
    open: () =>
      loadDemo(host, {
        now: () => new Date(),
        progress(text) {
          if (life.signal.aborted) throw new StoppedError('the demo fleet')
          console.progress(text)
        },
      }),
    close: async () => {},
  })
  if (counts === null || counts.journals + counts.events === 0) return
  const seconds = (counts.durationMs / 1000).toFixed(1)
  const what = counts.atms > 0 ? `The demo fleet is loaded: ${counts.atms} ATMs,` : 'The demo fleet is topped up:'
  console.say(`${what} ${counts.journals} journals, ${counts.events} events (${seconds} s)`)
}

/** Simulates the demo fleet until the stop; undelivered data is kept in the data folder. */
export const openSimulator = async (
  life: Lifecycle,
  process: ServiceProcess,
  { platformTimeZone, dataDir }: Pick<Config, 'platformTimeZone' | 'dataDir'>,
): Promise<void> => {
  await life.open({
    name: 'the simulator',
    atLeastMs: 300,
    open: async () => startSimulator(process, { platformTimeZone, folder: join(dataDir, 'simulator') }),
    close: (simulator) => simulator.close(),
  })
}
