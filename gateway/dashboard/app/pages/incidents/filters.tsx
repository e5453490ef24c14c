import { IconPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { type DocumentResult, useDocument } from '../../api/client.ts'
import { asBeginning, personName, useWho } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { FindAtmsDocument, FindPeopleDocument, type IncidentsQuery } from '../../gql/graphql.gen.ts'
import { SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../../ui/badge.tsx'
import { Chips, ClearFilters, FilterBar, Pick, SearchField, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { DaysFilter } from '../../ui/list/typed-filters.tsx'
import styles from './incidents.module.css'
import { KINDS, kindWords } from './kinds.ts'
import { FILTERS, type IncidentsSearch, STANDINGS } from './search.ts'

export type Change = (change: Partial<IncidentsSearch>) => void

/** What takes all filters away. */
export const NO_FILTERS: Partial<IncidentsSearch> = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** Whether the list is of less than all that is not resolved. */
export const isFiltered = (search: IncidentsSearch): boolean => FILTERS.some((name) => search[name] !== undefined)

const STANDING_WORDS = {
  CURRENT: 'Not resolved',
  OPEN: 'Open',
  ACKNOWLEDGED: 'Acknowledged',
  SUPPRESSED: 'Suppressed',
  RESOLVED: 'Resolved',
  ALL: 'All',
} as const

type Counts = NonNullable<IncidentsQuery['openIncidentsBySeverity']>

const countOfStanding = (counts: Counts, standing: string): { readonly count?: number } =>
  standing === 'CURRENT'
    ? { count: counts.total }
    : standing === 'OPEN'
      ? { count: counts.unacknowledged }
      : standing === 'ACKNOWLEDGED'
        ? { count: counts.total - counts.unacknowledged }
        : {}

/** Finds an ATM by a part of its number, name or place; gives its id as soon as there is one of that number. */
const AtmFilter = ({ shown, change }: { readonly shown: string | undefined; readonly change: Change }) => {
  const list = useId()
  const [text, setText] = useState('')
  const q = text.trim()
  const { data } = useDocument(FindAtmsDocument, { q }, { everyMs: 0, enabled: q.length > 1 })
  const found = q.length > 1 ? (data?.data.atmStatuses?.content ?? []) : []
  const choose = (value: string) => {
    const atm = found.find(({ agentAtmId }) => agentAtmId.toLowerCase() === value.trim().toLowerCase())
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
        label="ATM"
        options={[{ value: 'atm', label: `ATM ${shown}` }]}
        chosen={['atm']}
        onToggle={() => change({ atm: undefined })}
      />
    )
  return (
    <span className={styles.atm}>
      <input
        type="search"
        list={list}
        placeholder="ATM"
        aria-label="ATM, by its number"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          // Taken from the list, not typed.
          if (!('inputType' in nativeEvent) || nativeEvent.inputType === 'insertReplacementText') choose(target.value)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') choose(found[0]?.agentAtmId ?? text)
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

/** Who works on the incidents: the caller, nobody, or one of those who called the platform lately. */
const OwnerFilter = ({ owner, change }: { readonly owner: string | undefined; readonly change: Change }) => {
  const me = useAuth().session?.userId ?? ''
  const { data } = useDocument(FindPeopleDocument, { q: '', size: LISTED }, { everyMs: 0 })
  const who = useWho(owner === 'me' || owner === 'nobody' ? [] : [owner])
  const people = (data?.data.users?.content ?? []).filter(({ userId }) => userId !== me)
  const options = [
    { value: 'me', label: 'Me' },
    { value: 'nobody', label: 'Nobody' },
    ...people.map((person) => ({ value: person.userId, label: personName(person.userId, person) })),
  ]
  const isListed = owner === undefined || options.some(({ value }) => value === owner)
  return (
    <Pick
      label="Owner"
      none="Anybody"
      value={owner}
      options={isListed ? options : [...options, { value: owner, label: asBeginning(who(owner)) }]}
      onChange={(value) => change({ owner: value })}
    />
  )
}

/** On which days the incidents were opened; shown when it is asked for, as few look back. */
const Opened = ({ search: { from, to }, change }: { readonly search: IncidentsSearch; readonly change: Change }) => {
  const [isOpen, open] = useState(false)
  if (from !== undefined || to !== undefined || isOpen)
    return (
      <span className={styles.opened}>
        Opened
        <DaysFilter from={from} to={to} onChange={change} />
      </span>
    )
  return (
    <button type="button" className="button" onClick={() => open(true)}>
      Opened on …
    </button>
  )
}

type FiltersProps = {
  readonly search: IncidentsSearch
  readonly query: DocumentResult<IncidentsQuery>
  readonly change: Change
  readonly onCreate: (() => void) | undefined
}

/** Which incidents the list is of. */
export const Filters = ({ search, query, change, onCreate }: FiltersProps) => {
  const { status, severity, kind, atm, parent } = search
  const onWords = useCallback((q: string | undefined) => change({ q }), [change])
  const data = query.data?.data
  const counts = data?.openIncidentsBySeverity
  const standing = status ?? 'CURRENT'
  // The counts are of all incidents: beside another filter they would be of something else than the list.
  const others = FILTERS.filter((name) => name !== 'status' && name !== 'severity')
  const isWhole = counts !== null && counts !== undefined && others.every((name) => search[name] === undefined)
  const total = data?.incidents?.totalElements
  const kinds: readonly string[] = kind === undefined || KINDS.some((one) => one === kind) ? KINDS : [...KINDS, kind]
  return (
    <FilterBar>
      <Chips
        label="Standing"
        options={(['CURRENT', ...STANDINGS] as const).map((one) => ({
          value: one,
          label: STANDING_WORDS[one],
          ...(isWhole && severity === undefined ? countOfStanding(counts, one) : {}),
        }))}
        chosen={[standing]}
        onToggle={(one) => change({ status: one === 'CURRENT' || one === status ? undefined : one })}
      />
      <Chips
        label="Severity"
        options={SEVERITY_ORDER.map((one) => ({
          value: one,
          label: (
            <span className={styles.chip}>
              <SeverityGlyph severity={one} size={13} />
              {SEVERITIES[one].label}
            </span>
          ),
          ...(isWhole && standing === 'CURRENT'
            ? { count: counts.severities.find((row) => row.severity === one)?.count ?? 0 }
            : {}),
        }))}
        chosen={severity === undefined ? [] : [severity]}
        onToggle={(one) => change({ severity: one === severity ? undefined : one })}
      />
      <Pick
        label="Kind"
        value={kind}
        options={kinds.map((value) => ({ value, label: kindWords(value) }))}
        onChange={(value) => change({ kind: value })}
      />
      <AtmFilter shown={atm === undefined ? undefined : (data?.atm?.agentAtmId ?? String(atm))} change={change} />
      <SearchField label="Number, ATM, site, note" value={search.q} onChange={onWords} />
      <OwnerFilter owner={search.owner} change={change} />
      <Opened search={search} change={change} />
      {parent !== undefined && (
        <Chips
          label="Mass outage"
          options={[{ value: 'parent', label: `Parts of incident ${parent}` }]}
          chosen={['parent']}
          onToggle={() => change({ parent: undefined, status: undefined })}
        />
      )}
      <ClearFilters active={isFiltered(search)} onClear={() => change(NO_FILTERS)} />
      <Spring />
      {onCreate !== undefined && (
        <span className={styles.keys}>
          <kbd>J</kbd> <kbd>K</kbd> rows <kbd>X</kbd> choose <kbd>?</kbd> all keys
        </span>
      )}
      <Total of={total} one="incident" />
      {onCreate !== undefined && (
        <button type="button" className="button" onClick={onCreate}>
          <IconPlus size={16} stroke={2} aria-hidden />
          Open an incident
        </button>
      )}
    </FilterBar>
  )
}
