import { useId, useState } from 'react'
import {
  ATM_ATTRIBUTES,
  ATM_GROUPINGS,
  type AtmGrouping,
  GROUP_ARGUMENTS,
} from '../../../../../schema/atm-attributes.rules.ts'
import { useDocument } from '../../api/client.ts'
import { AtmGroupValuesDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Pick } from '../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../ui/list/typed-filters.tsx'
import { SetFilters } from '../atms/group-filters.tsx'
import { labelOf, valueLabel } from '../atms/groups.tsx'
import { GROUPINGS, type GroupSearch } from '../atms/search.ts'

type GroupProps = { readonly search: GroupSearch; readonly change: (change: Partial<GroupSearch>) => void }

const NONE_GIVEN = `\u2014 ${t('none given')}`

type ValueProps = { readonly by: AtmGrouping; readonly choose: (part: Partial<GroupSearch>) => void }

/** A value of an attribute: one of those that ATMs have, found by typing. */
const ValueFilter = ({ by, choose }: ValueProps) => {
  const list = useId()
  const { data } = useDocument(AtmGroupValuesDocument, { by }, { everyMs: 0 })
  const values = (data?.data.atmGroups ?? []).map(({ value }) => value ?? NONE_GIVEN)
  const argument = GROUP_ARGUMENTS[ATM_GROUPINGS[by]]
  const take = (value: string | undefined) => {
    if (value === NONE_GIVEN) choose({ without: by })
    else if (value !== undefined) choose({ [argument]: value })
  }
  if (by === 'CRITICALITY')
    return (
      <Pick
        label={labelOf(by)}
        none={t('Choose')}
        value={undefined}
        options={[
          ...ATM_ATTRIBUTES.criticality.choices.map((value) => ({ value, label: valueLabel(by, value) })),
          { value: NONE_GIVEN, label: t('None given') },
        ]}
        onChange={take}
      />
    )
  return (
    <>
      <TextFilter
        label={labelOf(by)}
        placeholder={t('any')}
        size={14}
        list={list}
        value={undefined}
        // Only whole values are taken.
        ready={(text) => values.includes(text)}
        onChange={take}
      />
      <datalist id={list}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}

/** Limits a list to groups of ATMs: by vendor, model, site, region, cost centre, criticality or tag. */
export const GroupFilter = ({ search, change }: GroupProps) => {
  const [by, choose] = useState<AtmGrouping>()
  return (
    <>
      <Pick
        label={t('ATMs by')}
        none={t('Choose')}
        value={by}
        options={GROUPINGS.map((one) => ({ value: one, label: labelOf(one) }))}
        onChange={(chosen) => choose(GROUPINGS.find((one) => one === chosen))}
      />
      {by !== undefined && (
        <ValueFilter
          key={by}
          by={by}
          choose={(part) => {
            choose(undefined)
            change(part)
          }}
        />
      )}
      <SetFilters search={search} change={change} />
    </>
  )
}
