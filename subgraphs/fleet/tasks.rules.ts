import type { TaskChangeRow, TaskRow, TaskStatus } from '../../db/fleet/task.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { DomainError } from '../kit/common/errors.ts'

/** The name of a user in the history of a task. */
export const actorOf = ({ email, userId }: Principal): string => email ?? userId

/** The name of the platform itself in the history of a task. */
export const PLATFORM_ACTOR = 'platform'

/** An entry of a task's history. */
export const changeOf = (at: Date, actor: string, from: TaskStatus | null, to: TaskStatus): TaskChangeRow => ({
  at: at.toISOString(),
  actor,
  from,
  to,
})

const HOW_IT_STANDS: Readonly<Record<TaskStatus, string>> = {
  QUEUED: 'waits to be sent',
  SENT: 'has been sent to its agent',
  ACKED: 'has been taken up by its agent',
  SUCCEEDED: 'is done',
  FAILED: 'has failed',
  EXPIRED: 'has expired',
  CANCELLED: 'was cancelled',
}

/** @throws DomainError CONFLICT for a task that is not QUEUED any more. */
export const refuseCancel = ({ status }: Pick<TaskRow, 'status'>): never => {
  throw new DomainError(
    'CONFLICT',
    `The task is ${status}: it ${HOW_IT_STANDS[status]}. Only a QUEUED one can be cancelled.`,
  )
}
