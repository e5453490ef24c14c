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
