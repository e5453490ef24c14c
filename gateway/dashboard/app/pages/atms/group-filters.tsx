import { ATM_GROUPINGS, type AtmGrouping, GROUP_ARGUMENTS } from '../../../../../schema/atm-attributes.rules.ts'
import { rich } from '../../language/rich.ts'
import { t, tc } from '../../language/texts.ts'
import { Pick } from '../../ui/list/filter-bar.tsx'
import styles from './atms.module.css'
import { labelOf, valueLabel } from './groups.tsx'
import { type AtmsSearch, GROUP_FILTERS, GROUPINGS, type GroupSearch } from './search.ts'

const SERVICES = { IN_SERVICE: t('in service'), NOT_IN_SERVICE: t('not in service') } as const
const CONNECTIVITIES = {
  ...{ CONNECTED: t('connected'), DISCONNECTED: t('not connected'), NEVER_CONNECTED: t('never connected') },
} as const

type Props = { readonly search: AtmsSearch; readonly change: (change: Partial<AtmsSearch>) => void }

/** The value of an attribute that the list is limited to. */
const chosenOf = (search: GroupSearch, by: AtmGrouping): string | undefined =>
  search[GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]

type SetProps = { readonly search: GroupSearch; readonly change: (change: Partial<GroupSearch>) => void }

type SetFilterProps = { readonly name: string; readonly value: string; readonly remove: () => void }

/** A filter that is set; a click takes it away. */
const SetFilter = ({ name, value, remove }: SetFilterProps) => (
  <button
    type="button"
    className={styles.filter}
    aria-label={t('Remove the filter {name}: {value}', { name, value })}
    onClick={remove}
  >
    {rich('{name}: {value}', { name, value: <b dir="auto">{value}</b> })} <span aria-hidden>×</span>
  </button>
)

/** The filters by attribute that are set, each with what takes it away. */
export const SetFilters = ({ search, change }: SetProps) => {
  const set = GROUPINGS.flatMap((by) => {
    const value = chosenOf(search, by)
    return value === undefined ? [] : [{ by, value }]
  })
  const { without } = search
  return (
    <>
      {set.map(({ by, value }) => (
        <SetFilter
          key={by}
          name={labelOf(by)}
          value={valueLabel(by, value)}
          remove={() => change({ [GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]: undefined })}
        />
      ))}
      {without !== undefined && (
        <SetFilter name={labelOf(without)} value={t('none given')} remove={() => change({ without: undefined })} />
      )}
    </>
  )
}

/** The filters by the state of the ATMs that are set; other pages link to lists that have them. */
const StateFilters = ({ search: { service, connectivity }, change }: Props) => (
  <>
    {service !== undefined && (
      <SetFilter name={t('Service')} value={SERVICES[service]} remove={() => change({ service: undefined })} />
    )}
    {connectivity !== undefined && (
      <SetFilter
        name={t('Agent')}
        value={CONNECTIVITIES[connectivity]}
        remove={() => change({ connectivity: undefined })}
      />
    )}
  </>
)

/** What the list is limited to by use and by attribute, and what it is grouped by. */
export const GroupFilters = ({ search, change }: Props) => (
  <>
    <Pick
      label={t('Use')}
      none={t('In use')}
      value={search.use}
      options={[{ value: 'RETIRED', label: t('Retired') }]}
      onChange={(use) => change({ use: use === 'RETIRED' ? use : undefined })}
    />
    <Pick
      label={t('Group by')}
      none={tc('grouping', 'Nothing')}
      value={search.by}
      options={GROUPINGS.map((by) => ({ value: by, label: labelOf(by) }))}
      onChange={(chosen) => change({ by: GROUPINGS.find((by) => by === chosen) })}
    />
    <StateFilters search={search} change={change} />
    <SetFilters search={search} change={change} />
  </>
)

/** Whether the list is limited by use or by attribute. */
export const isGroupFiltered = (search: AtmsSearch): boolean =>
  search.service !== undefined ||
  search.connectivity !== undefined ||
  search.use !== undefined ||
  GROUP_FILTERS.some((name) => search[name] !== undefined)
