import type { Stores } from '../../../db/tenancy.ts'
import { traced } from '../tracing/tracing.ts'

/** The same stores; their transactions are recorded as parts of the running trace, without their statements. */
export const traceStores = (stores: Stores, schema: string): Stores => {
  const attributes = { 'db.system.name': 'postgresql', 'db.namespace': schema }
  const options = { kind: 'client', attributes } as const
  return {
    ...stores,
    inTenant: (visibility, work, given) =>
      traced('transaction of a caller', options, () => stores.inTenant(visibility, work, given)),
    asPlatform: (work, given) => traced('transaction', options, () => stores.asPlatform(work, given)),
  }
}
