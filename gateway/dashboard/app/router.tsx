import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.ts'
import { NotFound, PageFailed } from './shell/page-failed.tsx'

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
