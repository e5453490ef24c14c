import { createRootRoute, createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router'
import { readSearch as admin } from '../pages/admin/search.ts'
import { readSearch as atm } from '../pages/atm/search.ts'
import { readSearch as atms } from '../pages/atms/search.ts'
import { readSearch as evidence } from '../pages/evidence/search.ts'
import { readSearch as file } from '../pages/file/search.ts'
import { readSearch as files } from '../pages/files/search.ts'
import { readSearch as incident } from '../pages/incident/search.ts'
import { readSearch as incidents } from '../pages/incidents/search.ts'
import { readSearch as insights } from '../pages/insights/search.ts'
import { readSearch as journals } from '../pages/journals/search.ts'
import { readSearch as permissions } from '../pages/permissions/search.ts'
import { readSearch as tasks } from '../pages/tasks/search.ts'
import { readSearch as transactions } from '../pages/transactions/search.ts'
import { readSearch as vendors } from '../pages/vendors/search.ts'
import { PATHS } from '../paths.ts'
import { readScope } from '../scope.ts'
import { patiently } from '../shell/lazy-part.ts'
import { Shell } from '../shell/shell.tsx'

// Each page has a folder: `search.ts` reads what its address holds, `page.tsx` is loaded when it is first shown.

const root = createRootRoute({
  component: Shell,
  validateSearch: readScope,
  // Links keep the institution that was chosen, and the wall.
  search: { middlewares: [retainSearchParams(['institution', 'wall'])] },
})

const under = { getParentRoute: () => root } as const

export const routeTree = root.addChildren([
  createRoute({
    ...under,
    path: PATHS.fleet,
    component: lazyRouteComponent(
      patiently(() => import('../pages/fleet/page.tsx')),
      'FleetPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.atms,
    validateSearch: atms,
    component: lazyRouteComponent(
      patiently(() => import('../pages/atms/page.tsx')),
      'AtmsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.atm,
    validateSearch: atm,
    component: lazyRouteComponent(
      patiently(() => import('../pages/atm/page.tsx')),
      'AtmPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.incidents,
    validateSearch: incidents,
    component: lazyRouteComponent(
      patiently(() => import('../pages/incidents/page.tsx')),
      'IncidentsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.incident,
    validateSearch: incident,
    component: lazyRouteComponent(
      patiently(() => import('../pages/incident/page.tsx')),
      'IncidentPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.journals,
    validateSearch: journals,
    component: lazyRouteComponent(
      patiently(() => import('../pages/journals/page.tsx')),
      'JournalsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.files,
    validateSearch: files,
    component: lazyRouteComponent(
      patiently(() => import('../pages/files/page.tsx')),
      'FilesPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.file,
    validateSearch: file,
    component: lazyRouteComponent(
      patiently(() => import('../pages/file/page.tsx')),
      'FilePage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.transactions,
    validateSearch: transactions,
    component: lazyRouteComponent(
      patiently(() => import('../pages/transactions/page.tsx')),
      'TransactionsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.evidence,
    validateSearch: evidence,
    component: lazyRouteComponent(
      patiently(() => import('../pages/evidence/page.tsx')),
      'EvidencePage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.insights,
    validateSearch: insights,
    component: lazyRouteComponent(
      patiently(() => import('../pages/insights/page.tsx')),
      'InsightsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.tasks,
    validateSearch: tasks,
    component: lazyRouteComponent(
      patiently(() => import('../pages/tasks/page.tsx')),
      'TasksPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.permissions,
    validateSearch: permissions,
    component: lazyRouteComponent(
      patiently(() => import('../pages/permissions/page.tsx')),
      'PermissionsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.vendors,
    validateSearch: vendors,
    component: lazyRouteComponent(
      patiently(() => import('../pages/vendors/page.tsx')),
      'VendorsPage',
    ),
  }),
  createRoute({
    ...under,
    path: PATHS.admin,
    validateSearch: admin,
    component: lazyRouteComponent(
      patiently(() => import('../pages/admin/page.tsx')),
      'AdminPage',
    ),
  }),
])
