import { connectFailure, createAddress, type DatabaseAddress } from './address.ts'
import { notAnswered, openConnection } from './client.ts'
import { codeOf, StoreUnavailableError } from './errors.ts'
import { LOST, runTransaction, type Session, type TransactionOptions, type Tx } from './transaction.ts'

/** Connections that run a transaction, that run none, that there may be, and transactions that wait for one. */
export type PoolUsage = {
  readonly busy: number
  readonly idle: number
  readonly max: number
  readonly waiting: number
}

/** Connections of one role. */
export type Pool = {
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction that does not wait for others: where all connections run one, it gets one more, which is closed after
   * it.
   */
  transactionNow<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>
  /** How its connections are used just now. */
  usage(): PoolUsage
  /** Waits for the running transactions, refuses new ones, and closes every connection. */
  close(): Promise<void>
}

export type PoolOptions = {
  readonly url: string
  readonly name: string
  /** Connections at most. */
  readonly max: number
  readonly settings: Readonly<Record<string, string>>
  /**
   * A connection whose server owes an answer for longer than this is given up: one behind a dead network path would
   * hang for many minutes. Above the server's own statement timeout, in ms.
   */
  readonly answerTimeoutMs: number
  /** The same for one that is being opened; see `ConnectionOptions`. */
  readonly openTimeoutMs?: number | undefined
}

type Waiter = { resolve(session: Session): void; reject(error: Error): void; timer: NodeJS.Timeout }

type State = {
  readonly options: PoolOptions
  readonly address: DatabaseAddress
  /** The password that the sessions were opened with, as far as they are not retired. */
  password: string
  readonly sessions: Set<Session>
  /** Those of the sessions that run no transaction; the last one used is the next. */
  readonly idle: Session[]
  readonly waiting: Waiter[]
  readonly running: Set<Promise<unknown>>
  opening: number
  closed: boolean
}

const MAX_WAITING = 5_000
/** How often a pool looks for sessions that are silent, and for another password. */
const LOOK_MS = 5_000
/** A session that is younger was not opened before a failover. */
const YOUNG_MS = 1_000
const ACQUIRE_TIMEOUT_MS = 10_000
const CLOSED = 'The stores are closed.'
const READ_ONLY = '25006'

/** Makes an empty pool; connections are opened when they are needed. */
export function createPool(options: PoolOptions): Pool {
  const address = createAddress(options.url)
  const state: State = {
    options,
    address,
    password: address.currentPassword(),
    sessions: new Set(),
    idle: [],
    waiting: [],
    running: new Set(),
    opening: 0,
    closed: false,
  }
  const look = () => {
    dropSilent(state)
    replacePassword(state)
  }
  const shortest = Math.min(options.answerTimeoutMs, options.openTimeoutMs ?? options.answerTimeoutMs)
  const watch = setInterval(look, Math.min(LOOK_MS, shortest / 2)).unref()
  return {
    transaction: async (settings, work) => run(state, await acquire(state), settings, work),
    transactionNow: async (settings, work) => run(state, await acquireNow(state), settings, work),
    usage: () => ({
      busy: state.sessions.size - state.idle.length,
      idle: state.idle.length,
      max: options.max,
      waiting: state.waiting.length,
    }),
    close: () => close(state).finally(() => clearInterval(watch)),
  }
}

function run<T>(state: State, session: Session, options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { answerTimeoutMs } = state.options
  session.answerTimeoutMs = Math.min(answerTimeoutMs, options.answerTimeoutMs ?? answerTimeoutMs)
  const { result, ended } = runTransaction(session, options, work)
  const released = ended.then(() => {
    state.running.delete(released)
    release(state, session)
  })
  state.running.add(released)
  if (options.mode === 'write') void result.catch((error: unknown) => leaveReader(state, error))
  return result
}

/** Of a server that has stopped answering, no more are asked than these. */
const MAX_MORE = 2

async function acquireNow(state: State): Promise<Session> {
  const { sessions, idle, opening, options, closed } = state
  const most = options.max + MAX_MORE
  const isFree = idle.length > 0 || sessions.size + opening < options.max
  if (closed || isFree || sessions.size + opening >= most) return acquire(state)
  try {
    const session = await open(state)
    session.isRetired = true
    return session
  } catch (error) {
    // While it was being opened, it took the place of a connection that others may wait for.
    serve(state)
    throw error
  }
}

