import { Link } from '@tanstack/react-router'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Bar } from '../../ui/charts/bar.tsx'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { Empty } from '../../ui/widget.tsx'
import table from './rows.module.css'

type Rows = NonNullable<FleetQuery['journalCoverage']>['atmsWithGaps']

const SHOWN = 10

/** The ATMs with the most days without a journal. */
export const Gaps = ({ rows, isComplete }: { readonly rows: Rows; readonly isComplete: boolean }) => {
  if (rows.length === 0)
    return isComplete ? <Empty good>{t('Every journal is there.')}</Empty> : <Empty>{t('Not known right now.')}</Empty>
  const most = rows[0]?.gapCount ?? 0
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">
            <span className="sr">{t('Against the most')}</span>
          </th>
          <th scope="col" className={table.right}>
            {t('Missing')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(({ atmId, agentAtmId, gapCount, atm }) => (
          <tr key={atmId}>
            <td>
              <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />
            </td>
            <td className={table.bar}>
              <Bar part={gapCount} whole={most} tone="warn" />
            </td>
            <td className={table.right}>
              <Link to={PATHS.journals} search={{ atm: agentAtmId ?? undefined }} hash="gaps" className={table.figure}>
                {tn(gapCount, '{n} day', '{n} days')}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
