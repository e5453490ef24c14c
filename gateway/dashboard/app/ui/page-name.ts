import { useEffect, useSyncExternalStore } from 'react'

let shown: string | null = null
const listeners = new Set<() => void>()

const show = (name: string | null): void => {
  shown = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Names the record that a page shows, in its heading and its title; nothing while it is not known. */
export const usePageName = (name: string | undefined): void =>
  useEffect(() => {
    show(name ?? null)
    return () => show(null)
  }, [name])

/** The name of the record that the page shows; null for a page that shows none. */
export const useShownName = (): string | null => useSyncExternalStore(subscribe, () => shown)
