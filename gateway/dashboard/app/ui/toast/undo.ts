import { callerOf, currentSession } from '../../api/session.ts'
import { t } from '../../language/texts.ts'
import { add, drop, sayFailed } from './toast.tsx'

const callerNow = (): string | null => {
  const session = currentSession()
  return session === null ? null : callerOf(session)
}

/**
 * Does something after a time in which it can still be taken back: nothing is sent before. Leaving the page does it
 * at once. `onUndo` is called where it is not done: taken back, or the caller has signed out meanwhile.
 */
export const doUnlessUndone = (
  text: string,
  act: (isLeaving: boolean) => void,
  { forMs, onUndo }: { readonly forMs: number; readonly onUndo: () => void },
) => {
  const caller = callerNow()
  let open = true
  const settle = (): boolean => {
    const was = open
    open = false
    clearTimeout(timer)
    removeEventListener('pagehide', onLeave)
    return was
  }
  const finish = (isLeaving: boolean) => {
    if (!settle()) return
    if (callerNow() === caller) return act(isLeaving)
    onUndo()
    // It was not theirs to do.
    const hasLeft = callerNow() === null
    sayFailed(new Error(hasLeft ? t('Not done: you have signed out.') : t('Not done: another person has signed in.')))
  }
  const onLeave = () => finish(true)
  const timer = setTimeout(() => finish(false), forMs)
  addEventListener('pagehide', onLeave)
  const undo = () => {
    if (!settle()) return
    drop(id)
    onUndo()
  }
  const id = add({ text, tone: 'ok', forMs, undo })
}
