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
 * Reads messages of PostgreSQL's protocol from what one side sends. The first message of a client has no type and
 * those of a server all have one: `typed` says which. `onMessage` returns false to read no further.
 */
export const createMessageReader = (typed: boolean, onMessage: (type: string, body: Buffer) => boolean | undefined) => {
  let rest: Buffer = Buffer.alloc(0)
  let begun = typed
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = begun ? 1 : 0
      if (rest.length < typeBytes + LENGTH_BYTES) return
      const size = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < size) return
      const type = begun ? rest.toString('latin1', 0, 1) : ''
      if (onMessage(type, rest.subarray(typeBytes + LENGTH_BYTES, size)) === false) return
      begun = true
      rest = rest.subarray(size)
    }
  }
}

/** Follows what one client says: prepared statements, portals bound to them, and when they are executed. */
const createReader = (onStatement: (text: string) => void) => {
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()
  return createMessageReader(false, (type, body) => {
    if (type === QUERY) onStatement(textsOf(body)[0])
    if (type === PARSE) prepared.set(...textsOf(body))
    if (type === EXECUTE) onStatement(portals.get(textsOf(body)[0]) ?? '')
    if (type !== BIND) return
    const [portal, statement] = textsOf(body)
    portals.set(portal, prepared.get(statement) ?? '')
  })
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
