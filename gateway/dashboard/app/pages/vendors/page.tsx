import { IconInfoCircle, IconPlus, IconTool, IconTruckDelivery } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useDocument } from '../../api/client.ts'
import { useAuth } from '../../api/session.ts'
import { VendorsDocument, type VendorsQuery, type VendorType } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { day, fullTime } from '../../ui/format.ts'
import { Chips, ClearFilters, FilterBar, SearchField, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { Create } from './create.tsx'
import { type Pool, poolOf } from './pool.rules.ts'
import { TYPES, type VendorsSearch } from './search.ts'
import { TYPE_LABELS } from './types.ts'
import styles from './vendors.module.css'

type Vendor = NonNullable<VendorsQuery['vendors']>[number]

const NONE = <span className={styles.none}>{'\u2014'}</span>

const TypeMark = ({ type }: { readonly type: VendorType }) => {
  const Icon = type === 'CIT' ? IconTruckDelivery : IconTool
  return (
    <span className={styles.type}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {TYPE_LABELS[type]}
    </span>
  )
}

/** A web address is only made of what is one letter box and no more: an address is not checked by the platform. */
const Mail = ({ address }: { readonly address: string | null }) =>
  address === null ? (
    NONE
  ) : /^[^\s@?&,;<>"]+@[^\s@?&,;<>"]+$/.test(address) ? (
    <a className="link" href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      {address}
    </a>
  ) : (
    address
  )

const Phone = ({ number }: { readonly number: string | null }) =>
  number === null ? (
    NONE
  ) : /^[+\d][\d ()/.-]{3,30}$/.test(number) ? (
    <a className="link" href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>
      {number}
    </a>
  ) : (
    number
  )

const COLUMNS: readonly Column<Vendor>[] = [
  {
    id: 'name',
    header: t('Vendor'),
    cell: ({ name, type }) => (
      <span className={styles.name}>
        <b>{name}</b>
        <small>{TYPE_LABELS[type]}</small>
      </span>
    ),
  },
  { id: 'type', header: t('What it does'), wide: true, cell: ({ type }) => <TypeMark type={type} /> },
  { id: 'contact', header: t('Person'), wide: true, cell: ({ contactName }) => contactName ?? NONE },
  { id: 'phone', header: t('Phone'), cell: ({ contactPhone }) => <Phone number={contactPhone} /> },
  { id: 'mail', header: t('E-mail'), wide: true, cell: ({ contactEmail }) => <Mail address={contactEmail} /> },
  {
    id: 'since',
    header: t('Since'),
    right: true,
    wide: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {day(createdAt)} {new Date(createdAt).getFullYear()}
      </time>
    ),
  },
]

const has = (vendor: Vendor, text: string): boolean =>
  [vendor.name, vendor.contactName, vendor.contactEmail, vendor.contactPhone].some((one) =>
    one?.toLowerCase().includes(text.toLowerCase()),
  )

type Change = (change: Partial<VendorsSearch>) => void

const noneWords = ({ type, q }: VendorsSearch): string => {
  if (q === undefined) return t('There is no vendor of this type.')
  return type === undefined
    ? t('No vendor has “{text}” in its name or contact.', { text: q })
    : t('No vendor of this type has “{text}” in its name or contact.', { text: q })
}

const NoVendors = ({ search, pool, change }: { search: VendorsSearch; pool: Pool; change: Change }) =>
  search.q === undefined && search.type === undefined ? (
    <Empty>
      <p>
        {pool.keys?.length === 0 ? pool.words : t('No vendor yet. Claims refer to the vendors that are listed here.')}
      </p>
    </Empty>
  ) : (
    <Empty>
      <p>{noneWords(search)}</p>
      <ClearFilters active onClear={() => change({ type: undefined, q: undefined })} />
    </Empty>
  )

type FiltersProps = {
  readonly search: VendorsSearch
  readonly change: Change
  readonly total: number | undefined
  readonly onCreate: (() => void) | undefined
}

const Filters = ({ search, change, total, onCreate }: FiltersProps) => {
  const onSearch = useCallback((q: string | undefined) => change({ q }), [change])
  return (
    <FilterBar>
      <SearchField label={t('Name or contact')} value={search.q} onChange={onSearch} />
      <Chips
        label={t('Type')}
        options={TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
        chosen={search.type === undefined ? [] : [search.type]}
        onToggle={(type) => change({ type: type === search.type ? undefined : type })}
      />
      <ClearFilters
        active={search.type !== undefined || search.q !== undefined}
        onClear={() => change({ type: undefined, q: undefined })}
      />
      <Spring />
      <Total of={total} text={(n) => tn(n, '{n} vendor', '{n} vendors')} />
      {onCreate !== undefined && (
        <button type="button" className="button" data-kind="main" onClick={onCreate}>
          <IconPlus size={16} stroke={2} aria-hidden />
          {t('New vendor')}
        </button>
      )}
    </FilterBar>
  )
}

const CHANGE: SearchChange<VendorsSearch> = {
  expand: (part) => part,
  isStep: ({ create }) => create !== undefined,
}

/** The companies that carry cash and serve machines. */
export const VendorsPage = () => {
  const { search, change } = usePageSearch(PATHS.vendors, CHANGE)
  const chosen = useInstitution()
  const { session } = useAuth()
  const pool = poolOf(session?.institutions ?? [], chosen)
  const query = useDocument(VendorsDocument, { type: search.type ?? null }, { everyMs: 60_000 })
  const { q } = search
  const shown = (all: readonly Vendor[]) => (q === undefined ? all : all.filter((vendor) => has(vendor, q)))
  const all = query.data?.data.vendors
  const mayCreate = pool.keys === null || pool.keys.length > 0
  return (
    <div className="page">
      <Filters
        search={search}
        change={change}
        total={all ? shown(all).length : undefined}
        onCreate={mayCreate ? () => change({ create: true }) : undefined}
      />
      <p className={styles.pool}>
        <IconInfoCircle size={15} stroke={1.75} aria-hidden />
        <span>
          {pool.words} {t('A vendor is never edited or deleted: claims refer to it.')}
        </span>
      </p>
      <Loaded
        query={query}
        what={t('Vendors')}
        roots={['vendors']}
        pick={({ vendors }) => vendors}
        skeleton={<ListSkeleton rows={8} />}
      >
        {(vendors) => {
          const rows = shown(vendors)
          return rows.length === 0 ? (
            <NoVendors search={search} pool={pool} change={change} />
          ) : (
            <Table label={t('Vendors')} columns={COLUMNS} rows={rows} idOf={({ uuid }) => uuid} />
          )
        }}
      </Loaded>
      {search.create && mayCreate && (
        <Create keys={pool.keys ?? []} type={search.type} close={() => change({ create: undefined })} />
      )}
    </div>
  )
}
