import type { Stores, TenantTx } from '../../db/tenancy.ts'

/** Stores that count the statements which go through their transactions. */
export type CountedStores = { readonly stores: Stores; count(): number; reset(): void }

const STATEMENTS = new Set<PropertyKey>(['select', 'execute', 'insert', 'update', 'delete'])

/** Counts what resolvers send to the database. */
export const countStatements = (inner: Stores): CountedStores => {
  let statements = 0
  const counting = <T extends TenantTx>(tx: T): T =>
    new Proxy(tx, {
      get: (target, key) => {
        if (STATEMENTS.has(key)) statements += 1
        return Reflect.get(target, key, target)
      },
    })
  return {
    count: () => statements,
    reset: () => {
      statements = 0
    },
    stores: {
      ...inner,
      inTenant: (visibility, work, options) => inner.inTenant(visibility, (tx) => work(counting(tx)), options),
      asPlatform: (work, options) => inner.asPlatform((tx) => work(counting(tx)), options),
    },
  }
}

/** Stores that note how many transactions of callers were open at once. */
export type GaugedStores = { readonly stores: Stores; most(): number; reset(): void }

/** Notes how many transactions of callers are open at once. */
export const gaugeTransactions = (inner: Stores): GaugedStores => {
  let open = 0
  let most = 0
  return {
    most: () => most,
    reset: () => {
      most = 0
    },
    stores: {
      ...inner,
      inTenant: async (visibility, work, options) => {
        open += 1
        most = Math.max(most, open)
        return inner.inTenant(visibility, work, options).finally(() => {
          open -= 1
        })
      },
    },
  }
}
