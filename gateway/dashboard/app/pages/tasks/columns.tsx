import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { TASK_KINDS } from './kinds.rules.ts'
import { Outcome, type TaskRow } from './outcome.tsx'
import type { SORTS, TasksSearch } from './search.ts'
import { StatusMark } from './status.tsx'
import styles from './tasks.module.css'

type TaskColumn = Column<TaskRow, (typeof SORTS)[number]>

/** The columns of the list; `gone` are rows that the server no longer has on this page. */
export const columnsOf = (gone: ReadonlySet<string>, who: (userId: string | null) => string): readonly TaskColumn[] => [
  {
    id: 'task',
    header: t('Task'),
    sort: 'kind',
    cell: ({ id, kind, reason, agentAtmId }) => (
      <Link
        from={PATHS.tasks}
        to={PATHS.tasks}
        search={(now: TasksSearch) => ({ ...now, task: id })}
        className={styles.open}
      >
        <b>{TASK_KINDS[kind].label}</b>
        {reason !== null && <small className={styles.why}>{reason}</small>}
        <small className={styles.which}>{agentAtmId}</small>
      </Link>
    ),
  },
  {
    id: 'atm',
    header: t('ATM'),
    sort: 'agentAtmId',
    wide: true,
    cell: ({ atmId, agentAtmId, atm }) => <AtmCell atmId={atmId} agentAtmId={agentAtmId} atm={atm} />,
  },
  {
    id: 'status',
    header: t('Status'),
    sort: 'status',
    cell: (row) => (
      <span className={styles.state}>
        <StatusMark status={row.status} />
        {gone.has(row.id) && <span className={styles.gone}>{t('No longer in this list')}</span>}
      </span>
    ),
  },
  {
    id: 'outcome',
    header: t('Outcome'),
    wide: true,
    cell: (row) => (
      <span className={styles.outcome}>
        <Outcome row={row} />
      </span>
    ),
  },
  {
    id: 'age',
    header: t('Asked'),
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
