import { UserFacingError } from '../db/errors.ts'
import { openStores } from '../db/tenancy.ts'
import { verifyAudit } from '../subgraphs/incident/audit/verify-audit.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { relocated } from '../subgraphs/kit/config/database-urls.ts'
import { checkMigratedEverywhere, openDatabase } from '../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { databaseEnvironment } from './backup/environment.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const report = (line: string) => process.stderr.write(`${line}\n`)

const USAGE = 'npm run audit -- verify'

/**
 * Walks the audit of each institution, in the database of the incident service. Returns whether each is as it was
 * written.
 * The hashes that it prints are to be compared with those of an earlier day that were kept elsewhere.
 */
const verify = async (life: Lifecycle): Promise<boolean> => {
  const config = readConfig(databaseEnvironment(process.env))
  const database = await openDatabase(life, config, report)
  await checkMigratedEverywhere(database, config)
  const place = config.serviceDatabases.incident
  const urls = { app: relocated(database.app, place), platform: relocated(database.platform, place) }
  const stores = await life.open({
    name: 'the database',
    atLeastMs: 1_000,
    open: () => openStores(urls, { name: 'fleetops-audit', max: 2 }),
    close: (opened) => opened.close(),
  })
  let isInOrder = true
  let isEmpty = true
  for await (const { chain, entries, dropped, hash, fault } of verifyAudit(stores)) {
    isEmpty = false
    const name = chain === '' ? '(no institution)' : chain
    isInOrder &&= fault === null
    const known = dropped === 0 ? '' : ` (${dropped} of them dropped by age, known by their anchors)`
    if (fault === null) print(`${name}: ${entries} entries in order${known}, the last one is ${hash ?? 'none'}`)
    else print(`${name}: NOT IN ORDER at entry ${fault.seq}: ${fault.fault}`)
  }
  if (isEmpty) print('The audit has no entries.')
  return isInOrder
}

await runProgram(async (life) => {
  const [command] = process.argv.slice(2)
  if (command !== 'verify') throw new UserFacingError(`What is to be done? ${USAGE}`)
  const isInOrder = await verify(life)
  await life.stop(10_000)
  process.exit(isInOrder ? 0 : 1)
})
