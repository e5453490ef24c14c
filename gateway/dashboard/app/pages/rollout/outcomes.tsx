import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { RolloutAtmsDocument, type RolloutAtmsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { moment } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { Chips } from '../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Card, Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { partsOf } from '../rollouts/figures.rules.ts'
import { StatusMark } from '../tasks/status.tsx'
import type { Shown } from './head.tsx'
import styles from './rollout.module.css'

type Row = NonNullable<RolloutAtmsQuery['rolloutAtms']>['content'][number]

const SIZE = 50

const whyOf = ({ skipped, taskStatus, error, sentAt }: Row): string => {
  if (skipped === 'NOT_FOUND') return t('It is not found among the ATMs of who began the rollout.')
  if (skipped === 'NOT_PERMITTED') return t('The institution is not permitted to push this to it.')
  if (taskStatus === 'FAILED') return error ?? t('The agent gave no reason.')
  if (taskStatus === 'EXPIRED') return t('The agent did not ask in time; it was never sent.')
  return sentAt === null
    ? t('Delivered, no outcome in time.')
    : t('Delivered at {time}, no outcome in time.', { time: moment(sentAt) })
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'atm',
    header: t('ATM'),
    cell: ({ atmId, agentAtmId }) => (
      <div className={styles.atm}>
        {atmId === null ? <span className="id">{agentAtmId}</span> : <AtmCell atmId={atmId} agentAtmId={agentAtmId} />}
      </div>
    ),
  },
  {
    id: 'task',
    header: t('Task'),
    cell: ({ taskId, taskStatus }) =>
      taskId === null || taskStatus === null ? (
        t('none')
      ) : (
        <Link to={PATHS.tasks} search={{ task: taskId }} className={styles.task}>
          <StatusMark status={taskStatus} />
        </Link>
      ),
  },
  { id: 'why', header: t('Why'), cell: (row) => <span className={styles.why}>{whyOf(row)}</span> },
  { id: 'stage', header: t('Stage'), right: true, wide: true, cell: ({ stage }) => stage ?? '—' },
]

const NONE = {
  FAILED: t('No task of it has failed.'),
  SKIPPED: t('No ATM was skipped.'),
} as const

/** The ATMs that failed or were skipped. */
export const Outcomes = ({ rollout }: { readonly rollout: Shown }) => {
  const { search, change } = usePageSearch(PATHS.rollout)
  const outcome = search.outcome ?? 'FAILED'
  const page = search.page ?? 1
  const query = useDocument(
    RolloutAtmsDocument,
    { id: rollout.id, outcome, page: page - 1, size: SIZE },
    { everyMs: 15_000, topics: ['rollouts'] },
  )
  const failed = partsOf(rollout.counts, rollout.status).failed
  return (
    <Card title={t('What did not succeed')}>
      <div className={styles.which}>
        <Chips
          label={t('Which')}
          options={[
            { value: 'FAILED', label: t('Failed'), count: failed },
            { value: 'SKIPPED', label: t('Skipped'), count: rollout.skipped },
          ]}
          chosen={[outcome]}
          onToggle={(value) => change({ outcome: value === 'SKIPPED' ? 'SKIPPED' : undefined })}
        />
      </div>
      <Loaded
        query={query}
        what={t('The ATMs')}
        roots={['rolloutAtms']}
        pick={({ rolloutAtms }) => rolloutAtms}
        skeleton={<SkeletonRows rows={4} />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => change({ page: undefined })}>
              <Empty good={outcome === 'FAILED'}>{NONE[outcome]}</Empty>
            </EmptyList>
          ) : (
            <div>
              <Table
                label={t('ATMs that did not succeed')}
                columns={COLUMNS}
                rows={content}
                idOf={({ agentAtmId }) => agentAtmId}
              />
              <Pager
                total={totalElements}
                page={page}
                size={SIZE}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
