import postgres from 'postgres'
import { StoreUnavailableError } from '../../db/errors.ts'
import type { PlatformTx, Stores, TenantTx } from '../../db/tenancy.ts'
import { type Session as PooledSession, runTransaction, type Tx } from '../../db/transaction.ts'
import { ConnectionLostError, type LaneConnection } from '../../subgraphs/incident/ingest/connection.ts'
import type { Answer, Database } from './database.ts'
import { currentProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'

const LANE_LOCK_TIMEOUT_MS = 250
const STORES_LOCK_TIMEOUT_MS = 5_000
const SERVER = 'simulated 1'

/** Opens a session of the ingest lane. */
export const connectLane = async (scheduler: Scheduler, database: Database): Promise<LaneConnection> => {
  const process = currentProcess()
  const session = await scheduler.task('connect', () => database.open(LANE_LOCK_TIMEOUT_MS, () => {}, process))
  const answered = async (answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (session.isOpen) throw error
      throw new ConnectionLostError('the connection of the ingest lane was lost', { cause: error })
    }
  }
  return {
    async run<R extends object>(name: string, text: string, values: readonly unknown[]) {
      const { rows } = await answered(database.send(session, text, values, name))
      // What a statement returns is what its caller says, as with the driver.
      return rows as R[]
    },
    command: async (text) => (await answered(database.send(session, text))).tag,
    together: (send) => send(),
    server: SERVER,
    isOpen: () => session.isOpen,
    isOutdated: () => false,
    close: async () => database.end(session),
  }
}

/** Rows as the driver gives them where it is asked for arrays: in the order of the columns that the statement names. */
const asArrays = (text: string, rows: readonly object[]): unknown[][] => {
  const list = / returning (.*)$/s.exec(text)?.[1] ?? /^select (?:distinct )?(.*?) from /s.exec(text)?.[1] ?? ''
  const names = [...list.matchAll(/"(\w+)"(?=,|$)/g)].map(([, name = '']) => name)
  return rows.map((row) => names.map((name) => new Map(Object.entries(row)).get(name) ?? null))
}

/** A client of a process that leads nowhere: its options are what Drizzle wants to know of one. */
const nowhere = postgres({ host: '127.0.0.1', port: 1, fetch_types: false })

/** A session as the transactions of the platform use one, which are those of the product. */
const openSession = (database: Database): PooledSession => {
  const session = database.open(
    STORES_LOCK_TIMEOUT_MS,
    () => pooled.guard?.fail(new StoreUnavailableError('lost')),
    currentProcess(),
  )
  const unsafe = (text: string, values: readonly unknown[] = []) => {
    const send = database.send(session, text, values)
    const rows = send.then(({ rows: found, tag }) => Object.assign([...found], { command: tag }))
    rows.catch(() => {})
    return Object.assign(rows, { values: () => send.then(({ rows: found }) => asArrays(text, found)) })
  }
  const sql = new Proxy(nowhere, {
    get: (target, key) => (key === 'unsafe' ? unsafe : Reflect.get(target, key)),
  })
  const pooled: PooledSession = {
    connection: { sql, isOpen: () => session.isOpen, close: async () => database.end(session) },
    guard: undefined,
    answerTimeoutMs: 60_000,
    prepared: new Set(),
    openedAtMs: 0,
    isRetired: false,
  }
  return pooled
}

/** The stores of one process. Their transactions see every row: who sees what is not simulated. */
export const createStores = (scheduler: Scheduler, database: Database): Stores => {
  const idle: PooledSession[] = []
  const transaction = async <T>(mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T> => {
    let session = idle.pop()
    while (session !== undefined && !session.connection.isOpen()) session = idle.pop()
    try {
      session ??= await scheduler.task('connect', () => openSession(database))
    } catch (cause) {
      throw new StoreUnavailableError('The database is out of reach.', { cause })
    }
    const used = session
    const { result, ended } = runTransaction(used, { mode, settings: {} }, work)
    void ended.then(() => {
      used.guard = undefined
      if (used.connection.isOpen()) idle.push(used)
    })
    return result
  }
  return {
    inTenant: (_visibility, work, { mode = 'write' } = {}) => transaction(mode, (tx) => work(tx as TenantTx)),
    asPlatform: (work, { mode = 'write' } = {}) => transaction(mode, (tx) => work(tx as PlatformTx)),
    check: async () => {},
    close: async () => {},
  }
}
