import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { RequestError } from '../../api/problem.ts'
import { useAuth } from '../../api/session.ts'
import { CreateTaskDocument, type TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { AtmFind, type FoundAtm } from './atm-find.tsx'
import { KindChoice } from './kind-choice.tsx'
import { newRequestKey, paramsOf, TASK_KINDS } from './kinds.rules.ts'
import { ParamFields } from './param-fields.tsx'
import styles from './push.module.css'
import { Confirmation, type Draft, ReasonAndExpiry, USUAL_EXPIRY_S } from './push-fields.tsx'

const FIELDS = ['agentAtmId', 'reason', 'expiresInSeconds', 'delaySeconds', 'config', 'module', 'version', 'seconds']

/** A fault that is seen before anything is sent, as if the platform had answered it. */
const noJson = (field: string) =>
  new RequestError(400, [
    {
      service: null,
      path: '',
      code: 'BAD_USER_INPUT',
      message: '',
      fields: [{ field, message: t('must be a JSON object') }],
    },
  ])

const isReady = ({ atm, kind, confirmed }: Draft): boolean =>
  atm !== undefined && kind !== undefined && (!TASK_KINDS[kind].dangerous || confirmed.trim() === atm)

/** A request whose answer was lost may have been taken; its key says so when another is made of the form. */
const wasTaken = (error: unknown): boolean =>
  error instanceof RequestError &&
  error.faults.some(({ code, message }) => code === 'CONFLICT' && /Idempotency-Key/.test(message))

const Offline = ({ atm }: { readonly atm: FoundAtm | undefined }) =>
  atm?.badge === 'AGENT_OFFLINE' ? (
    <p className={styles.offline}>
      {t('Nothing is heard of its agent now: the task waits until it asks, and is never sent if it does not in time.')}
    </p>
  ) : null

type PushProps = {
  /** The ATM that the list is of, if it is of one. */
  readonly agentAtmId: string | undefined
  /** The kinds that the caller may push. */
  readonly mine: readonly TaskKind[] | undefined
  readonly close: () => void
  readonly onPushed: (id: string) => void
}

/** A task being written. However often it is sent, it is made once: its key is its own. */
const usePush = (agentAtmId: string | undefined, onPushed: (id: string) => void) => {
  const [key] = useState(newRequestKey)
  const [fault, setFault] = useState<Error | null>(null)
  const [draft, setDraft] = useState<Draft>({
    atm: agentAtmId,
    kind: undefined,
    typed: {},
    reason: '',
    expiresInSeconds: USUAL_EXPIRY_S,
    confirmed: '',
  })
  const create = useAction(CreateTaskDocument)
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setFault(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { atm, kind, typed, reason, expiresInSeconds } = draft
    if (atm === undefined || kind === undefined || create.isPending) return
    const read = paramsOf(kind, typed)
    if ('faultyField' in read) return setFault(noJson(read.faultyField))
    const task = { agentAtmId: atm, kind, params: read.params, reason, expiresInSeconds }
    create.mutate(
      { task, idempotencyKey: key },
      {
        onSuccess: ({ createTask }) => {
          if (createTask === null) return
          sayDone(
            t('{command} of {atm} is queued.', {
              command: TASK_KINDS[createTask.kind].label,
              atm: createTask.agentAtmId,
            }),
          )
          onPushed(createTask.id)
        },
      },
    )
  }
  return { draft, change, submit, error: fault ?? create.error, busy: create.isPending }
}

/** Pushes a task. */
export const Push = ({ agentAtmId, mine, close, onPushed }: PushProps) => {
  const isCustomer = useAuth().session?.role === 'CUSTOMER'
  const [found, setFound] = useState<FoundAtm>()
  const { draft, change, submit, error, busy } = usePush(agentAtmId, onPushed)
  const { atm, kind } = draft
  return (
    <Dialog title={t('Push a task')} close={close} side="right">
      <form className={styles.form} onSubmit={submit}>
        <Field label={t('ATM')} name="agentAtmId" error={error}>
          {(input) => (
            <AtmFind
              label={t('ATM by number, name or place')}
              value={atm}
              input={input}
              onChoose={(one) => {
                setFound(one)
                change({ atm: one?.agentAtmId, confirmed: '' })
              }}
            />
          )}
        </Field>
        <Offline atm={found} />
        <KindChoice
          kind={kind}
          mine={mine}
          isCustomer={isCustomer}
          onChoose={(one) => change({ kind: one, typed: {}, confirmed: '' })}
        />
        {kind !== undefined && (
          <ParamFields
            fields={TASK_KINDS[kind].fields}
            typed={draft.typed}
            error={error}
            onType={(name, text) => change({ typed: { ...draft.typed, [name]: text } })}
          />
        )}
        {kind !== undefined && <ReasonAndExpiry draft={draft} error={error} change={change} />}
        {kind !== undefined && <Confirmation draft={draft} change={change} />}
        <FormFault error={error} fields={FIELDS} />
        {wasTaken(error) && (
          <p className={styles.offline}>{t('Your first request was accepted after all: see the list.')}</p>
        )}
        <DialogActions
          action={kind === undefined ? t('Push') : `${TASK_KINDS[kind].label}${atm === undefined ? '' : ` ${atm}`}`}
          danger={kind !== undefined && TASK_KINDS[kind].dangerous}
          disabled={!isReady(draft) || busy}
          sticky
          close={close}
        />
      </form>
    </Dialog>
  )
}
