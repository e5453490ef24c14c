import { badInput, DomainError } from '../../kit/common/errors.ts'
import { addedType, eventTypeFault, MAX_EVENT_TYPE_ID } from '../model/event-types.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { insertEventType } from './event-types.store.ts'

/** The known event types. */
export const createEventTypeQueries = ({ types }: ResolverEnv): Pick<QueryResolvers, 'eventTypes'> => ({
  async eventTypes() {
    const { byId } = await types.current()
    return [...byId.values()].map(({ eventType, category, group }) => ({ eventType, category, group }))
  },
})

/** How operators make a type known. */
export const createEventTypeMutations = ({ types }: ResolverEnv): Pick<MutationResolvers, 'addEventType'> => ({
  async addEventType(_source, { eventType: { eventType } }, { principal, now, write, audit }) {
    const fault = eventTypeFault(eventType)
    if (fault !== null) throw badInput('eventType', fault)
    const addedBy = principal.email ?? principal.userId
    const type = addedType(eventType)
    const outcome = await write(async (tx) => {
      const inserted = await insertEventType(tx, { ...type, addedBy, addedAt: now() })
      if (inserted === 'added') {
        const after = { category: type.category, group: type.group }
        const about = { subjectType: 'EventType', subjectId: eventType, institutionKey: null } as const
        await audit(tx, { action: 'addEventType', ...about, before: null, after })
      }
      return inserted
    })
    types.forget()
    if (outcome === 'known') throw new DomainError('CONFLICT', `The event type ${eventType} is known already.`)
    if (outcome === 'full') {
      throw new DomainError(
        'CONFLICT',
        `The platform keeps ${MAX_EVENT_TYPE_ID} event types at most; no more can be added.`,
      )
    }
    return { eventType, category: type.category, group: type.group }
  },
})
