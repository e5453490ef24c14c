import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { asBeginning, whoIs } from '../../api/people.ts'
import { IncidentNowDocument } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { count } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { Due } from './due.tsx'
import styles from './incidents.module.css'
import { type Incident, isCounted, kindWords, statusWords } from './kinds.ts'
import { Flapping } from './record/flapping.tsx'
import type { SORTS } from './search.ts'

type IncidentColumn = Column<Incident, (typeof SORTS)[number]>

/** What the rows of the list can do, and who looks at them. */
export type RowContext = {
  readonly may: boolean
  readonly me: string
  readonly busyId: number | undefined
  readonly gone: ReadonlySet<string>
  /** Whether any of the incidents has something due. */
  readonly hasDue: boolean
  acknowledge(incident: Incident): void
  resolve(incident: Incident): void
}

const Severity = ({ severity }: Pick<Incident, 'severity'>) => (
  <span className={styles.severity}>
    <SeverityGlyph severity={severity} />
    <span>{SEVERITIES[severity].label}</span>
  </span>
)

const What = ({ incident, me }: { readonly incident: Incident; readonly me: string }) => {
  const { id, kind, source, flapping, agentAtmId, openedAt, status, occurrenceCount, ownerUserId, owner } = incident
  const title = incidentTitle(incident)
  return (
    <div className={styles.what}>
      <Link to={PATHS.incident} params={{ incidentId: String(id) }} className={styles.title} title={title} dir="auto">
        {title}
      </Link>
      <p className={styles.meta}>
        <span className={styles.narrow}>
          <span className="id">{agentAtmId}</span> · <Age at={openedAt} />
          {status === 'ACKNOWLEDGED' && ` · ${t('acknowledged')}`}
          {status === 'RESOLVED' && ` · ${t('resolved')}`}
          {occurrenceCount > 1 && isCounted(incident) && ` · ${tn(occurrenceCount, '{n} event', '{n} events')}`}
          {ownerUserId !== null && status !== 'RESOLVED' && ` · ${whoIs(ownerUserId, me, owner)}`}
        </span>
        <span className={styles.broad}>
          <span className="id">{id}</span> · {kindWords(kind)}
          {source === 'MANUAL' && ` · ${t('opened by hand')}`}
        </span>
        {flapping && <Flapping />}
        <Parts incident={incident} />
      </p>
    </div>
  )
}

const Status = ({ incident, me }: { readonly incident: Incident; readonly me: string }) => {
  const { status, acknowledgedAt, acknowledgedByUserId, acknowledgedBy, resolvedAt } = incident
  if (status === 'OPEN') return <b className={styles.open}>{t('Open')}</b>
  if (status === 'SUPPRESSED') return <span className={styles.status}>{statusWords(incident, me)}</span>
  const isOver = status === 'RESOLVED'
  const at = isOver ? resolvedAt : acknowledgedAt
  return (
    <span className={styles.status}>
      <span>{isOver ? statusWords(incident, me) : t('Acknowledged')}</span>
      {at !== null && (
        <small>
          {rich('{age} ago', { age: <Age at={at} /> })}
          {!isOver && acknowledgedByUserId !== incident.ownerUserId && (
            <> {t('by {person}', { person: whoIs(acknowledgedByUserId, me, acknowledgedBy) })}</>
          )}
        </small>
      )}
    </span>
  )
}

const Owner = ({ incident, me }: { readonly incident: Incident; readonly me: string }) => {
  const { ownerUserId, owner, ownedSince, status } = incident
  if (ownerUserId === null)
    return <span className={styles.nobody}>{status === 'RESOLVED' ? '\u2014' : t('No owner')}</span>
  return (
    <span className={styles.status}>
      <span className={styles.owner}>{asBeginning(whoIs(ownerUserId, me, owner))}</span>
      {ownedSince !== null && status !== 'RESOLVED' && (
        <small>{rich('for {age}', { age: <Age at={ownedSince} /> })}</small>
      )}
    </span>
  )
}

const Times = ({ incident, withLast }: { readonly incident: Incident; readonly withLast: boolean }) => {
  const { occurrenceCount, lastEventAt } = incident
  if (!isCounted(incident)) return <span className={styles.nobody}>{'\u2014'}</span>
  return (
    <span className={styles.times}>
      {count(occurrenceCount)}
      {withLast && occurrenceCount > 0 && <small>{rich('last {age}', { age: <Age at={lastEventAt} /> })}</small>}
    </span>
  )
}

