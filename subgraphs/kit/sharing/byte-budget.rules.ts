import { createShares, type Holder } from './shares.rules.ts'

/** Limits requests that are under way, in number and in bytes of their bodies. */
export type ByteBudget = {
  /**
   * Takes a place of so many bytes; null where there is no room for this holder. Call what it returns once, to give
   * both back.
   */
  enter(holder: Holder, sizeBytes: number): (() => void) | null
  /** What is taken. */
  taken(): { readonly places: number; readonly bytes: number }
}

/** Creates an empty budget that holders share as `createShares` says. */
export const createByteBudget = (limits: { readonly maxPlaces: number; readonly maxBytes: number }): ByteBudget => {
  const places = createShares(limits.maxPlaces)
  const bytes = createShares(limits.maxBytes)
  return {
    enter(holder, sizeBytes) {
      if (!places.fits(holder, 1) || !bytes.fits(holder, sizeBytes)) return null
      places.take(holder, 1)
      if (sizeBytes > 0) bytes.take(holder, sizeBytes)
      return () => {
        places.give(holder, 1)
        if (sizeBytes > 0) bytes.give(holder, sizeBytes)
      }
    },
    taken: () => ({ places: places.taken(), bytes: bytes.taken() }),
  }
}
