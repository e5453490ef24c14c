import type { TaskKind, TaskStatus } from '../../gql/graphql.gen.ts'
import { countOf, instantIn, sortOf, textOf, wordOf } from '../../search.ts'

/** The columns that the list sorts by. */
export const SORTS = ['requestedAt', 'kind', 'status', 'agentAtmId'] as const
/** Newest first is what an address without a sort shows. */
export const USUAL_SORT = '-requestedAt'

/** The course of a task, and its ends. */
export const STATUSES = [
  'QUEUED',
  'SENT',
  'ACKED',
  'SUCCEEDED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
] as const satisfies readonly TaskStatus[]

/** The kinds, those first that customers can be granted. */
export const KINDS = [
  'REBOOT',
  'RESTART_AGENT',
  'CONFIG_UPDATE',
  'INSTALL_MODULE',
  'UPDATE_AGENT',
  'PACKET_CAPTURE',
] as const satisfies readonly TaskKind[]

/** What the address of the list of tasks holds. */
export type TasksSearch = {
  readonly status?: TaskStatus
  readonly kind?: TaskKind
  /** The agent's textual id of the ATM. */
  readonly atm?: string
  /** The instants between which it ended, such as `2026-11-20T03:00:00.000Z`. */
  readonly endedSince?: string
  readonly endedUntil?: string
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
  /** The task that is open beside the list. */
  readonly task?: string
  /** True while the form for a new task is open; for the ATM of the filter, if there is one. */
  readonly push?: true
}

export const readSearch = (search: Record<string, unknown>): TasksSearch => {
  const task = textOf(search.task)
  const sort = sortOf(SORTS, search.sort)
  return {
    status: wordOf(STATUSES, search.status),
    kind: wordOf(KINDS, search.kind),
    atm: textOf(search.atm),
    endedSince: instantIn(search.endedSince),
    endedUntil: instantIn(search.endedUntil),
    sort: sort === USUAL_SORT ? undefined : sort,
    page: countOf(search.page, 2),
    task: task !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(task) ? task : undefined,
    push: search.push === true || search.push === 'true' ? true : undefined,
  }
}
