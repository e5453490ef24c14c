import type { QueryResolvers } from '../schema.gen.ts'
import { loadAtm } from './atms.loaders.ts'
import { listFormerAssignments } from './former-assignments.store.ts'

const MAX_ASSIGNMENTS = 100

/** What institutions can read of an ATM that was moved away from them. */
export const formerAssignmentQueries: Pick<QueryResolvers, 'atmFormerAssignments'> = {
  async atmFormerAssignments(_source, { id }, { principal, read, loader }) {
    const rows = await read((tx) => listFormerAssignments(tx, principal, id, MAX_ASSIGNMENTS))
    // Who had the ATM does not see it now, and is not told that there is none.
    return rows.length === 0 && (await loader(loadAtm).load(id)) === null ? null : rows
  },
}
