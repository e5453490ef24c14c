import { t } from '../../language/texts.ts'
import { duration, fullTime } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './incidents.module.css'

/** How long is left until what is due next, or how late it is. */
export const Due = ({ at, zone }: { readonly at: string | null; readonly zone?: string | undefined }) => {
  const now = useNow()
  if (at === null) return <span className={styles.nobody}>{'\u2014'}</span>
  const left = Date.parse(at) - now
  return (
    <time dateTime={at} title={fullTime(at, zone)} className={left < 0 ? styles.late : undefined}>
      {left < 0
        ? t('{duration} late', { duration: duration(-left) })
        : t('in {duration}', { duration: duration(left) })}
    </time>
  )
}
