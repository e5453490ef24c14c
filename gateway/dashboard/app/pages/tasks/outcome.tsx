import type { TasksQuery } from '../../gql/graphql.gen.ts'
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
          waits {since(row.requestedAt)} for the agent; not sent after {moment(row.expiresAt)}
        </>
      )
    case 'SENT':
    case 'ACKED': {
      const at = row.sentAt ?? row.requestedAt
      const quiet = now - Date.parse(at) > QUIET_MS
      return (
        <span className={quiet ? styles.quiet : undefined}>
          {row.status === 'SENT' ? 'delivered' : 'acknowledged, reported'} {since(at)} ago{quiet && '; no report yet'}
        </span>
      )
    }
    case 'FAILED':
      return (
        <span className={styles.fault} title={row.error ?? undefined}>
          {row.error ?? 'The agent gave no reason.'}
        </span>
      )
    case 'EXPIRED':
      return <>the agent did not ask before {moment(row.expiresAt)}; it was never sent</>
    case 'CANCELLED':
      return <>taken back before it was sent</>
    case 'SUCCEEDED':
      return row.finishedAt === null ? (
        <>done</>
      ) : (
        <>done in {duration(Date.parse(row.finishedAt) - Date.parse(row.requestedAt))}</>
      )
  }
}
