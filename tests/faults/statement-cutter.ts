import { connect, createServer, type Socket } from 'node:net'
import type { DatabaseUrls } from '../../db/databases.ts'
import { listenOnFreePort } from '../support/ports.ts'
import { createMessageReader } from '../support/statement-tap.ts'

/** The message by which PostgreSQL says that a statement is done; of a commit, that it is committed. */
const COMPLETED = 'C'

/** A way to a database whose connections can be cut after any statement, before its client knows what came of it. */
export type StatementCutter = {
  /** The same database by this way, for the logins of the platform. */
  readonly urls: DatabaseUrls
  /** Cuts the connection on which the n-th statement from now on is completed, once. */
  arm(n: number): void
  /** Cuts nothing any more. Returns whether there was a cut. */
  disarm(): boolean
  close(): Promise<void>
}

/** Opens such a way. The superuser and the owner keep theirs. */
export const openStatementCutter = async (urls: DatabaseUrls): Promise<StatementCutter> => {
  const databasePort = Number(new URL(urls.app).port)
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    const database = connect({ host: '127.0.0.1', port: databasePort, noDelay: true })
    let isCut = false
    const cut = () => {
      isCut = true
      client.destroy()
      database.destroy()
    }
    const read = createMessageReader(true, (type) => {
      if (type !== COMPLETED) return undefined
      left -= 1
      if (left !== 0) return undefined
      cut()
      return false
    })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', cut).once('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => database.write(chunk))
    database.on('data', (chunk) => {
      if (isCut) return
      read(chunk)
      if (!isCut) client.write(chunk)
    })
    client.once('end', () => database.end())
    database.once('end', () => client.end())
  })
  const port = await listenOnFreePort(server)
  const cuttable = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  return {
    urls: { ...urls, app: cuttable(urls.app), platform: cuttable(urls.platform) },
    arm(n) {
      left = n
    },
    disarm() {
      const fired = left <= 0
      left = Number.POSITIVE_INFINITY
      return fired
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
