import { Link } from '@tanstack/react-router'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { Badge, lastKnownOf, SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../../ui/badge.tsx'
import { Card, Empty } from '../../ui/widget.tsx'
import styles from './incident.module.css'
import type { Detail } from './timeline-entries.ts'

const NOT_KNOWN = <span className={styles.quiet}>not known right now</span>

/** The ATM of the incident, and its present state. */
export const AtmCard = ({ incident }: { readonly incident: Detail }) => {
  const { atmId, agentAtmId, atm, where, institutionKey } = incident
  const machine = [where?.vendor, where?.model].filter(Boolean).join(' ')
  const { serviceStateChangedAt: since, badge, serviceState } = where?.status ?? {}
  const lastKnown = badge === undefined ? null : lastKnownOf(badge, serviceState)
  return (
    <Card title="Where" link={{ to: PATHS.atm, params: { atmId: String(atmId) } }} linkLabel="Open the ATM">
      <div className={styles.atm}>
        <p>
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className={`${styles.atmId} id`}>
            {agentAtmId}
          </Link>
          {where?.status ? <Badge badge={where.status.badge} /> : NOT_KNOWN}
        </p>
        <dl className={styles.list}>
          <div>
            <dt>Place</dt>
            <dd>{[atm?.siteName, atm?.name].filter(Boolean).join(', ') || 'not known'}</dd>
          </div>
          <div>
            <dt>{lastKnown === null ? 'State since' : 'Last known'}</dt>
            <dd>
              {lastKnown !== null && `${lastKnown}, since `}
              {since ? <Age at={since} /> : 'not known'}
              {lastKnown !== null && since && ' ago'}
            </dd>
          </div>
          <div>
            <dt>Last heartbeat</dt>
            <dd>
              {where === null ? (
                NOT_KNOWN
              ) : where.lastHeartbeatAt === null ? (
                'never'
              ) : (
                <>
                  <Age at={where.lastHeartbeatAt} /> ago
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>Machine</dt>
            <dd>{machine === '' ? 'not known' : machine}</dd>
          </div>
          <div>
            <dt>Institution</dt>
            <dd>{institutionKey ?? 'none known'}</dd>
          </div>
        </dl>
      </div>
    </Card>
  )
}

/** What else is wrong with the ATM. */
export const OtherIncidents = ({ incident }: { readonly incident: Detail }) => {
  const { where } = incident
  const rows = [...(where?.open ?? []), ...(where?.acknowledged ?? [])]
    .filter(({ id }) => id !== incident.id)
    .toSorted((a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity))
  return (
    <Card
      title="Also open at this ATM"
      link={{ to: PATHS.incidents, search: { atm: incident.atmId, status: 'ALL' } }}
      linkLabel="All of this ATM"
    >
      {where === null ? (
        <Empty>{NOT_KNOWN}</Empty>
      ) : rows.length === 0 ? (
        <Empty>Nothing else is open here.</Empty>
      ) : (
        <ul className={styles.others}>
          {rows.map(({ id, title, severity, status, openedAt }) => (
            <li key={id}>
              <SeverityGlyph severity={severity} />
              <div>
                <Link to={PATHS.incident} params={{ incidentId: String(id) }}>
                  <span className="sr">{SEVERITIES[severity].label}: </span>
                  {title}
                </Link>
                <p>
                  <Age at={openedAt} /> · {status === 'OPEN' ? 'not acknowledged' : 'acknowledged'}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
