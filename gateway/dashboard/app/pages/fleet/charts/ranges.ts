import { t } from '../../../language/texts.ts'

/** What the charts of the page are of; the last 24 hours unless it is said. */
export const RANGES = ['1h', '6h', '24h', '7d', '30d', 'yesterday', 'lastweek'] as const
export type Range = (typeof RANGES)[number]

/** How a range is called: on its button, in a sentence, and how its parts are called. */
const LOOKS: Readonly<Record<Range, readonly [label: string, words: string, historyMinutes: number, parts: string]>> = {
  '1h': [t('1 h'), t('last hour'), 10, t('quarter of an hour')],
  '6h': [t('6 h'), t('last 6 h'), 10, t('quarter of an hour')],
  '24h': [t('24 h'), t('last 24 h'), 30, t('half hour')],
  '7d': [t('7 d'), t('last 7 days'), 180, t('3 hours')],
  '30d': [t('30 d'), t('last 30 days'), 720, t('12 hours')],
  yesterday: [t('Yesterday'), t('yesterday'), 30, t('half hour')],
  lastweek: [t('Same day last week'), t('the same day last week'), 30, t('half hour')],
}

const HOURS: Readonly<Record<string, number>> = { '1h': 1, '6h': 6, '24h': 24, '7d': 168, '30d': 720 }
const DAYS_BACK: Readonly<Record<string, number>> = { yesterday: 1, lastweek: 7 }

export const labelOf = (range: Range): string => LOOKS[range][0]

/** What a range is in the words of the graph. Days are those of the reader. */
const periodOf = (range: Range, now: Date) => {
  const back = DAYS_BACK[range]
  if (back === undefined) return { hoursBack: HOURS[range] ?? 24, from: null, to: null }
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString()
  return { hoursBack: null, from: midnight(back), to: midnight(back - 1) }
}

/** What the charts of a range are asked for. */
export const variablesOf = (range: Range, now: Date) => {
  const historyMinutes = LOOKS[range][2]
  return { ...periodOf(range, now), historyMinutes, seriesMinutes: Math.max(15, historyMinutes) }
}

/** Whether a range is a day that is over. */
export const isPast = (range: Range): boolean => DAYS_BACK[range] !== undefined

/** A range in words, as in "Events, yesterday". */
export const wordsOf = (range: Range): string => LOOKS[range][1]

/** What a part of a chart is, as in "per half hour". */
export const partOf = (range: Range): string => LOOKS[range][3]
