import { z } from 'zod'
import type { Source } from './downstream.ts'

const count = z.number().int().min(0)
const agentAtmId = z.string().nullish()

const atmSummary = z.object({ total: count, connected: count, disconnected: count, neverConnected: count })
export type AtmSummary = z.infer<typeof atmSummary>

const eventCounts = z.object({
  total: count,
  byType: z.array(z.object({ eventType: z.string(), eventCount: count })),
  topAtms: z.array(z.object({ atmId: z.number(), agentAtmId, eventCount: count })),
})
const eventList = z.array(z.object({ atmId: z.number(), agentAtmId, eventType: z.string().nullish() }))
/** Counted by the incident service, or the plain list from one that does not know `view=counts`. */
export type EventActivity = z.infer<typeof eventCounts> | z.infer<typeof eventList>

const incidentCount = z.object({ count })
/** A count, or the plain list. */
export type OpenIncidents = z.infer<typeof incidentCount> | unknown[]

const gapCounts = z.object({
  open: count,
  atms: count,
  top: z.array(z.object({ atmId: z.number(), agentAtmId, gapCount: count })),
})
const gapList = z.array(z.object({ atmId: z.number(), agentAtmId, status: z.string() }))
/** Counted by the journal service, or the plain list. */
export type OpenGaps = z.infer<typeof gapCounts> | z.infer<typeof gapList>

const journalSummary = z.object({ total: count, successful: count, failed: count })
export type JournalSummary = z.infer<typeof journalSummary>

const topAtms = z.array(z.object({ atmId: z.number(), agentAtmId, transactionCount: count }))
export type TopAtms = z.infer<typeof topAtms>

export const atmSummarySource: Source<AtmSummary> = {
  name: 'incident.atms',
  service: 'incident',
  path: '/api/atms/summary',
  query: {},
  answer: atmSummary,
}

export const activitySource: Source<EventActivity> = {
  name: 'incident.activity',
  service: 'incident',
  path: '/api/journal-events/activity',
  query: { hoursBack: 24, view: 'counts' },
  answer: z.union([eventCounts, eventList]),
}

export const openIncidentsSource: Source<OpenIncidents> = {
  name: 'incident.incidents',
  service: 'incident',
  path: '/api/incidents/status/open',
  query: { view: 'counts' },
  answer: z.union([incidentCount, z.array(z.unknown())]),
}

export const openGapsSource: Source<OpenGaps> = {
  name: 'journal.gaps',
  service: 'journal',
  path: '/api/journal/gaps',
  query: { status: 'OPEN', view: 'counts' },
  answer: z.union([gapCounts, gapList]),
}

/** Today's transactions; `today` is a date of the platform's time zone. */
export const journalSummarySource = (today: string): Source<JournalSummary> => ({
  name: 'journal.summary',
  service: 'journal',
  path: '/api/journal/transactions/summary',
  query: { dateFrom: today, dateTo: today },
  answer: journalSummary,
})

/** The ATMs with the most transactions today. */
export const topAtmsSource = (today: string): Source<TopAtms> => ({
  name: 'journal.topAtms',
  service: 'journal',
  path: '/api/journal/transactions/top-atms',
  query: { dateFrom: today, dateTo: today, limit: 10 },
  answer: topAtms,
})
