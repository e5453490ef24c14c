import { countByAtm, percentage, type RankedAtm, topOf } from './counting.rules.ts'
import type { AtmSummary, EventActivity, OpenGaps, OpenIncidents } from './sources.ts'

export const CATEGORIES = ['HARDWARE', 'CASH', 'NETWORK', 'POWER', 'AUTH', 'SYSTEM', 'OTHER'] as const
export type Category = (typeof CATEGORIES)[number]

/** The category table of the requirements; a type that is not in it, or missing, is OTHER. */
const TYPES: Record<Exclude<Category, 'OTHER'>, readonly string[]> = {
  POWER: ['POWER_OFF'],
  HARDWARE: [
    'CARD_READER_FAIL',
    'DISPENSER_JAM',
    'SELF_TEST_FAILED',
    'APPLICATION_ERROR_CARD',
    'APPLICATION_ERROR_DISPENSER',
    'APPLICATION_ERROR_ENCRYPTION',
    'APPLICATION_ERROR_PRINTER',
    'APPLICATION_ERROR_PINPAD',
    'MIXED_MEDIA_ERROR',
    'CASH_ACCEPTOR_ERROR',
    'ENCRYPTOR_PINPAD_ERROR',
  ],
  CASH: ['CASSETTE_LOW', 'CASSETTE_EMPTY', 'CASSETTE_ABNORMAL'],
  NETWORK: ['NETWORK_DISCONNECTED', 'APPLICATION_ERROR_NETWORK'],
  AUTH: ['AUTHENTICATION_FAILURE'],
  SYSTEM: [
    'ATM_OUT_OF_SERVICE',
    'APPLICATION_ERROR',
    'APPLICATION_ERROR_JOURNAL',
    'AGENT_LOG_ERROR',
    'EJOURNAL_DB_WARNING',
    'EJOURNAL_DB_CRITICAL',
  ],
}

const categoryByType: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) =>
    category === 'OTHER' ? [] : TYPES[category].map((type): [string, Category] => [type, category]),
  ),
)

/** The category of an event type; OTHER for one that is not in the table, or missing. */
export const categoryOf = (eventType: string | null | undefined): Category =>
  categoryByType.get(eventType ?? '') ?? 'OTHER'

export type Breakdown = Record<Category, number>

const emptyBreakdown = (): Breakdown => ({ HARDWARE: 0, CASH: 0, NETWORK: 0, POWER: 0, AUTH: 0, SYSTEM: 0, OTHER: 0 })

/** Events by category, every category seeded with 0; from counts by type or from a plain list alike. */
export const breakdownOf = (activity: EventActivity | null): Breakdown => {
  const breakdown = emptyBreakdown()
  if (activity === null) return breakdown
  if (Array.isArray(activity)) for (const event of activity) breakdown[categoryOf(event.eventType)] += 1
  else for (const { eventType, eventCount } of activity.byType) breakdown[categoryOf(eventType)] += eventCount
  return breakdown
}

/** The five ATMs with the most events. */
export const problematicAtmsOf = (activity: EventActivity | null): RankedAtm[] => {
  if (activity === null) return []
  if (Array.isArray(activity)) return topOf(countByAtm(activity), 5)
  return topOf(
    activity.topAtms.map(({ atmId, agentAtmId, eventCount }) => ({
      atmId,
      agentAtmId: agentAtmId ?? null,
      count: eventCount,
    })),
    5,
  )
}

/** Connectivity with its percentage; zeros where the summary is missing. */
export const connectivityOf = (summary: AtmSummary | null) => {
  const { total, connected, disconnected, neverConnected } = summary ?? {
    total: 0,
    connected: 0,
    disconnected: 0,
    neverConnected: 0,
  }
  return { total, connected, disconnected, neverConnected, connectivityPct: percentage(connected, total) }
}

/** The number of open incidents. */
export const openIncidentsOf = (incidents: OpenIncidents | null): number =>
  incidents === null ? 0 : Array.isArray(incidents) ? incidents.length : incidents.count

/** The number of distinct ATMs with OPEN gaps. */
export const atmsWithGapsOf = (gaps: OpenGaps | null): number => {
  if (gaps === null) return 0
  return Array.isArray(gaps)
    ? new Set(gaps.filter(({ status }) => status === 'OPEN').map(({ atmId }) => atmId)).size
    : gaps.atms
}
