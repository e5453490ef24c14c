import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
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
  set([...toasts.slice(-2), { ...toast, id: lastId }])
  return lastId
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
  useEffect(() => {
    const timer = setTimeout(() => drop(toast.id), toast.forMs)
    return () => clearTimeout(timer)
  }, [toast])
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

/** Where what was done is said. */
export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <ol className={styles.list} aria-live="polite">
      {shown.map((toast) => (
        <Row key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
