import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { RequestError } from '../../api/problem.ts'
import { useAuth } from '../../api/session.ts'
import {
  CreateRolloutDocument,
  type RolloutInput,
  RolloutPreviewDocument,
  type RolloutPreviewQuery,
  type TaskKind,
} from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { KindChoice } from '../tasks/kind-choice.tsx'
import { newRequestKey, paramsOf, TASK_KINDS } from '../tasks/kinds.rules.ts'
import { ParamFields } from '../tasks/param-fields.tsx'
import push from '../tasks/push.module.css'
import styles from './create.module.css'
import { Course, Selection } from './create-fields.tsx'
import { type Draft, FILTER_FIELDS, inputOf, USUAL_DRAFT } from './draft.rules.ts'

type Preview = NonNullable<RolloutPreviewQuery['rolloutPreview']>

/** A rollout as it was sent to be looked at, and what it would do. */
type Looked = { readonly rollout: RolloutInput; readonly preview: Preview }

/** What came of a draft, and of no other. */
type Outcome = { readonly draft: Draft; readonly looked?: Looked; readonly error?: Error }

const FIELDS = [
  ...['agentAtmIds', 'reason', 'stages', 'pauseAtFailurePct', 'minFinished', 'expiresInSeconds'],
  ...['outcomeWithinSeconds', 'delaySeconds', 'config', 'module', 'version', 'seconds'],
  ...FILTER_FIELDS.map(({ name }) => `filter.${name}`),
]

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

/** What it would do: how many ATMs, stage by stage, and how many are skipped. */
const PreviewCard = ({ preview }: { readonly preview: Preview }) => (
  <section className={styles.preview} aria-label={t('Preview')} aria-live="polite">
    <p>
      {rich('It commands {atms}.', { atms: <b>{tn(preview.atms, '{n} ATM', '{n} ATMs')}</b> })}
      {preview.notPermitted > 0 &&
        ` ${tn(
          preview.notPermitted,
          '{n} is skipped: your institution is not permitted.',
          '{n} are skipped: your institution is not permitted.',
        )}`}
      {preview.notFound > 0 &&
        ` ${tn(
          preview.notFound,
          '{n} is skipped: it is not found among yours.',
          '{n} are skipped: they are not found among yours.',
        )}`}
    </p>
    <ol>
      {preview.stages.map(({ number, percent, atms }) => (
        <li key={number}>
          {tn(
            atms,
            'Stage {number}, up to {percent}\u00a0%: {n} ATM',
            'Stage {number}, up to {percent}\u00a0%: {n} ATMs',
            { number, percent },
          )}
        </li>
      ))}
    </ol>
  </section>
)

/**
 * A rollout being written. It is looked at before it is begun, and what was looked at is begun; however often it is
 * sent, it is begun once.
 */
const useCreate = (onBegun: (id: number) => void) => {
  const [key] = useState(newRequestKey)
  const [draft, setDraft] = useState(USUAL_DRAFT)
  const [confirmed, confirm] = useState('')
  const [last, setLast] = useState<Outcome>()
  const look = useAction(RolloutPreviewDocument)
  const create = useAction(CreateRolloutDocument)
  // An answer that comes when something else is filled in already says nothing of that.
  const { looked, error }: Partial<Outcome> = last?.draft === draft ? last : {}
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    confirm('')
  }
  const preview = () => {
    const { kind } = draft
    if (kind === undefined) return
    const onError = (refusal: Error) => setLast({ draft, error: refusal })
    const read = paramsOf(kind, draft.typed)
    if ('faultyField' in read) return onError(noJson(read.faultyField))
    const rollout = inputOf(draft, kind, read.params)
    const onSuccess = ({ rolloutPreview }: RolloutPreviewQuery) => {
      if (rolloutPreview !== null) setLast({ draft, looked: { rollout, preview: rolloutPreview } })
    }
    look.mutate({ rollout }, { onError, onSuccess })
  }
  const begin = ({ rollout, preview: { atms } }: Looked) =>
    create.mutate(
      { rollout, idempotencyKey: `${key}-${atms}` },
      {
        onError: (refusal) => setLast({ draft, looked, error: refusal }),
        onSuccess: ({ createRollout }) => {
          if (createRollout === null) return
          sayDone(t('Rollout {id} has begun.', { id: createRollout.id }))
          onBegun(createRollout.id)
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (look.isPending || create.isPending) return
    if (looked === undefined) preview()
    else begin(looked)
  }
  const busy = look.isPending || create.isPending
  return { draft, preview: looked?.preview ?? null, confirmed, confirm, change, submit, error, busy }
}

const actionOf = (kind: TaskKind | undefined, preview: Preview | null): string =>
  kind === undefined || preview === null
    ? t('Preview')
    : tn(preview.atms, '{command}: {n} ATM', '{command}: {n} ATMs', { command: TASK_KINDS[kind].label })

type CreateProps = {
  /** The kinds that the caller may push. */
  readonly mine: readonly TaskKind[] | undefined
  readonly close: () => void
  readonly onBegun: (id: number) => void
}

/** Begins a rollout, after a look at what it would do. */
export const Create = ({ mine, close, onBegun }: CreateProps) => {
  const isCustomer = useAuth().session?.role === 'CUSTOMER'
  const { draft, preview, confirmed, confirm, change, submit, error, busy } = useCreate(onBegun)
  const { kind } = draft
  const dangerous = kind !== undefined && TASK_KINDS[kind].dangerous
  const isConfirmed = !dangerous || confirmed.trim() === String(preview?.atms)
  const isReady = kind !== undefined && (preview === null || (preview.atms > 0 && isConfirmed))
  return (
    <Dialog title={t('New rollout')} close={close} side="right">
      <form className={push.form} onSubmit={submit}>
        <KindChoice
          kind={kind}
          mine={mine}
          isCustomer={isCustomer}
          onChoose={(one) => change({ kind: one, typed: {} })}
        />
        {kind !== undefined && (
          <ParamFields
            fields={TASK_KINDS[kind].fields}
            typed={draft.typed}
            error={error}
            onType={(name, text) => change({ typed: { ...draft.typed, [name]: text } })}
          />
        )}
        <Selection draft={draft} error={error} change={change} />
        <Course draft={draft} error={error} change={change} />
        {preview !== null && <PreviewCard preview={preview} />}
        {preview !== null && preview.atms > 0 && dangerous && (
          <Field label={t('Type {text} to confirm', { text: preview.atms })} hint={TASK_KINDS[kind].effect}>
            {(input) => (
              <input
                {...input}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                value={confirmed}
                onChange={({ target }) => confirm(target.value)}
              />
            )}
          </Field>
        )}
        <FormFault error={error} fields={FIELDS} />
        <DialogActions
          action={actionOf(kind, preview)}
          danger={dangerous && preview !== null}
          disabled={!isReady || busy}
          sticky
          close={close}
        />
      </form>
    </Dialog>
  )
}
