import type { SimulatedProcess } from './process.ts'
import type { Scheduler, Step } from './scheduler.ts'

export type Row = Readonly<Record<string, unknown>>
type Table = Map<string, Row>

/** What a statement may do: it reads what is committed, and what its own transaction wrote. */
export type Access = {
  readonly nowMs: number
  /** The id of the transaction. */
  readonly transaction: string
  get(table: string, key: string): Row | null
  /** All rows of a table, in the order in which they came. */
  list(table: string): Row[]
  put(table: string, key: string, row: Row): void
  remove(table: string, key: string): void
  /** The next number of a sequence, which no rollback gives back. */
  next(sequence: string): number
  /** Waits for the lock of a row or of a name, which the transaction then has until its end. */
  lock(name: string, mode?: 'exclusive' | 'shared'): void
  /** Takes a lock that is free; false for one that is not. */
  tryLock(name: string): boolean
  /** What became of a transaction. */
  statusOf(transaction: string): string | null
  /** Commits of this transaction need not be on disk when they are answered. */
  unflushed(): void
}

/** A statement as the simulated database knows it. */
export type Statement = (access: Access, text: string, values: readonly unknown[]) => readonly object[]

/** What a session is answered: the rows of a statement, or the tag of a command. */
export type Answer = { readonly rows: readonly object[]; readonly tag: string }

type Sent = {
  readonly text: string
  readonly name: string
  readonly values: readonly unknown[]
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  waitsFor: string | null
  sinceMs: number
}

type Locks = Map<string, 'exclusive' | 'shared'>
type Transaction = {
  readonly id: string
  readonly writes: Map<string, Map<string, Row | null>>
  readonly locks: Locks
  readonly isImplicit: boolean
  failed: boolean
  flushed: boolean
}

export type Session = {
  readonly id: number
  readonly process: SimulatedProcess | null
  readonly lockTimeoutMs: number
  readonly onLost: () => void
  isOpen: boolean
  readonly queue: Sent[]
  transaction: Transaction | null
  /** How many statements the server has of a session whose client is gone. */
  left: number | null
}

/** What the database did: a statement or command of a session with its answer or the code of its error, or its end. */
export type Executed = {
  readonly session: number
  readonly atMs: number
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: readonly object[]
  readonly code: string | null
}
/** Stands in `Executed.text` for the end of a session, and for a crash of the server. */
export const ENDED = 'end of session'
export const CRASHED = 'crash'

/** A database without a disk and without SQL: it has the statements that the simulation gives it. */
export type Database = {
  /** Opens a session; throws while the server is down. */
  open(lockTimeoutMs: number, onLost: () => void, process: SimulatedProcess | null): Session
  /** Sends a command or statement, which is answered at a later step, in the order of the session. */
  send(session: Session, text: string, values?: readonly unknown[], name?: string): Promise<Answer>
  /** Ends the connection of a session: the server goes on with some of what it was sent. */
  cut(session: Session): void
  /** Its client ends a session that runs nothing. */
  end(session: Session): void
  /** Ends all sessions of a process that crashed. */
  abandon(process: SimulatedProcess): void
  /** Ends all sessions, with the commits that were not on disk, and refuses new ones until a moment. */
  crash(untilMs: number): void
  sessions(): readonly Session[]
  /** What is committed. */
  list(table: string): Row[]
  get(table: string, key: string): Row | null
  /** All that is committed, by table. */
  tables(): Readonly<Record<string, readonly Row[]>>
  /** Writes what is there before the simulation begins. */
  seed(table: string, key: string, row: Row): void
  isIdle(): boolean
  /** Called with everything that it did. */
  onExecuted: (executed: Executed) => void
  /** Called with each commit that wrote, with what was there before. */
  onCommit: (
    changed: ReadonlyMap<string, ReadonlyMap<string, Row | null>>,
    before: (table: string, key: string) => Row | null,
  ) => void
}

/** An error as a driver gives it. */
export const sqlError = (code: string, message: string): Error => Object.assign(new Error(message), { code })

class Blocked extends Error {
  readonly lock: string
  constructor(lock: string) {
    super(lock)
    this.lock = lock
  }
}

export type StatementOf = (name: string, text: string) => Statement

