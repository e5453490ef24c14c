import type { TaskQuery, TaskStatus } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { duration, fullTime, moment, momentSeconds } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './drawer.module.css'
import { StatusGlyph, TASK_STATUSES } from './status.tsx'

export type OpenTask = NonNullable<TaskQuery['task']>

/** What is awaited next, by the status of a task; null where nothing is. */
const nextOf = (task: OpenTask): string | null =>
  ({
    QUEUED: t('Waits for the agent to ask; never sent after {time}.', { time: moment(task.expiresAt) }),
    SENT: t('Delivered to the agent, which has not acknowledged it yet.'),
    ACKED: t('Acknowledged by the agent, which has not reported the outcome yet.'),
    SUCCEEDED: null,
    FAILED: null,
    EXPIRED: null,
    CANCELLED: null,
  })[task.status]

/** Who changed a task: a person, its ATM's agent or the platform. */
export const actorOf = (
  actor: string,
  { agentAtmId }: { readonly agentAtmId: string },
  who: (userId: string | null) => string,
): string =>
  actor === 'platform'
    ? t('the platform')
    : actor === agentAtmId
      ? t('the agent of {atm}', { atm: agentAtmId })
      : who(actor)

type StepProps = {
  readonly status: TaskStatus
  readonly at: string
  /** Who did it, in words. */
  readonly by: string
  readonly tookMs: number | null
}

const Step = ({ status, at, by, tookMs }: StepProps) => (
  <li className={styles.step}>
    <StatusGlyph status={status} size={18} />
    <span>
      <b>{TASK_STATUSES[status].label}</b>
      <small>{t('by {person}', { person: by })}</small>
    </span>
    <span className={styles.when}>
      <time dateTime={at} title={fullTime(at)}>
        {momentSeconds(at)}
      </time>
      {tookMs !== null && (
        <small>{tookMs < 500 ? t('at once') : t('after {duration}', { duration: duration(tookMs) })}</small>
      )}
    </span>
  </li>
)

/** What happened to a task, in order, and what is awaited. */
export const TaskHistory = ({
  task,
  who,
}: {
  readonly task: OpenTask
  readonly who: (userId: string | null) => string
}) => {
  const now = useNow()
  const next = nextOf(task)
  const last = task.history.at(-1)
  return (
    <ol className={styles.course} aria-label={t('What happened to it')} aria-live="polite">
      {task.history.map((step, index) => {
        const before = task.history[index - 1]
        return (
          <Step
            key={`${step.at} ${step.to}`}
            status={step.to}
            at={step.at}
            by={actorOf(step.actor, task, who)}
            tookMs={before === undefined ? null : Date.parse(step.at) - Date.parse(before.at)}
          />
        )
      })}
      {next !== null && (
        <li className={styles.step} data-awaited>
          <span className={styles.dot} />
          <span>{next}</span>
          {last !== undefined && (
            <span className={styles.when}>
              <small>{t('for {duration}', { duration: duration(now - Date.parse(last.at)) })}</small>
            </span>
          )}
        </li>
      )}
    </ol>
  )
}
