import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../api/save-file.ts'
import { useInstitution } from '../../scope.ts'
import { sayFailed } from '../../ui/toast.tsx'
import { filtersOf, type TransactionsSearch } from './search.ts'

/** Saves all transactions of the search as CSV, not only those of the page. */
export const Export = ({ search, today }: { readonly search: TransactionsSearch; readonly today: string }) => {
  const institution = useInstitution()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { dateFrom, dateTo, ...filters } = filtersOf(search, today)
    const query = new URLSearchParams({ format: 'csv', dateFrom, dateTo })
    for (const [name, value] of Object.entries(filters)) if (value !== null) query.set(name, value)
    try {
      await saveFile(`/journal/api/journal/transactions?${query}`, `transactions-${dateFrom}-to-${dateTo}.csv`, {
        institution,
        accept: 'text/csv',
      })
    } catch (error) {
      sayFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void save()}>
      <IconDownload size={16} stroke={2} aria-hidden />
      {busy ? 'Downloading\u2026' : 'CSV'}
    </button>
  )
}
