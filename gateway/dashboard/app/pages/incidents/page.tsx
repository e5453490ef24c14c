import { IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useDocument } from '../../api/client.ts'
import { useAuth } from '../../api/session.ts'
import { IncidentsDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { sortArgument } from '../../search.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { Filters } from './filters.tsx'
import { useIncidentActions } from './incident-actions.tsx'
import styles from './incidents.module.css'
import { READ_ONLY } from './kinds.ts'
import { List, SIZE, USUAL_SORT } from './list.tsx'
import { filterOf, type IncidentsSearch } from './search.ts'

const CreateIncident = lazyPart(async () => (await import('./create.tsx')).CreateIncident)

/** What the graph is asked for an address. */
const variablesOf = (search: IncidentsSearch, me: string) => ({
  ...filterOf(search, me),
  page: (search.page ?? 1) - 1,
  size: SIZE,
  sort: [sortArgument(search.sort ?? USUAL_SORT), 'openedAt,desc'],
  ofAtm: search.atm !== undefined,
})

const CHANGE: SearchChange<IncidentsSearch> = {
  isStep: (part) => 'page' in part || part.create === true,
}

/** The incidents that the caller sees, to be acknowledged and resolved on the spot. */
export const IncidentsPage = () => {
  const { search, change } = usePageSearch(PATHS.incidents, CHANGE)
  const incidentActions = useIncidentActions()
  const { session } = useAuth()
  const query = useDocument(IncidentsDocument, variablesOf(search, session?.userId ?? ''), {
    everyMs: 20_000,
    topics: ['incidents'],
  })
  return (
    <div className="page">
      <Filters
        search={search}
        query={query}
        change={change}
        onCreate={incidentActions.may ? () => change({ create: true, page: search.page }) : undefined}
      />
      {!incidentActions.may && session !== null && (
        <p className={styles.note}>
          <IconLock size={15} stroke={1.9} aria-hidden />
          {READ_ONLY}
        </p>
      )}
      <Loaded
        query={query}
        what={t('Incidents')}
        roots={['incidents']}
        pick={(data) => data.incidents}
        skeleton={
          <div className={styles.skeleton}>
            <SkeletonRows rows={14} height={24} gap={20} />
          </div>
        }
      >
        {({ content, totalElements }) => (
          <List
            rows={content}
            total={totalElements}
            search={search}
            change={change}
            incidentActions={incidentActions}
            settled={!query.isPlaceholderData}
          />
        )}
      </Loaded>
      {search.create && incidentActions.may && (
        <Suspense fallback={null}>
          <CreateIncident close={() => change({ create: undefined, page: search.page })} />
        </Suspense>
      )}
      {incidentActions.dialogs}
    </div>
  )
}
