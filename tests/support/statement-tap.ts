import { connect, createServer, type Socket } from 'node:net'
import type { DatabaseUrls } from '../../db/databases.ts'
import type { TestDatabase } from './database.ts'
import { listenOnFreePort } from './ports.ts'

/** A database whose server is reached through a tap, which sees every statement that any service sends. */
export type TappedDatabase = TestDatabase & {
  /** The statements that read or write tables since the last call, in the order in which they came by. */
  take(): string[]
  /** Lets go of the server; the database stays. */
  close(): Promise<void>
}

const [BIND, EXECUTE, PARSE, QUERY] = ['B', 'E', 'P', 'Q']
const LENGTH_BYTES = 4

const textsOf = (body: Buffer): readonly [string, string] => {
  const end = body.indexOf(0)
  return [body.toString('utf8', 0, end), body.toString('utf8', end + 1, body.indexOf(0, end + 1))]
}

/**
 * Follows what one client says by PostgreSQL's protocol: prepared statements, portals bound to them, and when they
 * are executed.
 */
const createReader = (onStatement: (text: string) => void) => {
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  // The first message has no type; what follows it has.
  let begun = false
  const readMessage = (type: string, body: Buffer) => {
    if (type === QUERY) onStatement(textsOf(body)[0])
    if (type === PARSE) prepared.set(...textsOf(body))
    if (type === EXECUTE) onStatement(portals.get(textsOf(body)[0]) ?? '')
    if (type !== BIND) return
    const [portal, statement] = textsOf(body)
    portals.set(portal, prepared.get(statement) ?? '')
  }
  return (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = begun ? 1 : 0
      if (rest.length < typeBytes + LENGTH_BYTES) return
      const size = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < size) return
      if (begun) readMessage(rest.toString('latin1', 0, 1), rest.subarray(1 + LENGTH_BYTES, size))
      begun = true
      rest = rest.subarray(size)
    }
  }
}

const touchesTables = (text: string): boolean => /\b(from|into|update)\s+("?\w+"?\.)/i.test(text)

const openTap = async (databasePort: number, onStatement: (text: string) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect({ host: '127.0.0.1', port: databasePort, noDelay: true })
    const read = createReader(onStatement)
    const cut = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', cut).once('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => {
      read(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => client.write(chunk))
    client.once('end', () => database.end())
    database.once('end', () => client.end())
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Puts a tap between a database and the users of the URLs that are returned. */
export const tapDatabase = async (database: TestDatabase): Promise<TappedDatabase> => {
  let statements: string[] = []
  const tap = await openTap(Number(new URL(database.urls.app).port), (text) => {
    if (touchesTables(text)) statements.push(text)
  })
  const tapped = (url: string) => Object.assign(new URL(url), { port: String(tap.port) }).href
  const { superuser, owner, app, platform } = database.urls
  const urls: DatabaseUrls = { superuser, owner, app: tapped(app), platform: tapped(platform) }
  return {
    urls,
    drop: () => database.drop(),
    take() {
      const taken = statements
      statements = []
      return taken
    },
    close: () => tap.close(),
  }
}
