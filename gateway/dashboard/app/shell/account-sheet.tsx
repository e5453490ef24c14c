import { useQueryClient } from '@tanstack/react-query'
import { signOut, useAuth } from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { dayTime, duration } from '../ui/format.ts'
import { NotifyChoice } from './notify/notify-choice.tsx'
import styles from './sheet.module.css'
import type { Sheet } from './sheet.ts'
import { DemoCallers, roleName, TokenForm } from './sign-in.tsx'

/** Who is signed in, as whom else, and the way out. */
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
    <Dialog title="Account" close={close}>
      <dl className={styles.facts}>
        <dt>Signed in as</dt>
        <dd>{session?.name}</dd>
        <dt>Role</dt>
        <dd>{roleName(session?.role ?? '')}</dd>
        <dt>Sees</dt>
        <dd>
          {session === null || session.institutions.length === 0
            ? 'what the role sees'
            : session.institutions.join(', ')}
        </dd>
        <dt>Ends</dt>
        <dd>{expiresAt === null ? 'not known' : `${dayTime(expiresAt)}, in ${duration(expiresAt - Date.now())}`}</dd>
      </dl>
      <NotifyChoice />
      <DemoCallers callers={demo} done={close} />
      <details className={styles.more}>
        <summary>Sign in with another token</summary>
        <TokenForm done={close} />
      </details>
      <div className={styles.actions}>
        <button type="button" className="button" onClick={() => show('about')}>
          About, for developers
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
          Sign out
        </button>
      </div>
    </Dialog>
  )
}
