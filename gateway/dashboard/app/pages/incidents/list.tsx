import { useAuth } from '../../api/session.ts'
import { t, tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { type Choice, useChoice, useChoiceColumn } from '../../ui/list/choice.tsx'
import { ClearFilters } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { Empty } from '../../ui/widget.tsx'
import { useBulkActions } from './bulk.tsx'
import type { ChosenIncident } from './bulk-work.ts'
import { columnsOf } from './columns.tsx'
import { type Change, isFiltered, NO_FILTERS } from './filters.tsx'
import { newest, type useIncidentActions } from './incident-actions.tsx'
import type { Incident } from './kinds.ts'
import { filterOf, type IncidentsSearch } from './search.ts'

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

const NoRows = ({ search, change }: ListProps) => {
  if (!isFiltered(search)) return <Empty good>{t('No open incidents: no fault is known.')}</Empty>
  return (
    <Empty>
      <p>{t('No incident fits these filters.')}</p>
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
  if (opened > 0) return { waiting: opened, text: tn(opened, '{n} new incident', '{n} new incidents') }
  const changes = Math.max(added.length, gone)
  return { waiting: changes, text: tn(changes, '{n} new change of this list', '{n} new changes of this list') }
}

type Actions = ListProps['incidentActions']

type Keys = {
  readonly chosen?: ReadonlySet<string>
  readonly choose?: (rows: readonly Incident[]) => void
  readonly keys: Readonly<Record<string, (incident: Incident) => void>>
}

const keep = ({ kind, institutionKey }: Incident): ChosenIncident => ({ kind, institutionKey })

/** What the keys do: something to the row that has the focus, or to all that are chosen, and what chooses rows. */
const keysOf = (actions: Actions, choice: Choice<ChosenIncident>, bulk: Readonly<Record<string, () => void>>): Keys => {
  const { acknowledge, resolve, take, assign, note } = actions
  if (!actions.may) return { keys: { a: acknowledge, r: resolve } }
  const toggle = (row: Incident) =>
    choice.chosen.has(row.id) ? choice.remove([row.id]) : choice.add([[row.id, keep(row)]])
  const one = { a: acknowledge, r: resolve, m: take, o: assign, n: note }
  return {
    chosen: new Set([...choice.chosen.keys()].map(String)),
    choose: (rows: readonly Incident[]) => choice.add(rows.map((row) => [row.id, keep(row)] as const)),
    keys: choice.chosen.size === 0 ? { ...one, x: toggle } : { ...bulk, x: toggle },
  }
}

/** The incidents of a page. They change in their places; what is new waits until it is asked for. */
export const List = (props: ListProps) => {
  const { rows: all, total, search, change, incidentActions, settled } = props
  const { sort, page } = search
  const me = useAuth().session?.userId ?? ''
  const filter = filterOf(search, me)
  const filtered = JSON.stringify([useInstitution(), filter])
  const choice = useChoice<ChosenIncident>(filtered)
  const bulk = useBulkActions(choice)
  const view = JSON.stringify([filtered, sort, page])
  const calm = useCalmList(all, ({ id }) => String(id), view, settled)
  const rows = calm.rows.map((incident) => newest(incident, incidentActions.known))
  const boxes = useChoiceColumn({
    choice,
    rows: rows.filter(({ id }) => !calm.gone.has(String(id))),
    keep,
    label: (incident) =>
      t('Choose {id}: {title}, {atm}', {
        id: incident.id,
        title: incidentTitle(incident),
        atm: incident.agentAtmId,
      }),
    allLabel: t('Choose all on this page'),
  })
  if (rows.length === 0)
    return (
      <>
        <EmptyList total={total} toFirst={() => change({ page: undefined })}>
          <NoRows {...props} />
        </EmptyList>
        {bulk.dialogs}
      </>
    )
  const columns = columnsOf({
    ...incidentActions,
    me,
    gone: calm.gone,
    hasDue: rows.some(({ nextDueAt }) => nextDueAt !== null),
  })
  return (
    <>
      <WaitingPill {...waitingWords(calm.rows, all, calm.gone.size)} take={calm.take} />
      <Table
        label={t('Incidents')}
        columns={incidentActions.may ? [boxes, ...columns] : columns}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={sort ?? USUAL_SORT}
        onSort={(by) => change({ sort: by === USUAL_SORT ? undefined : by })}
        fresh={calm.fresh}
        {...keysOf(incidentActions, choice, bulk.keys)}
      />
      {bulk.bar({ total, filter, isWhole: rows.every(({ id }) => choice.chosen.has(id) || calm.gone.has(String(id))) })}
      {bulk.dialogs}
      <Pager total={total} page={page ?? 1} size={SIZE} onPage={(to) => change({ page: to === 1 ? undefined : to })} />
    </>
  )
}
