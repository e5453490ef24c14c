import { Suspense } from 'react'
import type { SavedViewPage } from '../../gql/graphql.gen.ts'
import { lazyPart } from '../lazy-part.ts'

const ViewsButton = lazyPart(async () => (await import('./views-button.tsx')).ViewsButton)

/** The filters of a list that are kept under names, behind a button; loaded after the list. */
export const SavedViews = ({ page }: { readonly page: SavedViewPage }) => (
  <Suspense fallback={null}>
    <ViewsButton page={page} />
  </Suspense>
)
