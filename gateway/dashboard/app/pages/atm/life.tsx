import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { AtmNamedDocument, MergeAtmDocument, ReactivateAtmDocument, RetireAtmDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import styles from './atm.module.css'
import type { Atm } from './steps.ts'

type DialogProps = { readonly atm: Atm; readonly close: () => void }

const Retire = ({ atm, close }: DialogProps) => {
  const retire = useAction(RetireAtmDocument)
  const open = atm.openIncidentSummary.count
  const confirm = () =>
    retire.mutate(
      { id: atm.id },
      {
        onSuccess: () => {
          sayDone(t('{atm} is retired.', { atm: atm.agentAtmId }))
          close()
        },
        onError: sayFailed,
      },
    )
  return (
    <Confirm
      title={t('Retire {atm}', { atm: atm.agentAtmId })}
      action={t('Retire')}
      danger
      busy={retire.isPending}
      onConfirm={confirm}
      close={close}
    >
      <p>{t('It keeps its history, and is in no list and no total from now on. Its agent is refused.')}</p>
      {open > 0 && (
        <p>
          {tn(open, 'Its open incident is resolved in your name.', 'Its {n} open incidents are resolved in your name.')}
        </p>
      )}
      <p>{t('It can be reactivated.')}</p>
    </Confirm>
  )
}

const Reactivate = ({ atm, close }: DialogProps) => {
  const reactivate = useAction(ReactivateAtmDocument)
  const confirm = () =>
    reactivate.mutate(
      { id: atm.id },
      {
        onSuccess: () => {
          sayDone(t('{atm} is in use again.', { atm: atm.agentAtmId }))
          close()
        },
        onError: sayFailed,
      },
    )
  return (
    <Confirm
      title={t('Reactivate {atm}', { atm: atm.agentAtmId })}
      action={t('Reactivate')}
      busy={reactivate.isPending}
      onConfirm={confirm}
      close={close}
    >
      <p>{t('Its agent is listened to again. Journals of the days before today are not asked for.')}</p>
    </Confirm>
  )
}

const Merge = ({ atm, close }: DialogProps) => {
  const [name, setName] = useState('')
  const merge = useAction(MergeAtmDocument)
  const query = useDocument(AtmNamedDocument, { agentAtmId: name.trim() }, { enabled: name.trim() !== '' })
  // Until the answer is there, that of what was typed before.
  const found = query.data?.data.atm
  const into = found?.agentAtmId === name.trim() ? found : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (into === null) return
    merge.mutate(
      { id: atm.id, intoId: into.id },
      {
        onSuccess: () => {
          sayDone(t('{atm} is merged into {other}.', { atm: atm.agentAtmId, other: into.agentAtmId }))
          close()
        },
      },
    )
  }
  return (
    <Dialog title={t('Merge {atm} into another ATM', { atm: atm.agentAtmId })} close={close}>
      <form className={styles.life} onSubmit={submit}>
        <p>
          {t('For an entry that is not a machine of its own.')}{' '}
          {t('It is retired for good, its history stays under it, and the ATM leads to it.')}
        </p>
        <Field
          label={t('Agent id of the ATM that it is')}
          name="intoId"
          error={merge.error}
          hint={
            name.trim() !== '' && query.data !== undefined && into === null ? t('There is no such ATM.') : undefined
          }
        >
          {(input) => (
            <input
              {...input}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <FormFault error={merge.error} fields={['intoId']} />
        <DialogActions action={t('Merge')} danger disabled={into === null || merge.isPending} close={close} />
      </form>
    </Dialog>
  )
}

/** Takes the ATM out of use, brings it back, or says which one it is. */
export const LifeDialog = ({ open, ...props }: DialogProps & { readonly open: 'retire' | 'reactivate' | 'merge' }) => {
  if (open === 'retire') return <Retire {...props} />
  return open === 'merge' ? <Merge {...props} /> : <Reactivate {...props} />
}
