import { type FormEvent, useId, useState } from 'react'
import { ATM_ATTRIBUTES, isDegrees, ofEach } from '../../../../../schema/atm-attributes.rules.ts'
import { useInstitutions } from '../../api/institutions.ts'
import { t } from '../../language/texts.ts'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import styles from './atms.module.css'
import { ATM_FIELDS, CRITICALITIES, shownAttributes, type TypedAttributes } from './attributes.ts'

/** What the form holds, as typed. */
export type AtmValues = TypedAttributes & { readonly agentAtmId: string; readonly institutionKey: string }

export const NO_VALUES: AtmValues = { agentAtmId: '', institutionKey: '', ...ofEach(shownAttributes, () => '') }

const FIELDS = Object.keys(NO_VALUES)

type AtmFormProps = {
  readonly initial: AtmValues
  /** True where the ATM is new, so that the id of its agent is asked for. */
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
  readonly hint?: string | undefined
  readonly list?: string | undefined
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
  const choice = (name: 'criticality') => (
    <Field label={ATM_FIELDS[name].label} name={name} error={error}>
      {(input) => (
        <select
          {...input}
          value={values[name]}
          onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
        >
          <option value="">{t('Not said')}</option>
          {ATM_ATTRIBUTES[name].choices.map((one) => (
            <option key={one} value={one}>
              {CRITICALITIES[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(values)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {isNew &&
        text({ name: 'agentAtmId', label: t('Agent id'), hint: t('As its agent will name itself.'), required: true })}
      {withInstitution &&
        text({ name: 'institutionKey', label: t('Institution'), list: institutions, required: isNew })}
      {withInstitution && <Institutions id={institutions} />}
      <div className={styles.attributes}>
        {shownAttributes.map((name) => {
          const { label, hint, half } = ATM_FIELDS[name]
          const list = name === 'timeZone' ? zones : undefined
          return (
            <div key={name} className={half ? undefined : styles.whole}>
              {name === 'criticality' ? choice(name) : text({ name, label, hint, list, degrees: isDegrees(name) })}
            </div>
          )
        })}
      </div>
      <Zones id={zones} />
      <FormFault error={error} fields={FIELDS} />
      <DialogActions action={action} disabled={busy} sticky close={close} />
    </form>
  )
}
