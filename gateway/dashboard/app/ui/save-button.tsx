import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../api/save-file.ts'
import { t } from '../language/texts.ts'
import { useInstitution } from '../scope.ts'
import { sayFailed } from './toast/toast.tsx'

type SaveButtonProps = {
  /** Where the platform serves the file. */
  readonly path: string
  /** Left out where the platform names the file. */
  readonly fileName?: string
  /** The media type that is asked for. */
  readonly accept: string
  readonly children: ReactNode
}

/** Saves what the platform serves at an address. A link could not carry the token. */
export const SaveButton = ({ path, fileName, accept, children }: SaveButtonProps) => {
  const institution = useInstitution()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveFile(path, fileName, { institution, accept })
    } catch (error) {
      sayFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void save()}>
      <IconDownload size={16} stroke={2} aria-hidden />
      {busy ? t('Downloading…') : children}
    </button>
  )
}
