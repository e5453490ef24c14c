import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '../storage.ts'

const SEQUENCE_MS = 900
const KEY = 'fleetops.shortcuts'

/** Whether single keys do anything; some who dictate or tremble want them off. */
export const shortcutsAreOn = (): boolean => readStored('localStorage', KEY) !== 'off'
export const setShortcuts = (on: boolean): void => writeStored('localStorage', KEY, on ? null : 'off')

type Pressed = { readonly key: string; readonly code: string }

/** Characters of ASCII, and the names of keys. */
const ASCII = /^[\x20-\x7e]+$/
const LETTER = /^Key([A-Z])$/

/**
 * The key that a shortcut is named by: what it writes, in the case that it writes. A keyboard of another script, such
 * as Arabic or Cyrillic, writes no Latin letters: there it is the lower-case letter of that key on a Latin one.
 */
export const latinKey = ({ key, code }: Pressed): string => {
  if (ASCII.test(key)) return key
  if (code === 'Slash') return key === '\u061f' ? '?' : '/'
  return LETTER.exec(code)?.[1]?.toLowerCase() ?? key
}

/** Who waits for the second key of two. */
let waiting: object | null = null

/** True between the keys of `g a`: the second one is no key of what has the focus. */
export const isBetweenKeys = (): boolean => waiting !== null

const isBusy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('dialog') !== null ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

/**
 * Single keys and keys after another (`g a`); `mod+k` is Ctrl or Command with K. Nothing fires while somebody types,
 * in a dialog or with a modifier held, but for `mod+k`.
 */
export const useShortcuts = (actions: Readonly<Record<string, () => void>>): void => {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let first = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const self = {}
    const forget = () => {
      first = ''
      if (waiting === self) waiting = null
    }
    const onKey = (event: KeyboardEvent): void => {
      const key = latinKey(event).toLowerCase()
      const map = latest.current
      if ((event.metaKey || event.ctrlKey) && key === 'k') {
        event.preventDefault()
        map['mod+k']?.()
        return
      }
      const held = event.metaKey || event.ctrlKey || event.altKey
      if (held || event.defaultPrevented || isBusy(event.target) || !shortcutsAreOn()) return
      const act = (first === '' ? undefined : map[`${first} ${key}`]) ?? map[key]
      clearTimeout(timer)
      forget()
      if (act !== undefined) {
        event.preventDefault()
        act()
      } else if (Object.keys(map).some((name) => name.startsWith(`${key} `))) {
        first = key
        waiting = self
        timer = setTimeout(forget, SEQUENCE_MS)
      }
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      forget()
      removeEventListener('keydown', onKey)
    }
  }, [])
}
