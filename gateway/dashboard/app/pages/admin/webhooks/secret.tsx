import { IconCopy } from '@tabler/icons-react'
import { t } from '../../../language/texts.ts'
import { copyText } from '../../../ui/copy-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { sayDone, sayFailed } from '../../../ui/toast/toast.tsx'
import admin from '../parts/admin.module.css'
import styles from './webhooks.module.css'

/** A secret, which is shown this once. */
export const Secret = ({ secret, close }: { readonly secret: string; readonly close: () => void }) => (
  <Dialog title={t('Secret of the webhook')} close={close} dismissable={false}>
    <p className={admin.quiet}>
      {t(
        'Give it to the receiver, which checks signatures with it. It is shown this once; a lost one is replaced by a new one.',
      )}
    </p>
    <code className={styles.secret}>{secret}</code>
    <div className={admin.actions}>
      <button
        type="button"
        className="button"
        onClick={() => {
          copyText(secret).then(
            () => sayDone(t('Secret copied.')),
            () => sayFailed(new Error(t('The browser does not let the page copy; mark the secret and copy it.'))),
          )
        }}
      >
        <IconCopy size={16} stroke={2} aria-hidden />
        {t('Copy')}
      </button>
      <button type="button" className="button" data-kind="main" data-first onClick={close}>
        {t('Done')}
      </button>
    </div>
  </Dialog>
)
