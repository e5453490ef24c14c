import { useAuth } from '../../api/session.ts'
import { useInstitution } from '../../scope.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { ClearFilters } from '../../ui/list/filter-bar.tsx'
import { Pager, Table } from '../../ui/list/table.tsx'
import { Empty } from '../../ui/widget.tsx'
import { columnsOf } from './columns.tsx'
import { type Change, isFiltered, NO_FILTERS } from './filters.tsx'
import { newest, type useIncidentActions } from './incident-actions.tsx'
import type { Incident } from './kinds.ts'
import type { IncidentsSearch } from './search.ts'

/** Rows a page. */
export const SIZE = 100
/** The worst first. */
export const USUAL_SORT = '-severity'

type ListProps = {
  readonly rows: readonly Incident[]
  readonly total: number
  readonly search: IncidentsSearch
  readonly change: Change
  readonly incidentActions: ReturnType<typeof useIncidentActions>
  /** False while the rows are those of the view before. */
  readonly settled: boolean
}

const NoRows = ({ total, search, change }: ListProps) => {
  if (total > 0)
    return (
      <Empty>
        <p>The list has become shorter: there is nothing on this page.</p>
        <button type="button" className="button" onClick={() => change({ page: undefined })}>
          First page
        </button>
      </Empty>
    )
  if (!isFiltered(search)) return <Empty good>No open incidents: nothing is wrong that anybody knows of.</Empty>
  return (
    <Empty>
      <p>No incident fits these filters.</p>
      <ClearFilters active onClear={() => change(NO_FILTERS)} />
    </Empty>
  )
}

/** What waits to be shown: incidents that were opened since, or rows that came and went for another reason. */
const waitingWords = (rows: readonly Incident[], all: readonly Incident[], gone: number) => {
  const shown = new Set(rows.map(({ id }) => id))
  const since = Math.max(0, ...rows.map(({ openedAt }) => Date.parse(openedAt)))
  const added = all.filter(({ id }) => !shown.has(id))
  const opened = added.filter(({ openedAt }) => Date.parse(openedAt) > since).length
  if (opened > 0) return { waiting: opened, what: opened === 1 ? 'incident' : 'incidents' }
  const changes = Math.max(added.length, gone)
  return { waiting: changes, what: changes === 1 ? 'change of this list' : 'changes of this list' }
}

/** The incidents of a page. They change in their places; what is new waits until it is asked for. */
export const List = (props: ListProps) => {
  const { rows: all, total, search, change, incidentActions, settled } = props
  const { status, severity, kind, atm, sort, page } = search
  const view = JSON.stringify([useInstitution(), status, severity, kind, atm, sort, page])
  const me = useAuth().session?.userId ?? ''
  const calm = useCalmList(all, ({ id }) => String(id), view, settled)
  const rows = calm.rows.map((incident) => newest(incident, incidentActions.known))
  if (rows.length === 0) return <NoRows {...props} />
  return (
    <>
      <WaitingPill {...waitingWords(calm.rows, all, calm.gone.size)} take={calm.take} />
      <Table
        label="Incidents"
        columns={columnsOf({ ...incidentActions, me, gone: calm.gone })}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={sort ?? USUAL_SORT}
        onSort={(by) => change({ sort: by === USUAL_SORT ? undefined : by })}
        fresh={calm.fresh}
        keys={{ a: incidentActions.acknowledge, r: incidentActions.resolve }}
      />
      <Pager total={total} page={page ?? 1} size={SIZE} onPage={(to) => change({ page: to === 1 ? undefined : to })} />
    </>
  )
}
