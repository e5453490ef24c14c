import { useEffect, useState } from 'react'
import { useFreshness } from '../api/freshness.ts'
import { useAuth } from '../api/session.ts'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { duration, timeSeconds } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import type { Sheet } from './sheet.ts'
import styles from './shell.module.css'

const WARN_MS = 300_000
/** Figures that are younger than this need no word about their age. */
const OLD_MS = 90_000

const Connection = () => {
  const { state, at: lastAt } = useFreshness()
  const now = useNow()
  const old = now - lastAt > OLD_MS
  if (state === 'paused')
    return (
      <p className={styles.banner} role="status">
        {rich('Updates are paused. Figures are from {at}. Press {key} to resume.', {
          at: timeSeconds(lastAt),
          key: <kbd>P</kbd>,
        })}
      </p>
    )
  if (state !== 'reconnecting' && !old) return null
  if (state !== 'reconnecting')
    return (
      <p className={styles.banner} data-tone="warn" role="status">
        {t('Figures are from {at}, {age} ago; asking for newer ones.', {
          at: timeSeconds(lastAt),
          age: duration(now - lastAt),
        })}
      </p>
    )
  return (
    <p className={styles.banner} data-tone="warn" role="status">
      {t('No connection to the platform for {age}. Figures are from {at}; trying again.', {
        age: duration(now - lastAt),
        at: timeSeconds(lastAt),
      })}
    </p>
  )
}

const Expiry = ({ show }: { readonly show: (sheet: Sheet) => void }) => {
  const { session } = useAuth()
  const now = useNow()
  const [dismissed, setDismissed] = useState(false)
  const expiresAt = session?.expiresAt ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another end
  useEffect(() => setDismissed(false), [session?.token])
  if (expiresAt === null || dismissed || expiresAt - now > WARN_MS) return null
  return (
    <p className={styles.banner} data-tone="warn" role="status">
      {rich('Your sign-in ends in {time}. What you have typed stays. {again} {later}', {
        time: duration(expiresAt - now),
        again: (
          <button type="button" onClick={() => show('account')}>
            {t('Sign in again')}
          </button>
        ),
        later: (
          <button type="button" onClick={() => setDismissed(true)}>
            {t('Later')}
          </button>
        ),
      })}
    </p>
  )
}

/** What the reader has to know about the page itself. */
export const Banners = ({ show }: { readonly show: (sheet: Sheet) => void }) => (
  <>
    <Connection />
    <Expiry show={show} />
  </>
)
