import pg from 'pg'
import type { BenchDatabase } from '../common/platform.ts'
import { STATEMENTS_MODULE } from '../statements.ts'

/** A statement of the platform since the last look, with all its calls: blocks of 8 kB from the cache or the disk. */
export type Statement = { readonly text: string; readonly blocks: number }

/** Counts what the statements of the platform read. */
export type StatementLog = {
  /** What was carried out since the last call. */
  take(): Promise<readonly Statement[]>
  close(): Promise<void>
}

const READ = `
  with read as materialized (
    select query as text, sum(shared_blks_hit + shared_blks_read)::float8 as blocks
    from pg_stat_statements s join pg_roles r on r.oid = s.userid and r.rolname in ('app', 'platform') group by query)
  select text, blocks from read`

/** The server has loaded the module. */
export const openStatementLog = async ({ urls }: BenchDatabase): Promise<StatementLog> => {
  const client = new pg.Client({ connectionString: urls.superuser })
  await client.connect()
  await client.query(`create extension if not exists ${STATEMENTS_MODULE}`)
  return {
    async take() {
      const { rows } = await client.query<Statement>(READ)
      await client.query('select pg_stat_statements_reset()')
      return rows
    },
    close: () => client.end(),
  }
}
