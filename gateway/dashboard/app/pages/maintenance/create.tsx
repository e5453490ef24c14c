import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { useAuth } from '../../api/session.ts'
import {
  AtmNamedDocument,
  CreateMaintenanceWindowDocument,
  FindAtmsDocument,
  type Weekday,
} from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { words } from '../../ui/format.ts'
import { Chips } from '../../ui/list/filter-bar.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './maintenance.module.css'

const FIELDS = ['window.institutionKey', 'window.from', 'window.to', 'window.reason', 'window.until', 'from', 'to']
const WEEKDAYS: readonly Weekday[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

type Values = {
  readonly institutionKey: string
  readonly agentAtmId: string
  readonly siteName: string
  readonly from: string
  readonly to: string
  readonly weekdays: readonly Weekday[]
  readonly until: string
  readonly reason: string
}

const NOTHING: Values = {
  institutionKey: '',
  agentAtmId: '',
  siteName: '',
  from: '',
  to: '',
  weekdays: [],
  until: '',
  reason: '',
}

const textOrNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** What the browser takes as local to whoever enters it. */
const instantOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())

type PartProps = { readonly values: Values; readonly error: unknown; readonly set: (part: Partial<Values>) => void }

const text = ({ values, error, set }: PartProps, name: keyof Values & string, label: string, more: object = {}) => {
  const { hint, ...input }: { hint?: string; type?: string; required?: boolean } = more
  return (
    <Field label={label} name={name} error={error} hint={hint}>
      {(tied) => (
        <input
          {...tied}
          {...input}
          autoComplete="off"
          value={String(values[name])}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

const Recurrence = (props: PartProps) => {
  const { values, set } = props
  const toggle = (day: Weekday) =>
    set({
      weekdays: values.weekdays.includes(day)
        ? values.weekdays.filter((one) => one !== day)
        : [...values.weekdays, day],
    })
  return (
    <>
      <fieldset className={styles.days}>
        <legend>{t('Recurs on')}</legend>
        <Chips
          label={t('Recurs on')}
          options={WEEKDAYS.map((day) => ({ value: day, label: words(day) }))}
          chosen={values.weekdays}
          onToggle={toggle}
        />
      </fieldset>
      {values.weekdays.length > 0 && text(props, 'until', t('Recurs until'), { type: 'date', required: true })}
    </>
  )
}

/** The ATM with this number, or the only one that has it in another case; null until it is found. */
const useAtmId = (typed: string): number | null => {
  const q = typed.trim()
  const { data: named } = useDocument(AtmNamedDocument, { agentAtmId: q }, { everyMs: 0, enabled: q !== '' })
  const { data: alike } = useDocument(FindAtmsDocument, { q }, { everyMs: 0, enabled: q.length > 1 })
  // Both may still be of what was typed before.
  const atm = named?.data.atm
  if (atm?.agentAtmId === q) return atm.id
  const [only, ...others] = (alike?.data.atmStatuses?.content ?? []).filter(
    ({ agentAtmId }) => agentAtmId.toLowerCase() === q.toLowerCase(),
  )
  return others.length === 0 ? (only?.id ?? null) : null
}

const inputOf = (values: Values, atmId: number | null) => {
  const value = textOrNone(values.siteName)
  const recurs = values.weekdays.length > 0
  return {
    institutionKey: atmId === null ? textOrNone(values.institutionKey) : null,
    atmId,
    attribute: value === null ? null : 'siteName',
    value,
    from: instantOf(values.from),
    to: instantOf(values.to),
    weekdays: recurs ? [...values.weekdays] : null,
    until: recurs ? textOrNone(values.until) : null,
    timeZone: recurs ? Intl.DateTimeFormat().resolvedOptions().timeZone : null,
    reason: values.reason,
  }
}

/** Opens a maintenance window. */
export const CreateWindow = ({ close }: { readonly close: () => void }) => {
  const chosen = useInstitution()
  const { session } = useAuth()
  const only = session?.institutions.length === 1 ? session.institutions[0] : undefined
  const [values, setValues] = useState<Values>({ ...NOTHING, institutionKey: chosen ?? only ?? '' })
  const create = useAction(CreateMaintenanceWindowDocument)
  const atmId = useAtmId(values.agentAtmId)
  const isAtmUnknown = values.agentAtmId.trim() !== '' && atmId === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || isAtmUnknown) return
    create.mutate(
      { window: inputOf(values, atmId) },
      {
        onSuccess: () => {
          sayDone(t('The maintenance window is open.'))
          close()
        },
      },
    )
  }
  const props = {
    values,
    error: create.error,
    set: (part: Partial<Values>) => setValues((now) => ({ ...now, ...part })),
  }
  return (
    <Dialog title={t('New maintenance window')} close={close}>
      <form className={styles.form} onSubmit={submit}>
        {text(props, 'institutionKey', t('Institution'), {
          hint: t('All of its ATMs, unless one or a site is named.'),
        })}
        {text(props, 'agentAtmId', t('Only this ATM'), {
          hint: isAtmUnknown ? t('No ATM has this number.') : t('Its number.'),
        })}
        {text(props, 'siteName', t('Only this site'))}
        {text(props, 'from', t('From'), { type: 'datetime-local', required: true })}
        {text(props, 'to', t('To'), { type: 'datetime-local', required: true })}
        <Recurrence {...props} />
        {text(props, 'reason', t('Why'), { required: true })}
        <p className={styles.hint}>
          {t(
            'Incidents that begin in the window are suppressed: kept, not counted and not notified. One that lasts longer opens after it.',
          )}
        </p>
        <FormFault error={create.error} fields={FIELDS} />
        <DialogActions action={t('Open it')} disabled={create.isPending || isAtmUnknown} close={close} />
      </form>
    </Dialog>
  )
}
