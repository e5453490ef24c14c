import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { type RolloutChangeStatus, type RolloutQuery, UpdateRolloutDocument } from '../../gql/graphql.gen.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { count, duration, fixed, plural } from '../../ui/format.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { endedOf, partsOf } from '../rollouts/figures.rules.ts'
import { RolloutMark } from '../rollouts/status.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import styles from './rollout.module.css'

export type Shown = NonNullable<RolloutQuery['rollout']>

const DONE: Readonly<Record<RolloutChangeStatus, string>> = {
  RUNNING: 'The rollout goes on.',
  PAUSED: 'The rollout is paused; what was not delivered is taken back.',
  CANCELLED: 'The rollout is cancelled; what was not delivered is taken back.',
}

const useChange = (id: number) => {
  const update = useAction(UpdateRolloutDocument)
  return {
    busy: update.isPending,
    set: (status: RolloutChangeStatus) =>
      update.mutate({ id, change: { status } }, { onSuccess: () => sayDone(DONE[status]), onError: sayFailed }),
  }
}

const Actions = ({ rollout }: { readonly rollout: Shown }) => {
  const { busy, set } = useChange(rollout.id)
  const [asked, setAsked] = useState<'RUNNING' | 'CANCELLED'>()
  const parts = partsOf(rollout.counts)
  const close = () => setAsked(undefined)
  if (rollout.status === 'DONE' || rollout.status === 'CANCELLED') return null
  return (
    <div className={styles.actions}>
      {rollout.status === 'RUNNING' ? (
        <button type="button" className="button" disabled={busy} onClick={() => set('PAUSED')}>
          <IconPlayerPause size={16} stroke={1.9} aria-hidden />
          Pause
        </button>
      ) : (
        <button type="button" className="button" data-kind="main" disabled={busy} onClick={() => setAsked('RUNNING')}>
          <IconPlayerPlay size={16} stroke={1.9} aria-hidden />
          Resume
        </button>
      )}
      <button type="button" className="button" disabled={busy} onClick={() => setAsked('CANCELLED')}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
        Cancel the rollout
      </button>
      {asked !== undefined && (
        <Confirm
          title={asked === 'RUNNING' ? 'Resume the rollout' : 'Cancel the rollout'}
          action={asked === 'RUNNING' ? 'Resume' : 'Cancel the rollout'}
          danger={asked === 'CANCELLED'}
          busy={busy}
          onConfirm={() => {
            set(asked)
            close()
          }}
          close={close}
        >
          {asked === 'RUNNING' ? (
            <p>
              {plural(parts.waiting, 'ATM')} are still to be commanded. The failures until now are accepted: it is
              judged by what finishes from now on.
            </p>
          ) : (
            <p>
              {plural(endedOf(parts), 'task')} have ended. What was not delivered is taken back for good; what was
              delivered goes on.
            </p>
          )}
        </Confirm>
      )}
    </div>
  )
}

const whyPaused = ({ status, pauseReason, changedBy, pauseAtFailurePct }: Shown): string | null => {
  if (status !== 'PAUSED') return null
  return pauseReason === 'FAILURES'
    ? `It paused by itself: more than ${pauseAtFailurePct} % of the finished tasks failed.`
    : `${changedBy ?? 'Somebody'} paused it.`
}

/** What it selects, in words. */
const selectionOf = ({ filter, listed }: Shown): string => {
  if (filter === null) return `a list of ${count(listed ?? 0)}`
  const { institutionKey, siteName, vendor, model, region, costCentre, criticality, tag, q } = filter
  const texts = [institutionKey, siteName, vendor, model, region, costCentre, criticality, tag]
  const parts = [...texts, q === null ? null : `“${q}”`].filter((part) => part !== null)
  return parts.length === 0 ? 'all' : parts.join(', ')
}

const Fact = ({ name, value, more }: { readonly name: string; readonly value: string; readonly more: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <small>{more}</small>
    </dd>
  </div>
)

/** What it is, how it stands, and what can be done with it. */
export const Head = ({ rollout }: { readonly rollout: Shown }) => {
  const may = useRole('CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN')
  const { id, kind, reason, atms, skipped, failurePct, pauseAtFailurePct, minFinished } = rollout
  const paused = whyPaused(rollout)
  const ended = endedOf(partsOf(rollout.counts))
  return (
    <section className={styles.head} aria-label={`Rollout ${id}`}>
      <div>
        <h2 className={styles.title}>
          {TASK_KINDS[kind].label}, rollout {id}
        </h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
      </div>
      <p className={styles.status} aria-live="polite">
        <RolloutMark status={rollout.status} />
        {paused !== null && <span>{paused}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact
          name="ATMs"
          value={count(atms)}
          more={`${selectionOf(rollout)}${skipped > 0 ? `; ${count(skipped)} skipped` : ''}`}
        />
        <Fact name="Ended" value={count(ended)} more={`of ${plural(atms, 'task')}`} />
        <Fact
          name="Failed"
          value={`${fixed(failurePct, 1)} %`}
          more={`pauses over ${pauseAtFailurePct} %, from ${plural(minFinished, 'task')} on`}
        />
        <div>
          <dt>Begun</dt>
          <dd>
            <Age at={rollout.requestedAt} /> ago
            <small>by {rollout.requestedBy}</small>
          </dd>
        </div>
      </dl>
      <p className={styles.words}>
        A task waits {duration(rollout.expiresInSeconds * 1_000)} for its agent, and has{' '}
        {duration(rollout.outcomeWithinSeconds * 1_000)} for its outcome.
      </p>
      {may && <Actions rollout={rollout} />}
    </section>
  )
}
