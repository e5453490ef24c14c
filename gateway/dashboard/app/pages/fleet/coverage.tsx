import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, fixed } from '../../ui/format.ts'
import styles from './coverage.module.css'

type Journal = NonNullable<FleetQuery['journalCoverage']>
type Health = FleetQuery['fleetHealth']

type FigureProps = {
  readonly value: ReactNode
  readonly unit?: string
  readonly name: string
  readonly more: ReactNode
  readonly link: LinkProps
}

const Figure = ({ value, unit, name, more, link }: FigureProps) => (
  <div>
    <dt>
      <b>{name}</b>
      {more}
    </dt>
    <dd>
      <Link {...link} className={styles.big}>
        {value}
        {unit !== undefined && <span>{unit}</span>}
      </Link>
    </dd>
  </div>
)

/** The transactions of the platform's day, all or those of a verdict; the reader's own day may be another one. */
const ofDay = (day: string | undefined, verdict?: 'APPROVED' | 'DECLINED'): LinkProps => ({
  to: PATHS.transactions,
  search: day === undefined ? { span: '1', verdict } : { from: day, to: day, verdict },
})

const NOT_KNOWN = '\u2014'

/** Today's transactions and the days without a journal. What is not known is a dash, never a zero. */
export const Coverage = ({ coverage, health }: { readonly coverage: Journal; readonly health: Health | undefined }) => {
  const { dailyVolume, openGapsTotal, approvalRateToday, degradedSources } = coverage
  const today = dailyVolume[0]
  const hasSummary = !degradedSources.includes('journal.summary') && today !== undefined
  const hasGaps = !degradedSources.includes('journal.gaps')
  const atms =
    health === null || health === undefined || health.degradedSources.includes('journal.gaps')
      ? null
      : health.atmsWithGaps
  return (
    <dl className={styles.figures}>
      <Figure
        link={ofDay(today?.date)}
        name={t('transactions')}
        value={hasSummary ? count(today.total) : NOT_KNOWN}
        more={
          hasSummary
            ? rich('with a verdict; {link}', {
                link: (
                  <Link {...ofDay(today?.date, 'DECLINED')}>
                    {t('{failed} declined', { failed: count(today.failed) })}
                  </Link>
                ),
              })
            : t('not known right now')
        }
      />
      <Figure
        link={ofDay(today?.date, 'APPROVED')}
        name={t('approved')}
        value={hasSummary && today.total > 0 ? fixed(approvalRateToday, 1) : NOT_KNOWN}
        unit={hasSummary && today.total > 0 ? '%' : undefined}
        more={
          !hasSummary
            ? t('not known right now')
            : today.total === 0
              ? t('no transactions yet today')
              : rich('{link} of {total} with a verdict', {
                  link: <Link {...ofDay(today?.date, 'APPROVED')}>{count(today.successful)}</Link>,
                  total: count(today.total),
                })
        }
      />
      <Figure
        link={{ to: PATHS.journals, hash: 'gaps' }}
        name={t('open gaps')}
        value={hasGaps ? count(openGapsTotal) : NOT_KNOWN}
        more={hasGaps ? t('days without a journal') : t('not known right now')}
      />
      <Figure
        link={{ to: PATHS.journals, hash: 'gaps' }}
        name={t('ATMs with gaps')}
        value={atms === null ? NOT_KNOWN : count(atms)}
        more={
          atms === null ? t('not known right now') : atms === 0 ? t('every journal is there') : t('journals to fetch')
        }
      />
    </dl>
  )
}
