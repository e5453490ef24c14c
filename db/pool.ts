import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { type Connection, openConnection } from './client.ts'
import { isUnavailable, StoreUnavailableError } from './errors.ts'
import { toParameter } from './values.ts'

/** Drizzle's database handle inside one transaction. Transactions do not nest: one use case, one transaction. */
export type Tx = Omit<PostgresJsDatabase, 'transaction'>

/** `settings` are set for this transaction only, in the same round trip as its first statement. */
export type TransactionOptions = {
  readonly mode: 'read' | 'write'
  readonly settings: Readonly<Record<string, string>>
}

/** Connections of one role. */
export type Pool = {
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type PoolOptions = {
  readonly url: string
  readonly name: string
  /** Connections at most. */
  readonly max: number
  readonly settings: Readonly<Record<string, string>>
}

type Member = { connection: Connection; guard: Guard | undefined; readonly prepared: Set<string> }
type Waiter = { resolve(member: Member): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** Distinct statements kept prepared on one connection; later ones are sent unprepared, so a server's memory is bounded. */
const MAX_PREPARED = 500
const MAX_WAITING = 5_000
const ACQUIRE_TIMEOUT_MS = 10_000
const CLOSED = 'The stores are closed.'
const LOST = 'The connection to the database was lost.'

/** Makes an empty pool; connections are opened when they are needed, and given out last in, first out. */
export function createPool(options: PoolOptions): Pool {
  const idle: Member[] = []
  const waiting: Waiter[] = []
  const members = new Set<Member>()
  const running = new Set<Promise<unknown>>()
  let opening = 0
  let closed = false

  const open = async (): Promise<Member> => {
    opening += 1
    try {
      const { url, name, settings } = options
      const connection = await openConnection({ url, name, settings, onClose: () => drop(member) })
      const member: Member = { connection, guard: undefined, prepared: new Set() }
      if (closed) {
        await connection.close()
        throw new StoreUnavailableError(CLOSED)
      }
      members.add(member)
      return member
    } finally {
      opening -= 1
    }
  }

  /** A connection is gone: its transaction fails at once, and a waiter gets a new one in its place. */
  const drop = (member: Member): void => {
    member.guard?.fail(new StoreUnavailableError(LOST))
    members.delete(member)
    const index = idle.indexOf(member)
    if (index >= 0) idle.splice(index, 1)
    serve()
  }

  const serve = (): void => {
    while (waiting.length > 0 && !closed) {
      const member = idle.pop()
      if (member === undefined && members.size + opening >= options.max) return
      const waiter = waiting.shift()
      if (waiter === undefined) return
      clearTimeout(waiter.timer)
      if (member === undefined) {
        open().then(waiter.resolve, (error: Error) => {
          waiter.reject(error)
          serve()
        })
      } else waiter.resolve(member)
    }
  }

  const acquire = (): Promise<Member> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new StoreUnavailableError(CLOSED))
      if (waiting.length >= MAX_WAITING) return reject(new StoreUnavailableError('The database is too busy.'))
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new StoreUnavailableError('The database is too busy: no connection became free in time.'))
      }, ACQUIRE_TIMEOUT_MS)
      const waiter: Waiter = { resolve, reject, timer }
      waiting.push(waiter)
      serve()
    })

  const release = (member: Member): void => {
    member.guard = undefined
    if (member.connection.isOpen() && !closed) idle.push(member)
    serve()
  }

  const transaction = async <T>(settings: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const member = await acquire()
    const { result, ended } = runTransaction(member, settings, work)
    const released = ended.then(() => {
      running.delete(released)
      release(member)
    })
    running.add(released)
    return result
  }

  const close = async (): Promise<void> => {
    closed = true
    for (const waiter of waiting.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.reject(new StoreUnavailableError(CLOSED))
    }
    await Promise.all(running)
    await Promise.all([...members].map((member) => member.connection.close()))
  }

  return { transaction, close }
}

type Guard = {
  /** Sends a statement, unless the transaction has failed or ended; rejects as soon as the connection is lost. */
  run<T>(send: () => PromiseLike<T>): Promise<T>
  fail(error: Error): void
  end(): void
  failure(): unknown
  /** Never resolves; rejects when the connection is lost. */
  readonly lost: Promise<never>
}

