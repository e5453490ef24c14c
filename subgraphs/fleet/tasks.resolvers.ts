import type { TaskRow, TaskStatus } from '../../db/fleet/task.ts'
import { pageOf, pageRequest } from '../kit/common/paging.ts'
import { listKey, loadLists, parseKey } from '../kit/graphql/batched-lists.ts'
import { checkFirst } from '../kit/graphql/bounds.rules.ts'
import type { Batch, OperationContext } from '../kit/graphql/context.ts'
import type { AtmMapper } from './mappers.ts'
import type { AtmResolvers, MutationResolvers, QueryResolvers, TaskResolvers } from './schema.gen.ts'
import { updateCancelled } from './task-delivery.store.ts'
import type { createRequestTask } from './task-requests.ts'
import { actorOf, refuseCancel } from './tasks.rules.ts'
import { listTaskPage, listTasksById, listTasksOfAtms, TASK_SORTING } from './tasks.store.ts'

const loadTask: Batch<string, TaskRow> = async (ids, { read }) => {
  const rows = await read((tx) => listTasksById(tx, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null)
}

type TaskListArgs = { readonly first: number; readonly status: TaskStatus | null }

/** The tasks of an ATM; key of `listKey(atmId, TaskListArgs)`. */
const loadTasksOfAtm: Batch<string, TaskRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, TaskListArgs>,
    (atmIds, { first, status }) => read((tx) => listTasksOfAtms(tx, atmIds, status, first)),
    (row) => row.atmId,
  )

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

/** Reads of tasks. */
export const taskQueries: Pick<QueryResolvers, 'tasks' | 'task'> = {
  tasks: async (_source, { page, size, sort, ...given }, { principal, read }) => {
    const request = pageRequest({ page, size, sort: sort ?? null }, TASK_SORTING)
    const filter = {
      status: given.status ?? null,
      kind: given.kind ?? null,
      agentAtmId: textOrNull(given.agentAtmId),
      atmId: given.atmId ?? null,
      requestedFrom: given.requestedFrom ?? null,
      requestedTo: given.requestedTo ?? null,
    }
    const { rows, total } = await read((tx) => listTaskPage(tx, principal, filter, request))
    return pageOf(rows, total, request)
  },
  task: (_source, { id }, { loader }) => loader(loadTask).load(id),
}

const cancelTask = (id: string, { principal, write, now, audit }: OperationContext): Promise<TaskRow | null> =>
  write(async (tx) => {
    const cancelled = await updateCancelled(tx, id, actorOf(principal), now())
    if (cancelled !== null) {
      await audit(tx, {
        action: 'cancelTask',
        subjectType: 'Task',
        subjectId: cancelled.id,
        institutionKey: cancelled.institutionKey,
        before: { status: 'QUEUED' },
        after: { status: cancelled.status, agentAtmId: cancelled.agentAtmId, kind: cancelled.kind },
      })
      return cancelled
    }
    const [known] = await listTasksById(tx, [id])
    return known === undefined ? null : refuseCancel(known)
  })

/** What callers do with tasks. */
export const createTaskMutations = (
  requestTask: ReturnType<typeof createRequestTask>,
): Pick<MutationResolvers, 'createTask' | 'cancelTask'> => ({
  createTask: (_source, { task, idempotencyKey }, context) => requestTask(task, idempotencyKey, context),
  cancelTask: (_source, { id }, context) => cancelTask(id, context),
})

/** The reference to an ATM. */
const atmOf = (id: number): AtmMapper => ({ id })

/** What hangs on a task. */
export const taskFields: TaskResolvers = {
  __resolveReference: ({ id }, { loader }) => loader(loadTask).load(id),
  atm: (task) => ('atmId' in task ? atmOf(task.atmId) : null),
}

/** The fleet's part of an ATM; its list is one statement, however many ATMs ask for it. */
export const atmFields: AtmResolvers = {
  __resolveReference: ({ id }) => atmOf(id),
  tasks: async ({ id }, { first, status }, { loader }) =>
    (await loader(loadTasksOfAtm).load(listKey(id, { first: checkFirst(first), status: status ?? null }))) ?? [],
}
