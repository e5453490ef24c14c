import type { TaskRow, TaskStatus } from '../../db/fleet/task.ts'
import type { Stores } from '../../db/tenancy.ts'
import { pageOf, pageRequest } from '../kit/common/paging.ts'
import { textOrNull } from '../kit/common/texts.rules.ts'
import { listKey, loadLists, parseKey } from '../kit/graphql/batched-lists.ts'
import { checkFirst } from '../kit/graphql/bounds.rules.ts'
import type { LoadMany, OperationContext } from '../kit/graphql/context.ts'
import { csvFileName } from '../kit/rest/csv.rules.ts'
import { type CsvSource, checkFormat, createCsvAnswers } from '../kit/rest/csv.ts'
import type { AtmMapper } from './mappers.ts'
import type { AtmResolvers, MutationResolvers, QueryResolvers, QueryTasksCsvArgs, TaskResolvers } from './schema.gen.ts'
import { updateCancelled } from './task-delivery.store.ts'
import type { createRequestTask } from './task-requests.ts'
import { actorOf, refuseCancel } from './tasks.rules.ts'
import {
  listTaskPage,
  listTasksAfter,
  listTasksById,
  listTasksOfAtms,
  TASK_SORTING,
  type TaskFilter,
} from './tasks.store.ts'

const loadTask: LoadMany<string, TaskRow> = async (ids, { read }) => {
  const rows = await read((tx) => listTasksById(tx, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

type TaskListArgs = { readonly first: number; readonly status: TaskStatus | null }

/** The tasks of an ATM; key of `listKey(atmId, TaskListArgs)`. */
const loadTasksOfAtm: LoadMany<string, TaskRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, TaskListArgs>,
    (atmIds, { first, status }) => read((tx) => listTasksOfAtms(tx, atmIds, status, first)),
    (row) => row.atmId,
  )

const filterOf = (given: QueryTasksCsvArgs): TaskFilter => ({
  status: given.status ?? null,
  kind: given.kind ?? null,
  agentAtmId: textOrNull(given.agentAtmId),
  atmId: given.atmId ?? null,
  requestedFrom: given.requestedFrom ?? null,
  requestedTo: given.requestedTo ?? null,
  finishedFrom: given.finishedFrom ?? null,
  finishedTo: given.finishedTo ?? null,
})

const jsonText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

const COLUMNS: CsvSource<TaskRow>['columns'] = [
  ['id', ({ id }) => id],
  ['institutionKey', ({ institutionKey }) => institutionKey],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId],
  ['atmId', ({ atmId }) => atmId],
  ['kind', ({ kind }) => kind],
  ['params', ({ params }) => jsonText(params)],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['requestedBy', ({ requestedBy }) => requestedBy],
  ['requestedAt', ({ requestedAt }) => requestedAt],
  ['expiresAt', ({ expiresAt }) => expiresAt],
  ['sentAt', ({ sentAt }) => sentAt],
  ['finishedAt', ({ finishedAt }) => finishedAt],
  ['result', ({ result }) => jsonText(result)],
  ['error', ({ error }) => error],
]

/** Reads of tasks. */
export const createTaskQueries = (stores: Stores): Pick<QueryResolvers, 'tasks' | 'tasksCsv' | 'task'> => {
  const answerCsv = createCsvAnswers()
  return {
    tasks: async (_source, { page, size, sort, format, ...given }, { principal, read }) => {
      checkFormat(format)
      const request = pageRequest({ page, size, sort: sort ?? null }, TASK_SORTING)
      const { rows, total } = await read((tx) => listTaskPage(tx, principal, filterOf(given), request))
      return pageOf(rows, total, request)
    },
    tasksCsv(_source, given, context) {
      const { principal, now } = context
      return answerCsv<TaskRow>(
        {
          fileName: csvFileName('tasks', now()),
          columns: COLUMNS,
          read: (before, limit) =>
            stores.inTenant(principal, (tx) => listTasksAfter(tx, principal, filterOf(given), { before, limit }), {
              mode: 'read',
            }),
        },
        context,
      )
    },
    task: (_source, { id }, { loader }) => loader(loadTask).load(id),
  }
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
