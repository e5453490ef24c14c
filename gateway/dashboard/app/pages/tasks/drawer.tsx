import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { asBeginning, useWho } from '../../api/people.ts'
import { useRole } from '../../api/session.ts'
import { CancelTaskDocument, TaskDocument } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayTime, fullTime } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { JsonText } from '../../ui/text/json-text.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import styles from './drawer.module.css'
import { TASK_KINDS } from './kinds.rules.ts'
import { type OpenTask, TaskHistory } from './task-history.tsx'

const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {dayTime(at)}
  </time>
)

type DetailsProps = { readonly task: OpenTask; readonly who: (userId: string | null) => string }

const Details = ({ task, who }: DetailsProps) => (
  <dl className={styles.details}>
    <dt>{t('ATM')}</dt>
    <dd>
      <AtmCell atmId={task.atmId} agentAtmId={task.agentAtmId} atm={task.atm} />
    </dd>
    <dt>{t('Institution')}</dt>
    <dd>{task.institutionKey ?? t('none')}</dd>
    <dt>{t('Asked by')}</dt>
    <dd>
      {rich('{person}, {time}', { person: asBeginning(who(task.requestedBy)), time: <Moment at={task.requestedAt} /> })}
    </dd>
    <dt>{t('Reason')}</dt>
    <dd>{task.reason ?? <span className={styles.none}>{t('none given')}</span>}</dd>
    <dt>{t('Not sent after')}</dt>
    <dd>
      <Moment at={task.expiresAt} />
    </dd>
    <dt>{t('Id')}</dt>
    <dd className="id">{task.id}</dd>
  </dl>
)

const Cancel = ({ id, onFailed }: { readonly id: string; readonly onFailed: () => void }) => {
  const cancel = useAction(CancelTaskDocument)
  return (
    <button
      type="button"
      className="button"
      disabled={cancel.isPending}
      onClick={() =>
        cancel.mutate(
          { id },
          {
            onSuccess: () => sayDone(t('The task is cancelled; it was not sent.')),
            onError: (error) => {
              sayFailed(error)
              onFailed()
            },
          },
        )
      }
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
      {t('Cancel this task')}
    </button>
  )
}

const WhyEnded = ({ status, error }: Pick<OpenTask, 'status' | 'error'>) => {
  const why = status === 'CANCELLED' ? t('Why it was cancelled') : t('Why it failed')
  return error === null ? null : (
    <section className={styles.error} aria-label={why}>
      <h3>{why}</h3>
      <p>{error}</p>
    </section>
  )
}

const Facts = ({ task }: { readonly task: OpenTask }) => {
  const who = useWho([task.requestedBy, ...task.history.map(({ actor }) => actor)])
  return (
    <>
      <WhyEnded status={task.status} error={task.error} />
      <TaskHistory task={task} who={who} />
      <Details task={task} who={who} />
      {task.params !== null && <JsonText title={t('Params')} value={task.params} />}
      {task.result !== null && <JsonText title={t('Result reported by the agent')} value={task.result} />}
    </>
  )
}

/** One task beside the list: its course, what it is, and what became of it; it is asked for again while it runs. */
export const Drawer = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const [ended, setEnded] = useState<string>()
  const mayCancel = useRole('CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN')
  const query = useDocument(TaskDocument, { id }, { everyMs: ended === id ? 60_000 : 3_000 })
  const task = query.isPlaceholderData ? undefined : query.data?.data.task
  if (task && task.finishedAt !== null && ended !== id) setEnded(id)
  const title = task
    ? t('{command} of {atm}', { command: TASK_KINDS[task.kind].label, atm: task.agentAtmId })
    : t('Task')
  const isGone = task === null && query.data?.faults.length === 0
  return (
    <Dialog title={title} close={close} side="right">
      {isGone ? (
        <Empty>{t('There is no such task, or it is not for an ATM of yours.')}</Empty>
      ) : (
        <Loaded
          query={query}
          what={t('The task')}
          roots={['task']}
          pick={(data) => data.task}
          skeleton={<SkeletonRows rows={9} height={22} gap={14} />}
        >
          {(shown) => <Facts task={shown} />}
        </Loaded>
      )}
      <div className={styles.actions}>
        <CopyLink />
        {task?.status === 'QUEUED' && mayCancel && <Cancel id={id} onFailed={() => void query.refetch()} />}
      </div>
    </Dialog>
  )
}
