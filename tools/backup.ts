import { resolve } from 'node:path'
import { UserFacingError } from '../db/errors.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { openDatabase } from '../subgraphs/kit/runtime/infrastructure.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { writeBackup } from './backup/backup.ts'
import { databaseEnvironment } from './backup/environment.ts'
import { placesOf } from './backup/places.ts'

// Writes all rows of the platform into a folder, while the platform goes on; `npm run restore` reads it.

const say = (line: string) => void process.stdout.write(`${line}\n`)

await runProgram(async (life) => {
  const [folder, ...more] = process.argv.slice(2)
  if (folder === undefined || more.length > 0) throw new UserFacingError('Into which folder? npm run backup -- FOLDER')
  const config = readConfig(databaseEnvironment(process.env))
  const database = await openDatabase(life, config, say)
  const { tables, writtenAt } = await writeBackup({
    places: placesOf(config, database),
    folder: resolve(folder),
    now: () => new Date(),
    say,
  })
  const [rows, bytes] = [tables.map((table) => table.rows), tables.map((table) => table.bytes)].map((numbers) =>
    numbers.reduce((sum, number) => sum + number, 0),
  )
  say(`The backup of ${writtenAt} is in ${resolve(folder)}: ${rows} rows, ${((bytes ?? 0) / 1e6).toFixed(1)} MB.`)
  await life.stop(10_000)
  process.exit(0)
})
