import net from 'node:net'
import tls from 'node:tls'
import postgres, { type Sql } from 'postgres'
import { connectFailure, createAddress, type DatabaseAddress, type DatabaseHost, tlsOptions } from './address.ts'
import { StoreUnavailableError, UserFacingError } from './errors.ts'
import { settingsStatement } from './roles.ts'
import { arrayTypes } from './values.ts'

/** What a connection is opened with. */
export type ConnectionOptions = {
  readonly url: string
  /** The address of `url`, where its memory of hosts is to be kept. */
  readonly address?: DatabaseAddress
  readonly name: string
  /**
   * Settings of the whole session. They are sent once it is open, since a connection pooler refuses those of the
   * start-up packet.
   */
  readonly settings?: Readonly<Record<string, string>>
  /** Called once, synchronously, the moment an opened connection is lost, whichever side closed it. */
  readonly onClose?: () => void
  /** How long the server may owe an answer while it is opened, in ms; 10 s, or 3 s of several hosts, when left out. */
  readonly answerTimeoutMs?: number | undefined
  /** True for a connection by which another one is judged. */
  readonly isProbe?: boolean
}

/** One session of the server. It never reconnects: once lost it refuses everything. */
export type Connection = {
  readonly sql: Sql
  readonly isOpen: () => boolean
  close(): Promise<void>
}

/** How long a server may owe an answer while a connection is opened. */
const DIAL_TIMEOUT_MS = 10_000
/** Where there is another host to try, one that does not answer is left sooner. */
const DIAL_TIMEOUT_OF_SEVERAL_MS = 3_000

/**
 * Opens one session of the server `url` names, the first one of several that takes it, and waits until it answers.
 * postgres 3.4.9 reconnects under a running transaction and carries on in autocommit; so each connection is a client
 * of its own (`max: 1`) whose socket can be dialled once only, and is thrown away when it closes.
 * Throws StoreUnavailableError when the server is out of reach, refuses the login, or cannot prove who it is, and
 * UserFacingError for a connection pooler that shares its sessions.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const address = options.address ?? createAddress(options.url)
  try {
    return await address.openFirst((host) => openAt(host, address, options))
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw new StoreUnavailableError(connectFailure(address, error), { cause: error })
  }
}

async function openAt(at: DatabaseHost, address: DatabaseAddress, options: ConnectionOptions): Promise<Connection> {
  let state: 'opening' | 'open' | 'closed' = 'opening'
  const timeoutMs = options.answerTimeoutMs ?? (address.hosts.length > 1 ? DIAL_TIMEOUT_OF_SEVERAL_MS : DIAL_TIMEOUT_MS)
  const line = createLine(at, address, timeoutMs)
  const driverOptions = {
    // For the texts of errors: the socket is dialled by us.
    host: at.host,
    port: at.port,
    database: address.database,
    user: address.user,
    pass: address.currentPassword(),
    // The socket speaks TLS already.
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // For a login that is answered bit by bit.
    connect_timeout: (2 * timeoutMs) / 1000,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
    connection: { application_name: options.name, TimeZone: 'UTC' },
    socket: line.dial,
    onclose: () => {
      const wasOpen = state === 'open'
      state = 'closed'
      // Ended, the driver itself refuses what an old handle may still send.
      void sql.end({ timeout: 0 })
      if (wasOpen) options.onClose?.()
    },
  }
  const sql = postgres(driverOptions)
  const close = async () => {
    await sql.end({ timeout: 5 })
  }
  try {
    await begin(sql, at, address, options)
    line.opened()
    state = 'open'
    return { sql, isOpen: () => state === 'open', close }
  } catch (error) {
    state = 'closed'
    await sql.end({ timeout: 0 })
    throw error
  }
}

/**
 * Passes over a server that only reads where another one is wanted, refuses a pooler that shares sessions, and applies
 * the settings; in this order, as those of a shared session would be another one's as well.
 */
async function begin(sql: Sql, at: DatabaseHost, address: DatabaseAddress, options: ConnectionOptions): Promise<void> {
  const rows = await sql.unsafe<{ pid: number; reads: boolean }[]>(`select ${SESSION_STATE}`)
  const [session] = rows
  if (address.sessions === 'read-write' && session?.reads === true) throw new StoreUnavailableError(ONLY_READS)
  // A pooler makes up the process id that it tells its clients.
  if (session?.pid !== rows.state.pid && !options.isProbe) await refuseShared(sql, at, address, options)
  const settings = { ...address.settings, ...options.settings }
  if (Object.keys(settings).length > 0) await sql.unsafe(settingsStatement(settings))
}

