import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { listRetired } from '../retired-atms.store.ts'
import { listGrantedInstitutions } from '../task-permissions.store.ts'
import { MAX_RECENT, MAX_WAITING, RECENT_MS } from '../task-requests.rules.ts'
import { skipReasonOf } from './gates.rules.ts'
import {
  countRolloutAtms,
  insertSelected,
  insertTasks,
  type LookedUp,
  listBurdened,
  listUnknown,
  listWaiting,
  type NewTask,
  updateDeferred,
  updateLookedUp,
  updateSkipped,
  updateStages,
} from './rollout-atms.store.ts'
import { findRolloutLocked, updateRollout } from './rollouts.store.ts'
import type { AtmSelector, FoundAtm } from './selected-atms.ts'
import { boundsOf, sizesOf } from './stages.rules.ts'

/** What a step of a rollout takes. */
export type StepEnv = { readonly stores: Stores; readonly atms: AtmSelector; now(): Date; newId(): string }

/** ATMs that are looked up at once. */
const LOOKUP_BATCH = 1_000
/** Tasks of one transaction: it holds a lock for each of their ATMs. */
const TASKS_PER_TRANSACTION = 500
/** When an ATM that has as many tasks as it may have is looked at again. */
const DEFERRED_MS = 60_000
/** When a rollout whose waiting ATMs all have as many tasks as they may have is looked at again. */
const WAITING_MS = 2_000

/** What the gates say of ATMs: of those that were asked for by their agent ids, or of those that were selected. */
const judge = async (
  tx: PlatformTx,
  row: RolloutRow,
  asked: readonly string[],
  found: readonly FoundAtm[],
): Promise<LookedUp[]> => {
  const granted = new Set(row.byCustomer ? await listGrantedInstitutions(tx, row.kind, row.scope ?? []) : [])
  const byAgent = new Map(found.map((atm) => [atm.agentAtmId, atm]))
  return asked.map((agentAtmId) => {
    const atm = byAgent.get(agentAtmId) ?? null
    const skipped = skipReasonOf(row, atm, granted)
    // Of an ATM that is not the caller's nothing is kept but the id that the caller gave.
    return atm === null || skipped === 'NOT_FOUND'
      ? { agentAtmId, atmId: null, institutionKey: null, skipped }
      : { agentAtmId, atmId: atm.atmId, institutionKey: atm.institutionKey, skipped }
  })
}

/** Divides the ATMs of a rollout into stages, the first of which begins. */
const divide = async (tx: PlatformTx, row: RolloutRow, at: Date): Promise<void> => {
  const { atms, skipped, institutions } = await countRolloutAtms(tx, row.id)
  await updateStages(tx, row.id, boundsOf(atms, row.stages))
  await updateRollout(tx, row.id, {
    preparedAt: at,
    atms,
    skipped,
    stageAtms: sizesOf(atms, row.stages),
    stageOpenedAt: [at],
    nextAt: at,
    // Who asked sees it in any case.
    ...(institutions.length > 0 ? { institutions: [...institutions] } : {}),
  })
}

const isAsBefore = (row: RolloutRow | null, before: RolloutRow): row is RolloutRow =>
  row !== null && row.status === 'RUNNING' && row.preparedAt === null && row.afterAtmId === before.afterAtmId

/** Looks up some ATMs of a rollout; when there are no more, divides them into stages. */
export const prepareSome = async (env: StepEnv, before: RolloutRow): Promise<void> => {
  const { id, filter, scope, afterAtmId } = before
  const listed = filter === null ? await env.stores.asPlatform((tx) => listUnknown(tx, id, LOOKUP_BATCH)) : []
  const found =
    filter !== null
      ? await env.atms.listAfter({ filter, scope }, afterAtmId, LOOKUP_BATCH)
      : listed.length === 0
        ? []
        : await env.atms.findByAgentIds(listed)
  await env.stores.asPlatform(async (tx) => {
    const at = env.now()
    const row = await findRolloutLocked(tx, id)
    // Another process was faster, or it was paused meanwhile.
    if (!isAsBefore(row, before)) return
    if (filter === null) {
      if (listed.length === 0) return divide(tx, row, at)
      await updateLookedUp(tx, id, await judge(tx, row, listed, found))
      await updateRollout(tx, id, { nextAt: at })
      return
    }
    const last = found.at(-1)
    if (last === undefined) return divide(tx, row, at)
    const asked = found.map(({ agentAtmId }) => agentAtmId)
    await insertSelected(tx, id, await judge(tx, row, asked, found), at)
    await updateRollout(tx, id, { afterAtmId: last.atmId, nextAt: at })
  })
}

const isCommanded = (atm: LookedUp): atm is LookedUp & { readonly atmId: number } =>
  atm.skipped === null && atm.atmId !== null

/** Makes tasks for some ATMs of the open stages; the gates are looked at again, as they may be closed by now. */
export const makeTasks = async (env: StepEnv, { id, stageOpenedAt }: RolloutRow): Promise<void> => {
  const wanted = { upTo: stageOpenedAt.length, at: env.now(), limit: TASKS_PER_TRANSACTION }
  const asked = await env.stores.asPlatform((tx) => listWaiting(tx, id, wanted), { mode: 'read' })
  const found = asked.length === 0 ? [] : await env.atms.findByAgentIds(asked)
  await env.stores.asPlatform(async (tx) => {
    const row = await findRolloutLocked(tx, id)
    if (row === null || row.status !== 'RUNNING') return
    const judged = await judge(tx, row, asked, found)
    const at = env.now()
    const after = new Date(at.getTime() - RECENT_MS)
    const agents = judged.filter(isCommanded).map(({ agentAtmId }) => agentAtmId)
    const burdened = await listBurdened(tx, agents, { at, after, waiting: MAX_WAITING, recent: MAX_RECENT })
    // Under the locks that were just taken: what is retired from now on finds the tasks and cancels them.
    const retired = await listRetired(tx, found)
    const settled = judged.map(
      (atm): LookedUp => (retired.has(atm.agentAtmId) ? { ...atm, skipped: 'NOT_FOUND' } : atm),
    )
    const since = new Map(found.map(({ agentAtmId, reactivatedAt }) => [agentAtmId, reactivatedAt]))
    const tasks: NewTask[] = settled
      .filter(isCommanded)
      .filter(({ agentAtmId }) => !burdened.has(agentAtmId))
      .map((atm) => ({ ...atm, taskId: env.newId(), atmReactivatedAt: since.get(atm.agentAtmId) ?? null }))
    await insertTasks(tx, row, tasks, at)
    const refused = settled.filter(({ skipped }) => skipped !== null)
    const skipped = row.skipped + (await updateSkipped(tx, id, refused))
    await updateDeferred(tx, id, [...burdened], new Date(at.getTime() + DEFERRED_MS))
    const keys = tasks.map(({ institutionKey }) => institutionKey ?? '')
    await updateRollout(tx, id, {
      skipped,
      institutions: [...new Set([...row.institutions, ...keys])],
      nextAt: asked.length === 0 ? new Date(at.getTime() + WAITING_MS) : at,
    })
  })
}
