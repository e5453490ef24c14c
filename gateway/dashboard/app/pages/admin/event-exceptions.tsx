import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDocument } from '../../api/client.ts'
import { EventExceptionsDocument } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { count } from '../../ui/format.ts'
import { Chips, ClearFilters, FilterBar, SearchField, Spring } from '../../ui/list/filter-bar.tsx'
import { type Column, Pager, Table } from '../../ui/list/table.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { AddType } from './add-type.tsx'
import { type EventException, EventExceptionDrawer } from './event-exception-drawer.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { Mark } from './parts/mark.tsx'
import { SIZE, useAdmin } from './parts/use-admin.ts'
import { PendingTypes } from './pending-types.tsx'
import { replayedOf } from './search.ts'
import { TypeActions } from './type-actions.tsx'

const SHOWN = [
  { value: 'done', label: 'Replayed' },
  { value: 'all', label: 'All' },
] as const

const columnsOf = (open: (row: EventException) => void): readonly Column<EventException>[] => [
  {
    id: 'event',
    header: 'Event',
    cell: (row) => (
      <button type="button" className={styles.open} onClick={() => open(row)}>
        <b>{row.eventType ?? 'without a type'}</b>
        <small className={styles.which}>{row.agentAtmId}</small>
      </button>
    ),
  },
  {
    id: 'atm',
    header: 'ATM',
    wide: true,
    cell: ({ atmId, agentAtmId }) => (
      <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="id">
        {agentAtmId}
      </Link>
    ),
  },
  { id: 'institution', header: 'Institution', wide: true, cell: ({ institutionKey }) => institutionKey ?? 'none' },
  {
    id: 'state',
    header: 'State',
    cell: ({ replayedAt }) =>
      replayedAt === null ? <Mark tone="wait">Pending</Mark> : <Mark tone="ok">Replayed</Mark>,
  },
  { id: 'at', header: 'Arrived', right: true, cell: ({ receivedAt }) => <Age at={receivedAt} /> },
]

const NoEvents = () => {
  const { search, filter } = useAdmin()
  if (search.type === undefined && search.show === undefined)
    return <Empty good>No event exception is pending: every type that was sent is known.</Empty>
  return (
    <Empty>
      <p>
        No event {search.type !== undefined && `of type ${search.type} `}
        {search.show === 'done'
          ? 'was replayed.'
          : search.show === 'all'
            ? 'became an exception.'
            : 'is a pending exception.'}
      </p>
      <ClearFilters active onClear={() => filter({ type: undefined, show: undefined })} />
    </Empty>
  )
}

const Filters = ({ total }: { readonly total: number | undefined }) => {
  const { search, filter } = useAdmin()
  const onSearch = useCallback((type: string | undefined) => filter({ type }), [filter])
  return (
    <FilterBar>
      <SearchField label="Type, as it was sent" value={search.type} onChange={onSearch} />
      <Chips
        label="Which events"
        options={SHOWN}
        chosen={search.show === undefined ? [] : [search.show]}
        onToggle={(show) => filter({ show: show === search.show ? undefined : show })}
      />
      <ClearFilters
        active={search.type !== undefined || search.show !== undefined}
        onClear={() => filter({ type: undefined, show: undefined })}
      />
      <Spring />
      {total !== undefined && (
        <span className={styles.total} aria-live="polite">
          <b>{count(total)}</b> {search.show === undefined && 'pending '}
          {total === 1 ? 'exception' : 'exceptions'}
        </span>
      )}
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
        what="Event exceptions"
        roots={['eventExceptions']}
        pick={({ eventExceptions }) => eventExceptions}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <NoEvents />
          ) : (
            <>
              <Table
                label="Event exceptions"
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
