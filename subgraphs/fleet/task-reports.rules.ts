import { isDeepStrictEqual } from 'node:util'
import type { TaskRow, TaskStatus } from '../../db/fleet/task.ts'
import { findBodyFault } from '../domain/body-faults.rules.ts'
import { maskBeginning, maskCardNumbersDeep } from '../kit/cards/card-numbers.ts'
import { badInputs, DomainError } from '../kit/common/errors.ts'

const MAX_RESULT_BYTES = 16 * 1024
const MAX_ERROR_CHARS = 2_000

type Status = 'ACKED' | 'SUCCEEDED' | 'FAILED'

/** What an agent did with a task, as it is stored; null where it reports nothing. */
export type Report = { readonly status: Status; readonly result: unknown; readonly error: string | null }

type GivenReport = {
  readonly status: Status
  readonly result?: unknown
  readonly error?: string | null | undefined
}

/**
 * A report with card numbers masked and its error cut.
 * @throws DomainError BAD_USER_INPUT for a result that is too large or that no store can hold.
 */
export const reportOf = ({ status, result, error }: GivenReport): Report => {
  const fault = findBodyFault({ result, error })
  if (fault !== null) throw badInputs([fault])
  if (Buffer.byteLength(JSON.stringify(result ?? null)) > MAX_RESULT_BYTES)
    throw badInputs([{ field: 'result', message: `must be ${MAX_RESULT_BYTES / 1024} KiB of JSON or less` }])
  return {
    status,
    result: maskCardNumbersDeep(result ?? null),
    error: error === null || error === undefined ? null : maskBeginning(error, MAX_ERROR_CHARS),
  }
}

/** Whose task a report may be of. */
export type Reporter = { readonly agentAtmId: string | null; readonly institutionKey: string | null }

type Owned = Pick<TaskRow, 'agentAtmId' | 'institutionKey'>

/**
 * Whether the task is the agent's: of its institution and, where it speaks for one ATM, of that. A task that was made
 * when its ATM had no institution yet belongs to the institution that the ATM's agent has by now.
 */
export const isOwnTask = (task: Owned, { agentAtmId, institutionKey }: Reporter): boolean =>
  (task.institutionKey === null || task.institutionKey === institutionKey) &&
  (agentAtmId === null || task.agentAtmId === agentAtmId)

/** From where an agent's report leads on. */
const NEXT: Partial<Record<TaskStatus, readonly TaskStatus[]>> = {
  SENT: ['ACKED', 'SUCCEEDED', 'FAILED'],
  ACKED: ['SUCCEEDED', 'FAILED'],
}

const reportsTheSame = (task: Pick<TaskRow, 'status' | 'result' | 'error'>, report: Report): boolean =>
  task.status === report.status &&
  (report.result === null || isDeepStrictEqual(task.result, report.result)) &&
  (report.error === null || task.error === report.error)

/**
 * What a report changes: `CHANGE`, or `NOTHING` where it is known already.
 * @throws DomainError CONFLICT for a task that was never sent, and for one that ended otherwise.
 */
export const effectOf = (task: Pick<TaskRow, 'status' | 'result' | 'error'>, report: Report): 'CHANGE' | 'NOTHING' => {
  if (NEXT[task.status]?.includes(report.status)) return 'CHANGE'
  // A repeated acknowledgement changes nothing, whatever else is reported with it.
  if (task.status === 'ACKED' || reportsTheSame(task, report)) return 'NOTHING'
  const ended = task.status === 'SUCCEEDED' || task.status === 'FAILED'
  const why = ended ? 'its agent has reported something else of it already' : 'it was not sent to its agent'
  throw new DomainError('CONFLICT', `The task is ${task.status}: ${why}.`)
}
