import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseUrls } from '../../../db/databases.ts'
import { findFreePort } from '../../../db/server.ts'
import { SERVICE_NAMES } from '../../../subgraphs/kit/calls/calls.ts'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { startBroker } from '../../kafka/broker.ts'
import { environment, openPlatform } from '../common/platform.ts'
import { type Program, STOP_PATIENCE_MS, startProgram } from '../common/program.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A platform in one process or several, with what they need. */
export type Processes = { readonly url: string; readonly programs: readonly Program[] }

/** Starts a Kafka of one broker with the platform's topics. Returns what processes need to reach it. */
const openKafka = async (life: Lifecycle): Promise<Record<string, string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-bench-kafka-'))
  const broker = await life.open({
    name: 'Kafka',
    atLeastMs: 12_000,
    essential: true,
    open: () => startBroker({ folder }),
    async close(opened) {
      await opened.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  })
  const settings = { KAFKA_BROKERS: broker.address }
  const env = { PATH: process.env.PATH ?? '', ...settings }
  execFileSync(process.execPath, ['tools/topics.ts'], { cwd: ROOT, env, stdio: 'ignore' })
  return settings
}

/** A port whose hundredth successor is free as well: the internal listener of a service is there. */
const findPortPair = async (): Promise<number> => {
  for (;;) {
    const port = await findFreePort()
    if ((await findFreePort(port + 100)) === port + 100) return port
  }
}

/** A gateway, and each service in a process of its own. */
const openSeparate = async (life: Lifecycle, urls: DatabaseUrls, more: Record<string, string>): Promise<Processes> => {
  const places = new Map<string, number>()
  for (const name of ['gateway', ...SERVICE_NAMES]) places.set(name, await findPortPair())
  const portOf = (name: string): number => places.get(name) ?? 0
  const shared = {
    ...more,
    INTERNAL_URL: `http://127.0.0.1:${portOf('gateway') + 100}`,
    ...Object.fromEntries(
      SERVICE_NAMES.map((name) => [
        `${name.toUpperCase().replaceAll('-', '_')}_URL`,
        `http://127.0.0.1:${portOf(name)}`,
      ]),
    ),
  }
  const programs: Program[] = []
  for (const [name, port] of places)
    programs.push(
      await life.open({
        name,
        atLeastMs: STOP_PATIENCE_MS + 1_000,
        open: () =>
          startProgram({
            name,
            file: join(ROOT, name === 'gateway' ? 'gateway/main.ts' : `subgraphs/${name}/main.ts`),
            env: { ...environment(urls, port, port + 100), ...shared },
            port,
            internalPort: port + 100,
          }),
        close: (program) => program.stop(),
      }),
    )
  return { url: `http://127.0.0.1:${portOf('gateway')}`, programs }
}

/** Starts a platform in one process, or one for each service, with topics in PostgreSQL or in Kafka. */
export const openProcesses = async (
  life: Lifecycle,
  urls: DatabaseUrls,
  { separate, kafka }: { readonly separate: boolean; readonly kafka: boolean },
): Promise<Processes> => {
  const more = kafka ? await openKafka(life) : {}
  if (separate) return openSeparate(life, urls, more)
  const platform = await openPlatform(life, urls, more)
  return { url: platform.url, programs: [platform] }
}
