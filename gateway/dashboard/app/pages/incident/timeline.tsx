import { IconAlertHexagon, IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import { useAuth } from '../../api/session.ts'
import { day, duration, fullTime, plural, timeSeconds, weekday, words } from '../../ui/format.ts'
import styles from './timeline.module.css'
import { type Detail, daysOf, type Entry, type Event, QUIET_MS, timelineEntriesOf } from './timeline-entries.ts'

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What the agent sent beside the words, as pairs. */
const factsOf = (details: unknown): readonly (readonly [string, string])[] =>
  typeof details === 'object' && details !== null
    ? Object.entries(details).map(([name, value]) => [name, isScalar(value) ? String(value) : JSON.stringify(value)])
    : []

const placeOf = ({ component, cassetteNo, errorCode }: Event): readonly string[] =>
  [
    component === null ? null : words(component),
    cassetteNo === null ? null : `cassette ${cassetteNo}`,
    errorCode,
  ].filter((part): part is string => part !== null)

/** Received so much later than it occurred, an event is worth a word. */
const LATE_MS = 5 * 60_000

const EventEntry = ({ event, zone }: { readonly event: Event; readonly zone: string | undefined }) => {
  const { eventType, message, details, occurredAt, receivedAt, eventTimeDefaulted } = event
  const lateMs = Date.parse(receivedAt) - Date.parse(occurredAt)
  const facts = factsOf(details)
  const place = placeOf(event)
  return (
    <li className={styles.entry}>
      <time dateTime={occurredAt} title={fullTime(occurredAt, zone)}>
        {timeSeconds(occurredAt, zone)}
      </time>
      <i className={`${styles.dot} forced`} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>
          <b>{words(eventType)}</b>
          {place.length > 0 && <span>{place.join(' · ')}</span>}
        </p>
        {message !== null && <p className={styles.message}>{message}</p>}
        {(lateMs > LATE_MS || eventTimeDefaulted) && (
          <p className={styles.aside}>
            {eventTimeDefaulted
              ? 'The ATM sent no time: this is when it was received.'
              : `Received ${duration(lateMs)} later.`}
          </p>
        )}
        {facts.length > 0 && (
          <details className={styles.details}>
            <summary>Details</summary>
            <dl>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  )
}

const ICONS = { bad: IconAlertHexagon, plain: IconUserCheck, ok: IconCircleCheck } as const

const StepEntry = ({
  entry,
  zone,
}: {
  readonly entry: Entry & { what: 'step' }
  readonly zone: string | undefined
}) => {
  const Icon = ICONS[entry.tone]
  return (
    <li className={styles.entry} data-step={entry.tone}>
      <time dateTime={entry.at} title={fullTime(entry.at, zone)}>
        {timeSeconds(entry.at, zone)}
      </time>
      <Icon size={17} stroke={1.9} aria-hidden />
      <p className={styles.step}>{entry.words}</p>
    </li>
  )
}

const Quiet = ({ ms }: { readonly ms: number }) => <li className={styles.quiet}>nothing for {duration(ms)}</li>

type TimelineProps = {
  readonly incident: Detail
  readonly zone: string | undefined
  readonly more: (() => void) | undefined
}

/** The entries of an incident, newest first, in the ATM's own time. */
export const Timeline = ({ incident, zone, more }: TimelineProps) => {
  const me = useAuth().session?.userId ?? ''
  const all = timelineEntriesOf(incident, me)
  const before = new Map(all.map((entry, index) => [entry, all[index - 1]]))
  const quietBefore = (entry: Entry): number => {
    const newer = before.get(entry)
    return newer === undefined ? 0 : Date.parse(newer.at) - Date.parse(entry.at)
  }
  const rest = incident.occurrenceCount - incident.events.length
  return (
    <>
      {daysOf(all, (at) => `${weekday(at, zone)} ${day(at, zone)}`).map(({ day: name, entries }) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.day}>{name}</h3>
          <ol className={styles.list}>
            {entries.flatMap((entry) => [
              ...(quietBefore(entry) >= QUIET_MS ? [<Quiet key={`quiet-${entry.at}`} ms={quietBefore(entry)} />] : []),
              entry.what === 'event' ? (
                <EventEntry key={entry.event.id} event={entry.event} zone={zone} />
              ) : (
                <StepEntry key={entry.words} entry={entry} zone={zone} />
              ),
            ])}
          </ol>
        </section>
      ))}
      {rest > 0 && (
        <p className={styles.rest}>
          {plural(rest, 'older event')} of it {rest === 1 ? 'is' : 'are'} not shown.{' '}
          {more !== undefined && (
            <button type="button" className="button" data-size="small" onClick={more}>
              Show more
            </button>
          )}
        </p>
      )}
    </>
  )
}
