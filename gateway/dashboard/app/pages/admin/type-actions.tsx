import { IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useRole } from '../../api/session.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { commas } from '../../ui/format.ts'
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
          {rich('{type} is not a known type, so its events become exceptions.', { type: <b>{type}</b> })}
          {!mayAdd && ` ${t('ADMIN and BCOS_ADMIN can make it known.')}`}
        </span>
        {mayAdd && (
          <button type="button" className="button" onClick={() => open({ add: type })}>
            <IconPlus size={16} stroke={2} aria-hidden />
            {t('Make it known')}
          </button>
        )}
      </div>
    )
  if (state === null)
    return (
      <div className={styles.note}>
        <span>
          {waiting === undefined || waiting === 0
            ? rich('{type} is known; what is sent of it is stored.', { type: <b>{type}</b> })
            : rich('{type} is known. {events}', {
                type: <b>{type}</b>,
                events: tn(waiting, '{n} event of it waits to be replayed.', '{n} events of it wait to be replayed.'),
              })}
        </span>
        {waiting !== 0 && (
          <button type="button" className="button" data-kind="main" onClick={start}>
            <IconPlayerPlay size={16} stroke={2} aria-hidden />
            {t('Replay')}
          </button>
        )}
      </div>
    )
  const { replayed, failed, remaining, running, fault } = state
  const total = replayed + (remaining ?? 0)
  const counts = [
    tn(replayed, '{n} stored', '{n} stored'),
    ...(failed > 0 ? [tn(failed, '{n} could not be stored', '{n} could not be stored')] : []),
    ...(remaining === null ? [] : [tn(remaining, '{n} still pending', '{n} still pending')]),
  ]
  return (
    <div className={styles.note} role="status">
      <span>
        <b>{running ? t('Replaying {type}', { type }) : t('Replayed {type}', { type })}</b>: {commas(counts)}.
        {fault !== null && ` ${t('Stopped: {reason}', { reason: fault })}`}
        {running && remaining !== null && (
          <progress className={styles.progress} value={replayed} max={Math.max(1, total)} aria-label={t('Replay')} />
        )}
      </span>
      <button type="button" className="button" onClick={running ? stop : start}>
        {running ? t('Stop') : t('Replay again')}
      </button>
    </div>
  )
}
