import net from 'node:net'
import postgres, { type Sql } from 'postgres'
import { StoreUnavailableError } from './errors.ts'
import { arrayTypes } from './values.ts'

/** What a connection is opened with. `settings` are sent in the start-up packet, so they hold for the whole session. */
export type ConnectionOptions = {
  readonly url: string
  readonly name: string
  readonly settings?: Readonly<Record<string, string>>
  /** Called once, synchronously, the moment an opened connection is lost, whichever side closed it. */
  readonly onClose?: () => void
}

/** One session of the server. It never reconnects: once lost it refuses everything. */
export type Connection = {
  readonly sql: Sql
  readonly isOpen: () => boolean
  close(): Promise<void>
}

type Dial = { readonly host: readonly string[]; readonly port: readonly number[]; readonly path: string | false }

const DIAL_TIMEOUT_MS = 10_000

/**
 * Opens one session of the server `url` names, and waits until it answers.
 * postgres 3.4.9 reconnects under a running transaction and carries on in autocommit; so each connection is a client
 * of its own (`max: 1`) whose socket can be dialled once only, and is thrown away when it closes.
 * Throws StoreUnavailableError when the server is out of reach or refuses the login.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  let state: 'opening' | 'open' | 'closed' = 'opening'
  const driverOptions = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: DIAL_TIMEOUT_MS / 1000,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
    connection: { application_name: options.name, TimeZone: 'UTC', ...options.settings },
    socket: dialOnce(),
    onclose: () => {
      const wasOpen = state === 'open'
      state = 'closed'
      // Ended, the driver itself refuses what an old handle may still send.
      void sql.end({ timeout: 0 })
      if (wasOpen) options.onClose?.()
    },
  }
  const sql = postgres(options.url, driverOptions)
  const close = async () => {
    await sql.end({ timeout: 5 })
  }
  try {
    await sql.unsafe('select 1')
  } catch (error) {
    state = 'closed'
    await sql.end({ timeout: 0 })
    throw new StoreUnavailableError(connectFailure(options.url, error), { cause: error })
  }
  state = 'open'
  return { sql, isOpen: () => state === 'open', close }
}

/** A socket factory for one connection: a second call would be the driver's silent reconnect, which is refused. */
function dialOnce(): (options: Dial) => Promise<net.Socket> {
  let dialled = false
  return async ({ host, port, path }) => {
    if (dialled) throw new StoreUnavailableError('The connection to the database was lost.')
    dialled = true
    if (path !== false) return dial({ path }, path)
    let failure: unknown
    for (const [index, name] of host.entries()) {
      try {
        return await dial({ host: name, port: port[index] ?? 5432, noDelay: true }, name)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

function dial(target: net.NetConnectOpts, name: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(target)
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const onTimeout = () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
    socket.setTimeout(DIAL_TIMEOUT_MS, onTimeout)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('timeout', onTimeout)
      socket.off('error', fail)
      // The driver reads `host` for the server name of TLS.
      resolve(Object.assign(socket, { host: name }))
    })
  })
}

/** One sentence on why a login failed, with the address but never the password. */
function connectFailure(url: string, error: unknown): string {
  const { hostname, port, pathname, username } = new URL(url)
  const where = `${hostname}${port === '' ? '' : `:${port}`}`
  const reason = error instanceof Error ? error.message : String(error)
  return `The database ${pathname.slice(1)} at ${where} cannot be used as ${decodeURIComponent(username)}: ${reason}`
}
