import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/client.ts'
import { useAuth } from '../../api/session.ts'
import { CreateAtmDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { AtmForm, type AtmValues, NO_VALUES } from './atm-form.tsx'
import { descriptionOf, textOrNone } from './attributes.ts'

/** Registers an ATM before its agent first connects, and opens its page. */
export const Register = ({ close }: { readonly close: () => void }) => {
  const institution = useInstitution()
  const institutions = useAuth().session?.institutions ?? []
  const create = useAction(CreateAtmDocument)
  const navigate = useNavigate()
  const submit = (values: AtmValues) =>
    create.mutate(
      {
        atm: {
          agentAtmId: values.agentAtmId.trim(),
          institutionKey: textOrNone(values.institutionKey),
          ...descriptionOf(values, () => true),
        },
      },
      {
        onSuccess: ({ createAtm }) => {
          if (createAtm === null) return
          sayDone(t('{atm} is registered.', { atm: createAtm.agentAtmId }))
          void navigate({ to: PATHS.atm, params: { atmId: String(createAtm.id) } })
        },
      },
    )
  return (
    <Dialog title={t('Register an ATM')} close={close}>
      <AtmForm
        initial={{
          ...NO_VALUES,
          institutionKey: institution ?? (institutions.length === 1 ? (institutions[0] ?? '') : ''),
        }}
        isNew
        withInstitution
        action={t('Register')}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        close={close}
      />
    </Dialog>
  )
}
