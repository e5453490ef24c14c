import { CsvButton } from '../../ui/list/csv-button.tsx'
import { filtersOf, type TransactionsSearch } from './search.ts'

/** Saves all transactions of the search. */
export const Export = ({ search, today }: { readonly search: TransactionsSearch; readonly today: string }) => {
  const filters = filtersOf(search, today)
  return (
    <CsvButton
      path="/journal/api/journal/transactions"
      filters={filters}
      fileName={`transactions-${filters.dateFrom}-to-${filters.dateTo}.csv`}
    />
  )
}
