import DataLoader from 'dataloader'
import type { Stores, TenantTx } from '../../../db/tenancy.ts'
import type { Principal } from '../auth/principal.ts'
import { limitStores, type OperationLimits } from './operation-limits.ts'

/** Loads many records at once, in the order of the keys, null where there is none. */
export type LoadMany<K, V> = (keys: readonly K[], context: OperationContext) => Promise<readonly (V | null)[]>

/** What a caller changed, for the audit. */
export type AuditedChange = {
  /** The name of the mutation. */
  readonly action: string
  readonly subjectType: string
  readonly subjectId: string | number
  readonly institutionKey: string | null
  /** What the change replaced, and what it made of it, without secrets; null for what is new, or is gone. */
  readonly before: object | null
  readonly after: object | null
}

/** Who changed it, and by which request. */
export type AuditedBy = { readonly principal: Pick<Principal, 'userId' | 'role'>; readonly traceId: string }

/** Records changes in the transaction that makes them. */
export type RecordAudit = (tx: TenantTx, by: AuditedBy, changes: readonly AuditedChange[]) => Promise<void>

/** What a deferred answer waits for. */
export type Deferral = {
  /** Calls back once, when the operation is to be run again. */
  whenReady(run: () => void): void
}

/**
 * Thrown by a resolver instead of a long wait, where the caller says `mayDefer`. The operation ends, so that nothing of
 * it is held meanwhile, and is run again each time the deferral calls back, until it gives an answer or fails. Whoever
 * catches it must run the operation again, even if the client has gone: the resolver gives up what it holds only then.
 */
export class AnswerDeferred extends Error {
  readonly deferral: Deferral

  constructor(deferral: Deferral) {
    super('The answer is deferred.')
    this.name = 'AnswerDeferred'
    this.deferral = deferral
  }
}

/** What every resolver gets: who calls, and the only ways to the store. */
export type OperationContext = {
  readonly principal: Principal
  /** The caller's own token, forwarded unchanged to other services; null inside the platform. */
  readonly token: string | null
  readonly traceId: string
  /**
   * Aborts when the client is gone; absent where there is none. Made when it is asked for, as few
   * ask.
   */
  readonly hungUp?: () => AbortSignal
  /** What is left of the time and the answer of an operation of the graph; REST has limits of its own. */
  readonly limits?: OperationLimits
  /** True for a request that the service admitted before it read the body. */
  readonly isAdmitted?: boolean
  /** True where a resolver may throw `AnswerDeferred`: the caller runs the operation again. */
  readonly mayDefer?: boolean
  /** The deferral that has called back, where the operation is run again. */
  readonly resumed?: Deferral
  now(): Date
  /**
   * Runs `work` in the operation's one read transaction, scoped to the caller, shared by all its resolvers; a write
   * ends it.
   */
  read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction of its own, scoped to the caller: one use case, one transaction. */
  write<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /**
   * Records what the caller changes, in the transaction of the change. Of the platform's own work nothing is recorded.
   */
  audit(tx: TenantTx, ...changes: readonly AuditedChange[]): Promise<void>
  /**
   * Collects the keys asked for in this operation into one call of `batch`; so `batch` is a function of the module,
   * not made per call.
   */
  loader<K, V>(batch: LoadMany<K, V>): { load(key: K): Promise<V | null> }
}

/** What is known of the caller of an operation. */
export type Caller = Pick<
  OperationContext,
  'principal' | 'token' | 'traceId' | 'hungUp' | 'limits' | 'isAdmitted' | 'mayDefer' | 'resumed'
>

export type OperationScope = {
  readonly context: OperationContext
  /**
   * Ends the read transaction, if one was begun. Whatever is read later, for an answer that is sent as it is read,
   * has transactions of its own.
   */
  close(): Promise<void>
}

const noAudit: RecordAudit = () => Promise.reject(new Error('a service without an outbox changes nothing for callers'))

/** Opens the context of one operation; `recordAudit` is for services that write. */
export const openOperation = (
  allStores: Stores,
  caller: Caller,
  now: () => Date,
  recordAudit: RecordAudit = noAudit,
): OperationScope => {
  const { limits } = caller
  const stores = limits === undefined ? allStores : limitStores(allStores, limits)
  const reads = openReads(stores, caller.principal)
  const loaders = new Map<unknown, DataLoader<unknown, unknown>>()
  const context: OperationContext = {
    ...caller,
    now,
    async read(work) {
      if (limits === undefined) return reads.read(work)
      limits.check()
      return reads.read(work).catch((error: unknown) => {
        throw limits.explain(error)
      })
    },
    async write(work) {
      // An operation that kept its connection while it waits for a second one could wait for others that do the same.
      await reads.end()
      return stores.inTenant(caller.principal, work)
    },
    audit: (tx, ...changes) => recordAudit(tx, caller, changes),
    loader<K, V>(batch: LoadMany<K, V>) {
      // TypeScript cannot see that a batch function and its loader belong together; this is the only place
      // that puts them in.
      const known =
        loaders.get(batch) ??
        new DataLoader<unknown, unknown>((keys) => batch(keys as readonly K[], context), { maxBatchSize: 1_000 })
      loaders.set(batch, known)
      return { load: (key: K) => known.load(key) as Promise<V | null> }
    },
  }
  return { context, close: reads.close }
}

type ReadTransaction = {
  readonly tx: Promise<TenantTx>
  /** What still reads in it. */
  readonly reading: Set<Promise<unknown>>
  readonly ended: Promise<void>
  release(): void
}

const beginRead = (stores: Stores, principal: Principal): ReadTransaction => {
  const { promise: tx, resolve, reject } = Promise.withResolvers<TenantTx>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const work = (opened: TenantTx) => {
    resolve(opened)
    return held
  }
  const ended = stores.inTenant(principal, work, { mode: 'read' }).catch(reject)
  return { tx, reading: new Set(), ended, release }
}

const openReads = (stores: Stores, principal: Principal) => {
  let current: ReadTransaction | null = null
  let closed = false
  /** Ends the read transaction when all that reads in it is done; the next read begins another one. */
  const end = async (): Promise<void> => {
    const ending = current
    current = null
    if (ending === null) return
    await Promise.all(ending.reading)
    ending.release()
    await ending.ended
  }
  return {
    async read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
      // How long an answer takes is up to its reader, so none of it is read in a transaction that waits for the next
      // part.
      if (closed) return stores.inTenant(principal, work, { mode: 'read' })
      current ??= beginRead(stores, principal)
      const { tx, reading } = current
      const result = tx.then(work)
      const settled = result.catch(() => {})
      reading.add(settled)
      try {
        return await result
      } finally {
        reading.delete(settled)
      }
    },
    end,
    close: () => {
      closed = true
      return end()
    },
  }
}