const SHARED_LOOKS = 10

/** Two connections that are both open have sessions of their own, unless a pooler lends them for one transaction. */
async function refuseShared(
  sql: Sql,
  at: DatabaseHost,
  address: DatabaseAddress,
  options: ConnectionOptions,
): Promise<void> {
  const other = await openAt(at, address, {
    url: options.url,
    name: options.name,
    answerTimeoutMs: options.answerTimeoutMs,
    isProbe: true,
  })
  try {
    for (let looks = 0; looks < SHARED_LOOKS; looks += 1) {
      const [one] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
      const [two] = await other.sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
      if (one?.pid === two?.pid) throw new UserFacingError(sharedSessions(at))
    }
  } finally {
    await other.close()
  }
}

const sharedSessions = ({ host, port }: DatabaseHost): string =>
  `The connection pooler at ${host}:${port} gives each transaction another session of PostgreSQL, as PgBouncer does ` +
  'with pool_mode=transaction. The platform needs sessions of its own, for settings, prepared statements and the ' +
  'lock of migrations: connect to PostgreSQL itself, as each process pools its connections, or set pool_mode=session.'

/** What is asked of a new session: its process, and whether its server takes transactions that write. */
export const SESSION_STATE = `pg_backend_pid() as pid,
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as reads`

/** The failure of a server that is passed over, as a standby. */
export const ONLY_READS = 'it only reads, as a standby does'

/** What is wrong with a server that owes an answer for too long. */
export const notAnswered = (timeoutMs: number): string => `it has not answered for ${timeoutMs / 1000} s`

/** The way to the server of one connection. */
type Line = {
  /** A socket factory: a second call would be the driver's silent reconnect, which is refused. */
  dial(): Promise<net.Socket>
  /** From now on the server may be silent for any time. */
  opened(): void
}

/** A line whose socket is given up where the server is silent before it is opened. */
function createLine(at: DatabaseHost, address: DatabaseAddress, timeoutMs: number): Line {
  let dialled = false
  let socket: net.Socket | null = null
  const giveUp = () => socket?.destroy(new StoreUnavailableError(notAnswered(timeoutMs)))
  return {
    async dial() {
      if (dialled) throw new StoreUnavailableError('The connection to the database was lost.')
      dialled = true
      socket = await dial(at, address, timeoutMs)
      return socket.setTimeout(timeoutMs, giveUp)
    },
    opened: () => void socket?.setTimeout(0),
  }
}

/** Resolves to a socket that speaks TLS already, where the address asks for that. */
async function dial(at: DatabaseHost, address: DatabaseAddress, timeoutMs: number): Promise<net.Socket> {
  const options = tlsOptions(address, at)
  const socket = net.connect({ ...at, noDelay: true })
  const plain = await awaitEvent(socket, 'connect', timeoutMs)
  if (options === false) return plain
  plain.write(SSL_REQUEST)
  await awaitEvent(plain, 'readable', timeoutMs)
  // One byte and no more: what an attacker sent along must not count as spoken under TLS.
  if (plain.read()?.toString() !== 'S') {
    plain.destroy()
    throw new StoreUnavailableError(NO_TLS)
  }
  return awaitEvent(tls.connect({ ...options, socket: plain }), 'secureConnect', timeoutMs)
}

/** In the words of pg, so that one message is made of both. */
const NO_TLS = 'The server does not support SSL connections'

/** The request for TLS that comes before the start-up packet. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/** Resolves to the socket at its event; destroys it and rejects at an error, its end or the timeout. */
function awaitEvent<S extends net.Socket>(socket: S, event: string, timeoutMs: number): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      socket.setTimeout(0)
      socket.off('timeout', onTimeout).off('error', fail).off('close', onClose).off(event, done)
      then()
    }
    const fail = (error: Error) =>
      settle(() => {
        socket.destroy()
        reject(error)
      })
    const onTimeout = () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
    const onClose = () => fail(Object.assign(new Error('it ended the connection'), { code: 'ECONNRESET' }))
    const done = () => settle(() => resolve(socket))
    socket.setTimeout(timeoutMs, onTimeout)
    socket.once('error', fail).once('close', onClose).once(event, done)
  })
}
