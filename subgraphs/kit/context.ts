import DataLoader from 'dataloader'
import type { Stores, TenantTx } from '../../db/tenancy.ts'
import type { Principal } from './principal.ts'

/** Loads many records at once, in the order of the keys, null where there is none. */
export type Batch<K, V> = (keys: readonly K[], context: OperationContext) => Promise<readonly (V | null)[]>

/** What every resolver gets: who calls, and the only ways to the store. */
export type OperationContext = {
  readonly principal: Principal
  /** The caller's own token, forwarded unchanged to other services; null inside the platform. */
  readonly token: string | null
  readonly traceId: string
  now(): Date
  /** Runs `work` in the operation's one read transaction, scoped to the caller, shared by all its resolvers. */
  read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction of its own, scoped to the caller: one use case, one transaction. */
  write<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Collects the keys asked for in this operation into one call of `batch`; so `batch` is a function of the module, not made per call. */
  loader<K, V>(batch: Batch<K, V>): { load(key: K): Promise<V | null> }
}

export type OperationScope = { readonly context: OperationContext; close(): Promise<void> }

/** Opens the context of one operation. `close` ends the read transaction, if one was begun. */
export const openOperation = (
  stores: Stores,
  caller: { principal: Principal; token: string | null; traceId: string },
  now: () => Date,
): OperationScope => {
  const reads = openReads(stores, caller.principal)
  const loaders = new Map<unknown, DataLoader<unknown, unknown>>()
  const context: OperationContext = {
    ...caller,
    now,
    read: reads.read,
    write: (work) => stores.inTenant(caller.principal, work),
    loader<K, V>(batch: Batch<K, V>) {
      // The map cannot tell TypeScript that a batch function and its loader belong together; this is the only place that puts them in.
      const known =
        loaders.get(batch) ??
        new DataLoader<unknown, unknown>((keys) => batch(keys as readonly K[], context), { maxBatchSize: 1_000 })
      loaders.set(batch, known)
      return { load: (key: K) => known.load(key) as Promise<V | null> }
    },
  }
  return { context, close: reads.close }
}

const openReads = (stores: Stores, principal: Principal) => {
  let begun: Promise<TenantTx> | null = null
  let ended: Promise<void> = Promise.resolve()
  let release = () => {}
  const begin = () =>
    new Promise<TenantTx>((resolve, reject) => {
      const held = new Promise<void>((done) => {
        release = done
      })
      ended = stores
        .inTenant(
          principal,
          (tx) => {
            resolve(tx)
            return held
          },
          { mode: 'read' },
        )
        .catch(reject)
    })
  return {
    async read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
      begun ??= begin()
      return work(await begun)
    },
    async close() {
      release()
      await ended
    },
  }
}
