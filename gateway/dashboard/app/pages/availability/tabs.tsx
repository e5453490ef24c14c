import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about availability. */
export const AvailabilityTabs = () => (
  <nav className={styles.tabs} aria-label={t('Availability')}>
    <Link to={PATHS.availability} activeOptions={{ exact: true, includeSearch: false }}>
      {t('Report')}
    </Link>
    <Link to={PATHS.maintenance} activeOptions={{ includeSearch: false }}>
      {t('Maintenance windows')}
    </Link>
  </nav>
)
