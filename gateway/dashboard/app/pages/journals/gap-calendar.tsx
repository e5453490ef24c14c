import type { CSSProperties } from 'react'
import { t } from '../../language/texts.ts'
import { briefDay, date, weekday } from '../../ui/format.ts'
import { WallButton } from '../../ui/wall-button.tsx'
import { type Day, lookOf, weekdayOf } from './calendar-look.ts'
import styles from './gap-calendar.module.css'

const WEEK = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)))
/** What a phone has room for: five weeks. */
const PHONE_DAYS = 35

const LEGEND = [
  { level: 0, words: t('all there') },
  { level: 1, words: t('some ATMs missing') },
  { level: 3, words: t('many missing') },
  { level: 'asked', words: t('all missing are asked for') },
  { level: 'none', words: t('none due') },
] as const

type GapCalendarProps = {
  readonly days: readonly Day[]
  readonly today: string
  readonly chosen: string | undefined
  readonly onDay: (date: string) => void
}

const labelOf = (date_: string, isFirst: boolean): string =>
  isFirst || date_.endsWith('-01') ? briefDay(date_) : String(Number(date_.slice(8)))

/** The journals of the fleet day by day, a week a column; a day leads to its gaps. On a phone a week is a row. */
export const GapCalendar = ({ days, today, chosen, onDay }: GapCalendarProps) => {
  const phoneFrom = days.length - PHONE_DAYS
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere */}
      <div className={`${styles.calendar} forced`} role="group" aria-label={t('Journals by day')}>
        {WEEK.map((one) => (
          <span key={one.getTime()} className={styles.weekday} aria-hidden>
            {weekday(one, 'UTC')}
          </span>
        ))}
        {days.map((day, at) => {
          const { level, figure, words } = lookOf(day, today)
          const isFirst = at === 0 || at === phoneFrom
          return (
            <WallButton
              key={day.date}
              className={styles.day}
              style={isFirst ? ({ '--weekday': weekdayOf(day.date) } as CSSProperties) : undefined}
              data-first={isFirst || undefined}
              data-old={at < phoneFrom || undefined}
              data-level={level}
              aria-pressed={chosen === day.date}
              title={`${date(day.date)}: ${words}`}
              onClick={() => onDay(day.date)}
            >
              <span aria-hidden>{labelOf(day.date, isFirst)}</span>
              {figure !== '' && <b aria-hidden>{figure}</b>}
              <span className="sr">
                {date(day.date)}: {words}
              </span>
            </WallButton>
          )
        })}
      </div>
      <ul className={`${styles.legend} forced`} aria-hidden>
        {LEGEND.map(({ level, words }) => (
          <li key={level}>
            <i className={styles.day} data-level={level} />
            {words}
          </li>
        ))}
      </ul>
    </>
  )
}
