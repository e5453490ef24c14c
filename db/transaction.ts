import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import type { Connection } from './client.ts'
import { codeOf, isUnavailable, StoreUnavailableError } from './errors.ts'
import { toParameter } from './values.ts'

/** Drizzle's database handle inside one transaction. Transactions do not nest: one use case, one transaction. */
export type Tx = Omit<PostgresJsDatabase, 'transaction'>

/** `settings` are set for this transaction only, in the same round trip as its first statement. */
export type TransactionOptions = {
  readonly mode: 'read' | 'write'
  readonly settings: Readonly<Record<string, string>>
  /** How long the server may owe an answer, in ms, where that is less than on the pool's other transactions. */
  readonly answerTimeoutMs?: number
}

/** A connection with the guard of the transaction that runs on it now, and the statements it keeps prepared. */
export type Session = {
  readonly connection: Connection
  guard: Guard | undefined
  /** How long the server may owe that transaction an answer, in ms. */
  answerTimeoutMs: number
  readonly prepared: Set<string>
  readonly openedAtMs: number
  /** True for one that is closed as soon as it runs no transaction. */
  isRetired: boolean
}

/** The message of the error of a transaction whose connection is lost. */
export const LOST = 'The connection to the database was lost.'

/**
 * Distinct statements kept prepared on one connection; later ones are sent unprepared, so a server's memory is
 * bounded.
 */
const MAX_PREPARED = 500

const IN_FAILED_TRANSACTION = '25P02'

/** The one gate to a transaction's connection: after the first failure, or its end, nothing more gets through. */
export type Guard = {
  /** Sends a statement, unless the transaction has failed or ended; rejects as soon as the connection is lost. */
  run<T>(send: () => PromiseLike<T>): Promise<T>
  /** Sends what ends a failed transaction; rejects as soon as the connection is lost. */
  conclude<T>(send: () => PromiseLike<T>): Promise<T>
  fail(error: Error): void
  end(): void
  failure(): unknown
  /** How long the server has not answered a statement, in ms; 0 when nothing is asked. */
  silentForMs(): number
  /** Never resolves; rejects when the connection is lost. */
  readonly lost: Promise<never>
}

function createGuard(): Guard {
  const pending = new Set<(reason: unknown) => void>()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  let failure: unknown
  let ended = false
  let heardAtMs = 0
  /** The server owes an answer until it has given this one. */
  const ask = <T>(send: () => PromiseLike<T>, reasonOf: (error: unknown) => unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      if (pending.size === 0) heardAtMs = performance.now()
      pending.add(reject)
      const answered = () => {
        heardAtMs = performance.now()
        pending.delete(reject)
      }
      send().then(
        (value) => {
          answered()
          resolve(value)
        },
        (error: unknown) => {
          answered()
          reject(reasonOf(error))
        },
      )
    })
  const failedBy = (error: unknown): unknown => {
    failure ??= error
    // Sent before another one failed, and refused for that.
    return codeOf(error) === IN_FAILED_TRANSACTION ? failure : error
  }
  return {
    silentForMs: () => (pending.size === 0 ? 0 : performance.now() - heardAtMs),
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
      return ask(send, failedBy)
    },
    conclude: (send) => ask(send, (error) => error),
  }
}

type Run<T> = {
  readonly result: Promise<T>
  /** Resolves, never rejects, when the connection may be used for something else. */
  readonly ended: Promise<void>
}

/**
 * Runs `work` in a transaction on a session that nothing else uses. Rejects with what `work` threw or what the
 * database said.
 */
export function runTransaction<T>(session: Session, options: TransactionOptions, work: (tx: Tx) => Promise<T>): Run<T> {
  const guard = createGuard()
  session.guard = guard
  if (!session.connection.isOpen()) guard.fail(new StoreUnavailableError(LOST))
  const ended = Promise.withResolvers<void>()
  const run = async (): Promise<T> => {
    try {
      begin(session, guard, options)
      const result = await Promise.race([work(drizzle(guardedClient(session, guard))), guard.lost])
      if (guard.failure() !== undefined) throw guard.failure()
      const committed = commit(session, guard)
      // A read is complete before its transaction is; only a write waits for the commit.
      if (options.mode === 'write') await committed
      committed.catch(() => rollback(session, guard)).then(ended.resolve)
      return result
    } catch (error) {
      await rollback(session, guard)
      ended.resolve()
      throw presentable(error, guard, options)
    }
  }
  return { result: run(), ended: ended.promise }
}

/** All statements of an answer, such as a page and its total, see the same. */
const BEGIN_READ = 'begin isolation level repeatable read read only'

/** Not awaited: these travel in one packet with the first statement, and a failure closes the guard. */
function begin(session: Session, guard: Guard, options: TransactionOptions): void {
  const { sql } = session.connection
  const begun = () =>
    sql.unsafe(options.mode === 'read' ? BEGIN_READ : 'begin read write').catch((cause: unknown) => {
      // A standby refuses to begin one that writes; the request is not at fault for that.
      throw new StoreUnavailableError('The database takes no transactions of this kind now.', { cause })
    })
  guard.run(begun).catch(() => {})
  for (const [name, value] of Object.entries(options.settings)) {
    guard.run(() => sql`select set_config(${name}, ${value}, true)`).catch(() => {})
  }
}

/** An aborted transaction answers a commit with ROLLBACK instead of an error, so the answer's tag is looked at. */
async function commit(session: Session, guard: Guard): Promise<void> {
  const sent = guard.run(() => session.connection.sql.unsafe('commit'))
  guard.end()
  const { command } = await sent
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.')
}

async function rollback(session: Session, guard: Guard): Promise<void> {
  guard.end()
  if (!session.connection.isOpen()) return
  try {
    // Lost before already, the guard rejects nothing new.
    await Promise.race([guard.conclude(() => session.connection.sql.unsafe('rollback')), guard.lost])
  } catch {
    await session.connection.close()
  }
}

const READ_ONLY = '25006'

/** Drizzle puts the statement and its parameters into its message; only the database's own error may leave. */
function presentable(error: unknown, guard: Guard, { mode }: TransactionOptions): unknown {
  const failure = guard.failure()
  if (failure instanceof StoreUnavailableError) return failure
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  // It only reads because it was asked to.
  if (mode === 'read' && codeOf(cause) === READ_ONLY) return cause
  if (cause instanceof StoreUnavailableError || !isUnavailable(cause)) return cause
  return new StoreUnavailableError('The database is out of reach.', { cause })
}

/** What Drizzle takes for postgres.js: the connection's client with every way to it closed but the guarded one. */
function guardedClient(session: Session, guard: Guard): Sql {
  const { sql } = session.connection
  const unsafe = (text: string, parameters: unknown[] = []) => {
    const values = parameters.map(toParameter)
    let raw = false
    const send = () => {
      const query = sql.unsafe(text, values, { prepare: mayPrepare(session.prepared, text) })
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
