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
