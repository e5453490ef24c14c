import { IconPlus } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useId, useState } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { asBeginning, personName, useWho } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { FindAtmsDocument, FindPeopleDocument, type IncidentsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SavedViews } from '../../shell/views/saved-views.tsx'
import { SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../../ui/badge.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import {
  Chips,
  ClearFilters,
  countSet,
  End,
  FilterBar,
  MoreFilters,
  Pick,
  SearchField,
  Total,
} from '../../ui/list/filter-bar.tsx'
import { GROUP_FILTERS } from '../atms/search.ts'
import styles from './incidents.module.css'
import { KINDS, kindWords } from './kinds.ts'
import { FILTERS, filterOf, type IncidentsSearch, STATUSES } from './search.ts'

export type Change = (change: Partial<IncidentsSearch>) => void

/** What takes all filters away. */
export const NO_FILTERS: Partial<IncidentsSearch> = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** Whether the list is of less than all that is not resolved. */
export const isFiltered = (search: IncidentsSearch): boolean => FILTERS.some((name) => search[name] !== undefined)

const STATUS_WORDS = {
  CURRENT: t('Not resolved'),
  OPEN: t('Open'),
  ACKNOWLEDGED: t('Acknowledged'),
  SUPPRESSED: t('Suppressed'),
  RESOLVED: t('Resolved'),
  ALL: t('All'),
} as const

type Counts = NonNullable<IncidentsQuery['openIncidentsBySeverity']>

const countOfStatus = (counts: Counts, status: string): { readonly count?: number } =>
  status === 'CURRENT'
    ? { count: counts.total }
    : status === 'OPEN'
      ? { count: counts.unacknowledged }
      : status === 'ACKNOWLEDGED'
        ? { count: counts.total - counts.unacknowledged }
        : {}

/** Finds an ATM by a part of its number, name or place; gives its id as soon as there is one of that number. */
const AtmFilter = ({ shown, change }: { readonly shown: string | undefined; readonly change: Change }) => {
  const list = useId()
  const [text, setText] = useState('')
  const q = text.trim()
  const { data, isPlaceholderData } = useDocument(FindAtmsDocument, { q }, { everyMs: 0, enabled: q.length > 1 })
  const found = q.length > 1 ? (data?.data.atmStatuses?.content ?? []) : []
  const named = (value: string) =>
    found.find(({ agentAtmId }) => agentAtmId.toLowerCase() === value.trim().toLowerCase())
  const choose = (atm: (typeof found)[number] | undefined) => {
    if (atm === undefined) return
    setText('')
    change({ atm: atm.id })
  }
  // One that is typed or pasted as a whole is meant, unless its number begins that of others.
  const [only] = found.length === 1 ? found : []
  const isMeant = only?.agentAtmId.toLowerCase() === q.toLowerCase()
  useEffect(() => {
    if (only === undefined || !isMeant) return
    setText('')
    change({ atm: only.id })
  }, [only, isMeant, change])
  if (shown !== undefined)
    return (
      <Chips
        label={t('ATM')}
        options={[{ value: 'atm', label: t('ATM {id}', { id: shown }) }]}
        chosen={['atm']}
        onToggle={() => change({ atm: undefined })}
      />
    )
  return (
    <span className={styles.atm}>
      <input
        type="search"
        list={list}
        placeholder={t('ATM')}
        aria-label={t('ATM, by its number')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          // Taken from the list, not typed.
          if (!('inputType' in nativeEvent) || nativeEvent.inputType === 'insertReplacementText')
            choose(named(target.value))
        }}
        onKeyDown={({ key }) => {
          // What is found of a text before is not what is meant.
          if (key === 'Enter' && !isPlaceholderData) choose(named(text) ?? found[0])
        }}
      />
      <datalist id={list}>
        {found.map(({ id, agentAtmId, siteName, name }) => (
          <option key={id} value={agentAtmId}>
            {siteName ?? name}
          </option>
        ))}
      </datalist>
    </span>
  )
}

const LISTED = 50

/** The owner of the incidents: the caller, no owner, or a person who used the platform recently. */
const OwnerFilter = ({ owner, change }: { readonly owner: string | undefined; readonly change: Change }) => {
  const me = useAuth().session?.userId ?? ''
  const { data } = useDocument(FindPeopleDocument, { q: '', size: LISTED }, { everyMs: 0 })
  const who = useWho(owner === 'me' || owner === 'nobody' ? [] : [owner])
  const people = (data?.data.users?.content ?? []).filter(({ userId }) => userId !== me)
  const options = [
    { value: 'me', label: t('Me') },
    { value: 'nobody', label: t('No owner') },
    ...people.map((person) => ({ value: person.userId, label: personName(person.userId, person) })),
  ]
  const isListed = owner === undefined || options.some(({ value }) => value === owner)
  return (
    <Pick
      label={t('Owner')}
      none={t('Any owner')}
      value={owner}
      options={isListed ? options : [...options, { value: owner, label: asBeginning(who(owner)) }]}
      onChange={(value) => change({ owner: value })}
    />
  )
}

