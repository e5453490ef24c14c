import { badInput } from '../kit/errors.ts'
import { isInstitutionKey } from '../kit/institution-key.rules.ts'
import type { MutationResolvers, QueryResolvers } from './schema.gen.ts'
import { checkOwnInstitution, grantableSet, mayPushAny, TASK_KINDS } from './task-permissions.rules.ts'
import { listGrantedKinds, listGrants, updateGrants } from './task-permissions.store.ts'
import { actorOf } from './tasks.rules.ts'

/** Reads of grants. */
export const permissionQueries: Pick<QueryResolvers, 'myTaskKinds' | 'taskPermissions'> = {
  myTaskKinds: (_source, _args, { principal, read }) => {
    if (principal.role === 'CUSTOMER') return read(listGrantedKinds)
    return mayPushAny(principal) ? [...TASK_KINDS] : []
  },
  taskPermissions: (_source, { key }, { principal, read }) => {
    checkOwnInstitution(principal, key)
    return read((tx) => listGrants(tx, key))
  },
}

/** Writes of grants. */
export const permissionMutations: Pick<MutationResolvers, 'setTaskPermissions'> = {
  setTaskPermissions: async (_source, { key, kinds }, { principal, write, now }) => {
    const set = grantableSet(kinds)
    if (!isInstitutionKey(key) || key === 'mine') throw badInput('key', 'must be the key of one institution')
    checkOwnInstitution(principal, key)
    const grantedAt = now()
    const rows = set.map((taskKind) => ({ institutionKey: key, taskKind, grantedBy: actorOf(principal), grantedAt }))
    await write((tx) => updateGrants(tx, key, rows))
    return rows
  },
}
