import { Link } from '@tanstack/react-router'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about availability. */
export const AvailabilityTabs = () => (
  <nav className={styles.tabs} aria-label="Availability">
    <Link to={PATHS.availability} activeOptions={{ exact: true, includeSearch: false }}>
      Report
    </Link>
    <Link to={PATHS.maintenance} activeOptions={{ includeSearch: false }}>
      Maintenance windows
    </Link>
  </nav>
)
