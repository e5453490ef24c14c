import type pg from 'pg'
import type { Db } from 'pg-boss'
import { createAddress } from '../../../db/address.ts'
import { codeOf, isUnavailable, StoreUnavailableError } from '../../../db/errors.ts'
import { openPgClient } from '../../../db/pg-client.ts'

/** What pg-boss asks of a database. */
export type QueueDatabase = Pick<Db, 'executeSql'> & { close(): Promise<void> }

type Session = { readonly client: pg.Client; readonly password: string; isOpen: boolean }

const SESSIONS = 4
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 60_000
const READ_ONLY = '25006'

/**
 * The sessions of pg-boss. Its own pool knows one host and one password; this one follows both, and leaves a server
 * that only reads.
 */
export const createQueueDatabase = (url: string, name: string): QueueDatabase => {
  const address = createAddress(url)
  const idle: Session[] = []
  const waiting: (() => void)[] = []
  let places = SESSIONS
  let closed = false

  const open = async (): Promise<Session> => {
    const password = address.currentPassword()
    const client = await openPgClient(address, {
      name,
      settings: { statement_timeout: String(STATEMENT_TIMEOUT_MS) },
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      more: { query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS },
    })
    const session: Session = { client, password, isOpen: true }
    client.on('end', () => {
      session.isOpen = false
    })
    return session
  }
  const end = async ({ client }: Session) => {
    await client.end().catch(() => {})
  }
  const take = async (): Promise<Session> => {
    for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
      if (session.isOpen && session.password === address.currentPassword()) return session
      void end(session)
    }
    return open()
  }
  const run = async (text: string, values?: unknown[]) => {
    const session = await take()
    try {
      const answer = await session.client.query(text, values)
      if (closed) void end(session)
      else idle.push(session)
      return answer
    } catch (error) {
      // A statement that failed may have left a transaction open, which ends with its session.
      void end(session)
      if (codeOf(error) === READ_ONLY) for (const other of idle.splice(0)) void end(other)
      throw isUnavailable(error) ? new StoreUnavailableError('The database is out of reach.', { cause: error }) : error
    }
  }
  return {
    async executeSql(text, values) {
      if (closed) throw new StoreUnavailableError('The queue of jobs is closed.')
      if (places === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else places -= 1
      try {
        return await run(text, values)
      } finally {
        const next = waiting.shift()
        if (next === undefined) places += 1
        else next()
      }
    },
    async close() {
      closed = true
      await Promise.all(idle.splice(0).map(end))
    },
  }
}
