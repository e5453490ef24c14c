import type { JournalsQuery } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { Bar } from '../../ui/charts/bar.tsx'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { WallButton } from '../../ui/wall-button.tsx'
import { Empty } from '../../ui/widget.tsx'
import styles from './journals.module.css'

type Counts = NonNullable<JournalsQuery['open']>
const SHOWN = 7

/** The ATMs with the most days without a journal; the number leads to these days. */
export const TopAtms = ({ counts, onAtm }: { readonly counts: Counts; readonly onAtm: (atm: string) => void }) => {
  if (counts.top.length === 0) return <Empty good>{t('Every journal is there.')}</Empty>
  const most = counts.top[0]?.gapCount ?? 0
  return (
    <table className={styles.top}>
      <thead className="sr">
        <tr>
          <th scope="col">{t('ATM')}</th>
          <th scope="col">{t('Against the most')}</th>
          <th scope="col">{tc('journals', 'Missing')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.top.slice(0, SHOWN).map(({ atmId, agentAtmId, gapCount, atm }) => (
          <tr key={atmId}>
            <td>
              <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />
            </td>
            <td className={styles.bar}>
              <Bar part={gapCount} whole={most} tone="warn" />
            </td>
            <td className={styles.right}>
              <WallButton
                className={styles.days}
                onClick={() => onAtm(agentAtmId)}
                aria-label={tn(gapCount, '{n} day missing at {atm}: show it', '{n} days missing at {atm}: show them', {
                  atm: agentAtmId,
                })}
              >
                {tn(gapCount, '{n} day', '{n} days')}
              </WallButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
