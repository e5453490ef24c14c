import { Link } from '@tanstack/react-router'
import { useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { AcknowledgeIncidentDocument, type FleetQuery } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { Age } from '../../ui/age.tsx'
import { SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../../ui/badge.tsx'
import { count } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { rowKeys } from '../../ui/list/rows.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { Empty } from '../../ui/widget.tsx'
import styles from './incidents.module.css'

type Rows = NonNullable<FleetQuery['incidents']>['content']
type Incident = Rows[number]
type Severities = NonNullable<FleetQuery['openIncidentsBySeverity']>

const SHOWN = 5

const byUrgency = (a: Incident, b: Incident): number =>
  SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
  Number(a.status !== 'OPEN') - Number(b.status !== 'OPEN') ||
  Date.parse(b.openedAt) - Date.parse(a.openedAt)

const Counts = ({ severities }: { readonly severities: Severities }) => (
  <ul className={styles.counts}>
    {severities.severities.map(({ severity, count: number }) => (
      <li key={severity} data-zero={number === 0 || undefined}>
        <Link to={PATHS.incidents} search={{ severity }}>
          <SeverityGlyph severity={severity} size={14} />
          <b>{count(number)}</b>
          <span>{SEVERITIES[severity].label}</span>
        </Link>
      </li>
    ))}
  </ul>
)

type RowProps = {
  readonly incident: Incident
  readonly fresh: boolean
  /** Why it is no longer in the list; undefined while it is. */
  readonly gone: string | undefined
  readonly busy: boolean
  readonly onAcknowledge: (() => void) | undefined
}

const Row = ({ incident, fresh, gone, busy, onAcknowledge }: RowProps) => {
  const { id, severity, status, agentAtmId, atm, openedAt, occurrenceCount } = incident
  const title = incidentTitle(incident)
  return (
    <li data-row data-fresh={fresh || undefined} data-gone={gone !== undefined || undefined} className={styles.row}>
      <SeverityGlyph severity={severity} />
      <div className={styles.text}>
        <Link to={PATHS.incident} params={{ incidentId: String(id) }} className={styles.title}>
          <span className="sr">{SEVERITIES[severity].label}: </span>
          {title}
        </Link>
        <p className={styles.meta}>
          <span className="id">{agentAtmId}</span> · <Age at={openedAt} />
          {occurrenceCount > 1 && <> · {tn(occurrenceCount, '{n} time', '{n} times')}</>}
          {atm?.siteName !== null && atm?.siteName !== undefined && <> · {atm.siteName}</>}
        </p>
      </div>
      {status === 'OPEN' && gone === undefined && onAcknowledge !== undefined ? (
        <button
          type="button"
          className="button"
          data-size="small"
          disabled={busy}
          onClick={onAcknowledge}
          aria-label={t('Ack {id}: {title}', { id, title })}
          title={t('Acknowledge (A)')}
        >
          {t('Ack')}
        </button>
      ) : (
        <span className={styles.state}>{gone ?? (status === 'OPEN' ? t('Open') : t('Acknowledged'))}</span>
      )}
    </li>
  )
}

/** The most urgent open incidents, to be acknowledged on the spot. */
export const Incidents = ({
  rows,
  total,
  severities,
  settled,
}: {
  readonly rows: Rows
  /** How many are open in all. */
  readonly total: number
  readonly severities: Severities | null | undefined
  readonly settled: boolean
}) => {
  const mayAct = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const acknowledge = useAction(AcknowledgeIncidentDocument)
  const sorted = rows.toSorted(byUrgency)
  const view = useInstitution() ?? ''
  const { rows: shown, waiting, fresh, gone, take } = useCalmList(sorted, ({ id }) => String(id), view, settled)
  const act = (incident: Incident | undefined) => {
    if (incident === undefined || !mayAct || incident.status !== 'OPEN') return
    const { id, version } = incident
    acknowledge.mutate(
      { id, version },
      { onSuccess: () => sayDone(t('Incident {id} acknowledged.', { id })), onError: sayFailed },
    )
  }
  const top = shown.slice(0, SHOWN)
  // Of a list that is cut off one cannot know whether it ended or others came before it.
  const left = total > rows.length ? t('Off the list') : tc('incident', 'Over')
  return (
    <div className={styles.wrap}>
      {severities !== null && severities !== undefined && <Counts severities={severities} />}
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new incident', '{n} new incidents')} take={take} />
      {top.length === 0 ? (
        <Empty good>{t('No open incidents.')}</Empty>
      ) : (
        <ol className={styles.list} onKeyDown={rowKeys({ a: (row) => act(top[row]) })}>
          {top.map((incident) => (
            <Row
              key={incident.id}
              incident={incident}
              fresh={fresh.has(String(incident.id))}
              gone={gone.has(String(incident.id)) ? left : undefined}
              busy={acknowledge.isPending && acknowledge.variables.id === incident.id}
              onAcknowledge={mayAct ? () => act(incident) : undefined}
            />
          ))}
        </ol>
      )}
      {total > top.length && (
        <Link to={PATHS.incidents} className={styles.rest}>
          {t('{count} more', { count: count(total - top.length) })}
        </Link>
      )}
    </div>
  )
}
