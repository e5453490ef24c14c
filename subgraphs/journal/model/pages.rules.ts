import type { Visibility } from '../../../db/tenancy.ts'

/**
 * More institutions than this are sorted together: a branch of the statement for each would cost more than it saves.
 */
const MAX_BRANCHES = 20

/**
 * The institutions whose rows are each read in the order of their index, and then merged; null for one read of all.
 * An index gives no order across institutions, so without this a page would sort everything that is visible.
 */
export const branchesOf = (visibility: Visibility, ofOneAtm: boolean): readonly string[] | null =>
  visibility.unrestricted || ofOneAtm || visibility.institutions.length > MAX_BRANCHES ? null : visibility.institutions