/** The one gate to a transaction's connection: after the first failure, or its end, nothing more gets through. */
function createGuard(): Guard {
  const pending = new Set<(reason: unknown) => void>()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  let failure: unknown
  let ended = false
  return {
    lost: lost.promise,
    failure: () => failure,
    end: () => {
      ended = true
    },
    fail: (error) => {
      failure ??= error
      for (const reject of pending) reject(error)
      lost.reject(error)
    },
    run: (send) => {
      if (failure !== undefined) return Promise.reject(failure)
      if (ended) return Promise.reject(new Error('This transaction has ended; its handle was kept too long.'))
      return new Promise((resolve, reject) => {
        pending.add(reject)
        send().then(
          (value) => {
            pending.delete(reject)
            resolve(value)
          },
          (error: unknown) => {
            pending.delete(reject)
            failure ??= error
            reject(error)
          },
        )
      })
    },
  }
}

type Run<T> = {
  readonly result: Promise<T>
  /** Resolves, never rejects, when the connection may be used for something else. */
  readonly ended: Promise<void>
}

function runTransaction<T>(member: Member, options: TransactionOptions, work: (tx: Tx) => Promise<T>): Run<T> {
  const guard = createGuard()
  member.guard = guard
  if (!member.connection.isOpen()) guard.fail(new StoreUnavailableError(LOST))
  const ended = Promise.withResolvers<void>()
  const run = async (): Promise<T> => {
    try {
      begin(member, guard, options)
      const result = await Promise.race([work(drizzle(guardedClient(member, guard))), guard.lost])
      if (guard.failure() !== undefined) throw guard.failure()
      const committed = commit(member, guard)
      committed.then(ended.resolve, () => {})
      // A read is complete before its transaction is; only a write waits for the commit.
      if (options.mode === 'write') await committed
      return result
    } catch (error) {
      await rollback(member, guard)
      ended.resolve()
      throw presentable(error, guard)
    }
  }
  return { result: run(), ended: ended.promise }
}

/** Not awaited: these travel in one packet with the first statement, and a failure closes the guard. */
function begin(member: Member, guard: Guard, options: TransactionOptions): void {
  const { sql } = member.connection
  guard.run(() => sql.unsafe(`begin ${options.mode === 'read' ? 'read only' : 'read write'}`)).catch(() => {})
  for (const [name, value] of Object.entries(options.settings)) {
    guard.run(() => sql`select set_config(${name}, ${value}, true)`).catch(() => {})
  }
}

/** An aborted transaction answers a commit with ROLLBACK instead of an error, so the answer's tag is looked at. */
async function commit(member: Member, guard: Guard): Promise<void> {
  const sent = guard.run(() => member.connection.sql.unsafe('commit'))
  guard.end()
  const { command } = await sent
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.')
}

async function rollback(member: Member, guard: Guard): Promise<void> {
  guard.end()
  if (!member.connection.isOpen()) return
  try {
    await Promise.race([member.connection.sql.unsafe('rollback'), guard.lost])
  } catch {
    await member.connection.close()
  }
}

/** Drizzle puts the statement and its parameters into its message; only the database's own error may leave. */
function presentable(error: unknown, guard: Guard): unknown {
  const failure = guard.failure()
  if (failure instanceof StoreUnavailableError) return failure
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof StoreUnavailableError || !isUnavailable(cause)) return cause
  return new StoreUnavailableError('The database is out of reach.', { cause })
}

/** What Drizzle takes for postgres.js: the connection's client with every way to it closed but the guarded one. */
function guardedClient(member: Member, guard: Guard): Sql {
  const { sql } = member.connection
  const unsafe = (text: string, parameters: unknown[] = []) => {
    const values = parameters.map(toParameter)
    let raw = false
    const send = () => {
      const query = sql.unsafe(text, values, { prepare: mayPrepare(member.prepared, text) })
      return guard.run<unknown>(() => (raw ? query.values() : query))
    }
    // Sent a microtask later, since Drizzle says only after the call whether it wants rows as arrays.
    const answer = Promise.resolve().then(send)
    return Object.assign(answer, {
      values: () => {
        raw = true
        return answer
      },
    })
  }
  const refuse = () => {
    throw new Error('Inside a transaction use its Drizzle handle; transactions do not nest.')
  }
  return new Proxy(sql, {
    apply: refuse,
    get: (target, key) => {
      if (key === 'unsafe') return unsafe
      return key === 'options' ? target.options : refuse
    },
  })
}

function mayPrepare(prepared: Set<string>, text: string): boolean {
  if (prepared.has(text)) return true
  if (prepared.size >= MAX_PREPARED) return false
  prepared.add(text)
  return true
}
