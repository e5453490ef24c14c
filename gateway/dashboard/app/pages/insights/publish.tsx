import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import {
  type InsightCategory,
  type InsightSeverity,
  PublishInsightDocument,
  SnapshotsToLinkDocument,
} from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { dayTime, words } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './insights.module.css'
import { CATEGORIES, SEVERITIES } from './search.ts'

const FIELDS = ['title', 'body', 'category', 'severity', 'expiresAt', 'snapshotId']

type Values = {
  readonly category: InsightCategory
  readonly severity: InsightSeverity
  readonly title: string
  readonly body: string
  /** As the browser's field has it, in the reader's time; empty for never. */
  readonly expires: string
  readonly snapshot: string
}

const NO_VALUES: Values = { category: 'ANOMALY', severity: 'INFO', title: '', body: '', expires: '', snapshot: '' }

type FieldsProps = { readonly values: Values; readonly error: unknown; readonly set: (part: Partial<Values>) => void }

const Kind = ({ values, error, set }: FieldsProps) => (
  <div className={styles.two}>
    <Field label={t('Category')} name="category" error={error}>
      {(input) => (
        <select
          {...input}
          value={values.category}
          onChange={({ target }) => set({ category: CATEGORIES.find((one) => one === target.value) ?? 'ANOMALY' })}
        >
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field label={t('Severity')} name="severity" error={error}>
      {(input) => (
        <select
          {...input}
          value={values.severity}
          onChange={({ target }) => set({ severity: SEVERITIES.find((one) => one === target.value) ?? 'INFO' })}
        >
          {SEVERITIES.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  </div>
)

const Links = ({ values, error, set }: FieldsProps) => {
  const { data } = useDocument(SnapshotsToLinkDocument, {}, { everyMs: 0 })
  return (
    <>
      <Field label={t('Expires')} name="expiresAt" error={error} hint={t('In your time. Left empty: never by itself.')}>
        {(input) => (
          <input
            {...input}
            type="datetime-local"
            value={values.expires}
            onChange={({ target }) => set({ expires: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('Figures it refers to')}
        name="snapshotId"
        error={error}
        hint={t('A snapshot of the day’s counters.')}
      >
        {(input) => (
          <select {...input} value={values.snapshot} onChange={({ target }) => set({ snapshot: target.value })}>
            <option value="">{t('The newest of the fleet')}</option>
            {data?.data.snapshots?.content.map(({ id, institutionKey, takenAt, openIncidents }) => (
              <option key={id} value={id}>
                {[
                  String(id),
                  dayTime(takenAt),
                  institutionKey ?? t('fleet'),
                  tn(openIncidents, '{n} open incident', '{n} open incidents'),
                ].join(' · ')}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

/** Publishes an insight for everybody. */
export const Publish = ({ close }: { readonly close: () => void }) => {
  const [values, setValues] = useState(NO_VALUES)
  const publish = useAction(PublishInsightDocument)
  const set = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { category, severity, title, body, expires, snapshot } = values
    const expiresAt = expires === '' ? null : new Date(expires).toISOString()
    publish.mutate(
      {
        insight: {
          category,
          severity,
          title: title.trim(),
          body: body.trim(),
          expiresAt,
          snapshotId: snapshot === '' ? null : Number(snapshot),
        },
      },
      {
        onSuccess: ({ publishInsight: published }) => {
          close()
          sayDone(t('“{title}” is published for all users.', { title: published?.title ?? title }))
        },
      },
    )
  }
  const error = publish.error
  return (
    <Dialog title={t('Publish an insight')} close={close}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label={t('Title')} name="title" error={error} hint={t('What was found, in a few words.')}>
          {(input) => (
            <input
              {...input}
              autoComplete="off"
              value={values.title}
              onChange={({ target }) => set({ title: target.value })}
            />
          )}
        </Field>
        <Field
          label={t('Text')}
          name="body"
          error={error}
          hint={t('In full, as plain text. All users of the platform will read it.')}
        >
          {(input) => (
            <textarea {...input} rows={5} value={values.body} onChange={({ target }) => set({ body: target.value })} />
          )}
        </Field>
        <Kind values={values} error={error} set={set} />
        <Links values={values} error={error} set={set} />
        <FormFault error={error} fields={FIELDS} />
        <DialogActions action={t('Publish')} disabled={publish.isPending} sticky close={close} />
      </form>
    </Dialog>
  )
}
