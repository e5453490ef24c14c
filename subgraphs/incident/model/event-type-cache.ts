import { type EventTypes, indexEventTypes } from './event-types.rules.ts'
import type { KnownType } from './ingest.types.ts'

/**
 * Event types at hand without a query. A type is never changed or taken away, so only what was added elsewhere can be
 * missing.
 */
export type EventTypeCache = {
  /** All types, as they were two seconds ago or later. */
  current(): Promise<EventTypes>
  /** A type by name; looks it up again where it is not known, but not more than four times a second. */
  find(eventType: string): Promise<KnownType | null>
  /** Empties the cache, after a type was added here. */
  forget(): void
}

const REFRESH_MS = 2_000
const MISS_MS = 250

/** Makes the cache; `list` reads all types from the store, `onLookUp` is called with whether it was needed. */
export const createEventTypeCache = (
  list: () => Promise<KnownType[]>,
  now: () => Date,
  onLookUp: (isHit: boolean) => void = () => {},
): EventTypeCache => {
  let loaded: { readonly types: Promise<EventTypes>; readonly at: number } | null = null

  const load = (): Promise<EventTypes> => {
    const before = loaded
    const fresh = list().then(indexEventTypes)
    // What was known before still serves while the store cannot be reached.
    const types = before === null ? fresh : fresh.catch(() => before.types)
    const entry = { types, at: now().getTime() }
    loaded = entry
    fresh.catch(() => {
      if (loaded === entry) loaded = before
    })
    return types
  }

  const within = (ageMs: number): Promise<EventTypes> => {
    const age = loaded === null ? Number.POSITIVE_INFINITY : Math.abs(now().getTime() - loaded.at)
    const isHit = loaded !== null && age <= ageMs
    onLookUp(isHit)
    return isHit && loaded !== null ? loaded.types : load()
  }

  return {
    current: () => within(REFRESH_MS),
    async find(eventType) {
      const known = (await within(Number.POSITIVE_INFINITY)).byName.get(eventType)
      return known ?? (await within(MISS_MS)).byName.get(eventType) ?? null
    },
    forget() {
      loaded = null
    },
  }
}
