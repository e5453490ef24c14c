import { Link } from '@tanstack/react-router'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about tasks. */
export const TaskTabs = () => (
  <nav className={styles.tabs} aria-label={t('Tasks')}>
    <Link to={PATHS.tasks} activeOptions={{ exact: true, includeSearch: false }}>
      {t('Single tasks')}
    </Link>
    <Link to={PATHS.rollouts} activeOptions={{ includeSearch: false }}>
      {t('Rollouts')}
    </Link>
  </nav>
)
