import { ATM_GROUPINGS, type AtmGrouping, GROUP_ARGUMENTS } from '../../../../../schema/atm-attributes.rules.ts'
import { Pick } from '../../ui/list/filter-bar.tsx'
import styles from './atms.module.css'
import { labelOf, valueLabel } from './groups.tsx'
import { type AtmsSearch, GROUP_FILTERS, GROUPINGS, type GroupSearch } from './search.ts'

const SERVICES = { IN_SERVICE: 'in service', NOT_IN_SERVICE: 'not in service' } as const
const CONNECTIVITIES = {
  ...{ CONNECTED: 'connected', DISCONNECTED: 'not connected', NEVER_CONNECTED: 'never connected' },
} as const

type Props = { readonly search: AtmsSearch; readonly change: (change: Partial<AtmsSearch>) => void }

/** The value of an attribute that the list is limited to. */
const chosenOf = (search: GroupSearch, by: AtmGrouping): string | undefined =>
  search[GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]

type SetProps = { readonly search: GroupSearch; readonly change: (change: Partial<GroupSearch>) => void }

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

/** The filters by the state of the ATMs that are set; other pages link to lists that have them. */
const StateFilters = ({ search: { service, connectivity }, change }: Props) => (
  <>
    {service !== undefined && (
      <button
        type="button"
        className={styles.filter}
        aria-label={`Remove the filter Service: ${SERVICES[service]}`}
        onClick={() => change({ service: undefined })}
      >
        Service: <b>{SERVICES[service]}</b> <span aria-hidden>×</span>
      </button>
    )}
    {connectivity !== undefined && (
      <button
        type="button"
        className={styles.filter}
        aria-label={`Remove the filter Agent: ${CONNECTIVITIES[connectivity]}`}
        onClick={() => change({ connectivity: undefined })}
      >
        Agent: <b>{CONNECTIVITIES[connectivity]}</b> <span aria-hidden>×</span>
      </button>
    )}
  </>
)

/** What the list is limited to by use and by attribute, and what it is grouped by. */
export const GroupFilters = ({ search, change }: Props) => (
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
