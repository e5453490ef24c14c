import { IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../language/texts.ts'
import styles from './dialog.module.css'
import { Toasts } from './toast/toast.tsx'

type DialogProps = {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  /**
   * `bottom` rises from below, for a phone; `top` is for looking things up; `right` shows a row of a list as high as
   * the window.
   */
  readonly side?: 'bottom' | 'top' | 'right'
  /** False for a dialog that has to be answered. */
  readonly dismissable?: boolean
  readonly bare?: boolean
}

/** What has the focus first: what is marked, else the first field; without either it is the browser's choice. */
const FIRST = '[data-first], form :is(input, select, textarea)'

/**
 * The browser's own dialog: it keeps the focus, closes on Escape and lies above everything. The focus goes back to
 * where it was.
 */
export const Dialog = ({ title, close, children, side, dismissable = true, bare = false }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  // While it is still in the document, or the browser has nothing to give the focus back from.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog !== null && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>(FIRST)?.focus()
    }
    return () => dialog?.close()
  }, [])
  const dismiss = () => {
    if (dismissable) close()
  }
  const isPressedBeside = useRef(false)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={ref}
      className={styles.dialog}
      data-side={side}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        dismiss()
      }}
      onClose={() => {
        // At a second Escape the browser closes it by itself: what decides is who shows it.
        if (ref.current === null || ref.current.open) return
        ref.current.showModal()
        dismiss()
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === ref.current
      }}
      onClick={(event) => {
        // Text that is marked with the pointer may be let go of beside the dialog.
        if (event.target === ref.current && isPressedBeside.current) dismiss()
      }}
    >
      {bare ? (
        children
      ) : (
        <div className={styles.inner}>
          <header className={styles.head}>
            <h2>{title}</h2>
            {dismissable && (
              <button type="button" onClick={dismiss} aria-label={t('Close')}>
                <IconX size={18} aria-hidden />
              </button>
            )}
          </header>
          {children}
        </div>
      )}
      <Toasts inDialog />
    </dialog>
  )
}

type DialogActionsProps = {
  /** What the button says that submits the form. */
  readonly action: ReactNode
  readonly danger?: boolean | undefined
  readonly disabled?: boolean
  /** Whether that button has the focus first. */
  readonly first?: boolean | undefined
  /** Whether the row stays in sight at the lower edge of a form that is longer than the window. */
  readonly sticky?: boolean
  readonly close: () => void
  /** Other ways on, before the two. */
  readonly children?: ReactNode
}

/** The last row of a form in a dialog: leaving it, and doing what it is for. */
export const DialogActions = ({ action, danger, disabled, first, sticky, close, children }: DialogActionsProps) => (
  <div className={styles.actions} data-sticky={sticky || undefined}>
    {children}
    <button type="button" className="button" onClick={close}>
      {t('Cancel')}
    </button>
    <button
      type="submit"
      className="button"
      data-kind={danger ? 'danger' : 'main'}
      data-first={first || undefined}
      disabled={disabled}
    >
      {action}
    </button>
  </div>
)

type ConfirmProps = {
  readonly title: string
  /** What will happen, to what. */
  readonly children: ReactNode
  readonly action: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly close: () => void
}

/** Asks before something is done. */
export const Confirm = ({
  title,
  children,
  action,
  danger,
  busy = false,
  disabled = false,
  onConfirm,
  close,
}: ConfirmProps) => (
  <Dialog title={title} close={close}>
    <form
      className={styles.form}
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm()
      }}
    >
      <div className={styles.text}>{children}</div>
      <DialogActions action={action} danger={danger} first={!danger} disabled={busy || disabled} close={close} />
    </form>
  </Dialog>
)
