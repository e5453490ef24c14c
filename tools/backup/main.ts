import { resolve } from 'node:path'
import { UserFacingError } from '../../db/errors.ts'
import { readConfig } from '../../subgraphs/kit/config/config.ts'
import { openDatabase } from '../../subgraphs/kit/runtime/infrastructure.ts'
import { runProgram } from '../../subgraphs/kit/runtime/program.ts'
import { writeBackup } from './backup.ts'
import { databaseEnvironment } from './environment.ts'
import { databasesOf, type SavedDatabase } from './places.ts'
import { restoreBackup } from './restore.ts'

// `npm run backup` writes all rows of the platform into a folder, while the platform goes on; `npm run restore` reads
// them into databases without tables.

const say = (line: string) => void process.stdout.write(`${line}\n`)

const backUp = async (places: readonly SavedDatabase[], folder: string): Promise<void> => {
  const { tables, writtenAt } = await writeBackup({ places, folder, now: () => new Date(), say })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  say(`The backup of ${writtenAt} is in ${folder}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB.`)
}

const restore = async (places: readonly SavedDatabase[], folder: string): Promise<void> => {
  const { rows, manifest, differences } = await restoreBackup({ places, folder, say })
  say(`${rows} rows are as they were at ${manifest.writtenAt}. The platform can be started.`)
  if (differences.length > 0) say(`These are not as they were:\n${differences.map((line) => `  ${line}`).join('\n')}`)
}

await runProgram(async (life) => {
  const [command, folder, ...more] = process.argv.slice(2)
  if ((command !== 'backup' && command !== 'restore') || folder === undefined || more.length > 0)
    throw new UserFacingError('Which folder? npm run backup -- FOLDER, or npm run restore -- FOLDER')
  const config = readConfig(databaseEnvironment(process.env))
  const places = databasesOf(config, await openDatabase(life, config, say))
  if (command === 'backup') await backUp(places, resolve(folder))
  else await restore(places, resolve(folder))
  await life.stop(10_000)
  process.exit(0)
})
