import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedViewPage } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { ViewsDialog } from './views-dialog.tsx'

/** Opens the kept filters of a list. */
export const ViewsButton = ({ page }: { readonly page: SavedViewPage }) => {
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <IconBookmark size={16} stroke={1.9} aria-hidden />
        {t('Views')}
      </button>
      {isOpen && <ViewsDialog page={page} close={() => open(false)} />}
    </>
  )
}
