import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { asBeginning, useWho } from '../../api/people.ts'
import { useRole } from '../../api/session.ts'
import { type RolloutChangeStatus, type RolloutQuery, UpdateRolloutDocument } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { commas, count, duration, fixed } from '../../ui/format.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { endedOf, partsOf } from '../rollouts/figures.rules.ts'
import { RolloutMark } from '../rollouts/status.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import styles from './rollout.module.css'

export type Shown = NonNullable<RolloutQuery['rollout']>

const DONE: Readonly<Record<RolloutChangeStatus, string>> = {
  RUNNING: t('The rollout goes on.'),
  PAUSED: t('The rollout is paused; what was not delivered is taken back.'),
  CANCELLED: t('The rollout is cancelled; what was not delivered is taken back.'),
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
  const parts = partsOf(rollout.counts, rollout.status)
  const close = () => setAsked(undefined)
  if (rollout.status === 'DONE' || rollout.status === 'CANCELLED') return null
  return (
    <div className={styles.actions}>
      {rollout.status === 'RUNNING' ? (
        <button type="button" className="button" disabled={busy} onClick={() => set('PAUSED')}>
          <IconPlayerPause size={16} stroke={1.9} aria-hidden />
          {t('Pause')}
        </button>
      ) : (
        <button type="button" className="button" data-kind="main" disabled={busy} onClick={() => setAsked('RUNNING')}>
          <IconPlayerPlay size={16} stroke={1.9} aria-hidden />
          {t('Resume')}
        </button>
      )}
      <button type="button" className="button" disabled={busy} onClick={() => setAsked('CANCELLED')}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
        {t('Cancel the rollout')}
      </button>
      {asked !== undefined && (
        <Confirm
          title={asked === 'RUNNING' ? t('Resume the rollout') : t('Cancel the rollout')}
          action={asked === 'RUNNING' ? t('Resume') : t('Cancel the rollout')}
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
              {tn(
                parts.waiting,
                '{n} ATM is still to be commanded. The failures until now are accepted: it is judged by what finishes from now on.',
                '{n} ATMs are still to be commanded. The failures until now are accepted: it is judged by what finishes from now on.',
              )}
            </p>
          ) : (
            <p>
              {tn(
                endedOf(parts),
                '{n} task has ended. What was not delivered is taken back for good; what was delivered goes on.',
                '{n} tasks have ended. What was not delivered is taken back for good; what was delivered goes on.',
              )}
            </p>
          )}
        </Confirm>
      )}
    </div>
  )
}

const whyPaused = (
  { status, pauseReason, changedBy, pauseAtFailurePct }: Shown,
  who: (userId: string | null) => string,
): string | null => {
  if (status !== 'PAUSED') return null
  return pauseReason === 'FAILURES'
    ? t('It paused by itself: more than {percent} % of the finished tasks failed.', { percent: pauseAtFailurePct })
    : t('{person} paused it.', { person: asBeginning(who(changedBy)) })
}

/** What it selects, in words. */
const selectionOf = ({ filter, listed }: Shown): string => {
  if (filter === null) return tn(listed ?? 0, 'a list of {n}', 'a list of {n}')
  const { institutionKey, siteName, vendor, model, region, costCentre, criticality, tag, q } = filter
  const texts = [institutionKey, siteName, vendor, model, region, costCentre, criticality, tag]
  const parts = [...texts, q === null ? null : `“${q}”`].filter((part) => part !== null)
  return parts.length === 0 ? t('all') : commas(parts)
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

/** What the rollout is, its status, and what can be done with it. */
export const Head = ({ rollout }: { readonly rollout: Shown }) => {
  const may = useRole('CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN')
  const { id, kind, reason, atms, skipped, failurePct, pauseAtFailurePct, minFinished } = rollout
  const who = useWho([rollout.requestedBy, rollout.changedBy])
  const paused = whyPaused(rollout, who)
  const ended = endedOf(partsOf(rollout.counts, rollout.status))
  return (
    <section className={styles.head} aria-label={t('Rollout {id}', { id })}>
      <div>
        <h2 className={styles.title}>{t('{command}, rollout {id}', { command: TASK_KINDS[kind].label, id })}</h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
      </div>
      <p className={styles.status} aria-live="polite">
        <RolloutMark status={rollout.status} />
        {paused !== null && <span>{paused}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact
          name={t('ATMs')}
          value={count(atms)}
          more={
            skipped > 0
              ? tn(skipped, '{selection}; {n} skipped', '{selection}; {n} skipped', { selection: selectionOf(rollout) })
              : selectionOf(rollout)
          }
        />
        <Fact name={t('Ended')} value={count(ended)} more={tn(atms, 'of {n} task', 'of {n} tasks')} />
        <Fact
          name={t('Failed')}
          value={`${fixed(failurePct, 1)} %`}
          more={tn(
            minFinished,
            'pauses over {percent} %, from {n} task on',
            'pauses over {percent} %, from {n} tasks on',
            { percent: pauseAtFailurePct },
          )}
        />
        <div>
          <dt>{t('Begun')}</dt>
          <dd>
            {rich('{age} ago', { age: <Age at={rollout.requestedAt} /> })}
            <small>{t('by {person}', { person: who(rollout.requestedBy) })}</small>
          </dd>
        </div>
      </dl>
      <p className={styles.words}>
        {t('A task waits {wait} for its agent, and has {time} for its outcome.', {
          wait: duration(rollout.expiresInSeconds * 1_000),
          time: duration(rollout.outcomeWithinSeconds * 1_000),
        })}
      </p>
      {may && <Actions rollout={rollout} />}
    </section>
  )
}
