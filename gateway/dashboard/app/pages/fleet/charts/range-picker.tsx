import { Link } from '@tanstack/react-router'
import { t } from '../../../language/texts.ts'
import { PATHS } from '../../../paths.ts'
import styles from './range-picker.module.css'
import { labelOf, RANGES } from './ranges.ts'

/** What the charts of the page are of; the address keeps it. */
export const RangePicker = () => (
  <nav className={styles.ranges} aria-label={t('Time of the charts')}>
    {RANGES.map((one) => (
      <Link
        key={one}
        to={PATHS.fleet}
        search={{ range: one === '24h' ? undefined : one }}
        replace
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className={styles.range}
      >
        {labelOf(one)}
      </Link>
    ))}
  </nav>
)
