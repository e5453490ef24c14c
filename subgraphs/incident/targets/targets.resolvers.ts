import { INSTITUTION_KEY_WORDS, isInstitutionKey } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'
import { pageOf, pageRequest, type Sorting } from '../../kit/common/paging.ts'
import { SEVERITIES } from '../model/incident-kinds.rules.ts'
import type { IncidentTargets, MutationResolvers, OpenIncidentCountResolvers, QueryResolvers } from '../schema.gen.ts'
import { shownTargets, storedTargets } from './targets.rules.ts'
import {
  countMissed,
  countOverdue,
  findTargetsLocked,
  listTargetsPage,
  type TargetsRow,
  upsertTargets,
} from './targets.store.ts'

const MAX_DAYS = 93
/** The pages have one order. */
const TARGETS_SORTING: Sorting<'institutionKey'> = {
  sortable: {},
  defaultSort: [],
  tieBreak: { column: 'institutionKey', descending: false },
}

const targetsOf = ({ bySeverity, ...row }: TargetsRow): IncidentTargets => ({
  ...row,
  targets: shownTargets(bySeverity),
})

/** @throws DomainError BAD_USER_INPUT for what is no key, FORBIDDEN for an institution that is not the caller's. */
const checkOwn = (principal: Principal, institutionKey: string): void => {
  if (!isInstitutionKey(institutionKey)) throw badInput('institutionKey', INSTITUTION_KEY_WORDS)
  if (seesInstitution(principal, institutionKey)) return
  throw new DomainError('FORBIDDEN', 'You may set the targets of your own institutions only.')
}

export const targetQueries: Pick<QueryResolvers, 'incidentTargets' | 'incidentTargetReport'> = {
  async incidentTargets(_source, { page, size }, { principal, read }) {
    const request = pageRequest({ page, size, sort: null }, TARGETS_SORTING)
    const { rows, total } = await read((tx) => listTargetsPage(tx, principal, request))
    return pageOf(rows.map(targetsOf), total, request)
  },
  async incidentTargetReport(_source, { from, to }, { principal, read, now }) {
    if (to <= from) throw badInput('to', 'must be later than `from`')
    if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
      throw badInput('to', `must be ${MAX_DAYS} days after \`from\` at most`)
    const counts = await read((tx) => countMissed(tx, principal, { from, to, now: now() }))
    return SEVERITIES.toReversed().map(
      (severity) =>
        counts.find((one) => one.severity === severity) ?? {
          severity,
          opened: 0,
          acknowledgeTargets: 0,
          acknowledgeMissed: 0,
          resolveTargets: 0,
          resolveMissed: 0,
        },
    )
  },
}

export const targetMutations: Pick<MutationResolvers, 'writeIncidentTargets'> = {
  async writeIncidentTargets(_source, { institutionKey, targets }, { principal, write, now, audit }) {
    checkOwn(principal, institutionKey)
    const stored = storedTargets(targets)
    const by = { at: now(), userId: principal.userId }
    const row = await write(async (tx) => {
      const before = await findTargetsLocked(tx, institutionKey)
      const written = await upsertTargets(tx, institutionKey, stored, by)
      await audit(tx, {
        action: 'writeIncidentTargets',
        subjectType: 'IncidentTargets',
        subjectId: institutionKey,
        institutionKey,
        before: before?.bySeverity ?? null,
        after: written.bySeverity,
      })
      return written
    })
    return targetsOf(row)
  },
}

/** How many open incidents are late: asked only where it is wanted. */
export const openCountFields: OpenIncidentCountResolvers = {
  overdue: (_source, _args, { principal, read, now }) => read((tx) => countOverdue(tx, principal, now())),
}
