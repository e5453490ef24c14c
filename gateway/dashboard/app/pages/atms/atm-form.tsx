import { type FormEvent, useId, useState } from 'react'
import { useInstitutions } from '../../shell/institution-pick.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import styles from './atms.module.css'

/** What the form holds, as typed. */
export type AtmValues = {
  readonly agentAtmId: string
  readonly institutionKey: string
  readonly name: string
  readonly siteName: string
  readonly vendor: string
  readonly model: string
  readonly timeZone: string
  readonly latitude: string
  readonly longitude: string
}

export const NO_VALUES: AtmValues = {
  agentAtmId: '',
  institutionKey: '',
  name: '',
  siteName: '',
  vendor: '',
  model: '',
  timeZone: '',
  latitude: '',
  longitude: '',
}

const FIELDS = Object.keys(NO_VALUES)

/** A text as the platform takes it: a blank one is none. */
export const textOrNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** Degrees as typed; null for none. */
export const degreesOrNone = (text: string): number | null => (text.trim() === '' ? null : Number(text))

type AtmFormProps = {
  readonly initial: AtmValues
  /** True where the ATM is new, so that its agent's id is to be told. */
  readonly isNew: boolean
  /** Whether the institution may be chosen here. */
  readonly withInstitution: boolean
  readonly action: string
  readonly busy: boolean
  readonly error: unknown
  readonly onSubmit: (values: AtmValues) => void
  readonly close: () => void
}

type TextProps = {
  readonly name: keyof AtmValues
  readonly label: string
  readonly hint?: string
  readonly list?: string
  readonly degrees?: boolean
  readonly required?: boolean
}

const Institutions = ({ id }: { readonly id: string }) => {
  const { data } = useInstitutions()
  return (
    <datalist id={id}>
      {data?.data.institutions?.map(({ key }) => (
        <option key={key} value={key} />
      ))}
    </datalist>
  )
}

const Zones = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
)

/** The fields that describe an ATM, each with what the platform finds wrong with it. */
export const AtmForm = (props: AtmFormProps) => {
  const { initial, isNew, withInstitution, action, busy, error, onSubmit, close } = props
  const [values, setValues] = useState(initial)
  const zones = useId()
  const institutions = useId()
  const text = ({ name, label, hint, list, degrees, required }: TextProps) => (
    <Field label={label} name={name} error={error} hint={hint}>
      {(input) => (
        <input
          {...input}
          type={degrees ? 'number' : 'text'}
          step={degrees ? 'any' : undefined}
          list={list}
          required={required}
          autoComplete="off"
          spellCheck={false}
          value={values[name]}
          onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
        />
      )}
    </Field>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(values)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {isNew && text({ name: 'agentAtmId', label: 'Agent id', hint: 'As its agent will name itself.', required: true })}
      {withInstitution && text({ name: 'institutionKey', label: 'Institution', list: institutions, required: isNew })}
      {withInstitution && <Institutions id={institutions} />}
      {text({ name: 'name', label: 'Name' })}
      {text({ name: 'siteName', label: 'Place' })}
      <div className={styles.two}>
        {text({ name: 'vendor', label: 'Maker' })}
        {text({ name: 'model', label: 'Model' })}
      </div>
      {text({
        name: 'timeZone',
        label: 'Time zone',
        list: zones,
        hint: 'Such as Europe/Helsinki; left empty it is the platform’s.',
      })}
      <Zones id={zones} />
      <div className={styles.two}>
        {text({ name: 'latitude', label: 'Latitude', degrees: true, hint: 'Degrees north.' })}
        {text({ name: 'longitude', label: 'Longitude', degrees: true, hint: 'Degrees east.' })}
      </div>
      <FormFault error={error} fields={FIELDS} />
      <DialogActions action={action} disabled={busy} close={close} />
    </form>
  )
}
