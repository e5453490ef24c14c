import { useState } from 'react'
import { useAction, useDocument } from '../../../api/client.ts'
import { useWho } from '../../../api/people.ts'
import { AtmTasksDocument, type AtmTasksQuery, CancelTaskDocument } from '../../../gql/graphql.gen.ts'
import { rich } from '../../../language/rich.ts'
import { t, tn } from '../../../language/texts.ts'
import { PATHS } from '../../../paths.ts'
import { Age } from '../../../ui/age.tsx'
import { dayTime, momentSeconds } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { sayDone, sayFailed } from '../../../ui/toast/toast.tsx'
import { Empty, Widget } from '../../../ui/widget.tsx'
import { TASK_KINDS } from '../../tasks/kinds.rules.ts'
import { StatusMark, TASK_STATUSES } from '../../tasks/status.tsx'
import { actorOf } from '../../tasks/task-history.tsx'
import styles from './tasks.module.css'

type Task = NonNullable<AtmTasksQuery['tasks']>['content'][number]

const SIZE = 8
const POLL_MS = 2_000
const CALM_MS = 30_000
/** A task that was sent stays so until its agent reports; it is watched closely for this long. */
const WATCHED_MS = 15 * 60_000

const isWatched = ({ status, requestedAt }: Task, now: number): boolean =>
  (status === 'QUEUED' || status === 'SENT' || status === 'ACKED') && now - Date.parse(requestedAt) < WATCHED_MS

type Who = (userId: string | null) => string

type HistoryProps = {
  readonly task: Task
  readonly agentAtmId: string
  readonly zone: string | undefined
  readonly who: Who
}

const History = ({ task, agentAtmId, zone, who }: HistoryProps) => (
  <div className={styles.more}>
    <ol>
      {task.history.map(({ at, to, actor }) => (
        <li key={`${at} ${to}`}>
          <time dateTime={at}>{momentSeconds(at)}</time>
          <b>{TASK_STATUSES[to].label}</b>
          <span>{actorOf(actor, { agentAtmId }, who)}</span>
        </li>
      ))}
    </ol>
    {task.reason !== null && <p>{rich('Reason: {reason}', { reason: <bdi>{task.reason}</bdi> })}</p>}
    {task.params !== null && (
      <p>{rich('With {parameters}', { parameters: <bdi>{JSON.stringify(task.params)}</bdi> })}</p>
    )}
    {task.result !== null && <p>{rich('Answer: {answer}', { answer: <bdi>{JSON.stringify(task.result)}</bdi> })}</p>}
    {task.status === 'QUEUED' && <p>{t('Not sent after {time}.', { time: dayTime(task.expiresAt, zone) })}</p>}
  </div>
)

type RowProps = HistoryProps & {
  readonly takeBack: ((task: Task) => void) | undefined
  readonly busy: boolean
}

const Row = ({ takeBack, busy, ...of }: RowProps) => {
  const { task, zone, who } = of
  const [isOpen, open] = useState(false)
  return (
    <li className={styles.row} data-row>
      <div className={styles.line}>
        <button type="button" className={styles.name} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <b>{TASK_KINDS[task.kind].label}</b>
          <small>
            {rich('{age} ago by {person}', {
              age: <Age at={task.requestedAt} zone={zone} />,
              person: who(task.requestedBy),
            })}
          </small>
        </button>
        <StatusMark status={task.status} />
        {task.status === 'QUEUED' && takeBack !== undefined && (
          <button
            type="button"
            className="button"
            data-size="small"
            disabled={busy}
            onClick={() => takeBack(task)}
            aria-label={t('Cancel: {command}', { command: TASK_KINDS[task.kind].label })}
          >
            {t('Cancel')}
          </button>
        )}
      </div>
      {task.error !== null && (
        <p className={styles.error}>
          <bdi>{task.error}</bdi>
        </p>
      )}
      {isOpen && <History {...of} />}
    </li>
  )
}

/**
 * The commands that the ATM was given, and what became of them; asked for again every few seconds while one is under
 * way.
 */
export const Tasks = ({
  atmId,
  agentAtmId,
  zone,
  mayPush,
}: {
  readonly atmId: number
  readonly agentAtmId: string
  readonly zone: string | undefined
  readonly mayPush: boolean
}) => {
  const [isBusy, setBusy] = useState(false)
  const query = useDocument(AtmTasksDocument, { atmId, size: SIZE }, { everyMs: isBusy ? POLL_MS : CALM_MS })
  const cancel = useAction(CancelTaskDocument)
  const tasks = query.data?.data.tasks?.content ?? []
  const watched = tasks.some((task) => isWatched(task, query.data?.at ?? 0))
  if (watched !== isBusy) setBusy(watched)
  const takeBack = (task: Task) =>
    cancel.mutate(
      { id: task.id },
      {
        onSuccess: () => sayDone(t('{command} is taken back.', { command: TASK_KINDS[task.kind].label })),
        onError: sayFailed,
      },
    )
  const who = useWho(tasks.flatMap(({ requestedBy, history }) => [requestedBy, ...history.map(({ actor }) => actor)]))
  const total = query.data?.data.tasks?.totalElements ?? 0
  return (
    <Widget
      query={query}
      title={t('Tasks')}
      note={
        total > SIZE
          ? t('newest {size} of {total}', { size: SIZE, total: tn(total, '{n} task', '{n} tasks') })
          : undefined
      }
      link={{ to: PATHS.tasks, search: { atm: agentAtmId } }}
      linkLabel={t('All of this ATM')}
      roots={['tasks']}
      pick={(data) => data.tasks}
      skeleton={<SkeletonRows rows={3} height={20} gap={16} />}
    >
      {({ content }) =>
        content.length === 0 ? (
          <Empty>{t('No command was ever pushed to this ATM.')}</Empty>
        ) : (
          <ol>
            {content.map((task) => (
              <Row
                key={task.id}
                task={task}
                agentAtmId={agentAtmId}
                zone={zone}
                who={who}
                takeBack={mayPush ? takeBack : undefined}
                busy={cancel.isPending}
              />
            ))}
          </ol>
        )
      }
    </Widget>
  )
}
