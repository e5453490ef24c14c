import { countByAtm, percentage, type RankedAtm, topOf } from './counting.rules.ts'
import type { JournalSummary, OpenGaps, TopAtms } from './sources.ts'

const MAX_ATMS_WITH_GAPS = 20

/** Today's one entry, zeros where the summary is missing. */
export const dailyVolumeOf = (today: string, summary: JournalSummary | null) => {
  const { total, successful, failed } = summary ?? { total: 0, successful: 0, failed: 0 }
  return { date: today, total, successful, failed }
}

/** The share of approved transactions in percent; 0 without transactions. */
export const parseSuccessRateOf = (summary: JournalSummary | null): number =>
  summary === null ? 0 : percentage(summary.successful, summary.total)

/** All OPEN gaps and the ATMs that have most of them; from counts or from a plain list alike. */
export const gapsOf = (gaps: OpenGaps | null): { openGapsTotal: number; atms: RankedAtm[] } => {
  if (gaps === null) return { openGapsTotal: 0, atms: [] }
  if (Array.isArray(gaps)) {
    const open = gaps.filter(({ status }) => status === 'OPEN')
    return { openGapsTotal: open.length, atms: topOf(countByAtm(open), MAX_ATMS_WITH_GAPS) }
  }
  const top = gaps.top.map(({ atmId, agentAtmId, gapCount }) => ({
    atmId,
    agentAtmId: agentAtmId ?? null,
    count: gapCount,
  }))
  return { openGapsTotal: gaps.open, atms: topOf(top, MAX_ATMS_WITH_GAPS) }
}

/** The ten ATMs with the most transactions. */
export const volumesOf = (atms: TopAtms | null): RankedAtm[] =>
  topOf(
    (atms ?? []).map(({ atmId, agentAtmId, transactionCount }) => ({
      atmId,
      agentAtmId: agentAtmId ?? null,
      count: transactionCount,
    })),
    10,
  )
