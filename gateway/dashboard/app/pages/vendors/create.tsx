import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { CreateVendorDocument, type VendorType } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { TYPE_LABELS } from './types.ts'
import styles from './vendors.module.css'

type Texts = {
  readonly name: string
  readonly contactName: string
  readonly contactEmail: string
  readonly contactPhone: string
}

const TEXTS = [
  { name: 'name', label: t('Name of the company'), type: 'text' },
  { name: 'contactName', label: t('Person to ask for'), type: 'text' },
  { name: 'contactEmail', label: t('Where to write'), type: 'email' },
  { name: 'contactPhone', label: t('Where to call'), type: 'tel' },
] as const satisfies readonly { name: keyof Texts; label: string; type: string }[]

const NOTHING: Texts = { name: '', contactName: '', contactEmail: '', contactPhone: '' }
const FIELDS = [...TEXTS.map(({ name }) => name), 'type', 'institutionKey']

const textOrNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())

type CreateProps = {
  /** The institutions that the vendor may belong to; one is chosen where there are several. */
  readonly keys: readonly string[]
  readonly type: VendorType | undefined
  readonly close: () => void
}

const useCreate = ({ keys, type, close }: CreateProps) => {
  const [texts, setTexts] = useState(NOTHING)
  const [kind, setKind] = useState<VendorType>(type ?? 'CIT')
  const [institution, setInstitution] = useState('')
  const [isMailFaulty, setMailFaulty] = useState(false)
  const create = useAction(CreateVendorDocument)
  const enter = (name: keyof Texts, text: string) => {
    setTexts((now) => ({ ...now, [name]: text }))
    if (name === 'contactEmail') setMailFaulty(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    // The platform takes any text for an address. No other field has a form that the browser knows.
    if (!event.currentTarget.checkValidity()) return setMailFaulty(true)
    const vendor = {
      name: texts.name.trim(),
      type: kind,
      contactName: textOrNone(texts.contactName),
      contactEmail: textOrNone(texts.contactEmail),
      contactPhone: textOrNone(texts.contactPhone),
      institutionKey: keys.length > 1 ? textOrNone(institution) : null,
    }
    create.mutate(
      { vendor },
      {
        onSuccess: ({ createVendor }) => {
          if (createVendor !== null) sayDone(t('{vendor} is listed.', { vendor: createVendor.name }))
          close()
        },
      },
    )
  }
  return { texts, enter, kind, setKind, institution, setInstitution, isMailFaulty, create, submit }
}

/** Creates a vendor. It cannot be edited or deleted afterwards. */
export const Create = (props: CreateProps) => {
  const { keys, close } = props
  const { texts, enter, kind, setKind, institution, setInstitution, isMailFaulty, create, submit } = useCreate(props)
  return (
    <Dialog title={t('New vendor')} close={close}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label={t('What it does')} name="type" error={create.error}>
          {(input) => (
            <select {...input} value={kind} onChange={({ target }) => setKind(target.value === 'SP' ? 'SP' : 'CIT')}>
              <option value="CIT">{TYPE_LABELS.CIT}</option>
              <option value="SP">{TYPE_LABELS.SP}</option>
            </select>
          )}
        </Field>
        {TEXTS.map(({ name, label, type }) => (
          <Field
            key={name}
            label={label}
            name={name}
            error={create.error}
            fault={name === 'contactEmail' && isMailFaulty ? t('must be an e-mail address') : undefined}
            hint={name === 'name' ? t('Required.') : undefined}
          >
            {(input) => (
              <input
                {...input}
                type={type}
                autoComplete="off"
                value={texts[name]}
                onChange={({ target }) => enter(name, target.value)}
              />
            )}
          </Field>
        ))}
        {keys.length > 1 && (
          <Field label={t('Institution')} name="institutionKey" error={create.error} hint={t('Whose vendor it is.')}>
            {(input) => (
              <select {...input} value={institution} onChange={({ target }) => setInstitution(target.value)}>
                <option value="">{t('Choose one')}</option>
                {keys.map((key) => (
                  <option key={key} value={key}>
                    {key}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <FormFault error={create.error} fields={FIELDS} />
        <p className={styles.warning}>{t('Check it: a vendor cannot be edited or deleted afterwards.')}</p>
        <DialogActions action={t('Create')} disabled={create.isPending} close={close} />
      </form>
    </Dialog>
  )
}
