import { INSTITUTION_KEY_WORDS, isInstitutionKey } from '../kit/auth/identifiers.rules.ts'
import { badInput } from '../kit/common/errors.ts'
import type { LoadMany } from '../kit/graphql/context.ts'
import { readIfMatch } from '../kit/rest/preconditions.rules.ts'
import type { MutationResolvers, QueryResolvers } from './schema.gen.ts'
import { checkOwnInstitution, grantableSet, mayPushAny, TASK_KINDS, tagOf } from './task-permissions.rules.ts'
import {
  findVersionToWrite,
  type GrantSet,
  listAllGrants,
  listGrantedKinds,
  listGrantSets,
  listWrittenSets,
  updateGrants,
} from './task-permissions.store.ts'
import { actorOf } from './tasks.rules.ts'

/** A set and its tag are read together, so that no set is returned with the tag of another. */
const loadGrantSet: LoadMany<string, GrantSet> = async (keys, { read }) => {
  const sets = await read((tx) => listGrantSets(tx, keys))
  return keys.map((key) => sets.get(key) ?? null)
}

/** Reads of grants. */
export const permissionQueries: Pick<
  QueryResolvers,
  'myTaskKinds' | 'taskPermissions' | 'taskPermissionsTag' | 'allTaskPermissions' | 'taskPermissionSets'
> = {
  myTaskKinds: (_source, _args, { principal, read }) => {
    if (principal.role === 'CUSTOMER') return read((tx) => listGrantedKinds(tx, principal))
    return mayPushAny(principal) ? [...TASK_KINDS] : []
  },
  taskPermissions: async (_source, { key }, { principal, loader }) => {
    checkOwnInstitution(principal, key)
    return (await loader(loadGrantSet).load(key))?.grants ?? []
  },
  taskPermissionsTag: async (_source, { key }, { principal, loader }) => {
    checkOwnInstitution(principal, key)
    return tagOf((await loader(loadGrantSet).load(key))?.version ?? 0)
  },
  allTaskPermissions: (_source, _args, { principal, read }) => read((tx) => listAllGrants(tx, principal)),
  taskPermissionSets: async (_source, _args, { principal, read }) => {
    const sets = await read((tx) => listWrittenSets(tx, principal))
    return sets.map(({ version, kinds, ...set }) => ({ ...set, kinds: [...kinds], tag: tagOf(version) }))
  },
}

/** Writes of grants. */
export const permissionMutations: Pick<MutationResolvers, 'setTaskPermissions'> = {
  setTaskPermissions: async (_source, { key, kinds, ifMatch }, { principal, write, now, audit }) => {
    const set = grantableSet(kinds)
    const checkSeen = readIfMatch(ifMatch)
    if (!isInstitutionKey(key) || key === 'mine') throw badInput('key', INSTITUTION_KEY_WORDS)
    checkOwnInstitution(principal, key)
    return write(async (tx) => {
      const version = await findVersionToWrite(tx, key)
      checkSeen(tagOf(version))
      // Now, and not at the time of the request: a writer that waited for the lock wrote later.
      const grantedAt = now()
      const grantedBy = actorOf(principal)
      const before = (await listGrantSets(tx, [key])).get(key)?.grants.map(({ taskKind }) => taskKind) ?? []
      const grants = set.map((taskKind) => ({ institutionKey: key, taskKind, grantedBy, grantedAt }))
      await updateGrants(tx, key, { version: version + 1, grants, writtenBy: grantedBy, writtenAt: grantedAt })
      await audit(tx, {
        action: 'setTaskPermissions',
        subjectType: 'TaskPermissions',
        subjectId: key,
        institutionKey: key,
        before: { kinds: before.toSorted() },
        after: { kinds: set.toSorted() },
      })
      return grants
    })
  },
}
