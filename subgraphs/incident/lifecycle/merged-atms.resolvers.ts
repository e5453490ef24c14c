import type { TenantTx } from '../../../db/tenancy.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import { atmOf } from '../atms/atms.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { writeRetried } from '../incidents/incident-changes.ts'
import type { AtmResolvers, MutationResolvers } from '../schema.gen.ts'
import { listAtmsLocked, listMergedEntries, updateMerged } from './atm-lifecycle.store.ts'
import { auditedLife, type LifecycleEnv, retireInTx, tellOthers } from './retire-atms.ts'

/**
 * Whether an entry is to be merged into an ATM; false where it is already.
 * @throws DomainError BAD_USER_INPUT for an ATM that it cannot be, CONFLICT for one that is out of use.
 */
const isNewMerge = (entry: AtmRow, into: AtmRow | null): boolean => {
  if (into === null) throw badInput('intoId', 'must be an ATM that you see')
  if (into.id === entry.id) throw badInput('intoId', 'must be another ATM')
  if (into.institutionKey !== entry.institutionKey) throw badInput('intoId', 'must be of the same institution')
  if (entry.mergedIntoId === into.id) return false
  if (into.mergedIntoId !== null)
    throw new DomainError('CONFLICT', `The ATM to merge into was merged into ATM ${into.mergedIntoId} itself.`)
  if (into.retiredAt !== null)
    throw new DomainError('CONFLICT', 'The ATM to merge into is retired; reactivate it first.')
  return true
}

/** How people say that an entry is another ATM. */
export const createMergeMutations = (env: LifecycleEnv): Pick<MutationResolvers, 'mergeAtm'> => {
  const mergeLocked = async (
    tx: TenantTx,
    ids: { id: number; intoId: number },
    { principal: { userId }, audit }: Pick<OperationContext, 'principal' | 'audit'>,
  ) => {
    // With the entries that go along, which change too.
    const along = (await listMergedEntries(tx, [ids.id])).map(({ id }) => id)
    const locked = new Map((await listAtmsLocked(tx, [ids.id, ids.intoId, ...along])).map((row) => [row.id, row]))
    const entry = locked.get(ids.id)
    if (entry === undefined) return null
    if (!isNewMerge(entry, locked.get(ids.intoId) ?? null)) return { entry, changed: [] }
    const [retired] = await retireInTx(tx, [ids.id], userId, env, ids.intoId)
    const changed = await updateMerged(tx, ids, { userId, now: env.now() })
    const changes = changed.map((after) =>
      after.id === ids.id
        ? auditedLife('mergeAtm', { before: entry, after, resolved: retired?.resolved ?? [] })
        : auditedLife('mergeAtm', { before: { ...after, mergedIntoId: ids.id }, after }),
    )
    await audit(tx, ...changes)
    return { entry: changed.find(({ id }) => id === ids.id) ?? entry, changed }
  }

  return {
    async mergeAtm(_source, { id, intoId }, context) {
      const merged = await writeRetried(context, (tx) => mergeLocked(tx, { id, intoId }, context), env.random)
      if (merged === null) return null
      await tellOthers(env, merged.changed)
      return atmOf(merged.entry, env.now(), env.connectedWithinMs)
    },
  }
}

const loadMergedEntries: LoadMany<number, AtmRow[]> = async (atmIds, { read }) => {
  const rows = await read((tx) => listMergedEntries(tx, atmIds))
  return atmIds.map((id) => rows.filter(({ mergedIntoId }) => mergedIntoId === id))
}

/** The entries that turned out to be an ATM. */
export const createMergedFields = (connectedWithinMs: number): Pick<AtmResolvers, 'mergedEntries'> => ({
  async mergedEntries({ id }, _args, context) {
    const rows = (await context.loader(loadMergedEntries).load(id)) ?? []
    return rows.map((row) => atmOf(row, context.now(), connectedWithinMs))
  },
})
