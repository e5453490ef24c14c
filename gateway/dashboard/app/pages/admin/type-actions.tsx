import { IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useRole } from '../../api/session.ts'
import { count, plural } from '../../ui/format.ts'
import styles from './parts/admin.module.css'
import { useAdmin } from './parts/use-admin.ts'
import { useReplay } from './use-replay.ts'

type TypeActionsProps = {
  readonly type: string
  readonly isKnown: boolean
  /** How many events of it wait; undefined where the list does not say. */
  readonly waiting: number | undefined
}

/** What can be done with the events of one type: make it known first, then replay them. */
export const TypeActions = ({ type, isKnown, waiting }: TypeActionsProps) => {
  const { open } = useAdmin()
  const mayAdd = useRole('ADMIN', 'BCOS_ADMIN')
  const { state, start, stop } = useReplay(type)
  if (!isKnown)
    return (
      <div className={styles.note}>
        <span>
          <b>{type}</b> is not a known type, so its events become exceptions.
          {!mayAdd && ' ADMIN and BCOS_ADMIN can make it known.'}
        </span>
        {mayAdd && (
          <button type="button" className="button" onClick={() => open({ add: type })}>
            <IconPlus size={16} stroke={2} aria-hidden />
            Make it known
          </button>
        )}
      </div>
    )
  if (state === null)
    return (
      <div className={styles.note}>
        <span>
          <b>{type}</b> is known
          {waiting === undefined || waiting === 0
            ? '; what is sent of it is stored.'
            : `, and ${plural(waiting, 'event')} of it ${waiting === 1 ? 'waits' : 'wait'} to be replayed.`}
        </span>
        {waiting !== 0 && (
          <button type="button" className="button" data-kind="main" onClick={start}>
            <IconPlayerPlay size={16} stroke={2} aria-hidden />
            Replay
          </button>
        )}
      </div>
    )
  const { replayed, failed, remaining, running, fault } = state
  const total = replayed + (remaining ?? 0)
  return (
    <div className={styles.note} role="status">
      <span>
        <b>{running ? `Replaying ${type}` : `Replayed ${type}`}</b>: {count(replayed)} stored
        {failed > 0 && `, ${count(failed)} could not be stored`}
        {remaining !== null && `, ${count(remaining)} still pending`}.{fault !== null && ` Stopped: ${fault}`}
        {running && remaining !== null && (
          <progress className={styles.progress} value={replayed} max={Math.max(1, total)} aria-label="Replay" />
        )}
      </span>
      <button type="button" className="button" onClick={running ? stop : start}>
        {running ? 'Stop' : 'Replay again'}
      </button>
    </div>
  )
}
