import { Link } from '@tanstack/react-router'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { Badge, lastKnownOf, SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../../ui/badge.tsx'
import { incidentTitle } from '../../ui/incident-title.ts'
import { Card, Empty } from '../../ui/widget.tsx'
import styles from './incident.module.css'
import type { Detail } from './timeline-entries.ts'

const NOT_KNOWN = <span className={styles.quiet}>{t('not known right now')}</span>

/** The ATM of the incident, and its present state. */
export const AtmCard = ({ incident }: { readonly incident: Detail }) => {
  const { atmId, agentAtmId, atm, where, institutionKey } = incident
  const machine = [where?.vendor, where?.model].filter(Boolean).join(' ')
  const { serviceStateChangedAt: since, badge, serviceState } = where?.status ?? {}
  const lastKnown = badge === undefined ? null : lastKnownOf(badge, serviceState)
  return (
    <Card title={t('Where')} link={{ to: PATHS.atm, params: { atmId: String(atmId) } }} linkLabel={t('Open the ATM')}>
      <div className={styles.atm}>
        <p>
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className={`${styles.atmId} id`}>
            {agentAtmId}
          </Link>
          {where?.status ? <Badge badge={where.status.badge} /> : NOT_KNOWN}
        </p>
        <dl className={styles.list}>
          <div>
            <dt>{t('Place')}</dt>
            <dd>{[atm?.siteName, atm?.name].filter(Boolean).join(', ') || t('not known')}</dd>
          </div>
          <div>
            <dt>{lastKnown === null ? t('State since') : t('Last known')}</dt>
            <dd>
              {lastKnown === null && (since ? <Age at={since} /> : t('not known'))}
              {lastKnown !== null &&
                (since
                  ? rich('{state}, since {age} ago', { state: lastKnown, age: <Age at={since} /> })
                  : t('{state}, since when is not known', { state: lastKnown }))}
            </dd>
          </div>
          <div>
            <dt>{t('Last heartbeat')}</dt>
            <dd>
              {where === null
                ? NOT_KNOWN
                : where.lastHeartbeatAt === null
                  ? t('never')
                  : rich('{age} ago', { age: <Age at={where.lastHeartbeatAt} /> })}
            </dd>
          </div>
          <div>
            <dt>{t('Machine')}</dt>
            <dd>{machine === '' ? t('not known') : machine}</dd>
          </div>
          <div>
            <dt>{t('Institution')}</dt>
            <dd>{institutionKey ?? t('none known')}</dd>
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
      title={t('Also open at this ATM')}
      link={{ to: PATHS.incidents, search: { atm: incident.atmId, status: 'ALL' } }}
      linkLabel={t('All of this ATM')}
    >
      {where === null ? (
        <Empty>{NOT_KNOWN}</Empty>
      ) : rows.length === 0 ? (
        <Empty>{t('Nothing else is open here.')}</Empty>
      ) : (
        <ul className={styles.others}>
          {rows.map(({ id, kind, title, severity, status, openedAt }) => (
            <li key={id}>
              <SeverityGlyph severity={severity} />
              <div>
                <Link to={PATHS.incident} params={{ incidentId: String(id) }}>
                  <span className="sr">{SEVERITIES[severity].label}: </span>
                  {incidentTitle({ kind, title })}
                </Link>
                <p>
                  <Age at={openedAt} /> · {status === 'OPEN' ? t('not acknowledged') : t('acknowledged')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
