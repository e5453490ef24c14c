import { IconPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { EventTypesDocument, type EventTypesQuery } from '../../gql/graphql.gen.ts'
import { t, tn, translated } from '../../language/texts.ts'
import { words } from '../../ui/format.ts'
import { ClearFilters, FilterBar, SearchField, Spring } from '../../ui/list/filter-bar.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { AddType } from './add-type.tsx'
import styles from './parts/admin.module.css'
import { ListSkeleton } from './parts/list-skeleton.tsx'
import { useAdmin } from './parts/use-admin.ts'

type EventType = NonNullable<EventTypesQuery['eventTypes']>[number]

const columnsOf = (show: (type: string) => void): readonly Column<EventType>[] => [
  {
    id: 'type',
    header: t('Type'),
    cell: ({ eventType }) => (
      <button type="button" className={styles.open} onClick={() => show(eventType)}>
        <b>{eventType}</b>
      </button>
    ),
  },
  { id: 'category', header: t('Category'), cell: ({ category }) => words(category) },
  {
    id: 'group',
    header: t('Group in the timeline'),
    wide: true,
    cell: ({ group }) =>
      group === null ? (
        <span className={styles.none}>{t('none: a type that was added later')}</span>
      ) : (
        translated(group)
      ),
  },
]

/** The types of events that are known. */
export const Types = () => {
  const { search, filter, open } = useAdmin()
  const mayAdd = useRole('ADMIN', 'BCOS_ADMIN')
  const query = useDocument(EventTypesDocument, {}, { everyMs: 60_000 })
  const sought = search.type?.toUpperCase()
  const all = query.data?.data.eventTypes
  const onSearch = useCallback((type: string | undefined) => filter({ type }), [filter])
  return (
    <>
      <FilterBar>
        <SearchField label={t('Part of a type')} value={search.type} onChange={onSearch} />
        <ClearFilters active={search.type !== undefined} onClear={() => filter({ type: undefined })} />
        <Spring />
        {all && <span className={styles.total}>{tn(all.length, '{n} known type', '{n} known types')}</span>}
        {mayAdd && (
          <button type="button" className="button" onClick={() => open({ add: '' })}>
            <IconPlus size={16} stroke={2} aria-hidden />
            {t('Add a type')}
          </button>
        )}
      </FilterBar>
      <Loaded
        query={query}
        what={t('Event types')}
        roots={['eventTypes']}
        pick={({ eventTypes }) => eventTypes}
        skeleton={<ListSkeleton />}
      >
        {(types) => {
          const rows = types.filter(({ eventType }) => sought === undefined || eventType.includes(sought))
          return rows.length === 0 ? (
            <Empty>
              <p>{t('No known type has “{text}” in it.', { text: search.type ?? '' })}</p>
              <ClearFilters active onClear={() => filter({ type: undefined })} />
            </Empty>
          ) : (
            <Table
              label={t('Known event types')}
              columns={columnsOf((type) => filter({ tab: undefined, type, show: 'all' }))}
              rows={[...rows].sort((a, b) => a.eventType.localeCompare(b.eventType))}
              idOf={({ eventType }) => eventType}
            />
          )
        }}
      </Loaded>
      {search.add !== undefined && mayAdd && <AddType initial={search.add} close={() => open({ add: undefined })} />}
    </>
  )
}
