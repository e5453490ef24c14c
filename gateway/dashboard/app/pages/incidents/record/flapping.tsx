import { IconActivity } from '@tabler/icons-react'
import { t } from '../../../language/texts.ts'
import styles from './flapping.module.css'

/** The mark of an incident that opens and ends again and again. */
export const Flapping = () => (
  <span
    className={styles.flapping}
    title={t('Opened and ended four times within 30 minutes; stays open until 30 minutes of quiet')}
  >
    <IconActivity size={12} stroke={2.2} aria-hidden />
    {t('Flapping')}
  </span>
)
