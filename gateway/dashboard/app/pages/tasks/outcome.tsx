import type { TasksQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { duration, moment } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './tasks.module.css'

export type TaskRow = NonNullable<TasksQuery['tasks']>['content'][number]

/** After so long without a word from the agent a task is marked; what became of it is not known. */
const QUIET_MS = 5 * 60_000

/** What a task waits for, or what became of it, in a few words. */
export const Outcome = ({ row }: { readonly row: TaskRow }) => {
  const now = useNow()
  const since = (at: string) => duration(now - Date.parse(at))
  switch (row.status) {
    case 'QUEUED':
      return (
        <>
          {t('waits {duration} for the agent; not sent after {time}', {
            duration: since(row.requestedAt),
            time: moment(row.expiresAt),
          })}
        </>
      )
    case 'SENT':
    case 'ACKED': {
      const at = row.sentAt ?? row.requestedAt
      const quiet = now - Date.parse(at) > QUIET_MS
      return (
        <span className={quiet ? styles.quiet : undefined}>
          {row.status === 'SENT'
            ? t('delivered {age} ago', { age: since(at) })
            : t('acknowledged, reported {age} ago', { age: since(at) })}
          {quiet && `; ${t('no report yet')}`}
        </span>
      )
    }
    case 'FAILED':
      return (
        <span className={styles.fault} title={row.error ?? undefined}>
          {row.error ?? t('The agent gave no reason.')}
        </span>
      )
    case 'EXPIRED':
      return <>{t('the agent did not ask before {time}; it was never sent', { time: moment(row.expiresAt) })}</>
    case 'CANCELLED':
      return <>{t('taken back before it was sent')}</>
    case 'SUCCEEDED':
      return row.finishedAt === null
        ? t('done')
        : t('done in {duration}', { duration: duration(Date.parse(row.finishedAt) - Date.parse(row.requestedAt)) })
  }
}