function acquire(state: State): Promise<Session> {
  return new Promise((resolve, reject) => {
    if (state.closed) return reject(new StoreUnavailableError(CLOSED))
    if (state.waiting.length >= MAX_WAITING) return reject(new StoreUnavailableError('The database is too busy.'))
    const timer = setTimeout(() => {
      state.waiting.splice(state.waiting.indexOf(waiter), 1)
      reject(new StoreUnavailableError('The database is too busy: no connection became free in time.'))
    }, ACQUIRE_TIMEOUT_MS)
    const waiter: Waiter = { resolve, reject, timer }
    state.waiting.push(waiter)
    serve(state)
  })
}

/** Gives waiters, first come first served, what is idle, else a new connection while there may be more. */
function serve(state: State): void {
  while (state.waiting.length > 0 && !state.closed) {
    const session = state.idle.pop()
    if (session === undefined && state.sessions.size + state.opening >= state.options.max) return
    const waiter = state.waiting.shift()
    if (waiter === undefined) return
    clearTimeout(waiter.timer)
    if (session !== undefined) waiter.resolve(session)
    else {
      open(state).then(waiter.resolve, (error: Error) => {
        waiter.reject(error)
        serve(state)
      })
    }
  }
}

async function open(state: State): Promise<Session> {
  const { options, address } = state
  const { url, name, settings, answerTimeoutMs, openTimeoutMs } = options
  state.opening += 1
  try {
    replacePassword(state)
    const connection = await openConnection({
      ...{ url, address, name, settings },
      answerTimeoutMs: openTimeoutMs,
      onClose: () => drop(state, session),
    })
    const session: Session = {
      connection,
      guard: undefined,
      answerTimeoutMs,
      prepared: new Set(),
      openedAtMs: performance.now(),
      isRetired: false,
    }
    if (state.closed) {
      await connection.close()
      throw new StoreUnavailableError(CLOSED)
    }
    state.sessions.add(session)
    return session
  } finally {
    state.opening -= 1
  }
}

/** A connection is gone: its transaction fails at once, and a waiter gets a new one in its place. */
function drop(state: State, session: Session, why = LOST): void {
  session.guard?.fail(new StoreUnavailableError(why))
  state.sessions.delete(session)
  const index = state.idle.indexOf(session)
  if (index >= 0) state.idle.splice(index, 1)
  serve(state)
}

function dropSilent(state: State): void {
  for (const session of [...state.sessions]) {
    if ((session.guard?.silentForMs() ?? 0) < session.answerTimeoutMs) continue
    end(state, session, connectFailure(state.address, new Error(notAnswered(session.answerTimeoutMs))))
  }
}

/** New sessions log in with the password of now; those of another one end as soon as they run no transaction. */
function replacePassword(state: State): void {
  const password = state.address.currentPassword()
  if (password === state.password) return
  state.password = password
  retire(state, [...state.sessions])
}

/** After a failover the former primary may still run, read-only: its sessions are closed. */
function leaveReader(state: State, error: unknown): void {
  if (codeOf(error) !== READ_ONLY) return
  retire(
    state,
    [...state.sessions].filter(({ openedAtMs }) => performance.now() - openedAtMs > YOUNG_MS),
  )
}

/** Closes sessions once they run no transaction, and lets others take their places. */
function retire(state: State, sessions: readonly Session[]): void {
  for (const session of sessions) {
    session.isRetired = true
    if (state.idle.includes(session)) end(state, session)
  }
}

function end(state: State, session: Session, why?: string): void {
  drop(state, session, why)
  void session.connection.close()
}

function release(state: State, session: Session): void {
  session.guard = undefined
  if (session.isRetired) end(state, session)
  else if (state.sessions.has(session) && session.connection.isOpen() && !state.closed) state.idle.push(session)
  serve(state)
}

async function close(state: State): Promise<void> {
  state.closed = true
  for (const waiter of state.waiting.splice(0)) {
    clearTimeout(waiter.timer)
    waiter.reject(new StoreUnavailableError(CLOSED))
  }
  await Promise.all(state.running)
  await Promise.all([...state.sessions].map((session) => session.connection.close()))
}
