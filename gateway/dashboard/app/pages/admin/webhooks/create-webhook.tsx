import { useAction } from '../../../api/client.ts'
import { useAuth } from '../../../api/session.ts'
import { CreateWebhookDocument } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { useInstitution } from '../../../scope.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useIsHere } from '../../../use-is-here.ts'
import { WebhookForm, type WebhookValues } from './webhook-form.tsx'

const NOTHING: Omit<WebhookValues, 'institutionKey'> = {
  url: '',
  description: '',
  events: ['INCIDENT_CREATED', 'INCIDENT_RESOLVED'],
  kinds: [],
  severities: [],
}

const textOrNone = (text: string): string | null => text.trim() || null
const someOrAll = <T,>(values: readonly T[]): T[] | null => (values.length === 0 ? null : [...values])

/** What a form says, for the platform. */
export const inputOf = ({ url, description, events, kinds, severities }: Omit<WebhookValues, 'institutionKey'>) => ({
  url: url.trim(),
  description: textOrNone(description),
  events: [...events],
  kinds: someOrAll(kinds),
  severities: someOrAll(severities),
})

type CreateProps = { readonly close: () => void; readonly onSecret: (secret: string) => void }

/** Adds a webhook, and gives its secret to `onSecret`, also where the form was closed meanwhile. */
export const CreateWebhook = ({ close, onSecret }: CreateProps) => {
  const institution = useInstitution()
  const institutions = useAuth().session?.institutions ?? []
  const create = useAction(CreateWebhookDocument)
  const isHere = useIsHere()
  const key = institution ?? (institutions.length === 1 ? (institutions[0] ?? '') : '')
  const submit = (values: WebhookValues) => {
    const webhook = { ...inputOf(values), institutionKey: textOrNone(values.institutionKey) }
    // The secret is in this answer only.
    create.mutateAsync({ webhook }).then(
      ({ createWebhook }) => {
        // Closing is a change of the address, which is another page's by now where this one was left.
        if (isHere.current) close()
        if (createWebhook?.secret) onSecret(createWebhook.secret)
      },
      () => undefined,
    )
  }
  return (
    <Dialog title={t('Add a webhook')} close={close}>
      <WebhookForm
        initial={{ ...NOTHING, institutionKey: key }}
        withInstitution={key === ''}
        action={t('Add')}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        close={close}
      />
    </Dialog>
  )
}
