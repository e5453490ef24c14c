import { IconPlus } from '@tabler/icons-react'
import { useDocument } from '../../../api/client.ts'
import { useWho } from '../../../api/people.ts'
import { IncidentTargetsDocument, type TargetsRowFragment } from '../../../gql/graphql.gen.ts'
import { rich } from '../../../language/rich.ts'
import { t, tn } from '../../../language/texts.ts'
import { useInstitution } from '../../../scope.ts'
import { Age } from '../../../ui/age.tsx'
import { SEVERITIES as LOOKS, SeverityGlyph } from '../../../ui/badge.tsx'
import { FilterBar, Spring, Total } from '../../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../../ui/list/table.tsx'
import { Empty, Loaded } from '../../../ui/widget.tsx'
import styles from '../parts/admin.module.css'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Mark } from '../parts/mark.tsx'
import { SIZE, useAdmin } from '../parts/use-admin.ts'
import { hoursWords, minutesWords, SEVERITIES, type Target } from './draft.rules.ts'
import own from './targets.module.css'
import { TargetsForm } from './targets-form.tsx'

type Row = TargetsRowFragment

const timeWords = (minutes: number | null): string => (minutes === null ? t('no target') : minutesWords(minutes))

/** The two times of a severity; how they are counted, where not all hours are. */
const Times = ({ target }: { readonly target: Target | undefined }) => {
  if (target === undefined) return <span className={styles.none}>{t('no target')}</span>
  const { acknowledgeMinutes, resolveMinutes, businessHours } = target
  return (
    <span className={own.times} title={businessHours === null ? undefined : hoursWords(businessHours)}>
      {timeWords(acknowledgeMinutes)} / {timeWords(resolveMinutes)}
      {businessHours !== null && <small>{t('business hours')}</small>}
    </span>
  )
}

const columnsOf = (open: (institutionKey: string) => void, who: (userId: string) => string): readonly Column<Row>[] => [
  {
    id: 'institution',
    header: t('Institution'),
    cell: ({ institutionKey }) => (
      <button type="button" className={styles.open} onClick={() => open(institutionKey)}>
        <b>{institutionKey}</b>
      </button>
    ),
  },
  ...SEVERITIES.map((severity) => ({
    id: severity,
    header: (
      <span className={own.severity}>
        <SeverityGlyph severity={severity} size={13} />
        {LOOKS[severity].label}
      </span>
    ),
    wide: severity === 'MEDIUM' || severity === 'LOW',
    cell: ({ targets }: Row) => <Times target={targets.find((one) => one.severity === severity)} />,
  })),
  {
    id: 'state',
    header: t('Holds'),
    wide: 'widest',
    cell: ({ applied }) =>
      applied ? (
        <Mark tone="ok">{t('For all')}</Mark>
      ) : (
        <Mark tone="run">{t('For open incidents within a minute')}</Mark>
      ),
  },
  {
    id: 'changed',
    header: t('Set'),
    right: true,
    wide: 'widest',
    cell: ({ changedAt, changedBy }) => (
      <span className={styles.when}>
        <span>{rich('{age} ago', { age: <Age at={changedAt} /> })}</span>
        <small>{t('by {person}', { person: who(changedBy) })}</small>
      </span>
    ),
  },
]

const NONE_SET = t('Without targets incidents have no due times, and none is late.')

/** How soon institutions want their incidents acknowledged and resolved. */
export const Targets = () => {
  const { search, filter, open } = useAdmin()
  const institution = useInstitution()
  const page = search.page ?? 1
  const query = useDocument(IncidentTargetsDocument, { page: page - 1, size: SIZE }, { everyMs: 10_000 })
  const list = query.data?.data.incidentTargets
  const who = useWho((list?.content ?? []).map(({ changedBy }) => changedBy))
  const { add, row } = search
  const shown = list?.content.find(({ institutionKey }) => institutionKey === row)
  const isNew = add !== undefined
  return (
    <>
      <FilterBar>
        <Total
          of={list?.totalElements}
          text={(n) => tn(n, '{n} institution with targets', '{n} institutions with targets')}
        />
        <Spring />
        <button type="button" className="button" data-kind="main" onClick={() => open({ add: '' })}>
          <IconPlus size={16} stroke={2} aria-hidden />
          {t('Set targets')}
        </button>
      </FilterBar>
      <p className={own.words}>
        {t('Times to acknowledge / to resolve, from when an incident opens.')} {NONE_SET}
      </p>
      <Loaded
        query={query}
        what={t('Targets')}
        roots={['incidentTargets']}
        pick={({ incidentTargets }) => incidentTargets}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => filter({ page: undefined })}>
              <Empty>
                <p>
                  {institution === undefined
                    ? t('No institution has a target yet.')
                    : t('{institution}: no severity has a target yet.', { institution })}
                </p>
              </Empty>
            </EmptyList>
          ) : (
            <>
              <Table
                label={tn(totalElements, 'Targets, {n} row', 'Targets, {n} rows')}
                columns={columnsOf((key) => open({ row: key }), who)}
                rows={content}
                idOf={({ institutionKey }) => institutionKey}
                selectedId={row}
              />
              <Pager total={totalElements} page={page} size={SIZE} onPage={(next) => filter({ page: next })} />
            </>
          )
        }
      </Loaded>
      {isNew && <TargetsForm close={() => open({ add: undefined })} />}
      {shown !== undefined && !isNew && (
        <TargetsForm key={shown.institutionKey} row={shown} close={() => open({ row: undefined })} />
      )}
    </>
  )
}
