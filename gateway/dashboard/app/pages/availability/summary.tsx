import type { AvailabilityQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { count, dayTime, utcOffset } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Card, Empty } from '../../ui/widget.tsx'
import { kindWords } from '../incidents/kinds.ts'
import styles from './availability.module.css'
import { available, spent } from './figures.ts'

type Report = NonNullable<AvailabilityQuery['availability']>
export type Figures = NonNullable<AvailabilityQuery['incidentFigures']>
type Cause = Figures['causes'][number]

/** All ATMs together. */
export const Summary = ({ report, figures }: { readonly report: Report; readonly figures: Figures | null }) => {
  const { total, from, to } = report
  const timeOf = (seconds: number) => spent(total.atms === 0 ? null : seconds)
  const rows: readonly (readonly [string, string])[] = [
    [t('ATMs'), count(total.atms)],
    [t('Out of service'), timeOf(total.outOfServiceSeconds)],
    [t('Unreachable'), timeOf(total.unreachableSeconds)],
    [t('Supervisor'), timeOf(total.inSupervisorSeconds)],
    [t('Maintenance'), timeOf(total.maintenanceSeconds)],
    [t('Incidents'), figures === null ? '\u2014' : count(figures.incidentCount)],
    [t('Mean time to acknowledge'), figures === null ? '\u2014' : spent(figures.mttaSeconds)],
    [t('Mean time to resolve'), figures === null ? '\u2014' : spent(figures.mttrSeconds)],
  ]
  return (
    <Card
      title={t('Availability')}
      note={t('{from} to {to}', { from: dayTime(from), to: `${dayTime(to)} ${utcOffset(new Date(to))}` })}
    >
      <div className={styles.summary}>
        <p className={styles.figure}>
          <b>{available(total)}</b>
          <small>{t('in service and reachable, of the time without maintenance windows')}</small>
        </p>
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

const CAUSE_COLUMNS: readonly Column<Cause>[] = [
  { id: 'kind', header: t('Kind'), cell: ({ kind }) => kindWords(kind) },
  { id: 'cause', header: t('Cause'), cell: ({ cause }) => (cause === null ? t('Not said') : kindWords(cause)) },
  { id: 'incidents', header: t('Incidents'), right: true, cell: ({ incidentCount }) => count(incidentCount) },
  { id: 'mtta', header: t('To acknowledge'), right: true, wide: true, cell: ({ mttaSeconds }) => spent(mttaSeconds) },
  { id: 'mttr', header: t('To resolve'), right: true, cell: ({ mttrSeconds }) => spent(mttrSeconds) },
]

/** What was wrong, and why. */
export const Causes = ({ figures }: { readonly figures: Figures }) => (
  <Card title={t('Incidents by cause')}>
    {figures.causes.length === 0 ? (
      <Empty good>{t('No incident opened in this time.')}</Empty>
    ) : (
      <Table
        label={t('List of causes')}
        columns={CAUSE_COLUMNS}
        rows={figures.causes}
        idOf={({ kind, cause }) => `${kind} ${cause}`}
      />
    )}
  </Card>
)
