import { DAY_MS } from '../../kit/common/dates.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import { atmOf } from '../atms/atms.rules.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { listSuspected } from './atm-lifecycle.store.ts'
import type { JournalMirror } from './journal-mirror.ts'

const MAX_ATMS = 500

/** Finds ATMs that a typing error made. */
export const createSuspectQueries = (env: {
  readonly connectedWithinMs: number
  readonly journalMirror: JournalMirror
}): Pick<QueryResolvers, 'suspectedAtms'> => ({
  async suspectedAtms(_source, { first }, { principal, now, read }) {
    const limit = checkBetween('first', first, 1, MAX_ATMS)
    const before = new Date(now().getTime() - DAY_MS)
    // Those with a journal are left out of all that may be asked for, not of the few that are.
    const rows = await read((tx) => listSuspected(tx, principal, before, MAX_ATMS))
    const filed = await env.journalMirror.withJournals(rows.map(({ id }) => id))
    return rows
      .filter(({ id }) => !filed.has(id))
      .slice(0, limit)
      .map((row) => atmOf(row, now(), env.connectedWithinMs))
  },
})