/** How many ATMs a mass outage has, and the way to their incidents. */
const Parts = ({ incident }: { readonly incident: Incident }) =>
  incident.kind === 'MASS_OUTAGE' && incident.source === 'AUTO' ? (
    <Link
      to={PATHS.incidents}
      search={{ parent: incident.id, status: 'ALL' }}
      className={styles.parts}
      aria-label={tn(incident.occurrenceCount, '{n} ATM of mass outage {id}', '{n} ATMs of mass outage {id}', {
        id: incident.id,
      })}
    >
      {tn(incident.occurrenceCount, '{n} ATM', '{n} ATMs')}
    </Link>
  ) : null

/** The outcome of an incident that is no longer in the list. */
const Gone = ({ incident, me }: { readonly incident: Incident; readonly me: string }) => {
  const isOver = incident.status === 'RESOLVED'
  const { data } = useDocument(IncidentNowDocument, { id: incident.id }, { everyMs: 0, enabled: !isOver })
  const now = { ...incident, ...data?.data.incident }
  return (
    <span className={styles.gone}>
      {now.status === 'RESOLVED'
        ? statusWords(now, me)
        : now.parentIncidentId !== incident.parentIncidentId
          ? t('Part of a mass outage now')
          : now.status !== incident.status
            ? statusWords(now, me)
            : t('No longer on this page')}
    </span>
  )
}

const Actions = ({ incident, context }: { readonly incident: Incident; readonly context: RowContext }) => {
  const { id, status } = incident
  const title = incidentTitle(incident)
  const busy = context.busyId === id
  if (status === 'RESOLVED' || !context.may) return null
  return (
    <span className={styles.actions}>
      {status === 'OPEN' && (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={busy}
          onClick={() => context.acknowledge(incident)}
          aria-label={t('Ack {id}: {title}', { id, title })}
          title={t('Acknowledge (A)')}
        >
          {t('Ack')}
        </button>
      )}
      <button
        type="button"
        className={`button ${status === 'OPEN' ? styles.spare : ''}`}
        data-tight={context.hasDue || undefined}
        data-size="small"
        disabled={busy}
        onClick={() => context.resolve(incident)}
        aria-label={t('Resolve {id}: {title}', { id, title })}
        title={t('Resolve (R)')}
      >
        {t('Resolve')}
      </button>
    </span>
  )
}

/** The columns of the list. */
export const columnsOf = (context: RowContext): readonly IncidentColumn[] => [
  {
    id: 'severity',
    header: <span className={styles.severityHead}>{t('Severity')}</span>,
    sort: 'severity',
    cell: ({ severity }) => <Severity severity={severity} />,
  },
  { id: 'what', header: t('Incident'), cell: (incident) => <What incident={incident} me={context.me} /> },
  {
    id: 'atm',
    header: t('ATM'),
    wide: true,
    cell: ({ atmId, agentAtmId, atm }) => <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />,
  },
  {
    id: 'since',
    header: t('Since'),
    sort: 'openedAt',
    right: true,
    wide: true,
    cell: ({ openedAt, atm }) => (
      <b className={styles.since}>
        <Age at={openedAt} zone={atm?.timeZone ?? undefined} />
      </b>
    ),
  },
  ...(context.hasDue
    ? [
        {
          id: 'due',
          header: t('Due'),
          sort: 'nextDueAt' as const,
          right: true,
          wide: true,
          cell: ({ nextDueAt }: Incident) => <Due at={nextDueAt} />,
        },
      ]
    : []),
  {
    id: 'times',
    header: t('Events'),
    sort: 'occurrenceCount',
    right: true,
    wide: 'widest',
    cell: (incident) => <Times incident={incident} withLast={!context.hasDue} />,
  },
  {
    id: 'status',
    header: t('Status'),
    sort: 'status',
    wide: true,
    cell: (incident) =>
      context.gone.has(String(incident.id)) ? (
        <Gone incident={incident} me={context.me} />
      ) : (
        <Status incident={incident} me={context.me} />
      ),
  },
  {
    id: 'owner',
    header: t('Owner'),
    wide: true,
    cell: (incident) => <Owner incident={incident} me={context.me} />,
  },
  ...(context.may
    ? [
        {
          id: 'actions',
          header: <span className="sr">{t('Actions')}</span>,
          right: true,
          cell: (incident: Incident) =>
            context.gone.has(String(incident.id)) ? null : <Actions incident={incident} context={context} />,
        },
      ]
    : []),
]
