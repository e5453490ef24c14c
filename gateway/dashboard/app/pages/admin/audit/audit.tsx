import { useId } from 'react'
import { useDocument } from '../../../api/client.ts'
import { AuditDocument } from '../../../gql/graphql.gen.ts'
import { t, tn } from '../../../language/texts.ts'
import { Age } from '../../../ui/age.tsx'
import { CsvButton } from '../../../ui/list/csv-button.tsx'
import { ClearFilters, countSet, End, FilterBar, Total } from '../../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../../ui/list/table.tsx'
import { DaysFilter, TextFilter } from '../../../ui/list/typed-filters.tsx'
import { Empty, Loaded } from '../../../ui/widget.tsx'
import styles from '../parts/admin.module.css'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { SIZE, useAdmin } from '../parts/use-admin.ts'
import { ACTIONS, actionOf } from './actions.ts'
import { AuditDrawer, type AuditEntry, actorWords } from './audit-drawer.tsx'
import { nameWords, periodOf } from './changes.ts'

const NONE = <span className={styles.none}>{'\u2014'}</span>

const columnsOf = (open: (id: string) => void): readonly Column<AuditEntry>[] => [
  {
    id: 'what',
    header: t('What was done'),
    cell: ({ id, action, subjectType, subjectId }) => (
      <button type="button" className={styles.open} onClick={() => open(id)}>
        <b>{nameWords(action)}</b>
        <small>
          {nameWords(subjectType)} {subjectId}
        </small>
      </button>
    ),
  },
  { id: 'who', header: t('Who'), cell: (entry) => actorWords(entry) },
  { id: 'role', header: t('Role'), wide: true, cell: ({ role }) => <span className="id">{role}</span> },
  { id: 'institution', header: t('Institution'), wide: true, cell: ({ institutionKey }) => institutionKey ?? NONE },
  { id: 'at', header: t('When'), right: true, cell: ({ at }) => <Age at={at} /> },
]

type ActionFilterProps = {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Chooses what was done, from those that are known or by its name. */
const ActionFilter = ({ value, onChange }: ActionFilterProps) => {
  const list = useId()
  return (
    <>
      <TextFilter
        label={t('Action')}
        placeholder="acknowledgeIncident"
        size={16}
        value={value}
        list={list}
        tidy={actionOf}
        // A part of a name selects nothing; one that is not in the list is asked for as a whole.
        ready={(name) => ACTIONS.includes(name)}
        onChange={onChange}
      />
      <datalist id={list}>
        {ACTIONS.map((name) => (
          <option key={name} value={name}>
            {nameWords(name)}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** What people changed, with what it was before. */
export const Audit = () => {
  const { search, filter, open } = useAdmin()
  const { actor, action, subject, from, to, page = 1 } = search
  const period = periodOf(from, to)
  const filters = { actor: actor ?? null, action: action ?? null, subjectId: subject ?? null, ...period }
  const query = useDocument(
    AuditDocument,
    { page: page - 1, size: SIZE, subjectType: null, ...filters },
    { everyMs: 5_000 },
  )
  const list = query.data?.data.audit
  const shown = list?.content.find(({ id }) => id === search.row)
  const isFiltered = [actor, action, subject, from, to].some((one) => one !== undefined)
  const clear = () =>
    filter({ actor: undefined, action: undefined, subject: undefined, from: undefined, to: undefined })
  return (
    <>
      <FilterBar set={countSet([actor, action, subject, from, to])}>
        <TextFilter label={t('User id')} value={actor} onChange={(next) => filter({ actor: next })} />
        <ActionFilter value={action} onChange={(next) => filter({ action: next })} />
        <TextFilter label={t('Record')} value={subject} onChange={(next) => filter({ subject: next })} />
        <DaysFilter from={from} to={to} onChange={filter} />
        <ClearFilters active={isFiltered} onClear={clear} />
        <End>
          <Total of={list?.totalElements} text={(n) => tn(n, '{n} entry', '{n} entries')} />
          <CsvButton path="/incident/api/audit" filters={filters} fileName="audit.csv" />
        </End>
      </FilterBar>
      <Loaded
        query={query}
        what={t('The audit')}
        roots={['audit']}
        pick={({ audit }) => audit}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => filter({ page: undefined })}>
              <Empty>
                <p>{isFiltered ? t('No change fits these filters.') : t('No changes yet.')}</p>
                <ClearFilters active={isFiltered} onClear={clear} />
              </Empty>
            </EmptyList>
          ) : (
            <>
              <Table
                label={tn(totalElements, 'The audit, {n} entry', 'The audit, {n} entries')}
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
      {shown && <AuditDrawer entry={shown} close={() => open({ row: undefined })} />}
    </>
  )
}
