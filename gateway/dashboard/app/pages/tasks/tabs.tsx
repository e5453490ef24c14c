import { Link } from '@tanstack/react-router'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about tasks. */
export const TaskTabs = () => (
  <nav className={styles.tabs} aria-label="Tasks">
    <Link to={PATHS.tasks} activeOptions={{ exact: true, includeSearch: false }}>
      Single tasks
    </Link>
    <Link to={PATHS.rollouts} activeOptions={{ includeSearch: false }}>
      Rollouts
    </Link>
  </nav>
)
