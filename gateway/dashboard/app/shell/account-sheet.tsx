import { useQueryClient } from '@tanstack/react-query'
import { signOut, useAuth } from '../api/session.ts'
import { t } from '../language/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { dayTime, duration } from '../ui/format.ts'
import { LanguageChoice } from './language-choice.tsx'
import { NotifyChoice } from './notify/notify-choice.tsx'
import styles from './sheet.module.css'
import type { Sheet } from './sheet.ts'
import { DemoCallers, roleName, TokenForm } from './sign-in.tsx'

/** The account that is signed in, other accounts to choose, and signing out. */
export const AccountSheet = ({
  close,
  show,
}: {
  readonly close: () => void
  readonly show: (sheet: Sheet) => void
}) => {
  const { session, demo } = useAuth()
  const queries = useQueryClient()
  const expiresAt = session?.expiresAt ?? null
  return (
    <Dialog title={t('Account')} close={close}>
      <dl className={styles.facts}>
        <dt>{t('Signed in as')}</dt>
        <dd>{session?.name}</dd>
        <dt>{t('Role')}</dt>
        <dd>{roleName(session?.role ?? '')}</dd>
        <dt>{t('Sees')}</dt>
        <dd>
          {session === null || session.institutions.length === 0
            ? t('what the role sees')
            : session.institutions.join(', ')}
        </dd>
        <dt>{t('Ends')}</dt>
        <dd>
          {expiresAt === null
            ? t('not known')
            : t('{time}, in {duration}', { time: dayTime(expiresAt), duration: duration(expiresAt - Date.now()) })}
        </dd>
      </dl>
      <LanguageChoice />
      <NotifyChoice />
      <DemoCallers callers={demo} done={close} />
      <details className={styles.more}>
        <summary>{t('Sign in with another token')}</summary>
        <TokenForm done={close} />
      </details>
      <div className={styles.actions}>
        <button type="button" className="button" onClick={() => show('about')}>
          {t('About, for developers')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            signOut()
            queries.removeQueries()
            close()
          }}
        >
          {t('Sign out')}
        </button>
      </div>
    </Dialog>
  )
}
