import { openStores, type Stores } from '../../db/tenancy.ts'
import { readConfig } from '../../subgraphs/kit/config/config.ts'
import { relocated } from '../../subgraphs/kit/config/database-urls.ts'
import { checkMigratedEverywhere, openDatabase } from '../../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../../subgraphs/kit/runtime/lifecycle.ts'
import { runProgram } from '../../subgraphs/kit/runtime/program.ts'
import { databaseEnvironment } from '../backup/environment.ts'
import { readOptions } from './options.ts'
import { runErasure } from './report.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const report = (line: string) => process.stderr.write(`${line}\n`)

/** Every database that holds the schema of a service, and the one of the incident service, which has the audit. */
type Databases = { readonly databases: readonly Stores[]; readonly incident: Stores }

const openDatabases = async (life: Lifecycle): Promise<Databases> => {
  const config = readConfig(databaseEnvironment(process.env))
  const database = await openDatabase(life, config, report)
  await checkMigratedEverywhere(database, config)
  const { serviceDatabases } = config
  const opened = new Map<string | undefined, Stores>()
  const open = async (place: string | undefined): Promise<Stores> => {
    const stores =
      opened.get(place) ??
      (await life.open({
        name: 'the database',
        atLeastMs: 1_000,
        open: () =>
          openStores(
            { app: relocated(database.app, place), platform: relocated(database.platform, place) },
            { name: 'fleetops-erase', max: 1 },
          ),
        close: (open) => open.close(),
      }))
    opened.set(place, stores)
    return stores
  }
  for (const place of [undefined, ...Object.values(serviceDatabases)]) await open(place)
  return { databases: [...opened.values()], incident: await open(serviceDatabases.incident) }
}

await runProgram(async (life) => {
  const options = readOptions(process.argv.slice(2))
  const databases = await openDatabases(life)
  const isDone = await runErasure({ ...databases, progress: report, print }, options)
  await life.stop(10_000)
  process.exit(isDone ? 0 : 1)
})
