import { type FormEvent, useState } from 'react'
import type { IncidentSeverity, WebhookEvent } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Field, FormFault } from '../../../ui/field.tsx'
import { words } from '../../../ui/format.ts'
import { Chips } from '../../../ui/list/filter-bar.tsx'
import { KINDS, kindWords } from '../../incidents/kinds.ts'
import admin from '../parts/admin.module.css'
import { EVENT_WORDS, EVENTS } from './webhook-words.ts'
import styles from './webhooks.module.css'

/** What a form of a webhook holds; no kinds or severities are all of them. */
export type WebhookValues = {
  readonly url: string
  readonly description: string
  readonly institutionKey: string
  readonly events: readonly WebhookEvent[]
  readonly kinds: readonly string[]
  readonly severities: readonly IncidentSeverity[]
}

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
const FIELDS = ['url', 'description', 'institutionKey']

const toggled = <T,>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

type Change = (part: Partial<WebhookValues>) => void

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly hint: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly chosen: readonly T[]
  readonly onToggle: (value: T) => void
}

const Choice = <T extends string>({ label, hint, options, chosen, onToggle }: ChoiceProps<T>) => (
  <fieldset className={styles.choice}>
    <legend>{label}</legend>
    <Chips label={label} options={options} chosen={chosen} onToggle={onToggle} />
    <p>{hint}</p>
  </fieldset>
)

const Choices = ({ values, change }: { readonly values: WebhookValues; readonly change: Change }) => (
  <>
    <Choice
      label={t('Notify when incidents are')}
      hint={t('One or more.')}
      options={EVENTS.map((value) => ({ value, label: EVENT_WORDS[value] }))}
      chosen={values.events}
      onToggle={(event) => change({ events: toggled(values.events, event) })}
    />
    <Choice
      label={t('Severities')}
      hint={t('None chosen: all.')}
      options={SEVERITIES.map((value) => ({ value, label: words(value) }))}
      chosen={values.severities}
      onToggle={(severity) => change({ severities: toggled(values.severities, severity) })}
    />
    <Choice
      label={t('Kinds')}
      hint={t('None chosen: all.')}
      options={[...new Set([...KINDS, ...values.kinds])].map((value) => ({ value, label: kindWords(value) }))}
      chosen={values.kinds}
      onToggle={(kind) => change({ kinds: toggled(values.kinds, kind) })}
    />
  </>
)

type TextsProps = {
  readonly values: WebhookValues
  readonly change: Change
  readonly error: unknown
  readonly withInstitution: boolean
}

const Texts = ({ values, change, error, withInstitution }: TextsProps) => (
  <>
    <Field label={t('URL')} name="url" error={error} hint={t('https, at a public address.')}>
      {(input) => (
        <input
          {...input}
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={values.url}
          onChange={({ target }) => change({ url: target.value })}
        />
      )}
    </Field>
    <Field label={t('What it is for')} name="description" error={error} hint={t('Such as: service desk.')}>
      {(input) => (
        <input
          {...input}
          type="text"
          autoComplete="off"
          value={values.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      )}
    </Field>
    {withInstitution && (
      <Field label={t('Institution')} name="institutionKey" error={error} hint={t('Its incidents are sent.')}>
        {(input) => (
          <input
            {...input}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={values.institutionKey}
            onChange={({ target }) => change({ institutionKey: target.value })}
          />
        )}
      </Field>
    )}
  </>
)

type WebhookFormProps = {
  readonly initial: WebhookValues
  readonly withInstitution: boolean
  readonly action: string
  readonly busy: boolean
  readonly error: unknown
  readonly onSubmit: (values: WebhookValues) => void
  readonly close: () => void
}

/** The form of a webhook: its address, and which incidents it is notified of. */
export const WebhookForm = ({ initial, action, busy, error, onSubmit, close, withInstitution }: WebhookFormProps) => {
  const [values, setValues] = useState(initial)
  const change: Change = (part) => setValues((now) => ({ ...now, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit(values)
  }
  return (
    <form className={admin.form} onSubmit={submit} noValidate>
      <Texts values={values} change={change} error={error} withInstitution={withInstitution} />
      <Choices values={values} change={change} />
      <FormFault error={error} fields={FIELDS} />
      <DialogActions
        action={action}
        disabled={busy || values.url.trim() === '' || values.events.length === 0}
        sticky
        close={close}
      />
    </form>
  )
}
