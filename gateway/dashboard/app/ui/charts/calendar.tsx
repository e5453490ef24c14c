import type { ReactNode } from 'react'
import { date, weekday } from '../format.ts'
import styles from './charts.module.css'

/** A day of a calendar. */
export type CalendarDay = {
  readonly date: string
  /** 0 is as it should be, 3 the worst; null is not known. */
  readonly level: 0 | 1 | 2 | 3 | null
  /** The content of the box beside the day's number. */
  readonly text?: ReactNode
  /** What it means, in words. */
  readonly words: string
}

type CalendarProps = {
  readonly days: readonly CalendarDay[]
  readonly label: string
  readonly onDay?: (date: string) => void
  readonly chosen?: string
}

/** Days in rows of weeks; the worse, the darker, and with its number. */
export const Calendar = ({ days, label, onDay, chosen }: CalendarProps) => {
  const first = days[0]
  const skipped = first === undefined ? 0 : (new Date(`${first.date}T00:00:00Z`).getUTCDay() + 6) % 7
  const week = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div className={`${styles.calendar} forced`} role="group" aria-label={label}>
      {week.map((day) => (
        <span key={day.getTime()} className={styles.weekday} aria-hidden>
          {weekday(day, 'UTC')}
        </span>
      ))}
      {first !== undefined && skipped > 0 && <span style={{ gridColumn: `span ${skipped}` }} />}
      {days.map((day) => {
        const inside = (
          <>
            <span aria-hidden>{Number(day.date.slice(8))}</span>
            <b aria-hidden>{day.text}</b>
            <span className="sr">
              {date(day.date)}: {day.words}
            </span>
          </>
        )
        const look = {
          'data-level': day.level ?? undefined,
          'data-unknown': day.level === null || undefined,
          title: `${date(day.date)}: ${day.words}`,
        }
        return onDay === undefined ? (
          <div key={day.date} className={styles.day} {...look}>
            {inside}
          </div>
        ) : (
          <button
            key={day.date}
            type="button"
            className={styles.day}
            {...look}
            aria-pressed={chosen === day.date}
            onClick={() => onDay(day.date)}
          >
            {inside}
          </button>
        )
      })}
    </div>
  )
}
