import { useEffect, useState } from 'react'
import { useFreshness } from '../api/freshness.ts'
import { useAuth } from '../api/session.ts'
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
        Updates are paused. Figures are from {timeSeconds(lastAt)}. Press <kbd>P</kbd> to resume.
      </p>
    )
  if (state !== 'reconnecting' && !old) return null
  if (state !== 'reconnecting')
    return (
      <p className={styles.banner} data-tone="warn" role="status">
        Figures are from {timeSeconds(lastAt)}, {duration(now - lastAt)} ago; asking for newer ones.
      </p>
    )
  return (
    <p className={styles.banner} data-tone="warn" role="status">
      No connection to the platform for {duration(now - lastAt)}. Figures are from {timeSeconds(lastAt)}; trying again.
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
      Your sign-in ends in {duration(expiresAt - now)}. What you have typed stays.{' '}
      <button type="button" onClick={() => show('account')}>
        Sign in again
      </button>{' '}
      <button type="button" onClick={() => setDismissed(true)}>
        Later
      </button>
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
