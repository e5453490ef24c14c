import type { TenantTx } from '../../../db/tenancy.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { atmOf } from '../atms/atms.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { writeRetried } from '../incidents/incident-changes.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { MutationResolvers } from '../schema.gen.ts'
import { listKnownIds } from './atm-import.store.ts'
import { importAtms } from './atm-import.ts'
import { listAtmsLocked, updateReactivated } from './atm-lifecycle.store.ts'
import { auditedLife, type LifecycleEnv, type Retired, retireInTx, tellOthers } from './retire-atms.ts'

const MAX_IDS = 500

/** How people take ATMs out of use, and bring them back. */
export const createLifecycleMutations = (
  { stores }: Pick<ResolverEnv, 'stores'>,
  env: LifecycleEnv,
): Pick<MutationResolvers, 'retireAtm' | 'retireAtms' | 'reactivateAtm' | 'importAtms'> => {
  const shown = (row: AtmRow) => atmOf(row, env.now(), env.connectedWithinMs)

  const retire = async (context: OperationContext, ids: readonly number[]): Promise<ReadonlyMap<number, Retired>> => {
    const { userId } = context.principal
    const work = async (tx: TenantTx) => {
      const all = await retireInTx(tx, ids, userId, env)
      const changes = all.flatMap(({ row: after, before, resolved }) =>
        before === null ? [] : [auditedLife('retireAtm', { before, after, resolved })],
      )
      await context.audit(tx, ...changes)
      return all
    }
    const retired = await writeRetried(context, work, env.random)
    await tellOthers(
      env,
      retired.flatMap(({ row, outcome }) => (outcome === 'DONE' ? [row] : [])),
    )
    return new Map(retired.map((one) => [one.row.id, one]))
  }

  const reactivateLocked = async (tx: TenantTx, id: number, audit: OperationContext['audit']) => {
    const [before] = await listAtmsLocked(tx, [id])
    if (before === undefined) return null
    if (before.mergedIntoId !== null)
      throw new DomainError(
        'CONFLICT',
        `This entry was merged into ATM ${before.mergedIntoId} and is not an ATM any more.`,
      )
    if (before.retiredAt === null) return { row: before, changed: false }
    const row = await updateReactivated(tx, id, env.now())
    await audit(tx, auditedLife('reactivateAtm', { before, after: row }))
    return { row, changed: true }
  }

  const listKnown = (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve(new Set<string>())
      : stores.asPlatform((tx) => listKnownIds(tx, ids), { mode: 'read' })

  return {
    async retireAtm(_source, { id }, context) {
      const retired = (await retire(context, [id])).get(id)
      return retired === undefined ? null : shown(retired.row)
    },
    async retireAtms(_source, { ids }, context) {
      if (ids.length === 0 || ids.length > MAX_IDS) throw badInput('ids', `must name 1 to ${MAX_IDS} ATMs`)
      const distinct = [...new Set(ids)]
      const retired = await retire(context, distinct)
      return distinct.map((id) => {
        const one = retired.get(id)
        return one === undefined
          ? { id, outcome: 'NOT_FOUND', atm: null }
          : { id, outcome: one.outcome, atm: shown(one.row) }
      })
    },
    importAtms: (_source, { file, dryRun }, context) =>
      importAtms({ file, dryRun: dryRun ?? false }, context, { listKnown, handOver: env.handOver }),
    async reactivateAtm(_source, { id }, context) {
      const done = await writeRetried(context, (tx) => reactivateLocked(tx, id, context.audit), env.random)
      if (done === null) return null
      if (done.changed) await tellOthers(env, [done.row])
      return shown(done.row)
    },
  }
}
