import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../../api/client.ts'
import { useWho } from '../../../api/people.ts'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { Confirm, Dialog } from '../../../ui/dialog.tsx'
import { dayTime } from '../../../ui/format.ts'
import { sayDone, sayFailed } from '../../../ui/toast/toast.tsx'
import admin from '../parts/admin.module.css'
import { inputOf } from './create-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { nameOf, notifiedOf, type Webhook } from './webhook-words.ts'
import styles from './webhooks.module.css'

type DrawerProps = {
  readonly webhook: Webhook
  readonly close: () => void
  readonly onSecret: (secret: string) => void
  /** How it does. */
  readonly children: ReactNode
}

type Asked = 'edit' | 'rotate' | 'delete' | null

const Edit = ({ webhook, close }: { readonly webhook: Webhook; readonly close: () => void }) => {
  const update = useAction(UpdateWebhookDocument)
  const { id, url, events, institutionKey } = webhook
  return (
    <Dialog title={t('Edit {webhook}', { webhook: nameOf(webhook) })} close={close}>
      <WebhookForm
        initial={{
          ...{ url, events, institutionKey, description: webhook.description ?? '' },
          ...{ kinds: webhook.kinds ?? [], severities: webhook.severities ?? [] },
        }}
        withInstitution={false}
        action={t('Save')}
        busy={update.isPending}
        error={update.error}
        onSubmit={(values) => update.mutate({ id, webhook: inputOf(values) }, { onSuccess: close })}
        close={close}
      />
    </Dialog>
  )
}

const Rotate = ({ webhook, close, onSecret }: Omit<DrawerProps, 'children'>) => {
  const rotate = useAction(RotateWebhookSecretDocument)
  return (
    <Confirm
      title={t('Give the webhook a new secret')}
      action={t('New secret')}
      busy={rotate.isPending}
      close={close}
      // The secret is in this answer only: it is shown also where the question was closed meanwhile.
      onConfirm={() =>
        void rotate.mutateAsync({ id: webhook.id }).then(({ rotateWebhookSecret: rotated }) => {
          close()
          if (rotated?.secret) onSecret(rotated.secret)
        }, sayFailed)
      }
    >
      <p>
        {t('Deliveries to {webhook} are signed with both secrets for 24 hours. Change the receiver until then.', {
          webhook: nameOf(webhook),
        })}
      </p>
    </Confirm>
  )
}

const Remove = ({ webhook, close }: Pick<DrawerProps, 'webhook' | 'close'>) => {
  const remove = useAction(DeleteWebhookDocument)
  const done = () => {
    sayDone(t('{webhook} is no longer notified.', { webhook: nameOf(webhook) }))
    close()
  }
  return (
    <Confirm
      title={t('Delete the webhook')}
      action={t('Delete')}
      danger
      busy={remove.isPending}
      close={close}
      onConfirm={() => remove.mutate({ id: webhook.id }, { onSuccess: done, onError: sayFailed })}
    >
      <p>{t('What waits for {webhook} is deleted as well.', { webhook: nameOf(webhook) })}</p>
    </Confirm>
  )
}

const Buttons = ({ webhook, ask }: { readonly webhook: Webhook; readonly ask: (what: Asked) => void }) => {
  const test = useAction(TestWebhookDocument)
  const update = useAction(UpdateWebhookDocument)
  const { id, status } = webhook
  const isActive = status === 'ACTIVE'
  const Toggle = isActive ? IconPlayerPause : IconPlayerPlay
  const onTest = () => test.mutate({ id }, { onError: sayFailed })
  const onToggle = () =>
    update.mutate({ id, webhook: { status: isActive ? 'DISABLED' : 'ACTIVE' } }, { onError: sayFailed })
  return (
    <div className={styles.buttons}>
      <button type="button" className="button" disabled={test.isPending || !isActive} onClick={onTest}>
        <IconSend size={16} stroke={2} aria-hidden />
        {t('Send a test')}
      </button>
      <button type="button" className="button" onClick={() => ask('edit')}>
        <IconPencil size={16} stroke={2} aria-hidden />
        {t('Edit')}
      </button>
      <button type="button" className="button" onClick={() => ask('rotate')}>
        <IconKey size={16} stroke={2} aria-hidden />
        {t('New secret')}
      </button>
      <button type="button" className="button" disabled={update.isPending} onClick={onToggle}>
        <Toggle size={16} stroke={2} aria-hidden />
        {isActive ? t('Disable') : t('Enable')}
      </button>
      <button type="button" className="button" onClick={() => ask('delete')}>
        <IconTrash size={16} stroke={2} aria-hidden />
        {t('Delete')}
      </button>
    </div>
  )
}

/** A webhook with what was sent to it, and what can be done with it. */
export const WebhookDrawer = ({ webhook, close, onSecret, children }: DrawerProps) => {
  const [asked, ask] = useState<Asked>(null)
  const who = useWho([webhook.createdBy])
  const { url, institutionKey, createdAt, createdBy, lastError, lastErrorAt } = webhook
  return (
    <Dialog title={nameOf(webhook)} close={close} side="right">
      <dl className={admin.details}>
        <dt>{t('State')}</dt>
        <dd>{children}</dd>
        <dt>{t('URL')}</dt>
        <dd>
          <bdi>{url}</bdi>
        </dd>
        <dt>{t('Institution')}</dt>
        <dd>{institutionKey}</dd>
        <dt>{t('Notified of')}</dt>
        <dd>{notifiedOf(webhook)}</dd>
        <dt>{t('Last failure')}</dt>
        <dd>
          {lastError === null || lastErrorAt === null ? (
            t('none')
          ) : (
            <>
              <bdi>{lastError}</bdi>
              {` · ${dayTime(lastErrorAt)}`}
            </>
          )}
        </dd>
        <dt>{t('Added')}</dt>
        <dd>{t('{time} by {person}', { time: dayTime(createdAt), person: who(createdBy) })}</dd>
      </dl>
      <Buttons webhook={webhook} ask={ask} />
      <Deliveries id={webhook.id} />
      {asked === 'edit' && <Edit webhook={webhook} close={() => ask(null)} />}
      {asked === 'rotate' && <Rotate webhook={webhook} close={() => ask(null)} onSecret={onSecret} />}
      {asked === 'delete' && <Remove webhook={webhook} close={() => ask(null)} />}
    </Dialog>
  )
}