const MoreFields = lazyPart(async () => (await import('./more-fields.tsx')).MoreFields)

/** Filters that few need: on which days the incidents were opened, and groups of ATMs. */
const More = ({ search, change }: { readonly search: IncidentsSearch; readonly change: Change }) => {
  const { from, to } = search
  return (
    <MoreFilters set={countSet([from, to, ...GROUP_FILTERS.map((name) => search[name])])}>
      <Suspense fallback={null}>
        <MoreFields search={search} change={change} />
      </Suspense>
    </MoreFilters>
  )
}

/** The filters as REST takes them: texts. */
const csvFiltersOf = (search: IncidentsSearch, me: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(filterOf(search, me)).map(([name, value]) => [name, value === null ? null : String(value)]),
  )

type FiltersProps = {
  readonly search: IncidentsSearch
  readonly query: DocumentResult<IncidentsQuery>
  readonly change: Change
  readonly onCreate: (() => void) | undefined
}

const LinkFilters = lazyPart(async () => (await import('./more-fields.tsx')).LinkFilters)

/** The filters that only a link sets. */
const LINKED = [
  ...(['since', 'until', 'resolvedSince', 'resolvedUntil', 'resolvedBy', 'suppressed'] as const),
  ...(['workedSince', 'workedUntil', 'workedBy', 'work', 'missedSince', 'missedUntil', 'missed'] as const),
]

/** Which incidents the list is of. */
export const Filters = ({ search, query, change, onCreate }: FiltersProps) => {
  const { status, severity, kind, atm, parent } = search
  const me = useAuth().session?.userId ?? ''
  const onWords = useCallback((q: string | undefined) => change({ q }), [change])
  const data = query.data?.data
  const counts = data?.openIncidentsBySeverity
  const shown = status ?? 'CURRENT'
  // The counts are of all incidents: beside another filter they would be of something else than the list.
  const others = FILTERS.filter((name) => name !== 'status' && name !== 'severity')
  const isWhole = counts !== null && counts !== undefined && others.every((name) => search[name] === undefined)
  const total = data?.incidents?.totalElements
  const kinds: readonly string[] = kind === undefined || KINDS.some((one) => one === kind) ? KINDS : [...KINDS, kind]
  return (
    <FilterBar set={countSet(FILTERS.filter((name) => name !== 'q').map((name) => search[name]))}>
      <Chips
        label={t('Status')}
        options={(['CURRENT', ...STATUSES] as const).map((one) => ({
          value: one,
          label: STATUS_WORDS[one],
          ...(isWhole && severity === undefined ? countOfStatus(counts, one) : {}),
        }))}
        chosen={[shown]}
        onToggle={(one) => change({ status: one === 'CURRENT' || one === status ? undefined : one })}
      />
      <Chips
        label={t('Severity')}
        options={SEVERITY_ORDER.map((one) => ({
          value: one,
          label: (
            <span className={styles.chip}>
              <SeverityGlyph severity={one} size={13} />
              {SEVERITIES[one].label}
            </span>
          ),
          ...(isWhole && shown === 'CURRENT'
            ? { count: counts.severities.find((row) => row.severity === one)?.count ?? 0 }
            : {}),
        }))}
        chosen={severity === undefined ? [] : [severity]}
        onToggle={(one) => change({ severity: one === severity ? undefined : one })}
      />
      <Pick
        label={t('Kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: kindWords(value) }))}
        onChange={(value) => change({ kind: value })}
      />
      <AtmFilter shown={atm === undefined ? undefined : (data?.atm?.agentAtmId ?? String(atm))} change={change} />
      <SearchField label={t('Number, ATM, site, note')} value={search.q} onChange={onWords} />
      <OwnerFilter owner={search.owner} change={change} />
      <More search={search} change={change} />
      {LINKED.some((name) => search[name] !== undefined) && (
        <Suspense fallback={null}>
          <LinkFilters search={search} change={change} />
        </Suspense>
      )}
      {parent !== undefined && (
        <Chips
          label={t('Mass outage')}
          options={[{ value: 'parent', label: t('Parts of incident {parent}', { parent }) }]}
          chosen={['parent']}
          onToggle={() => change({ parent: undefined, status: undefined })}
        />
      )}
      <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
      <End>
        {onCreate !== undefined && (
          <span className={styles.keys}>
            <kbd>J</kbd> <kbd>K</kbd> {t('rows')} <kbd>X</kbd> {t('choose')} <kbd>?</kbd> {t('all keys')}
          </span>
        )}
        <SavedViews page="INCIDENTS" />
        <Total of={total} text={(n) => tn(n, '{n} incident', '{n} incidents')} />
        <CsvButton
          path="/incident/api/incidents"
          filters={csvFiltersOf(search, me)}
          fileName={`incidents-${new Date().toISOString().slice(0, 10)}.csv`}
        />
        {onCreate !== undefined && (
          <button type="button" className="button" onClick={onCreate}>
            <IconPlus size={16} stroke={2} aria-hidden />
            {t('Open an incident')}
          </button>
        )}
      </End>
    </FilterBar>
  )
}
