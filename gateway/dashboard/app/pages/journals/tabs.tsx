import { Link } from '@tanstack/react-router'
import { PATHS } from '../../paths.ts'
import styles from '../../ui/tabs.module.css'

/** The pages about journals. */
export const JournalTabs = ({ bare = false }: { readonly bare?: boolean }) => (
  <nav className={`${styles.tabs} ${bare ? styles.bare : ''}`} aria-label="Journals">
    <Link to={PATHS.journals} activeOptions={{ exact: true, includeSearch: false }}>
      Missing
    </Link>
    <Link to={PATHS.files} activeOptions={{ includeSearch: false }}>
      Files
    </Link>
    <Link to={PATHS.transactions} activeOptions={{ includeSearch: false }}>
      Transactions
    </Link>
  </nav>
)
