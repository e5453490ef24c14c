import { createRouter } from '@tanstack/react-router'
import { NotFound, PageFailed } from '../shell/page-failed.tsx'
import { routeTree } from './routes.ts'

export const router = createRouter({
  routeTree,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
