import { useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { InsightSnapshotDocument, type InsightSnapshotQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { Age } from '../../ui/age.tsx'
import { count, date, share } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/widget.tsx'
import styles from './snapshot.module.css'

type SnapshotRow = NonNullable<InsightSnapshotQuery['snapshot']>

const Figure = ({
  name,
  value,
  part,
}: {
  readonly name: string
  readonly value: number
  readonly part?: string | undefined
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {count(value)}
      {part !== undefined && <small>{part}</small>}
    </dd>
  </div>
)

const partOf = (part: number, whole: number): string | undefined => (whole === 0 ? undefined : share(part, whole))

const Figures = ({ row }: { readonly row: SnapshotRow }) => {
  const { institutionKey, day, takenAt, transactions, successful, failed } = row
  return (
    <>
      <h3>
        {t('{whose} on {date}', { whose: institutionKey ?? t('The whole fleet'), date: date(day) })}
        <small>{rich('as counted {age} ago', { age: <Age at={takenAt} /> })}</small>
      </h3>
      <dl>
        <Figure name={t('Journals read')} value={row.filesParsed} />
        <Figure name={t('Transactions')} value={transactions} />
        <Figure name={t('Approved')} value={successful} part={partOf(successful, transactions)} />
        <Figure name={t('Declined')} value={failed} part={partOf(failed, transactions)} />
        <Figure name={t('Incidents opened')} value={row.incidentsCreated} />
        <Figure name={t('Incidents resolved')} value={row.incidentsResolved} />
        <Figure name={t('Open then')} value={row.openIncidents} />
      </dl>
    </>
  )
}

/** The counters that an insight was found in, as they stood when it was. */
export const Snapshot = ({ id }: { readonly id: number }) => {
  const seesAll = useRole('ADMIN', 'BCOS_ADMIN')
  const narrowed = useInstitution() !== undefined && seesAll
  // What was counted then does not change.
  const query = useDocument(InsightSnapshotDocument, { id }, { everyMs: 0 })
  return (
    <section className={styles.snapshot} aria-label={t('Snapshot {id}', { id })}>
      <Loaded
        query={query}
        what={t('Snapshot {id}', { id })}
        roots={['snapshot']}
        pick={({ snapshot }) => (query.data?.faults.length === 0 ? { snapshot } : null)}
        skeleton={<SkeletonRows rows={2} height={22} gap={10} />}
      >
        {({ snapshot }) =>
          snapshot === null ? (
            <p>
              {narrowed
                ? t(
                    'Snapshot {id} is of the whole fleet or of another institution: choose all institutions to see it.',
                    { id },
                  )
                : t('Snapshot {id} is of the whole fleet or of another institution: you do not see its figures.', {
                    id,
                  })}
            </p>
          ) : (
            <Figures row={snapshot} />
          )
        }
      </Loaded>
    </section>
  )
}
