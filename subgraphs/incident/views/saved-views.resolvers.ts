import { isDuplicate } from '../../../db/errors.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { DomainError } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { SavedViewMapper } from '../mappers.ts'
import type { MutationResolvers, QueryResolvers, SavedViewResolvers } from '../schema.gen.ts'
import { findUser } from '../users/users.resolvers.ts'
import {
  checkSharing,
  institutionOf,
  MAX_LISTED,
  MAX_OWN,
  MAX_SHARED,
  maySweep,
  viewChangesOf,
} from './saved-views.rules.ts'
import {
  countViewsLocked,
  deleteView,
  findViewLocked,
  insertView,
  listViews,
  updateView,
  type ViewRow,
} from './saved-views.store.ts'

const shown = (row: ViewRow, { principal }: OperationContext): SavedViewMapper => ({
  ...row,
  mine: row.userId === principal.userId,
})

const auditOf = (action: string, { id, institutionKey }: ViewRow) =>
  ({ action, subjectType: 'SavedView', subjectId: id, institutionKey }) as const
const contentOf = ({ page, name, search, shared }: ViewRow) => ({ page, name, search, shared })

/** @throws DomainError CONFLICT where there is no room for one more. */
const checkRoom = async (
  tx: TenantTx,
  userId: string,
  institutionKey: string | null,
  more: { readonly own: boolean; readonly shared: boolean },
): Promise<void> => {
  const { own, shared } = await countViewsLocked(tx, userId, institutionKey)
  if (more.own && own >= MAX_OWN) throw new DomainError('CONFLICT', `You have ${MAX_OWN} views; remove some.`)
  if (more.shared && shared >= MAX_SHARED)
    throw new DomainError('CONFLICT', `The institution shares ${MAX_SHARED} views; remove some.`)
}

/** Writes, and says in words that a name is taken. */
const named = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error)) throw new DomainError('CONFLICT', 'You have a view of this list with this name already.')
    throw error
  }
}

/** @throws DomainError FORBIDDEN for a view of somebody else. */
const checkOwn = ({ userId }: ViewRow, { principal }: OperationContext): void => {
  if (userId !== principal.userId) throw new DomainError('FORBIDDEN', 'Only who made a view changes it.')
}

export const viewQueries: Pick<QueryResolvers, 'savedViews'> = {
  async savedViews(_source, { page }, context) {
    const rows = await context.read((tx) => listViews(tx, context.principal, page ?? null, MAX_LISTED))
    return rows.map((row) => shown(row, context))
  },
}

type ViewMutations = Pick<MutationResolvers, 'createSavedView' | 'updateSavedView' | 'deleteSavedView'>

export const viewMutations: ViewMutations = {
  async createSavedView(_source, { view }, context) {
    const { principal, now, write, audit } = context
    const { name = '', search = '', shared = false } = viewChangesOf({ ...view, shared: view.shared ?? false })
    checkSharing({ shared }, principal)
    const institutionKey = institutionOf({ ...view, shared }, principal)
    const at = now()
    const given = { institutionKey, userId: principal.userId, page: view.page, name, search, shared }
    const work = async (tx: TenantTx) => {
      await checkRoom(tx, principal.userId, institutionKey, { own: true, shared })
      const row = await insertView(tx, { ...given, createdAt: at, changedAt: at })
      await audit(tx, { ...auditOf('createSavedView', row), before: null, after: contentOf(row) })
      return row
    }
    return shown(await named(write(work)), context)
  },
  async updateSavedView(_source, { id, view }, context) {
    const { principal, now, write, audit } = context
    const changes = viewChangesOf(view)
    const work = async (tx: TenantTx) => {
      const row = await findViewLocked(tx, principal, id)
      if (row === null) return null
      checkOwn(row, context)
      checkSharing({ shared: changes.shared ?? row.shared }, principal)
      const isNewlyShared = changes.shared === true && !row.shared
      institutionOf({ institutionKey: row.institutionKey, shared: isNewlyShared }, principal)
      if (isNewlyShared) await checkRoom(tx, principal.userId, row.institutionKey, { own: false, shared: true })
      const written = await updateView(tx, id, { ...changes, changedAt: now() })
      await audit(tx, { ...auditOf('updateSavedView', row), before: contentOf(row), after: contentOf(written) })
      return written
    }
    const row = await named(write(work))
    return row === null ? null : shown(row, context)
  },
  async deleteSavedView(_source, { id }, context) {
    const { principal, write, audit } = context
    return write(async (tx) => {
      const row = await findViewLocked(tx, principal, id)
      if (row === null) return null
      if (!maySweep(principal)) checkOwn(row, context)
      await deleteView(tx, id)
      await audit(tx, { ...auditOf('deleteSavedView', row), before: contentOf(row), after: null })
      return true
    })
  },
}

export const viewFields: SavedViewResolvers = {
  user: ({ userId }, _args, context) => findUser(userId, context),
}
