import { DomainError } from '../../kit/common/errors.ts'
import { createIncidentChanges, type ManualChangeEnv } from '../incidents/incident-changes.ts'
import { listOpenIncidentIds } from '../incidents/incidents.store.ts'
import { listPartsLeft } from '../incidents/outage-parts.store.ts'
import type { HandoverResolvers, MutationResolvers } from '../schema.gen.ts'
import { findReceiver, findUser } from '../users/users.resolvers.ts'
import { handTo, MAX_HANDED, wantedHandoverOf } from './handover.rules.ts'

/** Hands over a queue. */
export const createHandoverMutations = (env: ManualChangeEnv): Pick<MutationResolvers, 'handOverIncidents'> => {
  const changes = createIncidentChanges(env)
  return {
    async handOverIncidents(_source, { handover }, context) {
      const { principal, read, now } = context
      const { filter } = handover
      const isOwn = filter === null || filter === undefined
      const { toUserId, note } = wantedHandoverOf(handover, principal.userId, isOwn)
      const at = now()
      const receiver = await findReceiver(toUserId, context)
      // The parts of a mass outage follow it, but for those that the caller has of somebody else's.
      const wanted = { ...(isOwn ? { ownerUserId: principal.userId } : filter), isPart: false }
      const { matching, parts } = await read(async (tx) => ({
        matching: await listOpenIncidentIds(tx, principal, wanted, MAX_HANDED + 1, at),
        parts: isOwn ? await listPartsLeft(tx, principal, principal.userId, MAX_HANDED) : { ids: [], total: 0 },
      }))
      if (matching.length > MAX_HANDED)
        throw new DomainError('CONFLICT', `More than ${MAX_HANDED} incidents match; narrow the filter.`)
      // No filter finds the parts: those that are too many are left to the next handover.
      const ids = [...matching, ...parts.ids].slice(0, MAX_HANDED)
      const over = matching.length + parts.total - ids.length
      const action = handTo(receiver, note, isOwn ? principal.userId : null)
      const outcomes = [...(await changes.apply(context, ids, action)).values()]
      const done = outcomes.filter(({ kind }) => kind === 'DONE')
      return {
        at: done[0]?.row.ownedSince ?? at,
        toUserId,
        note,
        incidents: done.length,
        left: outcomes.filter(({ kind }) => kind === 'REFUSED').length + over,
      }
    },
  }
}

export const handoverFields: HandoverResolvers = {
  toUser: ({ toUserId }, _args, context) => findUser(toUserId, context),
}
