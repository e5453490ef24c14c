import { Link } from '@tanstack/react-router'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Bar } from '../../ui/charts/bar.tsx'
import { count } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { Empty } from '../../ui/widget.tsx'
import table from './rows.module.css'

type Rows = NonNullable<FleetQuery['journalCoverage']>['topAtmsByVolume']

/** The ten ATMs with the most transactions of the day. */
export const TopVolume = ({ rows, isComplete }: { readonly rows: Rows; readonly isComplete: boolean }) => {
  if (rows.length === 0)
    return <Empty>{isComplete ? t('No transactions yet today.') : t('Not known right now.')}</Empty>
  const most = rows[0]?.transactionCount ?? 0
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">
            <span className="sr">{t('Against the most')}</span>
          </th>
          <th scope="col" className={table.right}>
            {t('Transactions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ atmId, agentAtmId, transactionCount, atm }) => (
          <tr key={atmId}>
            <td>
              <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />
            </td>
            <td className={table.bar}>
              <Bar part={transactionCount} whole={most} />
            </td>
            <td className={table.right}>
              <Link
                to={PATHS.transactions}
                search={{ span: '1', atm: agentAtmId ?? undefined }}
                className={table.figure}
              >
                {count(transactionCount)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
