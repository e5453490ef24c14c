import { ATM_GROUPINGS, type AtmGrouping, GROUP_ARGUMENTS } from '../../../../../schema/atm-attributes.rules.ts'
import { Pick } from '../../ui/list/filter-bar.tsx'
import styles from './atms.module.css'
import { labelOf, valueLabel } from './groups.tsx'
import { type AtmsSearch, GROUPINGS } from './search.ts'

type Change = (change: Partial<AtmsSearch>) => void

/** The value of an attribute that the list is limited to. */
const chosenOf = (search: AtmsSearch, by: AtmGrouping): string | undefined => search[GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]

/** The filters by attribute that are set, each with what takes it away. */
const SetFilters = ({ search, change }: { readonly search: AtmsSearch; readonly change: Change }) => {
  const set = GROUPINGS.flatMap((by) => {
    const value = chosenOf(search, by)
    return value === undefined ? [] : [{ by, value }]
  })
  const { without } = search
  return (
    <>
      {set.map(({ by, value }) => (
        <button
          key={by}
          type="button"
          className={styles.filter}
          aria-label={`Remove the filter ${labelOf(by)}: ${valueLabel(by, value)}`}
          onClick={() => change({ [GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]: undefined })}
        >
          {labelOf(by)}: <b>{valueLabel(by, value)}</b> <span aria-hidden>×</span>
        </button>
      ))}
      {without !== undefined && (
        <button
          type="button"
          className={styles.filter}
          aria-label={`Remove the filter ${labelOf(without)}: none given`}
          onClick={() => change({ without: undefined })}
        >
          {labelOf(without)}: <b>none given</b> <span aria-hidden>×</span>
        </button>
      )}
    </>
  )
}

/** What the list is limited to by use and by attribute, and what it is grouped by. */
export const GroupFilters = ({ search, change }: { readonly search: AtmsSearch; readonly change: Change }) => (
  <>
    <Pick
      label="Use"
      none="In use"
      value={search.use}
      options={[{ value: 'RETIRED', label: 'Retired' }]}
      onChange={(use) => change({ use: use === 'RETIRED' ? use : undefined })}
    />
    <Pick
      label="Group by"
      none="Nothing"
      value={search.by}
      options={GROUPINGS.map((by) => ({ value: by, label: labelOf(by) }))}
      onChange={(chosen) => change({ by: GROUPINGS.find((by) => by === chosen) })}
    />
    <SetFilters search={search} change={change} />
  </>
)

/** Whether the list is limited by use or by attribute. */
export const isGroupFiltered = (search: AtmsSearch): boolean =>
  search.use !== undefined || search.without !== undefined || GROUPINGS.some((by) => chosenOf(search, by) !== undefined)
