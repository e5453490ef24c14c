import { useBlocker } from '@tanstack/react-router'
import { t, tn } from '../../language/texts.ts'
import { Confirm } from '../../ui/dialog.tsx'

type LeaveDialogProps = {
  /** How many boxes were changed and not saved. */
  readonly boxes: number
  readonly onLeave: () => void
}

/**
 * Asks before what is not saved is lost: on another page, on another institution's matrix, and before the window
 * closes.
 */
export const LeaveDialog = ({ boxes, onLeave }: LeaveDialogProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      boxes > 0 && (current.pathname !== next.pathname || current.search.institution !== next.search.institution),
    enableBeforeUnload: () => boxes > 0,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm
      title={t('Leave without saving?')}
      action={t('Leave')}
      danger
      onConfirm={() => {
        onLeave()
        proceed()
      }}
      close={reset}
    >
      {tn(
        boxes,
        '{n} change to the permissions was not saved and will be lost.',
        '{n} changes to the permissions were not saved and will be lost.',
      )}
    </Confirm>
  )
}
