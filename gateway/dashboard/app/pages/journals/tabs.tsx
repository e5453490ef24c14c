import { Link } from '@tanstack/react-router'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about journals. */
export const JournalTabs = ({ bare = false }: { readonly bare?: boolean }) => (
  <nav className={`${styles.tabs} ${bare ? styles.bare : ''}`} aria-label={t('Journals')}>
    <Link to={PATHS.journals} activeOptions={{ exact: true, includeSearch: false }}>
      {tc('journals', 'Missing')}
    </Link>
    <Link to={PATHS.files} activeOptions={{ includeSearch: false }}>
      {t('Files')}
    </Link>
    <Link to={PATHS.transactions} activeOptions={{ includeSearch: false }}>
      {t('Transactions')}
    </Link>
  </nav>
)
