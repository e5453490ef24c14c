import { IconChecks, IconPlus, IconWorld } from '@tabler/icons-react'
import { useRef } from 'react'
import { useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { InsightsDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Chips, FilterBar } from '../../ui/list/filter-bar.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { MOST, useAcknowledging } from './acknowledge.ts'
import { Active } from './active.tsx'
import { History, HistoryFilters, SIZE } from './history.tsx'
import styles from './insights.module.css'
import { Publish } from './publish.tsx'
import type { InsightsSearch } from './search.ts'

/** What the graph is asked for an address. */
const variablesOf = ({ view, category, severity, acknowledged, page }: InsightsSearch) => ({
  category: category ?? null,
  severity: severity ?? null,
  acknowledged: acknowledged === undefined ? null : acknowledged === 'yes',
  page: (page ?? 1) - 1,
  size: SIZE,
  history: view === 'history',
})

const PageSkeleton = () => (
  <div className={styles.skeleton}>
    <SkeletonRows rows={6} height={52} gap={22} />
  </div>
)

const CHANGE: SearchChange<InsightsSearch> = {
  isStep: (part) => 'page' in part || 'view' in part || part.publish === true,
}

/** Insights: active ones, their history, and the form to publish one. */
export const InsightsPage = () => {
  const { search, change } = usePageSearch(PATHS.insights, CHANGE)
  const mayPublish = useRole('MSP_ADMIN', 'BCOS_ADMIN')
  const box = useRef<HTMLDivElement>(null)
  const query = useDocument(InsightsDocument, variablesOf(search), { everyMs: 30_000, topics: ['insights'] })
  const active = query.data?.data.activeInsights ?? []
  const { leaving, one, all } = useAcknowledging()
  const enter = () => box.current?.querySelector<HTMLElement>('[data-row] a')?.focus()
  useShortcuts({ j: enter, k: enter })
  const view = search.view ?? 'active'
  const left = active.filter(({ id }) => !leaving.has(id))
  return (
    <div ref={box} className="page">
      <FilterBar>
        <Chips
          label={t('View')}
          options={[
            { value: 'active', label: t('Active'), ...(query.data === undefined ? {} : { count: active.length }) },
            { value: 'history', label: t('All insights') },
          ]}
          chosen={[view]}
          onToggle={(one) => change({ view: one === 'history' ? 'history' : undefined, insight: undefined })}
        />
        {view === 'history' && <HistoryFilters search={search} change={change} />}
        <span className={styles.spring} />
        {view === 'active' && (
          <button type="button" className="button" disabled={left.length === 0} onClick={() => all(active)}>
            <IconChecks size={16} stroke={2} aria-hidden />
            {left.length > MOST
              ? t('Acknowledge the first {n}', { n: MOST })
              : left.length > 0
                ? t('Acknowledge all {n}', { n: left.length })
                : t('Acknowledge all')}
          </button>
        )}
        {mayPublish && (
          <button
            type="button"
            className="button"
            data-kind="main"
            onClick={() => change({ publish: true, page: search.page })}
          >
            <IconPlus size={16} stroke={2} aria-hidden />
            {t('Publish')}
          </button>
        )}
      </FilterBar>
      <p className={styles.global}>
        <IconWorld size={15} stroke={1.8} aria-hidden />
        {t(
          'Insights are of the whole fleet: every user of the platform sees the same, whichever institution is chosen. Who acknowledges one does so for all.',
        )}
      </p>
      {view === 'active' ? (
        <Loaded
          query={query}
          what={t('Active insights')}
          roots={['activeInsights']}
          pick={(data) => data.activeInsights}
          skeleton={<PageSkeleton />}
        >
          {(rows) => <Active rows={rows} chosen={search.insight} leaving={leaving} acknowledge={one} />}
        </Loaded>
      ) : (
        <Loaded
          query={query}
          what={t('Insights')}
          roots={['insights']}
          pick={(data) => data.insights}
          skeleton={<PageSkeleton />}
        >
          {(found) => <History found={found} search={search} change={change} leaving={leaving} acknowledge={one} />}
        </Loaded>
      )}
      {search.publish && mayPublish && <Publish close={() => change({ publish: undefined, page: search.page })} />}
    </div>
  )
}
