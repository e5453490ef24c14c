import type { JournalsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { count } from '../../ui/format.ts'

export type Day = NonNullable<JournalsQuery['journalDays']>[number]

/**
 * How a day looks: the worse, the higher; `asked` where every missing journal is asked for, `none` where none was
 * due.
 */
export type Level = 0 | 1 | 2 | 3 | 'asked' | 'none' | 'running'

/** From which share of the ATMs on a day without a journal is worse. */
const MANY = 0.1
const MOST = 0.4

/** What is known of a day of all ATMs, in a figure and in words. A day that is not over has no gaps yet. */
export const lookOf = (day: Day, today: string): { level: Level; figure: string; words: string } => {
  const { atmsWithJournal: with_, atmsWithGap: missing, atmsRequested: asked } = day
  const come = tn(with_, '{n} journal has come', '{n} journals have come')
  if (day.date >= today)
    return {
      level: 'running',
      figure: tn(with_, '{n} in', '{n} in'),
      words: t('the day is not over; {come}', { come }),
    }
  if (with_ + missing === 0) return { level: 'none', figure: '', words: t('no journal, and none was due') }
  if (missing === 0) return { level: 0, figure: '', words: t('every journal is there; {come}', { come }) }
  const without = tn(missing, '{n} ATM without a journal', '{n} ATMs without a journal')
  const words =
    asked === 0
      ? t('{without}; {come}', { without, come })
      : tn(asked, '{without}, {n} of them asked for; {come}', '{without}, {n} of them asked for; {come}', {
          without,
          come,
        })
  if (asked === missing) return { level: 'asked', figure: count(missing), words }
  const share = missing / (missing + with_)
  return { level: share < MANY ? 1 : share < MOST ? 2 : 3, figure: count(missing), words }
}

/** 1 for a Monday to 7 for a Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
