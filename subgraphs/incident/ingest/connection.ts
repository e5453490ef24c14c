import pg from 'pg'
import { createAddress } from '../../../db/address.ts'
import { openPgClient } from '../../../db/pg-client.ts'

/** A value of a statement: text, a number, or an array as PostgreSQL writes it. */
export type StatementValue = string | number | null

/** A statement to be run, with its values. */
export type PreparedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly StatementValue[]
}

/** A pipelined connection of the ingest lane. Statements are sent at once, answered in order. It never reconnects. */
export type LaneConnection = {
  /** Runs a prepared statement; `name` identifies its text on this connection. */
  run<Row extends object>(name: string, text: string, values: readonly StatementValue[]): Promise<readonly Row[]>
  /** Runs a command without parameters and returns its tag, such as COMMIT. */
  command(text: string): Promise<string>
  /** Sends what `send` runs in one piece, as each small write costs as much as a statement. */
  together<T>(send: () => T): T
  /**
   * The server and its timeline, which a promotion changes: only the same one knows what became of a transaction.
   * Null for a server that only reads.
   */
  readonly server: string | null
  isOpen(): boolean
  /** True once the login has another password than the connection was opened with. */
  isOutdated(): boolean
  close(): Promise<void>
}

/**
 * Plans are made once and stay, as making them again for each batch costs as much as running them. They are made while
 * the tables of a day are small: without the other settings a full scan of a table that has since grown took a third of
 * the throughput within seconds.
 */
const PLAN_SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}
const LIMITS = {
  lock_timeout: '250',
  statement_timeout: '10000',
  idle_in_transaction_session_timeout: '10000',
}
const CONNECT_TIMEOUT_MS = 3_000
/** Past the server's own limit, so that only a server that is gone meets it. */
const ANSWER_TIMEOUT_MS = 15_000
const PASSWORD_LOOK_MS = 1_000
const INT8 = 20

const types: pg.CustomTypesConfig = {
  // Ids stay below 2^53.
  getTypeParser: (oid, format) => (Number(oid) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** The connection is gone, or can no longer be trusted. Whatever was not committed is not stored. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

const SERVER = `
  select case when pg_is_in_recovery() then null
    else system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as server
  from pg_control_system()`

/**
 * Opens a connection as the role that `url` names. `address` remembers which of several hosts answered last.
 * Rejects when no host can be reached.
 */
export const openLaneConnection = async (
  url: string,
  name: string,
  address = createAddress(url),
): Promise<LaneConnection> => {
  const client = await openPgClient(address, {
    name,
    settings: { ...PLAN_SETTINGS, ...LIMITS },
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    more: { pipeline: true, query_timeout: ANSWER_TIMEOUT_MS, types },
  })
  const password = address.currentPassword()
  let lookedAtMs = performance.now()
  let open = true
  const onGone = () => {
    open = false
  }
  client.on('error', onGone)
  client.on('end', onGone)
  /** What the server says of a statement is passed on; any other failure is the connection's. */
  const answered = async <T>(query: Promise<T>): Promise<T> => {
    try {
      return await query
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error
      open = false
      throw new ConnectionLostError('the connection of the ingest lane was lost', { cause: error })
    }
  }
  const { rows } = await answered(client.query<{ server: string | null }>(SERVER)).catch((error: unknown) => {
    // Not waited for: a server that does not answer does not say that it has ended either.
    void client.end().catch(() => {})
    throw error
  })
  return {
    server: rows[0]?.server ?? null,
    async run<Row extends object>(statement: string, text: string, values: readonly StatementValue[]) {
      const { rows } = await answered(client.query<Row>({ name: statement, text, values: [...values] }))
      return rows
    },
    async command(text) {
      const { command } = await answered(client.query(text))
      return command
    },
    together(send) {
      const { stream } = client.connection
      stream.cork()
      try {
        return send()
      } finally {
        stream.uncork()
      }
    },
    isOpen: () => open,
    isOutdated() {
      if (performance.now() - lookedAtMs < PASSWORD_LOOK_MS) return false
      lookedAtMs = performance.now()
      return address.currentPassword() !== password
    },
    async close() {
      open = false
      await client.end()
    },
  }
}

/** Waits for all of them, so that no rejection is left alone, and then fails with the first. */
export const settleAll = async <const T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
