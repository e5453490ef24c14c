/** Room for what is under way, shared by some that each have a key. */
export type Room = {
  /** Takes a place of so many bytes; null where there is no room for this key. Call what it returns once, when they are free again. */
  enter(key: string, sizeBytes: number): (() => void) | null
  /** What is taken. */
  taken(): { readonly places: number; readonly bytes: number }
}

type Taken = { places: number; bytes: number }

/**
 * Room that nobody can have all of: each key may take as much as is left over, so one alone takes half, two take a third each, and there is
 * always as much free for whoever comes next as anybody has.
 */
export const createRoom = ({
  maxPlaces,
  maxBytes,
}: {
  readonly maxPlaces: number
  readonly maxBytes: number
}): Room => {
  const total: Taken = { places: 0, bytes: 0 }
  const byKey = new Map<string, Taken>()

  const leave = (key: string, own: Taken, sizeBytes: number): void => {
    for (const one of [own, total]) {
      one.places -= 1
      one.bytes -= sizeBytes
    }
    if (own.places === 0) byKey.delete(key)
  }

  return {
    enter(key, sizeBytes) {
      const own = byKey.get(key) ?? { places: 0, bytes: 0 }
      if (own.places >= maxPlaces - total.places) return null
      if (sizeBytes > 0 && own.bytes + sizeBytes > maxBytes - total.bytes) return null
      byKey.set(key, own)
      for (const one of [own, total]) {
        one.places += 1
        one.bytes += sizeBytes
      }
      return () => leave(key, own, sizeBytes)
    },
    taken: () => ({ ...total }),
  }
}
