import { IconAlertTriangle, IconInfoCircle, IconUrgent } from '@tabler/icons-react'
import type { InsightSeverity } from '../gql/graphql.gen.ts'
import { t } from '../language/texts.ts'
import styles from './insight-mark.module.css'

const MARKS = {
  CRITICAL: { icon: IconUrgent, label: t('Critical') },
  WARNING: { icon: IconAlertTriangle, label: t('Warning') },
  INFO: { icon: IconInfoCircle, label: t('Info') },
} as const satisfies Record<InsightSeverity, unknown>

/** How much an insight matters: a sign, and the word for those who do not see it. */
export const InsightMark = ({ severity }: { readonly severity: InsightSeverity }) => {
  const { icon: Icon, label } = MARKS[severity]
  return (
    <span className={styles.mark} data-severity={severity} title={label}>
      <Icon size={17} stroke={1.9} aria-hidden />
      <span className="sr">{label}: </span>
    </span>
  )
}
