import { useDocument } from '../../api/client.ts'
import { DeadLettersDocument, type DeadLettersQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { count, words } from '../../ui/format.ts'
import { Chips, FilterBar } from '../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { type DeadLetter, DeadLetterDrawer } from './dead-letter-drawer.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { Mark } from './parts/mark.tsx'
import { SIZE, useAdmin } from './parts/use-admin.ts'
import { LETTER_SERVICES, type LetterService, replayedOf } from './search.ts'

type LetterPage = NonNullable<DeadLettersQuery['journalDeadLetters']>

const ROOTS = {
  journal: 'journalDeadLetters',
  analytics: 'analyticsDeadLetters',
  incident: 'incidentDeadLetters',
  fleet: 'fleetDeadLetters',
} as const satisfies Record<LetterService, keyof DeadLettersQuery>

const lettersOf = (data: DeadLettersQuery, service: LetterService): LetterPage | null => data[ROOTS[service]]

const columnsOf = (open: (id: string) => void): readonly Column<DeadLetter>[] => [
  {
    id: 'error',
    header: t('Why it died'),
    cell: ({ id, error, topic }) => (
      <button type="button" className={styles.open} onClick={() => open(id)}>
        <b>{error}</b>
        <small>{topic}</small>
      </button>
    ),
  },
  { id: 'group', header: t('Reader'), wide: true, cell: ({ consumerGroup }) => consumerGroup },
  { id: 'key', header: t('Key'), wide: true, cell: ({ key }) => <span className="id">{key}</span> },
  { id: 'tries', header: t('Tries'), right: true, wide: true, cell: ({ attempts }) => count(attempts) },
  {
    id: 'state',
    header: t('State'),
    cell: ({ replayedAt }) =>
      replayedAt === null ? <Mark tone="bad">{t('Dead')}</Mark> : <Mark tone="run">{t('Sent once more')}</Mark>,
  },
  { id: 'at', header: t('Last try'), right: true, cell: ({ lastAttemptAt }) => <Age at={lastAttemptAt} /> },
]

const NoLetters = ({
  service,
  show,
}: {
  readonly service: LetterService
  readonly show: 'done' | 'all' | undefined
}) =>
  show === undefined ? (
    <Empty good>{t('Every message to the {service} service was handled.', { service: words(service) })}</Empty>
  ) : (
    <Empty>
      {show === 'done'
        ? t('No dead letter was sent once more.')
        : t('No message to the {service} service died in 90 days.', { service: words(service) })}
    </Empty>
  )

/** Messages that a service could not handle. */
export const DeadLetters = () => {
  const { search, filter, open } = useAdmin()
  const service = search.service ?? 'journal'
  const page = search.page ?? 1
  const query = useDocument(
    DeadLettersDocument,
    { page: page - 1, letters: SIZE, topic: null, replayed: replayedOf(search) },
    { everyMs: 20_000 },
  )
  const data = query.data?.data
  const shown = data && lettersOf(data, service)?.content.find(({ id }) => id === search.row)
  return (
    <>
      <FilterBar>
        <Chips
          label={t('Service')}
          options={LETTER_SERVICES.map((one) => {
            const total = data && lettersOf(data, one)?.totalElements
            return { value: one, label: words(one), ...(total === undefined ? {} : { count: total }) }
          })}
          chosen={[service]}
          onToggle={(one) => filter({ service: one === 'journal' ? undefined : one })}
        />
        <Chips
          label={t('Which dead letters')}
          options={[
            { value: 'done', label: t('Sent once more') },
            { value: 'all', label: t('All') },
          ]}
          chosen={search.show === undefined ? [] : [search.show]}
          onToggle={(show) => filter({ show: show === search.show ? undefined : show })}
        />
      </FilterBar>
      <Loaded
        query={query}
        what={t('Dead letters of the {service} service', { service: words(service) })}
        roots={[ROOTS[service]]}
        pick={(answer) => lettersOf(answer, service)}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => filter({ page: undefined })}>
              <NoLetters service={service} show={search.show} />
            </EmptyList>
          ) : (
            <>
              <Table
                label={tn(
                  totalElements,
                  'Dead letters of the {service} service, {n} row',
                  'Dead letters of the {service} service, {n} rows',
                  { service: words(service) },
                )}
                columns={columnsOf((id) => open({ row: id }))}
                rows={content}
                idOf={({ id }) => id}
                selectedId={search.row}
              />
              <Pager total={totalElements} page={page} size={SIZE} onPage={(next) => filter({ page: next })} />
            </>
          )
        }
      </Loaded>
      {shown && <DeadLetterDrawer letter={shown} service={service} close={() => open({ row: undefined })} />}
    </>
  )
}
