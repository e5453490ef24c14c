import { Link } from '@tanstack/react-router'
import type { AvailabilityQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'
import { available, spent } from './figures.ts'
import type { AvailabilitySearch, SORTS } from './search.ts'

export type Row = NonNullable<AvailabilityQuery['availability']>['content'][number]
type Sort = (typeof SORTS)[number]

export const GROUP_WORDS = {
  institution: t('Institution'),
  siteName: t('Site'),
  vendor: t('Vendor'),
  model: t('Model'),
  region: t('Region'),
  costCentre: t('Cost centre'),
  criticality: t('Criticality'),
  tags: t('Tag'),
} as const

const Name = ({ row }: { readonly row: Row }) =>
  row.atmId === null ? (
    <span>{row.group ?? t('Not entered')}</span>
  ) : (
    <Link to={PATHS.atm} params={{ atmId: String(row.atmId) }} className="link id">
      {row.agentAtmId}
    </Link>
  )

export const columnsOf = (group: AvailabilitySearch['group']): readonly Column<Row, Sort>[] => [
  {
    id: 'name',
    header: group === undefined ? t('ATM') : GROUP_WORDS[group],
    sort: 'name',
    cell: (row) => <Name row={row} />,
  },
  group === undefined
    ? { id: 'institution', header: t('Institution'), wide: true, cell: ({ institutionKey }) => institutionKey }
    : { id: 'atms', header: t('ATMs'), right: true, cell: ({ atms }) => count(atms) },
  {
    id: 'pct',
    header: t('Available'),
    sort: 'availabilityPct',
    right: true,
    cell: (row) => <b>{available(row)}</b>,
  },
  {
    id: 'out',
    header: t('Out of service'),
    sort: 'outOfServiceSeconds',
    right: true,
    cell: ({ outOfServiceSeconds }) => spent(outOfServiceSeconds),
  },
  {
    id: 'lost',
    header: t('Unreachable'),
    sort: 'unreachableSeconds',
    right: true,
    cell: ({ unreachableSeconds }) => spent(unreachableSeconds),
  },
  {
    id: 'supervisor',
    header: t('Supervisor'),
    sort: 'inSupervisorSeconds',
    right: true,
    wide: true,
    cell: ({ inSupervisorSeconds }) => spent(inSupervisorSeconds),
  },
  {
    id: 'unknown',
    header: t('Unknown'),
    right: true,
    wide: 'widest',
    cell: ({ unknownSeconds }) => spent(unknownSeconds),
  },
  {
    id: 'maintenance',
    header: t('Maintenance'),
    sort: 'maintenanceSeconds',
    right: true,
    wide: true,
    cell: ({ maintenanceSeconds }) => spent(maintenanceSeconds),
  },
]
