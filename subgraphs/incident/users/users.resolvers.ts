import type { Stores } from '../../../db/tenancy.ts'
import { INSTITUTION_KEY_WORDS, isInstitutionKey } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { MAX_USERS_A_REPORT } from '../../kit/auth/seen-users.ts'
import { badInput } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { inOrder } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import type { MutationResolvers, QueryResolvers, User } from '../schema.gen.ts'
import type { Receiver } from './receivers.rules.ts'
import { findLeftAt, listUserPage, listUsersById, USER_SORTING, type UserRow, upsertUsers } from './users.store.ts'

/** A user as a caller sees them: the addresses of the operator's people, and other institutions, are none of theirs. */
const userOf = (row: UserRow, { unrestricted, institutions }: Principal): User => ({
  userId: row.userId,
  name: row.name,
  email: row.unrestricted && !unrestricted ? null : row.email,
  institutions: unrestricted ? row.institutions : row.institutions.filter((key) => institutions.includes(key)),
  lastSeenAt: row.lastSeenAt,
})

/** A user by id; null for one whom the caller does not see. */
const loadUser: LoadMany<string, UserRow> = async (userIds, { read }) =>
  inOrder(userIds, await read((tx) => listUsersById(tx, userIds)), (row) => row.userId)

/** The user of an id as the caller sees them; null without an id, and for one whom the caller does not see. */
export const findUser = async (userId: string | null | undefined, context: OperationContext): Promise<User | null> => {
  if (userId === null || userId === undefined) return null
  const row = await context.loader(loadUser).load(userId)
  return row === null ? null : userOf(row, context.principal)
}

/**
 * Who is to be given incidents: the caller, or somebody whom the caller sees in the directory of users.
 * @throws DomainError BAD_USER_INPUT for anybody else.
 */
export const findReceiver = async (userId: string, { principal, read }: OperationContext): Promise<Receiver> => {
  // The directory may not have heard of the caller yet.
  if (userId === principal.userId) return principal
  const [row] = await read((tx) => listUsersById(tx, [userId]))
  if (row === undefined)
    throw badInput('userId', 'is not in the directory of users; name one of the users that GET /api/users lists')
  return row
}

/** As many as a page of a list shows. */
const MAX_NAMED = 200
const MAX_SEEN = 200

export const userQueries: Pick<QueryResolvers, 'users' | 'lastVisit'> = {
  async lastVisit(_source, _args, { principal, read, now }) {
    return { leftAt: await read((tx) => findLeftAt(tx, principal.userId, now())) }
  },
  async users(_source, { page, size, sort, ...filter }, { principal, read }) {
    if ((filter.named?.length ?? 0) > MAX_NAMED) throw badInput('named', `must name ${MAX_NAMED} users at most`)
    if ((filter.sees?.length ?? 0) > MAX_SEEN) throw badInput('sees', `must name ${MAX_SEEN} institutions at most`)
    if (filter.sees?.every(isInstitutionKey) === false) throw badInput('sees', INSTITUTION_KEY_WORDS)
    const request = pageRequest({ page, size, sort: sort ?? null }, USER_SORTING)
    const { rows, total } = await read((tx) => listUserPage(tx, principal, filter, request))
    return pageOf(
      rows.map((row) => userOf(row, principal)),
      total,
      request,
    )
  },
}

export const createUserMutations = (stores: Stores): Pick<MutationResolvers, 'storeUsers'> => ({
  async storeUsers(_source, { users }, { now }) {
    if (users.length > MAX_USERS_A_REPORT) throw badInput('users', `must be ${MAX_USERS_A_REPORT} at most`)
    const seen = users.map(({ name = null, email = null, lastSeenAt, ...user }) => ({
      ...user,
      name,
      email,
      lastSeenAt: lastSeenAt.toISOString(),
    }))
    if (seen.length > 0) await stores.asPlatform((tx) => upsertUsers(tx, seen, now()))
    return true
  },
})
