import { resolve } from 'node:path'
import { UserFacingError } from '../db/errors.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { openDatabase } from '../subgraphs/kit/runtime/infrastructure.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { databaseEnvironment } from './backup/environment.ts'
import { placesOf } from './backup/places.ts'
import { restoreBackup } from './backup/restore.ts'

// Restores what `npm run backup` wrote, into databases without tables.

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runProgram(async (life) => {
  const [folder, ...more] = process.argv.slice(2)
  if (folder === undefined || more.length > 0) throw new UserFacingError('From which folder? npm run restore -- FOLDER')
  const config = readConfig(databaseEnvironment(process.env))
  const database = await openDatabase(life, config, say)
  const { rows, manifest, differences } = await restoreBackup({
    places: placesOf(config, database),
    folder: resolve(folder),
    say,
  })
  say(`${rows} rows are as they were at ${manifest.writtenAt}. The platform can be started.`)
  if (differences.length > 0) say(`These are not as they were:\n${differences.map((line) => `  ${line}`).join('\n')}`)
  await life.stop(10_000)
  process.exit(0)
})
