import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'

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
      title="Leave without saving?"
      action="Leave"
      danger
      onConfirm={() => {
        onLeave()
        proceed()
      }}
      close={reset}
    >
      {plural(boxes, 'change')} to the permissions {boxes === 1 ? 'was' : 'were'} not saved and will be lost.
    </Confirm>
  )
}
