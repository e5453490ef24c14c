import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { currentOf } from '../../api/problem.ts'
import { FindAtmsDocument, type IncidentSeverity, OpenIncidentDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SEVERITIES, SEVERITY_ORDER } from '../../ui/badge.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './incidents.module.css'
import { KINDS_BY_HAND } from './kinds.ts'

const FIELDS = ['agentAtmId', 'kind', 'severity', 'title']

type Values = {
  readonly agentAtmId: string
  readonly kind: string
  readonly severity: IncidentSeverity
  readonly title: string
}

const AtmOptions = ({ id, q }: { readonly id: string; readonly q: string }) => {
  const { data } = useDocument(FindAtmsDocument, { q }, { everyMs: 0, enabled: q.length > 1 })
  return (
    <datalist id={id}>
      {data?.data.atmStatuses?.content.map((atm) => (
        <option key={atm.id} value={atm.agentAtmId}>
          {atm.siteName ?? atm.name}
        </option>
      ))}
    </datalist>
  )
}

type FieldsProps = { readonly values: Values; readonly error: unknown; readonly set: (part: Partial<Values>) => void }

const Fields = ({ values, error, set }: FieldsProps) => {
  const atms = useId()
  const kinds = useId()
  return (
    <>
      <Field
        label={t('ATM')}
        name="agentAtmId"
        error={error}
        hint={t('Its number; a part of it, or of its place, is enough to be offered some.')}
      >
        {(input) => (
          <input
            {...input}
            list={atms}
            required
            autoComplete="off"
            spellCheck={false}
            value={values.agentAtmId}
            onChange={({ target }) => set({ agentAtmId: target.value })}
          />
        )}
      </Field>
      <AtmOptions id={atms} q={values.agentAtmId.trim()} />
      <Field label={t('What is wrong')} name="title" error={error} hint={t('In a few words.')}>
        {(input) => (
          <input
            {...input}
            required
            autoComplete="off"
            value={values.title}
            onChange={({ target }) => set({ title: target.value })}
          />
        )}
      </Field>
      <div className={styles.two}>
        <Field
          label={t('Kind')}
          name="kind"
          error={error}
          hint={t('One of the list, or a word of your own such as VANDALISM.')}
        >
          {(input) => (
            <input
              {...input}
              list={kinds}
              required
              autoComplete="off"
              spellCheck={false}
              value={values.kind}
              onChange={({ target }) => set({ kind: target.value.toUpperCase().replaceAll(' ', '_') })}
            />
          )}
        </Field>
        <datalist id={kinds}>
          {KINDS_BY_HAND.map((kind) => (
            <option key={kind} value={kind} />
          ))}
        </datalist>
        <Field label={t('Severity')} name="severity" error={error}>
          {(input) => (
            <select
              {...input}
              value={values.severity}
              onChange={({ target }) => set({ severity: SEVERITY_ORDER.find((one) => one === target.value) ?? 'HIGH' })}
            >
              {SEVERITY_ORDER.map((severity) => (
                <option key={severity} value={severity}>
                  {SEVERITIES[severity].label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  )
}

/** Opens an incident by hand, and leads to it. Where one of the kind is open already it leads to that. */
export const CreateIncident = ({
  close,
  agentAtmId = '',
}: {
  readonly close: () => void
  readonly agentAtmId?: string
}) => {
  const [values, setValues] = useState<Values>({ agentAtmId, kind: '', severity: 'HIGH', title: '' })
  const create = useAction(OpenIncidentDocument)
  const navigate = useNavigate()
  const lead = (id: number) => void navigate({ to: PATHS.incident, params: { incidentId: String(id) } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { incident: { ...values, agentAtmId: values.agentAtmId.trim(), title: values.title.trim() } },
      {
        onSuccess: ({ createIncident: opened }) => {
          if (opened === null) return
          sayDone(t('Incident {id} is open at {atm}.', { id: opened.id, atm: opened.agentAtmId }))
          lead(opened.id)
        },
      },
    )
  }
  const other = currentOf(create.error)?.id
  return (
    <Dialog title={t('Open an incident by hand')} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <Fields values={values} error={create.error} set={(part) => setValues((now) => ({ ...now, ...part }))} />
        <p className={styles.hint}>{t('Events of its kind will join it, but only a person resolves it.')}</p>
        <FormFault error={create.error} fields={FIELDS} />
        <DialogActions action={t('Open it')} disabled={create.isPending} close={close}>
          {typeof other === 'number' && (
            <button type="button" className="button" onClick={() => lead(other)}>
              {t('Show incident {other}', { other })}
            </button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
