import { Link } from '@tanstack/react-router'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { Badge, TroubleMark } from '../../ui/badge.tsx'
import { Bar } from '../../ui/charts/bar.tsx'
import { count } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { Empty } from '../../ui/widget.tsx'
import table from './rows.module.css'

type Rows = NonNullable<FleetQuery['fleetHealth']>['topProblematicAtms']

/** The ATMs with the most events of the day, and what they do now. */
export const ProblemAtms = ({ rows, isComplete }: { readonly rows: Rows; readonly isComplete: boolean }) => {
  if (rows.length === 0)
    return isComplete ? (
      <Empty good>{t('No events in the last 24 hours.')}</Empty>
    ) : (
      <Empty>{t('Not known right now.')}</Empty>
    )
  const most = rows[0]?.eventCount ?? 0
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col" className={table.wide}>
            {t('For')}
          </th>
          <th scope="col" className={table.wide}>
            {t('Open incidents')}
          </th>
          <th scope="col" className={table.wide}>
            <span className="sr">{t('Against the most')}</span>
          </th>
          <th scope="col" className={table.right}>
            {t('Events')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ atmId, agentAtmId, eventCount, atm }) => {
          const since =
            atm?.status?.badge === 'AGENT_OFFLINE' ? atm.status.lastHeartbeatAt : atm?.status?.serviceStateChangedAt
          return (
            <tr key={atmId}>
              <td>
                <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />
              </td>
              <td>
                {atm?.status ? (
                  <Link to={PATHS.atm} params={{ atmId: String(atmId) }}>
                    <Badge badge={atm.status.badge} />
                  </Link>
                ) : (
                  '\u2014'
                )}
              </td>
              <td className={table.wide}>{since ? <Age at={since} /> : '\u2014'}</td>
              <td className={table.wide}>
                <span className={table.mark}>
                  {atm ? (
                    <Link to={PATHS.incidents} search={{ atm: atmId }} className={table.figure}>
                      {count(atm.openIncidentSummary.count)}
                    </Link>
                  ) : (
                    '\u2014'
                  )}
                  {atm?.status?.badge === 'IN_SERVICE' && <TroubleMark worst={atm.openIncidentSummary.worst} />}
                </span>
              </td>
              <td className={`${table.wide} ${table.bar}`}>
                <Bar part={eventCount} whole={most} />
              </td>
              <td className={table.right}>
                <Link to={PATHS.events} search={{ atm: agentAtmId ?? undefined }} className={table.figure}>
                  {count(eventCount)}
                </Link>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
