import type { QueryResolvers } from '../schema.gen.ts'
import { listFormerAssignments } from './former-assignments.store.ts'

const MAX_ASSIGNMENTS = 100

/** What institutions can read of an ATM that was moved away from them. */
export const formerAssignmentQueries: Pick<QueryResolvers, 'atmFormerAssignments'> = {
  atmFormerAssignments: (_source, { id }, { principal, read }) =>
    read((tx) => listFormerAssignments(tx, principal, id, MAX_ASSIGNMENTS)),
}
