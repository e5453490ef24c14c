import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { UpdateAtmDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { AtmForm, type AtmValues } from '../atms/atm-form.tsx'
import { descriptionOf, textOrNone, typedOf } from '../atms/attributes.ts'
import type { Atm } from './steps.ts'

const valuesOf = (atm: Atm): AtmValues => ({
  agentAtmId: atm.agentAtmId,
  institutionKey: atm.institutionKey ?? '',
  ...typedOf(atm),
})

/** Only what was changed in the form is sent: what somebody else changed since it was opened stays. */
const changesOf = (before: AtmValues, after: AtmValues) => ({
  ...(before.institutionKey === after.institutionKey ? {} : { institutionKey: textOrNone(after.institutionKey) }),
  ...descriptionOf(after, (name) => before[name] !== after[name]),
})

/** Edits what describes the ATM; only administrators move it to another institution. */
export const Edit = ({ atm, close }: { readonly atm: Atm; readonly close: () => void }) => {
  const update = useAction(UpdateAtmDocument)
  const mayMove = useRole('ADMIN', 'BCOS_ADMIN')
  const [before] = useState(() => valuesOf(atm))
  const submit = (after: AtmValues) => {
    const changes = changesOf(before, after)
    if (Object.keys(changes).length === 0) {
      close()
      return
    }
    update.mutate(
      { id: atm.id, atm: changes },
      {
        onSuccess: () => {
          sayDone(t('{atm} is changed.', { atm: atm.agentAtmId }))
          close()
        },
      },
    )
  }
  return (
    <Dialog title={t('Edit {atm}', { atm: atm.agentAtmId })} close={close}>
      <AtmForm
        initial={before}
        isNew={false}
        withInstitution={mayMove}
        action={t('Save')}
        busy={update.isPending}
        error={update.error}
        onSubmit={submit}
        close={close}
      />
    </Dialog>
  )
}
