import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage.ts'

/** What the reader chose; `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'fleetops.theme'
const root = document.documentElement
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const read = (): Theme => {
  const stored = readStored('localStorage', KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

let theme = read()

const apply = (): void => {
  const dark = theme === 'dark' || (theme === 'auto' && system.matches)
  root.setAttribute('data-theme', dark ? 'dark' : 'light')
  for (const listener of listeners) listener()
}

export const setTheme = (next: Theme): void => {
  theme = next
  writeStored('localStorage', KEY, next === 'auto' ? null : next)
  apply()
}

system.addEventListener('change', apply)

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' }

/** Goes on to the next of the three. */
export const nextTheme = (): void => setTheme(NEXT[theme])

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => theme,
  )
