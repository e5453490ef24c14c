import { GIVEN_TYPES } from './built-in-event-types.rules.ts'
import type { KnownType } from './ingest.types.ts'

/** The known event types, by name and by number. */
export type EventTypes = {
  readonly byName: ReadonlyMap<string, KnownType>
  readonly byId: ReadonlyMap<number, KnownType>
  readonly maxId: number
}

/** The categories of the event breakdown, in the order in which they are shown. */
export const CATEGORIES = ['HARDWARE', 'CASH', 'NETWORK', 'POWER', 'AUTH', 'SYSTEM', 'OTHER'] as const

/** Indexes the types of the store. */
export const indexEventTypes = (types: readonly KnownType[]): EventTypes => ({
  byName: new Map(types.map((type) => [type.eventType, type])),
  byId: new Map(types.map((type) => [type.id, type])),
  maxId: Math.max(0, ...types.map(({ id }) => id)),
})

/** The numbers of the types of a filter group. */
export const typeIdsOfGroup = (types: EventTypes, group: string): readonly number[] =>
  [...types.byId.values()].filter((type) => type.group === group).map(({ id }) => id)

/** Numbers of types end here: every counter of events holds a number for each. */
export const MAX_EVENT_TYPE_ID = 256

/**
 * What a type is when it is added: what the requirements say of it, else of no group and no category of its own. `id`
 * is null for the next number.
 */
export const addedType = (eventType: string): Omit<KnownType, 'id'> & { readonly id: number | null } =>
  GIVEN_TYPES.get(eventType) ?? { id: null, eventType, category: 'OTHER', group: null }

const SHAPE = /^[A-Z][A-Z0-9_]{0,59}$/

/** What is wrong with the name of a type to be added, in words for the caller; null where nothing is. */
export const eventTypeFault = (eventType: string): string | null =>
  SHAPE.test(eventType)
    ? null
    : 'must be capitals, digits and underscores, beginning with a capital, 60 characters at most, ' +
      'such as SKIMMER_DETECTED'
