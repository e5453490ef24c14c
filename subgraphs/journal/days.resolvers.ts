import { unbuilt } from '../kit/unbuilt.ts'
import type { AtmResolvers, QueryResolvers } from './schema.gen.ts'

/** Journals day by day. */
export const dayQueries: Pick<QueryResolvers, 'journalDays' | 'atmJournalDays'> = {
  journalDays: unbuilt,
  atmJournalDays: unbuilt,
}

/** From an ATM to its journals day by day. */
export const dayFields: Pick<AtmResolvers, 'journalCalendar'> = { journalCalendar: unbuilt }
