import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import type { Sql } from 'postgres'
import { UserFacingError } from './errors.ts'

const SCHEMA = 'pgboss'
const CURRENT: number = manifest.pgboss.schema

/**
 * The script that makes or updates the tables of the job runner, a transaction of its own; null where they are as this
 * release needs them. The owner runs it, since at run time the runner works as `platform`, which owns nothing; then
 * `grantJobRunner`. Throws UserFacingError when a newer release has updated them.
 */
export async function planJobRunner(sql: Sql): Promise<{ readonly name: string; readonly script: string } | null> {
  const installed = await installedVersion(sql)
  if (installed === CURRENT) return null
  if (installed !== undefined && installed > CURRENT) {
    throw new UserFacingError(
      `The tables of the job runner are of version ${installed}, made by a newer release; this one knows ${CURRENT}. ` +
        'Start that release or a later one, or restore a backup from before it.',
    )
  }
  const plans = installed === undefined ? getConstructionPlans(SCHEMA) : getMigrationPlans(SCHEMA, installed)
  return { name: `${SCHEMA}: version ${CURRENT} of the job runner's tables`, script: inOneTransaction(plans) }
}

/** Each time, so that an interruption after the script heals by itself. */
export async function grantJobRunner(sql: Sql): Promise<void> {
  await sql.unsafe(GRANTS)
  await sql.unsafe(POLICY)
}

/**
 * Plans end with indexes that are made concurrently after their transaction, which PostgreSQL refuses in a message of
 * several statements, and which would be missing for good after an interruption. The tables are small and locked
 * anyway: the indexes are made in the transaction. The caller says how long it waits for locks.
 */
function inOneTransaction(plans: string): string {
  const [inside, after, ...more] = plans.split(/\bCOMMIT;/)
  if (inside === undefined || after === undefined || more.length > 0 || !LOCK_TIMEOUT.test(inside))
    throw new Error('The plans of the job runner are not one transaction with what follows it.')
  return `${inside.replace(LOCK_TIMEOUT, '')}${after.replaceAll(' CONCURRENTLY ', ' ')}\n;COMMIT;`
}

const LOCK_TIMEOUT = /SET LOCAL lock_timeout = \d+;/

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
