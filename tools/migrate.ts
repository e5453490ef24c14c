import { UserFacingError } from '../db/errors.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { migrateEverywhere } from '../subgraphs/kit/runtime/infrastructure.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { databaseEnvironment } from './backup/environment.ts'

// Brings the databases up to date and ends, before processes start with MIGRATE_AT_START=false: they then need no
// login of the owner. Only the variables of databases are read: a job that migrates may lack half of what others need,
// such as the user name of a login of Kafka whose password it has.

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runProgram(async () => {
  const config = readConfig(databaseEnvironment(process.env))
  const { database } = config
  if (database === null || database.owner === null)
    throw new UserFacingError('DATABASE_URL, PLATFORM_DATABASE_URL and MIGRATION_DATABASE_URL are required.')
  const count = await migrateEverywhere({ ...database, owner: database.owner }, config, say)
  say(`The database is up to date; ${count} migrations ran.`)
  process.exit(0)
})
