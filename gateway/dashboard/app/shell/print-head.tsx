import { useLive } from '../api/live.ts'
import { useAuth } from '../api/session.ts'
import { t } from '../language/texts.ts'
import { useInstitution } from '../scope.ts'
import { fullTime } from '../ui/format.ts'
import styles from './shell.module.css'

/** What paper says above a page: what it is, of when, of which institution, and for whom: rows may say `you`. */
export const PrintHead = ({ title }: { readonly title: string }) => {
  const { lastAt } = useLive()
  const institution = useInstitution()
  const { session } = useAuth()
  return (
    <p className={styles.printHead}>
      FleetOps · {title} · {fullTime(lastAt)} · {institution ?? t('all institutions')} · {session?.name}
    </p>
  )
}
