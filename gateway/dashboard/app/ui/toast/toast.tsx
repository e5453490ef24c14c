import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { wordsOf } from '../../api/problem.ts'
import { t } from '../../language/texts.ts'
import styles from './toast.module.css'

type Toast = {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'bad'
  readonly forMs: number
  readonly undo?: () => void
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Takes a message away. */
export const drop = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

/** Shows a message; gives its id. */
export const add = (toast: Omit<Toast, 'id'>): number => {
  lastId += 1
  const id = lastId
  set([...toasts.slice(-2), { ...toast, id }])
  setTimeout(() => drop(id), toast.forMs)
  return id
}

/** Says that something was done, with what takes it back. */
export const sayDone = (text: string, takeBack?: () => void): void => {
  if (takeBack === undefined) return void add({ text, tone: 'ok', forMs: 5_000 })
  const undo = () => {
    drop(id)
    takeBack()
  }
  const id = add({ text, tone: 'ok', forMs: 5_000, undo })
}

/** Says why something was not done. */
export const sayFailed = (error: unknown): void => void add({ text: wordsOf(error), tone: 'bad', forMs: 12_000 })

const Row = ({ toast }: { readonly toast: Toast }) => {
  const Icon = toast.tone === 'ok' ? IconCircleCheck : IconAlertCircle
  return (
    <li className={styles.toast} data-tone={toast.tone}>
      <Icon size={18} stroke={2} aria-hidden />
      <span>{toast.text}</span>
      {toast.undo !== undefined && (
        <button type="button" className={styles.undo} onClick={toast.undo}>
          {t('Undo')}
        </button>
      )}
      <button type="button" className={styles.close} onClick={() => drop(toast.id)} aria-label={t('Dismiss')}>
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The open dialogs, the one on top last. */
let dialogs: readonly string[] = []
const setDialogs = (next: readonly string[]): void => {
  dialogs = next
  for (const listener of listeners) listener()
}

/**
 * Where what was done is said. All beside the dialog on top lies under it, and is neither read out nor pressed: while
 * one is open, it is said there.
 */
export const Toasts = ({ inDialog = false }: { readonly inDialog?: boolean }) => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const top = useSyncExternalStore(subscribe, () => dialogs.at(-1))
  const self = useId()
  useEffect(() => {
    if (!inDialog) return
    setDialogs([...dialogs, self])
    return () => setDialogs(dialogs.filter((id) => id !== self))
  }, [inDialog, self])
  return (
    <ol className={styles.list} aria-live="polite">
      {(top === (inDialog ? self : undefined) ? shown : []).map((toast) => (
        <Row key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
