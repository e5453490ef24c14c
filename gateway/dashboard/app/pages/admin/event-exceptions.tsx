import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDocument } from '../../api/client.ts'
import { EventExceptionsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { Chips, ClearFilters, FilterBar, SearchField, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { AddType } from './add-type.tsx'
import { type EventException, EventExceptionDrawer } from './event-exception-drawer.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { Mark } from './parts/mark.tsx'
import { SIZE, useAdmin } from './parts/use-admin.ts'
import { PendingTypes } from './pending-types.tsx'
import { type AdminSearch, replayedOf } from './search.ts'
import { TypeActions } from './type-actions.tsx'

const SHOWN = [
  { value: 'done', label: t('Replayed') },
  { value: 'all', label: t('All') },
] as const

const columnsOf = (open: (row: EventException) => void): readonly Column<EventException>[] => [
  {
    id: 'event',
    header: t('Event'),
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => open(row)}>
        <b>{row.eventType ?? t('without a type')}</b>
        <small className={styles.which}>{row.agentAtmId}</small>
      </button>
    ),
  },
  {
    id: 'atm',
    header: t('ATM'),
    wide: true,
    cell: ({ atmId, agentAtmId }) => (
      <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="id">
        {agentAtmId}
      </Link>
    ),
  },
  {
    id: 'institution',
    header: t('Institution'),
    wide: true,
    cell: ({ institutionKey }) => institutionKey ?? t('none'),
  },
  {
    id: 'state',
    header: t('State'),
    cell: ({ replayedAt }) =>
      replayedAt === null ? <Mark tone="wait">{t('Pending')}</Mark> : <Mark tone="ok">{t('Replayed')}</Mark>,
  },
  { id: 'at', header: t('Arrived'), right: true, cell: ({ receivedAt }) => <Age at={receivedAt} /> },
]

const noneWords = ({ type, show }: AdminSearch): string => {
  if (show === 'done')
    return type === undefined ? t('No event was replayed.') : t('No event of type {type} was replayed.', { type })
  if (show === 'all')
    return type === undefined
      ? t('No event became an exception.')
      : t('No event of type {type} became an exception.', { type })
  return type === undefined
    ? t('No event is a pending exception.')
    : t('No event of type {type} is a pending exception.', { type })
}

const NoEvents = () => {
  const { search, filter } = useAdmin()
  if (search.type === undefined && search.show === undefined)
    return <Empty good>{t('No event exception is pending: every type that was sent is known.')}</Empty>
  return (
    <Empty>
      <p>{noneWords(search)}</p>
      <ClearFilters active onClear={() => filter({ type: undefined, show: undefined })} />
    </Empty>
  )
}

const Filters = ({ total }: { readonly total: number | undefined }) => {
  const { search, filter } = useAdmin()
  const onSearch = useCallback((type: string | undefined) => filter({ type }), [filter])
  return (
    <FilterBar>
      <SearchField label={t('Type, as it was sent')} value={search.type} onChange={onSearch} />
      <Chips
        label={t('Which events')}
        options={SHOWN}
        chosen={search.show === undefined ? [] : [search.show]}
        onToggle={(show) => filter({ show: show === search.show ? undefined : show })}
      />
      <ClearFilters
        active={search.type !== undefined || search.show !== undefined}
        onClear={() => filter({ type: undefined, show: undefined })}
      />
      <Spring />
      <Total
        of={total}
        text={(n) =>
          search.show === undefined
            ? tn(n, '{n} pending exception', '{n} pending exceptions')
            : tn(n, '{n} exception', '{n} exceptions')
        }
      />
    </FilterBar>
  )
}

/** The event exceptions, by type; those of a type that is known by now can be replayed. */
export const EventExceptions = () => {
  const { search, filter, open } = useAdmin()
  const page = search.page ?? 1
  const query = useDocument(
    EventExceptionsDocument,
    { page: page - 1, size: SIZE, eventType: search.type ?? null, agentAtmId: null, replayed: replayedOf(search) },
    { everyMs: 15_000 },
  )
  const data = query.data?.data
  const known = data?.eventTypes?.map(({ eventType }) => eventType)
  const shown = data?.eventExceptions?.content.find(({ id }) => String(id) === search.row)
  return (
    <>
      <Filters total={data?.eventExceptions?.totalElements} />
      {search.show === undefined && <PendingTypes types={data?.eventExceptionTypes ?? []} />}
      {search.type !== undefined && known !== undefined && (
        <TypeActions
          key={search.type}
          type={search.type}
          isKnown={known.includes(search.type)}
          waiting={search.show === undefined ? data?.eventExceptions?.totalElements : undefined}
        />
      )}
      <Loaded
        query={query}
        what={t('Event exceptions')}
        roots={['eventExceptions']}
        pick={({ eventExceptions }) => eventExceptions}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => filter({ page: undefined })}>
              <NoEvents />
            </EmptyList>
          ) : (
            <>
              <Table
                label={t('Event exceptions')}
                columns={columnsOf(({ id }) => open({ row: String(id) }))}
                rows={content}
                idOf={({ id }) => String(id)}
                selectedId={search.row}
              />
              <Pager total={totalElements} page={page} size={SIZE} onPage={(next) => filter({ page: next })} />
            </>
          )
        }
      </Loaded>
      {shown !== undefined && <EventExceptionDrawer event={shown} close={() => open({ row: undefined })} />}
      {search.add !== undefined && <AddType initial={search.add} close={() => open({ add: undefined })} />}
    </>
  )
}
