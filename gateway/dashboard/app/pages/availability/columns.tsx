import { Link } from '@tanstack/react-router'
import type { AvailabilityQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import type { Column } from '../../ui/list/table.tsx'
import { percent, spent } from './figures.ts'
import type { AvailabilitySearch, SORTS } from './search.ts'

export type Row = NonNullable<AvailabilityQuery['availability']>['content'][number]
type Sort = (typeof SORTS)[number]

export const GROUP_WORDS = {
  institution: 'Institution',
  siteName: 'Site',
  vendor: 'Vendor',
  model: 'Model',
  region: 'Region',
  costCentre: 'Cost centre',
  criticality: 'Criticality',
  tags: 'Tag',
} as const

const Name = ({ row }: { readonly row: Row }) =>
  row.atmId === null ? (
    <span>{row.group ?? 'Not entered'}</span>
  ) : (
    <Link to={PATHS.atm} params={{ atmId: String(row.atmId) }} className="link id">
      {row.agentAtmId}
    </Link>
  )

export const columnsOf = (group: AvailabilitySearch['group']): readonly Column<Row, Sort>[] => [
  {
    id: 'name',
    header: group === undefined ? 'ATM' : GROUP_WORDS[group],
    sort: 'name',
    cell: (row) => <Name row={row} />,
  },
  group === undefined
    ? { id: 'institution', header: 'Institution', wide: true, cell: ({ institutionKey }) => institutionKey }
    : { id: 'atms', header: 'ATMs', right: true, cell: ({ atms }) => count(atms) },
  {
    id: 'pct',
    header: 'Available',
    sort: 'availabilityPct',
    right: true,
    cell: ({ availabilityPct }) => <b>{percent(availabilityPct)}</b>,
  },
  {
    id: 'out',
    header: 'Out of service',
    sort: 'outOfServiceSeconds',
    right: true,
    cell: ({ outOfServiceSeconds }) => spent(outOfServiceSeconds),
  },
  {
    id: 'lost',
    header: 'Unreachable',
    sort: 'unreachableSeconds',
    right: true,
    cell: ({ unreachableSeconds }) => spent(unreachableSeconds),
  },
  {
    id: 'supervisor',
    header: 'Supervisor',
    sort: 'inSupervisorSeconds',
    right: true,
    wide: true,
    cell: ({ inSupervisorSeconds }) => spent(inSupervisorSeconds),
  },
  {
    id: 'unknown',
    header: 'Unknown',
    right: true,
    wide: 'widest',
    cell: ({ unknownSeconds }) => spent(unknownSeconds),
  },
  {
    id: 'maintenance',
    header: 'Maintenance',
    sort: 'maintenanceSeconds',
    right: true,
    wide: true,
    cell: ({ maintenanceSeconds }) => spent(maintenanceSeconds),
  },
]
