import type { AvailabilityQuery } from '../../gql/graphql.gen.ts'
import { count, fullTime } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Card, Empty } from '../../ui/widget.tsx'
import { kindWords } from '../incidents/kinds.ts'
import styles from './availability.module.css'
import { percent, spent } from './figures.ts'

type Report = NonNullable<AvailabilityQuery['availability']>
export type Figures = NonNullable<AvailabilityQuery['incidentFigures']>
type Cause = Figures['causes'][number]

/** All ATMs together. */
export const Summary = ({ report, figures }: { readonly report: Report; readonly figures: Figures | null }) => {
  const { total, from, to } = report
  const rows: readonly (readonly [string, string])[] = [
    ['ATMs', count(total.atms)],
    ['Out of service', spent(total.outOfServiceSeconds)],
    ['Unreachable', spent(total.unreachableSeconds)],
    ['Supervisor', spent(total.inSupervisorSeconds)],
    ['Maintenance', spent(total.maintenanceSeconds)],
    ['Incidents', figures === null ? '\u2014' : count(figures.incidentCount)],
    ['Mean time to acknowledge', figures === null ? '\u2014' : spent(figures.mttaSeconds)],
    ['Mean time to resolve', figures === null ? '\u2014' : spent(figures.mttrSeconds)],
  ]
  return (
    <Card title="Availability" note={`${fullTime(from)} to ${fullTime(to)}`}>
      <div className={styles.summary}>
        <p className={styles.figure}>
          <b>{percent(total.availabilityPct)}</b>
          <small>in service and reachable, of the time without maintenance windows</small>
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
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindWords(kind) },
  { id: 'cause', header: 'Cause', cell: ({ cause }) => (cause === null ? 'Not said' : kindWords(cause)) },
  { id: 'incidents', header: 'Incidents', right: true, cell: ({ incidentCount }) => count(incidentCount) },
  { id: 'mtta', header: 'To acknowledge', right: true, wide: true, cell: ({ mttaSeconds }) => spent(mttaSeconds) },
  { id: 'mttr', header: 'To resolve', right: true, cell: ({ mttrSeconds }) => spent(mttrSeconds) },
]

/** What was wrong, and why. */
export const Causes = ({ figures }: { readonly figures: Figures }) => (
  <Card title="Incidents by cause">
    {figures.causes.length === 0 ? (
      <Empty good>No incident opened in this time.</Empty>
    ) : (
      <Table
        label="List of causes"
        columns={CAUSE_COLUMNS}
        rows={figures.causes}
        idOf={({ kind, cause }) => `${kind} ${cause}`}
      />
    )}
  </Card>
)
