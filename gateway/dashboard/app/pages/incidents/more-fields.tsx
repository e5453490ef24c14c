import { useWho } from '../../api/people.ts'
import { t } from '../../language/texts.ts'
import { dayTime } from '../../ui/format.ts'
import { Chips } from '../../ui/list/filter-bar.tsx'
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

/** A filter that only a link sets, to be taken away. */
const Chip = ({ name, label, onRemove }: Readonly<Record<'name' | 'label', string>> & { onRemove: () => void }) => (
  <Chips label={name} options={[{ value: 'set', label }]} chosen={['set']} onToggle={onRemove} />
)

const WORK_BY = {
  OPENED: (person: string) => t('Opened by {person}', { person }),
  ACKNOWLEDGED: (person: string) => t('Acknowledged by {person}', { person }),
  NOTE: (person: string) => t('With a note by {person}', { person }),
} as const

/** Who worked on the incidents and in which period, where the list is that of a report. */
const WorkFilters = ({ search, change }: MoreProps) => {
  const { workedSince: from, workedUntil: to, workedBy, work } = search
  const who = useWho([workedBy])
  return (
    <>
      {workedBy !== undefined && work !== undefined && (
        <Chip
          name={t('Work')}
          label={WORK_BY[work](who(workedBy))}
          onRemove={() => change({ workedBy: undefined, work: undefined })}
        />
      )}
      {from !== undefined && to !== undefined && (
        <Chip
          name={t('Worked on')}
          label={t('Worked on {from} to {to}', { from: dayTime(from), to: dayTime(to) })}
          onRemove={() => change({ workedSince: undefined, workedUntil: undefined })}
        />
      )}
    </>
  )
}

const MISSED = { ACKNOWLEDGE: t('Not acknowledged in time'), RESOLVE: t('Not resolved in time') } as const

/** Which target the incidents missed and in which period, where the list is that of a report. */
const MissedFilters = ({ search, change }: MoreProps) => {
  const { missedSince: from, missedUntil: to, missed } = search
  return (
    <>
      {missed !== undefined && (
        <Chip name={t('Missed target')} label={MISSED[missed]} onRemove={() => change({ missed: undefined })} />
      )}
      {from !== undefined && to !== undefined && (
        <Chip
          name={t('Target missed')}
          label={t('Target missed {from} to {to}', { from: dayTime(from), to: dayTime(to) })}
          onRemove={() => change({ missedSince: undefined, missedUntil: undefined })}
        />
      )}
    </>
  )
}

/** In which period the incidents were opened or resolved, and by whom, where the list is that of a report. */
const PeriodFilters = ({ search, change }: MoreProps) => {
  const { since, until, resolvedSince: from, resolvedUntil: to, resolvedBy, suppressed } = search
  const who = useWho([resolvedBy])
  return (
    <>
      {since !== undefined && until !== undefined && (
        <Chip
          name={t('Opened')}
          label={t('Opened {from} to {to}', { from: dayTime(since), to: dayTime(until) })}
          onRemove={() => change({ since: undefined, until: undefined })}
        />
      )}
      {from !== undefined && to !== undefined && (
        <Chip
          name={t('Resolved')}
          label={t('Resolved {from} to {to}', { from: dayTime(from), to: dayTime(to) })}
          onRemove={() => change({ resolvedSince: undefined, resolvedUntil: undefined })}
        />
      )}
      {resolvedBy !== undefined && (
        <Chip
          name={t('Resolved by')}
          label={t('Resolved by {person}', { person: who(resolvedBy) })}
          onRemove={() => change({ resolvedBy: undefined })}
        />
      )}
      {suppressed === false && (
        <Chip
          name={t('Suppressed')}
          label={t('Without suppressed')}
          onRemove={() => change({ suppressed: undefined })}
        />
      )}
    </>
  )
}

/** The filters that only a link sets, each to be taken away. */
export const LinkFilters = (props: MoreProps) => (
  <>
    <PeriodFilters {...props} />
    <WorkFilters {...props} />
    <MissedFilters {...props} />
  </>
)
