import { Link } from '@tanstack/react-router'
import type { RolloutsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { commas, count } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { Bar, wordsOf } from './bar.tsx'
import { partsOf } from './figures.rules.ts'
import styles from './rollouts.module.css'
import type { SORTS } from './search.ts'
import { RolloutMark } from './status.tsx'

export type RolloutRow = NonNullable<RolloutsQuery['rollouts']>['content'][number]

/** Which stage it is at, of how many. */
const stageWords = ({ preparedAt, progress, stages }: RolloutRow): string => {
  if (preparedAt === null) return t('its ATMs are looked up')
  return t('stage {n} of {total}', {
    n: progress.filter(({ openedAt }) => openedAt !== null).length,
    total: stages.length,
  })
}

/** The columns of the list. */
export const columnsOf = (
  who: (userId: string | null) => string,
): readonly Column<RolloutRow, (typeof SORTS)[number]>[] => [
  {
    id: 'rollout',
    header: t('Rollout'),
    sort: 'kind',
    cell: ({ id, kind, reason }) => (
      <Link to={PATHS.rollout} params={{ rolloutId: String(id) }} className={styles.open}>
        <b>{TASK_KINDS[kind].label}</b>
        <small>
          {id}
          {reason !== null && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </small>
      </Link>
    ),
  },
  { id: 'status', header: t('Status'), sort: 'status', cell: ({ status }) => <RolloutMark status={status} /> },
  {
    id: 'progress',
    header: t('Progress'),
    wide: true,
    cell: (row) => {
      const parts = partsOf(row.counts, row.status)
      return (
        <span className={styles.progress}>
          <Bar parts={parts} atms={row.atms} />
          <small>
            {stageWords(row)}
            {row.atms > 0 && ` · ${commas(wordsOf(parts))}`}
          </small>
        </span>
      )
    },
  },
  {
    id: 'atms',
    header: t('ATMs'),
    sort: 'atms',
    right: true,
    wide: true,
    cell: ({ atms, skipped }) => (
      <span className={styles.asked}>
        {count(atms)}
        {skipped > 0 && <small>{tn(skipped, '{n} skipped', '{n} skipped')}</small>}
      </span>
    ),
  },
  {
    id: 'age',
    header: t('Begun'),
    sort: 'requestedAt',
    right: true,
    cell: ({ requestedAt, requestedBy }) => (
      <span className={styles.asked}>
        <Age at={requestedAt} />
        <small>{who(requestedBy)}</small>
      </span>
    ),
  },
]
