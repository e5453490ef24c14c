import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'
import { cloneDatabase } from '../support/database.ts'
import { runAs } from '../support/sql.ts'

/** A database that has the migrations of one service only up to the one that is tested. Close it. */
export type MigrationDatabase = {
  /** Runs statements as superuser. Returns the rows of the last. */
  run(...statements: readonly string[]): Promise<Record<string, unknown>[]>
  /** Runs statements as the login of the application, under row-level security. Returns the rows of the last. */
  runAsApp(...statements: readonly string[]): Promise<Record<string, unknown>[]>
  /** Applies one more migration, given by its file name. */
  apply(name: string): Promise<void>
  close(): Promise<void>
}

/** Opens a database with the migrations of `service` before the file `name`. */
export const openDatabaseBefore = async (service: string, name: string): Promise<MigrationDatabase> => {
  const migrations = new URL(`../../db/${service}/migrations/`, import.meta.url).pathname
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-migrations-'))
  mkdirSync(join(folder, service, 'migrations'), { recursive: true })
  const database = await cloneDatabase()
  const apply = async (...names: readonly string[]) => {
    for (const file of names) copyFileSync(join(migrations, file), join(folder, service, 'migrations', file))
    await migrate({ ownerUrl: database.urls.owner, folder })
  }
  const run = (...statements: readonly string[]) => runAs(database.urls.superuser, statements)
  await run(`drop schema ${service} cascade`, 'truncate migrations.applied')
  await apply(...readdirSync(migrations).filter((file) => file < name))
  return {
    run,
    runAsApp: (...statements) => runAs(database.urls.app, statements),
    apply,
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}
