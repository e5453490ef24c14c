/** Where this browser keeps something: until it is cleared, or as long as the tab is open. */
type Area = 'localStorage' | 'sessionStorage'

/** What is kept under a key; null where nothing is, or the browser refuses its storage. */
export const readStored = (area: Area, key: string): string | null => {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value, or forgets it for null. A browser that refuses its storage keeps nothing, and the page goes on. */
export const writeStored = (area: Area, key: string, value: string | null): void => {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // As above.
  }
}
