import { countOf, wordOf } from '../../search.ts'

export const CATEGORIES = ['ANOMALY', 'TREND', 'RECOMMENDATION', 'SUMMARY'] as const
export const SEVERITIES = ['CRITICAL', 'WARNING', 'INFO'] as const

/** What the address of the page of insights holds. Without a view it shows those that are active. */
export type InsightsSearch = {
  readonly view?: 'history'
  readonly category?: (typeof CATEGORIES)[number]
  readonly severity?: (typeof SEVERITIES)[number]
  readonly acknowledged?: 'yes' | 'no'
  readonly page?: number
  /** The one that is read in full. */
  readonly insight?: number
  /** True while the form for a new one is open. */
  readonly publish?: true
}

export const readSearch = (search: Record<string, unknown>): InsightsSearch => ({
  view: wordOf(['history'], search.view),
  category: wordOf(CATEGORIES, search.category),
  severity: wordOf(SEVERITIES, search.severity),
  acknowledged: wordOf(['yes', 'no'], search.acknowledged),
  page: countOf(search.page, 2),
  insight: countOf(search.insight, 1),
  publish: search.publish === true || search.publish === 'true' ? true : undefined,
})
