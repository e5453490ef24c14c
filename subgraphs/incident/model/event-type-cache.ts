import { type EventTypes, indexEventTypes } from './event-types.rules.ts'
import type { KnownType } from './ingest.types.ts'

/**
 * Event types at hand without a query. A type is never changed or taken away, so only what was added elsewhere can be
 * missing.
 */
export type EventTypeCache = {
  /** All types, as they were two seconds ago or later. */
  current(): Promise<EventTypes>
  /**
   * A type by name, without waiting where it is known; looks it up again where it is not, but not more than four times
   * a second.
   */
  find(eventType: string): Promise<KnownType | null>
  /** Has all types read again at the next need, after one was added; what is known still serves `find` until then. */
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
  /** What was read last, by the number of the read: reads may end in another order. */
  let known: { readonly types: EventTypes; readonly read: number } | null = null
  let reads = 0

  const load = (): Promise<EventTypes> => {
    const before = loaded
    const fresh = list().then(indexEventTypes)
    // What was known before still serves while the store cannot be reached.
    const types = before === null ? fresh : fresh.catch(() => before.types)
    const entry = { types, at: now().getTime() }
    loaded = entry
    reads += 1
    const read = reads
    fresh.then(
      (index) => {
        if (known === null || known.read < read) known = { types: index, read }
      },
      () => {
        if (loaded === entry) loaded = before
      },
    )
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
      // The read under way may wait for a connection, which events of known types must not.
      const type = known?.types.byName.get(eventType)
      if (type !== undefined) {
        onLookUp(true)
        return type
      }
      const loadedType = (await within(Number.POSITIVE_INFINITY)).byName.get(eventType)
      return loadedType ?? (await within(MISS_MS)).byName.get(eventType) ?? null
    },
    forget() {
      loaded = null
    },
  }
}
