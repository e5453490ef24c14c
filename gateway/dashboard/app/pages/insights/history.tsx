import type { InsightsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { words } from '../../ui/format.ts'
import { ClearFilters, Pick } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager } from '../../ui/list/table.tsx'
import { Empty } from '../../ui/widget.tsx'
import type { Insight } from './acknowledge.ts'
import { Items } from './items.tsx'
import { CATEGORIES, type InsightsSearch, SEVERITIES } from './search.ts'

/** Rows a page. */
export const SIZE = 50

export type Change = (change: Partial<InsightsSearch>) => void

const NO_FILTERS = { category: undefined, severity: undefined, acknowledged: undefined } as const
const isFiltered = ({ category, severity, acknowledged }: InsightsSearch): boolean =>
  [category, severity, acknowledged].some((filter) => filter !== undefined)

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }))

/** Which of all insights are listed. */
export const HistoryFilters = ({ search, change }: { readonly search: InsightsSearch; readonly change: Change }) => (
  <>
    <Pick
      label={t('Category')}
      value={search.category}
      options={optionsOf(CATEGORIES)}
      onChange={(value) => change({ category: CATEGORIES.find((one) => one === value) })}
    />
    <Pick
      label={t('Severity')}
      value={search.severity}
      options={optionsOf(SEVERITIES)}
      onChange={(value) => change({ severity: SEVERITIES.find((one) => one === value) })}
    />
    <Pick
      label={t('Acknowledged')}
      value={search.acknowledged}
      none={t('Either')}
      options={[
        { value: 'yes', label: t('Yes') },
        { value: 'no', label: t('No') },
      ]}
      onChange={(value) => change({ acknowledged: value === 'yes' || value === 'no' ? value : undefined })}
    />
    <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
  </>
)

type HistoryProps = {
  readonly found: NonNullable<InsightsQuery['insights']>
  readonly search: InsightsSearch
  readonly change: Change
  readonly leaving: ReadonlySet<number>
  readonly acknowledge: (insight: Insight) => void
}

/** All insights, newest first, a page at a time. */
export const History = ({ found, search, change, leaving, acknowledge }: HistoryProps) => {
  const { content, totalElements } = found
  if (content.length === 0)
    return (
      <EmptyList total={totalElements} toFirst={() => change({ page: undefined })}>
        {isFiltered(search) ? (
          <Empty>
            <p>{t('No insight fits these filters.')}</p>
            <ClearFilters active onClear={() => change(NO_FILTERS)} />
          </Empty>
        ) : (
          <Empty>{t('No insight was ever published.')}</Empty>
        )}
      </EmptyList>
    )
  return (
    <>
      <Items
        label={t('All insights')}
        rows={content}
        chosen={search.insight}
        leaving={leaving}
        acknowledge={acknowledge}
      />
      <Pager
        total={totalElements}
        page={search.page ?? 1}
        size={SIZE}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
      />
    </>
  )
}
