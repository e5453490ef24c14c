import { Link } from '@tanstack/react-router'
import { ATM_GROUPINGS, type AtmGrouping, GROUP_ARGUMENTS } from '../../../../../schema/atm-attributes.rules.ts'
import { useDocument } from '../../api/client.ts'
import { AtmGroupsDocument, type AtmGroupsQuery, type StatusBadge } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { BADGE_ORDER, BADGES, BadgeGlyph } from '../../ui/badge.tsx'
import { count } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'
import { Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import styles from './atms.module.css'
import { ATM_FIELDS, CRITICALITIES } from './attributes.ts'
import { type AtmsSearch, filtersOf, type GroupSearch } from './search.ts'

type Group = NonNullable<AtmGroupsQuery['atmGroups']>[number]

/** What ATMs are grouped by, in words. */
export const labelOf = (by: AtmGrouping): string => (by === 'TAG' ? t('Tag') : ATM_FIELDS[ATM_GROUPINGS[by]].label)

/** A value of a group as it is shown. */
export const valueLabel = (by: AtmGrouping, value: string): string =>
  by === 'CRITICALITY' ? (new Map<string, string>(Object.entries(CRITICALITIES)).get(value) ?? value) : value

/** The filter that shows a group. */
const filterOf = (by: AtmGrouping, value: string | null): GroupSearch =>
  value === null ? { without: by } : { [GROUP_ARGUMENTS[ATM_GROUPINGS[by]]]: value }

const countOfBadge = ({ badges }: Group, badge: StatusBadge): number =>
  ({
    AGENT_OFFLINE: badges.agentOffline,
    IN_SUPERVISOR: badges.inSupervisor,
    OUT_OF_SERVICE: badges.outOfService,
    IN_SERVICE: badges.inService,
    UNKNOWN: badges.unknown,
  })[badge]

const columnsOf = (by: AtmGrouping): readonly Column<Group>[] => [
  {
    id: 'value',
    header: labelOf(by),
    cell: ({ value }) => (
      <Link
        from={PATHS.atms}
        search={(now: AtmsSearch) => ({ ...now, by: undefined, page: undefined, ...filterOf(by, value) })}
        className="link"
      >
        {value === null ? t('none given') : valueLabel(by, value)}
      </Link>
    ),
  },
  { id: 'total', header: t('ATMs'), right: true, cell: ({ badges }) => <b>{count(badges.total)}</b> },
  ...BADGE_ORDER.map((badge) => ({
    id: badge,
    right: true,
    wide: badge !== 'AGENT_OFFLINE' && badge !== 'OUT_OF_SERVICE',
    header: (
      <span className={styles.state}>
        <BadgeGlyph badge={badge} size={14} />
        {BADGES[badge].label}
      </span>
    ),
    cell: (group: Group) => {
      const atms = countOfBadge(group, badge)
      return atms === 0 ? <span className={styles.none}>0</span> : count(atms)
    },
  })),
]

/** The ATMs of the filters, counted by what they have in common. */
export const Groups = ({ by, search }: { readonly by: AtmGrouping; readonly search: AtmsSearch }) => {
  const query = useDocument(
    AtmGroupsDocument,
    { by, ...filtersOf(search) },
    { everyMs: 20_000, topics: ['service-state'] },
  )
  return (
    <Loaded
      query={query}
      what={t('Groups of ATMs')}
      roots={['atmGroups']}
      pick={(data) => data.atmGroups}
      skeleton={<ListSkeleton rows={8} />}
    >
      {(groups) =>
        groups.length === 0 ? (
          <Empty>{t('No ATM fits these filters.')}</Empty>
        ) : (
          <Table
            label={t('ATMs by {attribute}', { attribute: labelOf(by).toLowerCase() })}
            columns={columnsOf(by)}
            rows={groups}
            idOf={({ value }) => value ?? ''}
          />
        )
      }
    </Loaded>
  )
}
