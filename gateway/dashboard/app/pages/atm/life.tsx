import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { AtmNamedDocument, MergeAtmDocument, ReactivateAtmDocument, RetireAtmDocument } from '../../gql/graphql.gen.ts'
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
          sayDone(`${atm.agentAtmId} is retired.`)
          close()
        },
        onError: sayFailed,
      },
    )
  return (
    <Confirm
      title={`Retire ${atm.agentAtmId}`}
      action="Retire"
      danger
      busy={retire.isPending}
      onConfirm={confirm}
      close={close}
    >
      <p>It keeps its history, and is in no list and no total from now on. Its agent is refused.</p>
      {open > 0 && (
        <p>{open === 1 ? 'Its open incident is' : `Its ${open} open incidents are`} resolved in your name.</p>
      )}
      <p>It can be reactivated.</p>
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
          sayDone(`${atm.agentAtmId} is in use again.`)
          close()
        },
        onError: sayFailed,
      },
    )
  return (
    <Confirm
      title={`Reactivate ${atm.agentAtmId}`}
      action="Reactivate"
      busy={reactivate.isPending}
      onConfirm={confirm}
      close={close}
    >
      <p>Its agent is listened to again. Journals of the days before today are not asked for.</p>
    </Confirm>
  )
}

const Merge = ({ atm, close }: DialogProps) => {
  const [name, setName] = useState('')
  const merge = useAction(MergeAtmDocument)
  const query = useDocument(AtmNamedDocument, { agentAtmId: name.trim() }, { enabled: name.trim() !== '' })
  const into = name.trim() === '' ? null : (query.data?.data.atm ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (into === null) return
    merge.mutate(
      { id: atm.id, intoId: into.id },
      {
        onSuccess: () => {
          sayDone(`${atm.agentAtmId} is merged into ${into.agentAtmId}.`)
          close()
        },
      },
    )
  }
  return (
    <Dialog title={`Merge ${atm.agentAtmId} into another ATM`} close={close}>
      <form className={styles.life} onSubmit={submit}>
        <p>
          For an entry that is not a machine of its own. It is retired for good, its history stays under it, and the ATM
          leads to it.
        </p>
        <Field
          label="Agent id of the ATM that it is"
          name="intoId"
          error={merge.error}
          hint={name.trim() !== '' && query.data !== undefined && into === null ? 'There is no such ATM.' : undefined}
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
        <DialogActions action="Merge" danger disabled={into === null || merge.isPending} close={close} />
      </form>
    </Dialog>
  )
}

/** Takes the ATM out of use, brings it back, or says which one it is. */
export const LifeDialog = ({ open, ...props }: DialogProps & { readonly open: 'retire' | 'reactivate' | 'merge' }) => {
  if (open === 'retire') return <Retire {...props} />
  return open === 'merge' ? <Merge {...props} /> : <Reactivate {...props} />
}
