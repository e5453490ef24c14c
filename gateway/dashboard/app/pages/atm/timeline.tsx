import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { BadgeGlyph } from '../../ui/badge.tsx'
import { day, duration, fullTime, localTime, time, timeSeconds, weekday, words } from '../../ui/format.ts'
import { rowKeys } from '../../ui/list/rows.ts'
import styles from './timeline.module.css'
import type { Entry, Event } from './timeline.rules.ts'

const STATE_EVENTS: Readonly<Record<string, 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'IN_SUPERVISOR'>> = {
  ATM_IN_SERVICE: 'IN_SERVICE',
  ATM_OUT_OF_SERVICE: 'OUT_OF_SERVICE',
  SUPERVISOR_ENTER: 'IN_SUPERVISOR',
}

/** Received so much later than it occurred, an event is marked as late. */
const LATE_MS = 30 * 60_000

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const factsOf = (event: Event): readonly (readonly [string, string])[] => {
  const { details, eventTime, eventTimeDefaulted, receivedAt, occurredAt } = event
  const lateMs = Date.parse(receivedAt) - Date.parse(occurredAt)
  return [
    [t('ATM’s own time'), eventTimeDefaulted ? t('not reported: the time of receipt is used') : localTime(eventTime)],
    [t('Received'), lateMs < 1_000 ? t('at once') : t('{duration} later', { duration: duration(lateMs) })],
    ...Object.entries(typeof details === 'object' && details !== null ? details : {}).map(
      ([name, value]) => [name, isScalar(value) ? String(value) : JSON.stringify(value)] as const,
    ),
  ]
}

const Marker = ({ event }: { readonly event: Event }) => {
  const badge = STATE_EVENTS[event.eventType]
  if (badge !== undefined) return <BadgeGlyph badge={badge} size={14} />
  return <i className={`${styles.dot} forced`} data-incident={event.incidentId !== null || undefined} aria-hidden />
}

const EventRow = ({ event, zone }: { readonly event: Event; readonly zone: string | undefined }) => {
  const { eventType, message, component, cassetteNo, errorCode, incidentId, occurredAt, receivedAt } = event
  const where = [
    cassetteNo === null ? component && words(component) : t('Cassette {no}', { no: cassetteNo }),
    errorCode,
    Date.parse(receivedAt) - Date.parse(occurredAt) > LATE_MS ? t('came late') : null,
  ].filter(Boolean)
  return (
    <li className={styles.event} data-row>
      <time dateTime={occurredAt} title={fullTime(occurredAt, zone)}>
        {zone === undefined ? timeSeconds(occurredAt).slice(0, 5) : time(occurredAt, zone)}
      </time>
      <Marker event={event} />
      <details className={styles.what}>
        <summary>
          <b>{words(eventType)}</b>
          {message !== null && <span>{message}</span>}
        </summary>
        <dl>
          {factsOf(event).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <small>{where.join(' · ')}</small>
      {incidentId !== null && (
        <Link to={PATHS.incident} params={{ incidentId: String(incidentId) }} className={styles.incident}>
          {t('Incident {id}', { id: incidentId })}
        </Link>
      )}
    </li>
  )
}

type TimelineProps = {
  readonly entries: readonly Entry[]
  readonly zone: string | undefined
  /** True while some events are hidden: a gap is then one of what is shown. */
  readonly isFiltered: boolean
}

/** Events from the newest to the oldest, under the heads of their days; where nothing came for long, there is a gap. */
export const Timeline = ({ entries, zone, isFiltered }: TimelineProps) => (
  <ol className={styles.list} onKeyDown={rowKeys()}>
    {entries.map((entry) => {
      if (entry.kind === 'event') return <EventRow key={entry.key} event={entry.event} zone={zone} />
      if (entry.kind === 'day')
        return (
          <li key={entry.key} className={styles.day}>
            <h3>
              {weekday(entry.at, zone)} {day(entry.at, zone)}
            </h3>
          </li>
        )
      const silence = {
        from: time(entry.from, zone),
        to: time(entry.to, zone),
        duration: duration(Date.parse(entry.to) - Date.parse(entry.from)),
      }
      return (
        <li key={entry.key} className={styles.gap}>
          {isFiltered
            ? t('nothing of these groups {from}–{to}, {duration}', silence)
            : t('nothing reported {from}–{to}, {duration}', silence)}
        </li>
      )
    })}
  </ol>
)
