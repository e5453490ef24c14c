import { useDocument } from '../../api/client.ts'
import { AvailabilityMonthsDocument, type AvailabilityMonthsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { count } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Widget } from '../../ui/widget.tsx'
import { available, monthWords, spent } from './figures.ts'

export type Month = NonNullable<AvailabilityMonthsQuery['availabilityMonths']>[number]

export const useMonths = () => useDocument(AvailabilityMonthsDocument, {}, { everyMs: 600_000 })

/** The months that the platform knows anything of, this one always. */
export const knownMonths = (months: readonly Month[]): readonly Month[] =>
  months.filter(({ atms, incidentCount }, n) => n === 0 || atms > 0 || incidentCount > 0)

/** How long ATMs were in a state in a month; not known where no ATM is. */
const spentBy = ({ atms }: Month, seconds: number): string => spent(atms === 0 ? null : seconds)

const COLUMNS: readonly Column<Month>[] = [
  { id: 'month', header: t('Month'), cell: ({ month }) => monthWords(month) },
  { id: 'atms', header: t('ATMs'), right: true, wide: true, cell: ({ atms }) => count(atms) },
  { id: 'pct', header: t('Available'), right: true, cell: (row) => <b>{available(row)}</b> },
  {
    id: 'out',
    header: t('Out of service'),
    right: true,
    wide: true,
    cell: (row) => spentBy(row, row.outOfServiceSeconds),
  },
  {
    id: 'lost',
    header: t('Unreachable'),
    right: true,
    wide: true,
    cell: (row) => spentBy(row, row.unreachableSeconds),
  },
  { id: 'incidents', header: t('Incidents'), right: true, cell: ({ incidentCount }) => count(incidentCount) },
  { id: 'mtta', header: t('To acknowledge'), right: true, wide: true, cell: ({ mttaSeconds }) => spent(mttaSeconds) },
  { id: 'mttr', header: t('To resolve'), right: true, wide: true, cell: ({ mttrSeconds }) => spent(mttrSeconds) },
]

/** Month beside month. */
export const Months = ({ query }: { readonly query: ReturnType<typeof useMonths> }) => (
  <Widget
    title={t('Month over month')}
    query={query}
    roots={['availabilityMonths']}
    pick={({ availabilityMonths }) => availabilityMonths}
  >
    {(months) => <Table label={t('Months')} columns={COLUMNS} rows={knownMonths(months)} idOf={({ month }) => month} />}
  </Widget>
)
