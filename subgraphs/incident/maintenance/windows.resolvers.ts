import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import { badInput, DomainError, notFound } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import type { Logger } from '../../kit/observability/log.ts'
import { loadAtm } from '../atms/atms.loaders.ts'
import type { PublisherEnv } from '../model/publish-changes.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmResolvers, MaintenanceWindow, MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { applyWindow } from './maintenance.job.ts'
import { nextOccurrence, runsUntil, type WantedWindow, wantedWindowOf, weekdaysOf } from './windows.rules.ts'
import {
  countWindowsLocked,
  findWindow,
  insertWindow,
  listWindowPage,
  lockAtmInUse,
  updateEndedWindow,
  WINDOW_SORTING,
  type WindowRow,
} from './windows.store.ts'

/** Windows of an institution that are not over. */
const MAX_WINDOWS = 1_000

const storedOf = (row: WindowRow): Omit<MaintenanceWindow, 'nextAt' | 'runsUntil'> => ({
  id: row.id,
  institutionKey: row.institutionKey,
  atmId: row.atmId,
  agentAtmId: row.agentAtmId,
  attribute: row.attribute,
  value: row.value,
  from: row.startsAt,
  to: row.endsAt,
  weekdays: row.weekdays === null ? null : weekdaysOf(row.weekdays),
  until: row.until,
  timeZone: row.timeZone,
  reason: row.reason,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  endedBy: row.endedBy,
})

const shown = (row: WindowRow, now: Date): MaintenanceWindow => ({
  ...storedOf(row),
  // What the job does next is no answer: it looks ahead of an occurrence.
  nextAt: row.endedAt === null ? nextOccurrence(row, now) : null,
  runsUntil: row.endedAt === null ? runsUntil(row, now) : null,
})

const audited = (action: string, { id, institutionKey }: WindowRow) =>
  ({ action, subjectType: 'MaintenanceWindow', subjectId: id, institutionKey }) as const

/** What the audit says of a window that somebody opens: what was asked for. */
const openedOf = (row: WindowRow) => {
  const { agentAtmId, attribute, value, from, to, weekdays, until, timeZone, reason } = storedOf(row)
  return { agentAtmId, attribute, value, from, to, weekdays, until, timeZone, reason }
}

/**
 * The institution that a window is of: that of its ATM, the one that is named, or the only one of the caller.
 * @throws DomainError NOT_FOUND for an ATM, CONFLICT for one that is out of use, BAD_USER_INPUT or FORBIDDEN for an
 * institution.
 */
const institutionOf = async (wanted: WantedWindow, { principal, loader }: OperationContext) => {
  const { atmId, institutionKey } = wanted
  if (atmId !== null) {
    const atm = await loader(loadAtm).load(atmId)
    if (atm === null || atm.institutionKey === null) throw notFound('The ATM')
    if (institutionKey !== null && institutionKey !== atm.institutionKey)
      throw badInput('institutionKey', 'is not that of the ATM; the ATM is enough')
    if (atm.mergedIntoId !== null)
      throw new DomainError('CONFLICT', `The ATM was merged into ATM ${atm.mergedIntoId}; name that one.`)
    if (atm.retiredAt !== null)
      throw new DomainError('CONFLICT', 'The ATM is retired; it has no maintenance windows. Reactivate it first.')
    return { institutionKey: atm.institutionKey, timeZone: atm.timeZone }
  }
  const [only, ...others] = principal.institutions
  const named = institutionKey ?? (principal.unrestricted || others.length > 0 ? undefined : only)
  if (named === undefined) throw badInput('institutionKey', 'is required')
  const fault = institutionKeyFault(named)
  if (fault !== null) throw badInput('institutionKey', fault)
  if (!seesInstitution(principal, named))
    throw new DomainError('FORBIDDEN', 'institutionKey: windows can be opened for your own institutions only')
  return { institutionKey: named, timeZone: null }
}

/** Reads of maintenance windows. */
export const windowQueries: Pick<QueryResolvers, 'maintenanceWindows'> = {
  async maintenanceWindows(_source, { page, size, sort, over, atmId }, { principal, now, read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, WINDOW_SORTING)
    const at = now()
    const filter = { over: over ?? null, atmId: atmId ?? null, now: at }
    const { rows, total } = await read((tx) => listWindowPage(tx, principal, filter, request))
    return pageOf(
      rows.map((row) => shown(row, at)),
      total,
      request,
    )
  },
}

/** Applies a window that is stored. An error is logged only, as the request would be repeated; the job follows. */
const applied = async (env: WindowEnv, id: number, now: Date): Promise<void> => {
  try {
    await applyWindow(env, id, now)
  } catch (error) {
    env.log.error({ err: error, windowId: id }, 'a maintenance window could not be applied; the job does it')
  }
}

type WindowEnv = PublisherEnv & { readonly log: Logger }

/** What people do to maintenance windows. What follows is done at once, and by the job where that fails. */
export const createWindowMutations = (
  { platformTimeZone }: ResolverEnv,
  env: WindowEnv,
): Pick<MutationResolvers, 'createMaintenanceWindow' | 'deleteMaintenanceWindow'> => ({
  async createMaintenanceWindow(_source, { window }, context) {
    const now = context.now()
    const checked = wantedWindowOf(window, platformTimeZone, now)
    const of = await institutionOf(checked, context)
    const timeZone = window.timeZone ?? of.timeZone ?? platformTimeZone
    const wanted = { ...checked, institutionKey: of.institutionKey, timeZone }
    const lastsMs = wanted.endsAt.getTime() - wanted.startsAt.getTime()
    // One that has begun counts from now.
    const nextAt = nextOccurrence(wanted, new Date(now.getTime() - lastsMs + 1))
    if (nextAt === null) throw badInput('until', 'leaves no occurrence')
    const row = await context.write(async (tx) => {
      if (wanted.atmId !== null && !(await lockAtmInUse(tx, wanted.atmId, of.institutionKey)))
        throw new DomainError('CONFLICT', 'The ATM has just been retired or moved; look at it again.')
      if ((await countWindowsLocked(tx, of.institutionKey, now)) >= MAX_WINDOWS)
        throw new DomainError('CONFLICT', `The institution has ${MAX_WINDOWS} windows that are not over; end some.`)
      const by = { createdBy: context.principal.userId, createdAt: now }
      const inserted = await insertWindow(tx, { ...wanted, ...by, nextAt })
      const after = openedOf(inserted)
      await context.audit(tx, { ...audited('createMaintenanceWindow', inserted), before: null, after })
      return inserted
    })
    await applied(env, row.id, now)
    return shown(row, now)
  },
  async deleteMaintenanceWindow(_source, { id }, context) {
    const now = context.now()
    const row = await context.write(async (tx) => {
      const found = await findWindow(tx, id)
      if (found === null || !(await updateEndedWindow(tx, id, context.principal.userId, now))) return found
      const after = { endedAt: now }
      await context.audit(tx, { ...audited('deleteMaintenanceWindow', found), before: { endedAt: null }, after })
      return found
    })
    if (row === null) return null
    await applied(env, id, now)
    return true
  },
})

/** Until when an ATM is in a maintenance window. */
export const atmMaintenanceFields: Pick<AtmResolvers, 'maintenanceUntil'> = {
  async maintenanceUntil({ id }, _args, { loader, now }) {
    const row = await loader(loadAtm).load(id)
    if (row === null || row.maintenanceFrom === null || row.maintenanceUntil === null) return null
    return row.maintenanceFrom <= now() && now() < row.maintenanceUntil ? row.maintenanceUntil : null
  },
}
