import { type EventTypes, indexEventTypes } from './event-types.rules.ts'
import type { KnownType } from './ingest.types.ts'

/** Event types at hand without a query; one that an operator adds elsewhere is found within seconds. */
export type EventTypeCache = {
  current(): Promise<EventTypes>
  /** A type by name; looks it up again where it is not known, but not more than once in two seconds. */
  find(eventType: string): Promise<KnownType | null>
  /** Forgets all, after a type was added here. */
  forget(): void
}

const REFRESH_MS = 30_000
const MISS_MS = 2_000

/** Makes the cache; `list` reads all types from the store. */
export const createEventTypeCache = (list: () => Promise<KnownType[]>, now: () => Date): EventTypeCache => {
  let loaded: { readonly types: Promise<EventTypes>; readonly at: number } | null = null

  const load = (): Promise<EventTypes> => {
    const before = loaded
    const types = list().then(indexEventTypes)
    const entry = { types, at: now().getTime() }
    loaded = entry
    // What was known before still serves while the store cannot be reached.
    types.catch(() => {
      if (loaded === entry) loaded = before
    })
    return before === null ? types : types.catch(() => before.types)
  }

  const within = (ageMs: number): Promise<EventTypes> => {
    const age = loaded === null ? Number.POSITIVE_INFINITY : Math.abs(now().getTime() - loaded.at)
    return loaded === null || age > ageMs ? load() : loaded.types
  }

  return {
    current: () => within(REFRESH_MS),
    async find(eventType) {
      const known = (await within(REFRESH_MS)).byName.get(eventType)
      return known ?? (await within(MISS_MS)).byName.get(eventType) ?? null
    },
    forget() {
      loaded = null
    },
  }
}
