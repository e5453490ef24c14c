import { SaveButton } from '../save-button.tsx'

type CsvButtonProps = {
  /** Where the platform serves the list; `format=csv` is added. */
  readonly path: string
  /** The filters of the list in the platform's words; null for those that are not set. */
  readonly filters: Readonly<Record<string, string | null>>
  /** Left out where the platform names the file. */
  readonly fileName?: string
}

/** Saves all rows of a list as it is filtered, not only those of the page. */
export const CsvButton = ({ path, filters, fileName }: CsvButtonProps) => {
  const query = new URLSearchParams({ format: 'csv' })
  for (const [name, value] of Object.entries(filters)) if (value !== null) query.set(name, value)
  return (
    <SaveButton path={`${path}?${query}`} fileName={fileName} accept="text/csv">
      CSV
    </SaveButton>
  )
}
