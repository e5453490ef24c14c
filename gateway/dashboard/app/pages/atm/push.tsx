import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/client.ts'
import type { StatusBadge } from '../../gql/graphql.gen.ts'
import { PushTaskDocument, type TaskKind } from '../../gql/graphql.gen.ts'
import { BADGES, BadgeGlyph } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast.tsx'
import styles from './push.module.css'
import { COMMANDS, JSON_FAULT, type Param, paramsOf, refusalOf } from './push.rules.ts'
import { KINDS } from './search.ts'

type Target = {
  readonly agentAtmId: string
  readonly siteName: string | null
  readonly badge: StatusBadge
}

const WAITS = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['14400', '4 hours'],
  ['86400', '24 hours'],
] as const

/** Pressing twice pushes once. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const ParamField = ({
  param,
  value,
  error,
  fault,
  onChange,
}: {
  readonly param: Param
  readonly value: string
  readonly error: unknown
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}) => (
  <Field label={param.label} name={param.name} error={error} hint={fault ?? param.hint}>
    {(input) =>
      param.type === 'json' ? (
        <textarea
          {...input}
          aria-invalid={fault !== undefined || input['aria-invalid']}
          rows={5}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <input
          {...input}
          type={param.type}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    }
  </Field>
)

const On = ({ target }: { readonly target: Target }) => (
  <p className={styles.on}>
    <BadgeGlyph badge={target.badge} />
    <span>
      <b className="id">{target.agentAtmId}</b>
      {target.siteName !== null && <>, {target.siteName}</>}
      <small>{BADGES[target.badge].label} right now</small>
    </span>
  </p>
)

type PushProps = { readonly kind: TaskKind; readonly target: Target; readonly close: () => void }

/** Pushes a command to the ATM: what it does is told first, and for a dangerous one the ATM's id has to be typed. */
export const Push = ({ kind, target, close }: PushProps) => {
  const { label, effect, isDangerous, params } = COMMANDS[kind]
  const push = useAction(PushTaskDocument)
  const [key, setKey] = useState(newKey)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [wait, setWait] = useState<string>(WAITS[0][0])
  const [name, setName] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = paramsOf(params, typed)
    setFaulty(given === null)
    if (given === null) return
    const task = {
      agentAtmId: target.agentAtmId,
      kind,
      params: Object.keys(given).length === 0 ? null : given,
      reason: reason.trim() === '' ? null : reason.trim(),
      expiresInSeconds: Number(wait),
    }
    push.mutate(
      { task, key },
      {
        onSuccess: () => {
          sayDone(`${kind} is on its way to ${target.agentAtmId}.`)
          close()
        },
        // Another attempt is another request: what is wrong with this one may be mended in the form.
        onError: () => setKey(newKey()),
      },
    )
  }
  const names = ['reason', 'expiresInSeconds', ...params.map((param) => param.name)]
  return (
    <Dialog title={label} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <On target={target} />
        <p className={styles.effect} data-danger={isDangerous || undefined}>
          {effect}
        </p>
        {params.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            value={typed[param.name] ?? ''}
            error={push.error}
            fault={isFaulty && param.type === 'json' ? JSON_FAULT : undefined}
            onChange={(value) => setTyped((now) => ({ ...now, [param.name]: value }))}
          />
        ))}
        <Field label="Reason" name="reason" error={push.error} hint="For those who look at it later.">
          {(input) => (
            <input
              {...input}
              autoComplete="off"
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          )}
        </Field>
        <Field label="Waits for the agent at most" name="expiresInSeconds" error={push.error}>
          {(input) => (
            <select {...input} value={wait} onChange={({ target: { value } }) => setWait(value)}>
              {WAITS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isDangerous && (
          <Field label={`Type ${target.agentAtmId} to confirm`}>
            {(input) => (
              <input
                {...input}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={({ target: { value } }) => setName(value)}
              />
            )}
          </Field>
        )}
        <FormFault error={push.error} fields={names} />
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button"
            data-kind={isDangerous ? 'danger' : 'main'}
            disabled={push.isPending || (isDangerous && name.trim() !== target.agentAtmId)}
          >
            {label}
          </button>
        </div>
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
  <Dialog title={`Commands for ${target.agentAtmId}`} close={close}>
    {kinds === null && (
      <p className={styles.effect}>
        Which commands you may give is not known right now; the platform decides when you push one.
      </p>
    )}
    <ul className={styles.list}>
      {KINDS.map((kind) => {
        const { label, effect } = COMMANDS[kind]
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