export const createDatabase = (scheduler: Scheduler, statementOf: StatementOf): Database => {
  const tables = new Map<string, Table>()
  const sequences = new Map<string, number>()
  const statuses = new Map<string, 'committed' | 'aborted' | 'in progress'>()
  const sessions = new Set<Session>()
  /** What commits replaced that are not on disk yet, the newest last. */
  let unflushed: { readonly table: string; readonly key: string; readonly before: Row | null; readonly id: string }[] =
    []
  let downUntilMs = 0
  let made = 0
  const tableOf = (name: string): Table => {
    const known = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, known)
    return known
  }

  const holdersOf = (lock: string, mode: 'exclusive' | 'shared', but: Session): Session[] =>
    [...sessions].filter((other) => {
      const held = other === but ? undefined : other.transaction?.locks.get(lock)
      return held !== undefined && (mode === 'exclusive' || held === 'exclusive')
    })
  /** Whether a session waits, over any number of others, for another one. */
  const waitsFor = (session: Session, other: Session, seen = new Set<Session>()): boolean => {
    const lock = session.queue[0]?.waitsFor ?? null
    if (lock === null || seen.has(session)) return false
    seen.add(session)
    return holdersOf(lock, 'exclusive', session).some((one) => one === other || waitsFor(one, other, seen))
  }

  const accessOf = (session: Session, transaction: Transaction): Access => {
    const overlay = (table: string) => {
      const known = transaction.writes.get(table) ?? new Map<string, Row | null>()
      transaction.writes.set(table, known)
      return known
    }
    return {
      nowMs: scheduler.nowMs(),
      transaction: transaction.id,
      get: (table, key) => {
        const own = transaction.writes.get(table)?.get(key)
        return own === undefined ? (tables.get(table)?.get(key) ?? null) : own
      },
      list: (table) => {
        const rows = new Map<string, Row | null>([...tableOf(table), ...(transaction.writes.get(table) ?? [])])
        return [...rows.values()].filter((row) => row !== null)
      },
      put: (table, key, row) => overlay(table).set(key, row),
      remove: (table, key) => overlay(table).set(key, null),
      next: (sequence) => {
        const value = (sequences.get(sequence) ?? 0) + 1
        sequences.set(sequence, value)
        return value
      },
      lock(name, mode = 'exclusive') {
        const held = transaction.locks.get(name)
        if (held === 'exclusive' || held === mode) return
        if (holdersOf(name, mode, session).length > 0) throw new Blocked(name)
        transaction.locks.set(name, mode)
      },
      tryLock(name) {
        if (holdersOf(name, 'exclusive', session).length > 0) return false
        transaction.locks.set(name, 'exclusive')
        return true
      },
      statusOf: (id) => statuses.get(id) ?? null,
      unflushed: () => {
        transaction.flushed = false
      },
    }
  }

  const begin = (isImplicit: boolean): Transaction => {
    made += 1
    const id = String(made)
    statuses.set(id, 'in progress')
    return { id, writes: new Map(), locks: new Map(), isImplicit, failed: false, flushed: true }
  }
  const rollback = (session: Session): void => {
    if (session.transaction !== null) statuses.set(session.transaction.id, 'aborted')
    session.transaction = null
  }
  const commit = (session: Session): void => {
    const { transaction } = session
    if (transaction === null) return
    session.transaction = null
    const written = new Map([...transaction.writes].filter(([, rows]) => rows.size > 0))
    const replaced = new Map<string, Row | null>()
    if (transaction.flushed) unflushed = []
    for (const [table, rows] of written)
      for (const [key, row] of rows) {
        const before = tableOf(table).get(key) ?? null
        replaced.set(`${table} ${key}`, before)
        if (!transaction.flushed) unflushed.push({ table, key, before, id: transaction.id })
        if (row === null) tableOf(table).delete(key)
        else tableOf(table).set(key, row)
      }
    statuses.set(transaction.id, 'committed')
    if (written.size > 0) database.onCommit(written, (table, key) => replaced.get(`${table} ${key}`) ?? null)
  }

  /** Runs one statement; a statement has all of its effects or none. */
  const execute = (session: Session, { name, text, values }: Sent): Answer => {
    if (/^begin/.test(text)) {
      session.transaction = begin(false)
      return { rows: [], tag: 'BEGIN' }
    }
    if (text === 'rollback' || (text === 'commit' && session.transaction?.failed === true)) {
      rollback(session)
      return { rows: [], tag: 'ROLLBACK' }
    }
    if (text === 'commit') {
      commit(session)
      return { rows: [], tag: 'COMMIT' }
    }
    const transaction = session.transaction ?? begin(true)
    session.transaction = transaction
    if (transaction.failed) throw sqlError('25P02', 'current transaction is aborted')
    const before = new Map([...transaction.writes].map(([table, rows]) => [table, new Map(rows)]))
    const numbers = new Map(sequences)
    try {
      const rows = statementOf(name, text)(accessOf(session, transaction), text, values)
      if (transaction.isImplicit) commit(session)
      return { rows, tag: 'SELECT' }
    } catch (error) {
      transaction.writes.clear()
      for (const [table, rows] of before) transaction.writes.set(table, rows)
      if (error instanceof Blocked) {
        // It begins anew when it need not wait any more, and takes its numbers once.
        for (const [name, value] of numbers) sequences.set(name, value)
        throw error
      }
      if (transaction.isImplicit) rollback(session)
      else transaction.failed = true
      throw error
    }
  }

  const noteExecuted = (
    session: number,
    { text, name, values }: Omit<Executed, 'rows' | 'code' | 'session' | 'atMs'>,
    rows: readonly object[] = [],
    code: string | null = null,
  ) => database.onExecuted({ session, atMs: scheduler.nowMs(), name, text, values, rows, code })

  const close = (session: Session): void => {
    rollback(session)
    if (sessions.delete(session)) noteExecuted(session.id, { text: ENDED, name: '', values: [] })
  }

  /** Has a statement wait for a lock; true where that would be for ever. */
  const mustNotWait = (session: Session, first: Sent, lock: string): boolean => {
    if (first.waitsFor === null) {
      first.sinceMs = scheduler.nowMs()
      scheduler.at(first.sinceMs + session.lockTimeoutMs, 'lock timeout', () => {})
    }
    first.waitsFor = lock
    return holdersOf(lock, 'exclusive', session).some((holder) => waitsFor(holder, session))
  }

  /** Takes the first of what a session sent; one that has to wait for a lock stays. */
  const advance = (session: Session): void => {
    const [first] = session.queue
    if (first === undefined) return
    const isLate = first.waitsFor !== null && scheduler.nowMs() - first.sinceMs >= session.lockTimeoutMs
    const answered = () => {
      session.queue.shift()
      if (session.left !== null) session.left -= 1
      if (session.left === 0) close(session)
    }
    const fail = (error: unknown): void => {
      noteExecuted(session.id, first, [], String(Object(error).code))
      if (session.transaction !== null) session.transaction.failed = true
      answered()
      first.reject(error)
    }
    try {
      const answer = execute(session, first)
      noteExecuted(session.id, first, answer.rows)
      answered()
      first.resolve(answer)
    } catch (error) {
      if (!(error instanceof Blocked)) fail(error)
      else if (isLate) fail(sqlError('55P03', 'canceling statement due to lock timeout'))
      else if (mustNotWait(session, first, error.lock)) fail(sqlError('40P01', 'deadlock detected'))
    }
  }

  /** What a session has to do next, unless it waits for a lock that another one holds. */
  const isReady = (session: Session): boolean => {
    const [first] = session.queue
    if (session.left === null && session.process?.isFrozen === true) return false
    if (session.left === 0) return true
    if (first === undefined) return false
    if (first.waitsFor === null || holdersOf(first.waitsFor, 'exclusive', session).length === 0) return true
    return scheduler.nowMs() - first.sinceMs >= session.lockTimeoutMs
  }
  scheduler.addSource(() =>
    [...sessions].filter(isReady).map((session): Step => {
      const what = session.queue[0]?.name || session.queue[0]?.text.trim().slice(0, 40).replaceAll('\n', ' ')
      const who = `${session.process?.name ?? '-'}#${session.id}${session.left === null ? '' : ' alone'}`
      const label = `${who} ${what ?? 'end'}`
      return { label, run: () => (session.left === 0 ? close(session) : advance(session)) }
    }),
  )

  /** The client of a session is gone; the server still has some of what was sent, and sends no answer. */
  const leave = (session: Session): Sent[] => {
    session.isOpen = false
    const had = [...session.queue]
    session.left = scheduler.choices.below(session.queue.length + 1)
    session.queue.splice(session.left)
    for (const [n, sent] of session.queue.entries()) session.queue[n] = { ...sent, resolve: () => {}, reject: () => {} }
    return had
  }

  const database: Database = {
    open(lockTimeoutMs, onLost, process) {
      if (scheduler.nowMs() < downUntilMs) throw sqlError('ECONNREFUSED', 'connection refused')
      made += 1
      const session: Session = {
        ...{ id: made, process, lockTimeoutMs, onLost },
        ...{ isOpen: true, queue: [], transaction: null, left: null },
      }
      sessions.add(session)
      return session
    },
    send: (session, text, values = [], name = '') =>
      new Promise((resolve, reject) => {
        if (!session.isOpen) return reject(sqlError('CONNECTION_CLOSED', 'connection closed'))
        session.queue.push({ text, name, values, resolve, reject, waitsFor: null, sinceMs: 0 })
      }),
    cut(session) {
      const sent = leave(session)
      session.onLost()
      for (const { reject } of sent) reject(sqlError('ECONNRESET', 'connection reset'))
    },
    end(session) {
      session.isOpen = false
      session.left ??= session.queue.length
    },
    abandon(process) {
      for (const session of sessions) if (session.process === process && session.left === null) leave(session)
    },
    crash(untilMs) {
      downUntilMs = untilMs
      noteExecuted(0, { text: CRASHED, name: '', values: [] })
      for (const session of [...sessions]) {
        const sent = session.left === null ? leave(session) : []
        close(session)
        session.onLost()
        for (const { reject } of sent) reject(sqlError('ECONNRESET', 'connection reset'))
      }
      for (const { table, key, before, id } of unflushed.reverse()) {
        if (before === null) tableOf(table).delete(key)
        else tableOf(table).set(key, before)
        statuses.set(id, 'aborted')
      }
      unflushed = []
    },
    sessions: () => [...sessions].filter(({ left }) => left === null),
    list: (table) => [...tableOf(table).values()],
    get: (table, key) => tables.get(table)?.get(key) ?? null,
    tables: () => Object.fromEntries([...tables].map(([name, rows]) => [name, [...rows.values()]])),
    seed: (table, key, row) => tableOf(table).set(key, row),
    isIdle: () => [...sessions].every(({ queue, transaction }) => queue.length === 0 && transaction === null),
    onExecuted: () => {},
    onCommit: () => {},
  }
  return database
}
