import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../api/save-file.ts'
import { useInstitution } from '../scope.ts'
import { sayFailed } from './toast.tsx'

type CsvButtonProps = {
  /** Where the platform serves the list; `format=csv` is added. */
  readonly path: string
  /** The filters of the list in the platform's words; null for those that are not set. */
  readonly filters: Readonly<Record<string, string | null>>
  readonly fileName: string
}

/** Saves all rows of a list as it is filtered, not only those of the page. */
export const CsvButton = ({ path, filters, fileName }: CsvButtonProps) => {
  const institution = useInstitution()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const query = new URLSearchParams({ format: 'csv' })
    for (const [name, value] of Object.entries(filters)) if (value !== null) query.set(name, value)
    try {
      await saveFile(`${path}?${query}`, fileName, { institution, accept: 'text/csv' })
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
