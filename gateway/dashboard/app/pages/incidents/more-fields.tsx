import { t } from '../../language/texts.ts'
import { DaysFilter } from '../../ui/list/typed-filters.tsx'
import { GroupFilter } from './group-filter.tsx'
import styles from './incidents.module.css'
import type { IncidentsSearch } from './search.ts'

type MoreProps = {
  readonly search: IncidentsSearch
  readonly change: (change: Partial<IncidentsSearch>) => void
}

/** Filters that few need: on which days the incidents were opened, and groups of ATMs. */
export const MoreFields = ({ search, change }: MoreProps) => (
  <>
    <span className={styles.opened}>
      {t('Opened')}
      <DaysFilter
        from={search.from}
        to={search.to}
        onChange={(days) => change({ ...days, since: undefined, until: undefined })}
      />
    </span>
    <GroupFilter search={search} change={change} />
  </>
)
