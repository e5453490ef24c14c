import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import type { Sql } from 'postgres'
import { UserFacingError } from './errors.ts'

const SCHEMA = 'pgboss'
const CURRENT: number = manifest.pgboss.schema

/**
 * Makes or updates the tables of the job runner as the owner, since at run time it works as `platform`, which owns
 * nothing. Resolves to true when there was something to do. Throws UserFacingError when a newer release has updated
 * them.
 */
export async function migrateJobRunner(sql: Sql, log?: (line: string) => void): Promise<boolean> {
  const installed = await installedVersion(sql)
  if (installed !== undefined && installed > CURRENT) {
    throw new UserFacingError(
      `The tables of the job runner are of version ${installed}, made by a newer release; this one knows ${CURRENT}. ` +
        'Start that release or a later one, or restore a backup from before it.',
    )
  }
  const stale = installed === undefined || installed < CURRENT
  if (stale) {
    log?.(`${SCHEMA}: version ${CURRENT} of the job runner's tables`)
    // Both are scripts with a transaction of their own.
    await sql.unsafe(installed === undefined ? getConstructionPlans(SCHEMA) : getMigrationPlans(SCHEMA, installed))
  }
  // Each time, so that an interruption right here heals by itself.
  await sql.unsafe(GRANTS)
  await sql.unsafe(POLICY)
  return stale
}

async function installedVersion(sql: Sql): Promise<number | undefined> {
  const [table] = await sql`select from pg_tables where schemaname = ${SCHEMA} and tablename = 'version'`
  if (table === undefined) return undefined
  const [row] = await sql<{ version: number }[]>`select version from pgboss.version`
  return row?.version
}

const GRANTS = `
  grant usage on schema ${SCHEMA} to platform;
  grant select, insert, update, delete on all tables in schema ${SCHEMA} to platform;
  grant usage on all sequences in schema ${SCHEMA} to platform;
  grant execute on all functions in schema ${SCHEMA} to platform`

/** Queues of earlier versions let any number of runs wait; the library itself never changes the policy of a queue. */
const POLICY = `
  update ${SCHEMA}.queue set policy = 'stately' where policy = 'singleton'`
