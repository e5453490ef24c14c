import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../../api/client.ts'
import { CreateTaskDocument, type StatusBadge, type TaskKind } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { BADGES, BadgeGlyph } from '../../../ui/badge.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormFault } from '../../../ui/field.tsx'
import { sayDone } from '../../../ui/toast/toast.tsx'
import { newRequestKey, paramsOf, refusalOf, TASK_KINDS } from '../../tasks/kinds.rules.ts'
import { ParamFields } from '../../tasks/param-fields.tsx'
import { Confirmation, type Draft, ReasonAndExpiry, USUAL_EXPIRY_S } from '../../tasks/push-fields.tsx'
import { KINDS } from '../../tasks/search.ts'
import styles from './push.module.css'

type Target = {
  readonly agentAtmId: string
  readonly siteName: string | null
  readonly badge: StatusBadge
}

const On = ({ target }: { readonly target: Target }) => {
  const state = BADGES[target.badge].label
  return (
    <p className={styles.on}>
      <BadgeGlyph badge={target.badge} />
      <span>
        <b className="id">{target.agentAtmId}</b>
        {target.siteName !== null && <>, {target.siteName}</>}
        <small>
          {target.badge === 'AGENT_OFFLINE'
            ? t('{state} right now: the command waits until its agent asks, or is never sent', { state })
            : t('{state} right now', { state })}
        </small>
      </span>
    </p>
  )
}

type PushProps = { readonly kind: TaskKind; readonly target: Target; readonly close: () => void }

/** Pushes a command to the ATM: what it does is shown first, and for a dangerous one the ATM's id has to be typed. */
export const Push = ({ kind, target, close }: PushProps) => {
  const { label, effect, dangerous, fields } = TASK_KINDS[kind]
  const { agentAtmId } = target
  const push = useAction(CreateTaskDocument)
  // However often it is sent, it is made once.
  const [idempotencyKey] = useState(newRequestKey)
  const [faulty, setFaulty] = useState<string | null>(null)
  const [draft, setDraft] = useState<Draft>({
    atm: agentAtmId,
    kind,
    typed: {},
    reason: '',
    expiresInSeconds: USUAL_EXPIRY_S,
    confirmed: '',
  })
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = paramsOf(kind, draft.typed)
    setFaulty('faultyField' in read ? read.faultyField : null)
    if ('faultyField' in read || push.isPending) return
    const { reason, expiresInSeconds } = draft
    push.mutate(
      { task: { agentAtmId, kind, params: read.params, reason, expiresInSeconds }, idempotencyKey },
      {
        onSuccess: () => {
          sayDone(t('{command} is on its way to {atm}.', { command: label, atm: agentAtmId }))
          close()
        },
      },
    )
  }
  const names = ['reason', 'expiresInSeconds', ...fields.map(({ name }) => name)]
  const faultyLabel = fields.find(({ name }) => name === faulty)?.label
  return (
    <Dialog title={t('{command}: {atm}', { command: label, atm: agentAtmId })} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <On target={target} />
        <p className={styles.effect} data-danger={dangerous || undefined}>
          {effect}
        </p>
        <ParamFields
          fields={fields}
          typed={draft.typed}
          error={push.error}
          onType={(name, text) => change({ typed: { ...draft.typed, [name]: text } })}
        />
        {faulty !== null && (
          <p role="alert" className={styles.fault}>
            {t('What is typed under “{field}” must be a JSON object, such as {example}.', {
              field: faultyLabel ?? '',
              example: '{"interval": 30}',
            })}
          </p>
        )}
        <ReasonAndExpiry draft={draft} error={push.error} change={change} />
        <Confirmation draft={draft} change={change} />
        <FormFault error={push.error} fields={names} />
        <DialogActions
          action={`${label} ${agentAtmId}`}
          danger={dangerous}
          disabled={push.isPending || (dangerous && draft.confirmed.trim() !== agentAtmId)}
          close={close}
        />
      </form>
    </Dialog>
  )
}

type AllProps = {
  readonly target: Target
  readonly kinds: readonly TaskKind[] | null
  readonly choose: (kind: TaskKind) => void
  readonly close: () => void
}

/** Every command there is; those that the caller may not give say why. */
export const AllCommands = ({ target, kinds, choose, close }: AllProps) => (
  <Dialog title={t('Commands for {atm}', { atm: target.agentAtmId })} close={close}>
    {kinds === null && (
      <p className={styles.effect}>
        {t('Which commands you may give is not known right now; the platform decides when you push one.')}
      </p>
    )}
    <ul className={styles.list}>
      {KINDS.map((kind) => {
        const { label, effect } = TASK_KINDS[kind]
        const isRefused = kinds !== null && !kinds.includes(kind)
        return (
          <li key={kind}>
            <button type="button" disabled={isRefused} onClick={() => choose(kind)}>
              <b>
                {isRefused && <IconLock size={14} stroke={2} aria-hidden />}
                {label}
              </b>
              <span>{isRefused ? refusalOf(kind) : effect}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </Dialog>
)
