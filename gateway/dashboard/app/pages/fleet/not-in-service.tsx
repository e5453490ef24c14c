import { Link } from '@tanstack/react-router'
import { whoIs } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { Age } from '../../ui/age.tsx'
import { BADGES, BadgeGlyph, lastKnownOf, SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { count } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { rowKeys } from '../../ui/list/rows.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './not-in-service.module.css'
import table from './rows.module.css'

export type Down = NonNullable<FleetQuery['notInService']>
type Row = Down['content'][number]

/** The list behind the card: the same ATMs in the same order. */
export const ALL_DOWN = { service: 'NOT_IN_SERVICE', sort: '-urgency' } as const

/** Since when an ATM is as its badge says, the same as on its page: one that is silent, since it was last heard of. */
const sinceOf = ({ badge, lastHeartbeatAt, serviceStateChangedAt }: Row): string | null =>
  badge === 'AGENT_OFFLINE' ? lastHeartbeatAt : serviceStateChangedAt

const State = ({ row }: { readonly row: Row }) => {
  const last = lastKnownOf(row.badge, row.serviceState)
  return (
    <span className={styles.state}>
      <BadgeGlyph badge={row.badge} size={15} />
      <span>
        {BADGES[row.badge].label}
        {last !== null && <small>{t('last known: {last}', { last })}</small>}
      </span>
    </span>
  )
}

const Since = ({ row }: { readonly row: Row }) => {
  const since = sinceOf(row)
  if (since !== null) return <Age at={since} zone={row.atm?.timeZone ?? undefined} />
  return row.badge === 'AGENT_OFFLINE' ? t('never heard of') : '\u2014'
}

/** Why nothing is open about an ATM that is not in service. */
const noIncident = ({ atm, badge }: Row): string => {
  if (atm === null) return t('not known right now')
  if (atm.maintenanceUntil !== null) return t('in maintenance')
  return badge === 'AGENT_OFFLINE'
    ? t('no heartbeat')
    : badge === 'UNKNOWN'
      ? t('no state reported')
      : t('no open incident')
}

const Cause = ({ row }: { readonly row: Row }) => {
  const incident = row.atm?.worstIncident
  if (incident === null || incident === undefined) return <span className={styles.none}>{noIncident(row)}</span>
  const { id, severity } = incident
  return (
    <span className={styles.cause}>
      <SeverityGlyph severity={severity} size={14} />
      <Link to={PATHS.incident} params={{ incidentId: String(id) }} title={incidentTitle(incident)} dir="auto">
        {/* With a direction of its own it does not decide on that of the title. */}
        <span className="sr" dir="auto">
          {SEVERITIES[severity].label}:{' '}
        </span>
        {incidentTitle(incident)}
      </Link>
    </span>
  )
}

const Owner = ({ row, me }: { readonly row: Row; readonly me: string }) => {
  const incident = row.atm?.worstIncident
  if (incident === null || incident === undefined) return <span className={styles.none}>{'\u2014'}</span>
  const { ownerUserId, owner } = incident
  return ownerUserId === null ? <span className={styles.none}>{t('no owner')}</span> : whoIs(ownerUserId, me, owner)
}

const Rows = ({ rows, gone, fresh }: Pick<ReturnType<typeof useCalmList<Row>>, 'rows' | 'gone' | 'fresh'>) => {
  const { session } = useAuth()
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col" className={table.right}>
            {t('Since')}
          </th>
          <th scope="col">{t('Cause')}</th>
          <th scope="col" className={table.wide}>
            {t('Owner')}
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={rowKeys()}>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row
            data-fresh={fresh.has(String(row.id)) || undefined}
            data-gone={gone.has(String(row.id)) || undefined}
          >
            <td>
              <AtmCell atmId={row.id} agentAtmId={row.agentAtmId} atm={row} />
            </td>
            <td>
              {gone.has(String(row.id)) ? (
                <span className={styles.none}>{t('Off this list')}</span>
              ) : (
                <State row={row} />
              )}
            </td>
            <td className={table.right}>
              <Since row={row} />
            </td>
            <td className={styles.why}>
              <Cause row={row} />
            </td>
            <td className={table.wide}>
              <Owner row={row} me={session?.userId ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What does not serve now, the worst first: since when, why, and whose it is. */
export const NotInService = ({ down, settled }: { readonly down: Down; readonly settled: boolean }) => {
  const view = useInstitution() ?? ''
  const { content, totalElements } = down
  const calm = useCalmList(content, ({ id }) => String(id), view, settled)
  if (totalElements === 0 && calm.rows.length === 0) return <Empty good>{t('Every ATM is in service.')}</Empty>
  return (
    <div className={styles.wrap}>
      <WaitingPill waiting={calm.waiting} text={tn(calm.waiting, '{n} new ATM', '{n} new ATMs')} take={calm.take} />
      <Rows rows={calm.rows} gone={calm.gone} fresh={calm.fresh} />
      <p className={styles.foot}>
        <Link to={PATHS.atms} search={ALL_DOWN}>
          {rich('{total} not in service', { total: <b>{count(totalElements)}</b> })}
        </Link>
      </p>
    </div>
  )
}
