import { IconAlertHexagon, IconCircleCheck, IconNote, IconTerminal2, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { useWho } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { IncidentTasksDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { day, duration, fullTime, timeSeconds, weekday, words } from '../../ui/format.ts'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { StatusMark } from '../tasks/status.tsx'
import styles from './timeline.module.css'
import {
  type Command,
  type Detail,
  daysOf,
  type Entry,
  type Event,
  eventsLeft,
  QUIET_MS,
  type Tone,
  timelineEntriesOf,
} from './timeline-entries.ts'

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
    cassetteNo === null ? null : t('cassette {n}', { n: cassetteNo }),
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
              ? t('The ATM sent no time: this is when it was received.')
              : t('Received {duration} later.', { duration: duration(lateMs) })}
          </p>
        )}
        {facts.length > 0 && (
          <details className={styles.details}>
            <summary>{t('Details')}</summary>
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

const ICONS: Readonly<Record<Tone, typeof IconNote>> = {
  bad: IconAlertHexagon,
  plain: IconUserCheck,
  ok: IconCircleCheck,
  note: IconNote,
}

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
      <div className={styles.text}>
        <p className={styles.step}>{entry.words}</p>
        {entry.more !== null && (
          <p className={styles.message} dir="auto">
            {entry.more}
          </p>
        )}
      </div>
    </li>
  )
}

type CommandProps = {
  readonly command: Command
  readonly zone: string | undefined
  readonly who: (userId: string | null) => string
}

const CommandEntry = ({ command, zone, who }: CommandProps) => {
  const { id, kind, status, reason, requestedBy, requestedAt, finishedAt, error, result } = command
  const took = finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(requestedAt)
  return (
    <li className={styles.entry} data-step="plain">
      <time dateTime={requestedAt} title={fullTime(requestedAt, zone)}>
        {timeSeconds(requestedAt, zone)}
      </time>
      <IconTerminal2 size={17} stroke={1.9} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>
          <Link to={PATHS.tasks} search={{ task: id }} className="link">
            <b>{TASK_KINDS[kind].label}</b>
          </Link>
          <StatusMark status={status} />
          <span>
            {took === null
              ? t('asked by {person}', { person: who(requestedBy) })
              : t('asked by {person}, took {duration}', { person: who(requestedBy), duration: duration(took) })}
          </span>
        </p>
        {reason !== null && <p className={styles.message}>{reason}</p>}
        {error !== null && <p className={styles.fault}>{error}</p>}
        {result !== null && (
          <details className={styles.details}>
            <summary>{t('Result')}</summary>
            <pre>{JSON.stringify(result, null, 2)}</pre>
          </details>
        )}
      </div>
    </li>
  )
}

type AnyEntryProps = {
  readonly entry: Entry
  readonly zone: string | undefined
  readonly who: (userId: string | null) => string
}

const AnyEntry = ({ entry, zone, who }: AnyEntryProps) => {
  if (entry.what === 'event') return <EventEntry event={entry.event} zone={zone} />
  if (entry.what === 'command') return <CommandEntry command={entry.command} zone={zone} who={who} />
  return <StepEntry entry={entry} zone={zone} />
}

const Quiet = ({ ms }: { readonly ms: number }) => (
  <li className={styles.quiet}>{t('nothing for {duration}', { duration: duration(ms) })}</li>
)

type TimelineProps = {
  readonly incident: Detail
  readonly zone: string | undefined
  readonly more: (() => void) | undefined
}

/** The commands that the ATM was given while the incident was open; none while they are not known. */
const useCommands = ({ atmId, openedAt, resolvedAt, kind }: Detail) => {
  const query = useDocument(
    IncidentTasksDocument,
    { atmId, from: openedAt, to: resolvedAt },
    { everyMs: 15_000, enabled: kind !== 'MASS_OUTAGE' },
  )
  return { commands: query.data?.data.tasks?.content ?? [], isSilent: query.data?.data.tasks === null || query.isError }
}

/** The entries of an incident, newest first, in the ATM's own time. */
export const Timeline = ({ incident, zone, more }: TimelineProps) => {
  const me = useAuth().session?.userId ?? ''
  const { commands, isSilent } = useCommands(incident)
  const who = useWho(commands.map(({ requestedBy }) => requestedBy))
  const all = timelineEntriesOf(incident, commands, me)
  const before = new Map(all.map((entry, index) => [entry, all[index - 1]]))
  const quietBefore = (entry: Entry): number => {
    const newer = before.get(entry)
    return newer === undefined ? 0 : Date.parse(newer.at) - Date.parse(entry.at)
  }
  const rest = eventsLeft(incident)
  return (
    <>
      {daysOf(all, (at) => `${weekday(at, zone)} ${day(at, zone)}`).map(({ day: name, entries }) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.day}>{name}</h3>
          <ol className={styles.list}>
            {entries.flatMap((entry) => [
              ...(quietBefore(entry) >= QUIET_MS ? [<Quiet key={`quiet ${entry.key}`} ms={quietBefore(entry)} />] : []),
              <AnyEntry key={entry.key} entry={entry} zone={zone} who={who} />,
            ])}
          </ol>
        </section>
      ))}
      {isSilent && <p className={styles.rest}>{t('The commands to this ATM are not known right now.')}</p>}
      {rest > 0 && (
        <p className={styles.rest}>
          {tn(rest, '{n} older event of it is not shown.', '{n} older events of it are not shown.')}{' '}
          {more !== undefined && (
            <button type="button" className="button" data-size="small" onClick={more}>
              {t('Show more')}
            </button>
          )}
        </p>
      )}
    </>
  )
}
