import { IconLink } from '@tabler/icons-react'
import { t } from '../language/texts.ts'
import { sayDone, sayFailed } from './toast/toast.tsx'

/**
 * Puts a text on the clipboard.
 * @throws where the browser does not let the page copy: over plain HTTP it has no clipboard at all.
 */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** Copies the address of the page as it is, which shows a colleague the same. */
export const CopyLink = () => (
  <button
    type="button"
    className="iconButton"
    aria-label={t('Copy a link to this view')}
    title={t('Copy a link to this view')}
    onClick={() => {
      copyText(location.href).then(
        () => sayDone(t('Link copied.')),
        () => sayFailed(new Error(t('The browser does not let the page copy; take the link from the address bar.'))),
      )
    }}
  >
    <IconLink size={18} stroke={1.75} aria-hidden />
  </button>
)
