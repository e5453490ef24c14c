import pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'
import { connectFailure, type DatabaseAddress, type DatabaseHost, tlsOptions } from './address.ts'
import { ONLY_READS, SESSION_STATE } from './client.ts'
import { StoreUnavailableError } from './errors.ts'
import { settingsStatement } from './roles.ts'

/** What a client of `pg` is opened with, beside its address. */
export type PgClientOptions = {
  readonly name: string
  /** Settings of the whole session. */
  readonly settings?: Readonly<Record<string, string>>
  readonly connectTimeoutMs: number
  readonly more?: Pick<pg.ClientConfig, 'query_timeout' | 'types'> & { readonly pipeline?: boolean }
}

/**
 * Opens a session with the driver `pg`, as `openConnection` does with the other one.
 * Throws StoreUnavailableError when no host of the address takes it.
 */
export async function openPgClient(address: DatabaseAddress, options: PgClientOptions): Promise<pg.Client> {
  try {
    return await address.openFirst((host) => openAt(host, address, options))
  } catch (error) {
    throw new StoreUnavailableError(connectFailure(address, error), { cause: error })
  }
}

async function openAt(at: DatabaseHost, address: DatabaseAddress, options: PgClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    host: at.host,
    port: at.port,
    database: address.database,
    user: address.user,
    password: address.currentPassword(),
    ssl: tlsOptions(address, at),
    application_name: options.name,
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
    ...options.more,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ reads: boolean }>(`select ${SESSION_STATE}`)
    if (address.sessions === 'read-write' && rows[0]?.reads === true) throw new StoreUnavailableError(ONLY_READS)
    await client.query(settingsStatement({ TimeZone: 'UTC', ...address.settings, ...options.settings }))
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Settings with which two servers write and read values as the same text. */
export const COPY_SETTINGS = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: '3',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const

/** Starts `copy … to stdout`. `rowCount` holds once the stream has ended. */
export const copyOut = (client: pg.Client, statement: string): CopyToStreamQuery => client.query(to(statement))

/** Starts `copy … from stdin`. `rowCount` holds once the stream has finished. */
export const copyIn = (client: pg.Client, statement: string): CopyStreamQuery => client.query(from(statement))
