import { createRootRoute, createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { readSearch as admin } from '../pages/admin/search.ts'
import { readSearch as atm } from '../pages/atm/search.ts'
import { readSearch as atms } from '../pages/atms/search.ts'
import { readSearch as availability } from '../pages/availability/search.ts'
import { readSearch as cash } from '../pages/cash/search.ts'
import { readSearch as events } from '../pages/events/search.ts'
import { readSearch as evidence } from '../pages/evidence/search.ts'
import { readSearch as file } from '../pages/file/search.ts'
import { readSearch as files } from '../pages/files/search.ts'
import { readSearch as fleet } from '../pages/fleet/search.ts'
import { readSearch as incident } from '../pages/incident/search.ts'
import { readSearch as incidents } from '../pages/incidents/search.ts'
import { readSearch as insights } from '../pages/insights/search.ts'
import { readSearch as journals } from '../pages/journals/search.ts'
import { readSearch as maintenance } from '../pages/maintenance/search.ts'
import { readSearch as permissions } from '../pages/permissions/search.ts'
import { readSearch as rollout } from '../pages/rollout/search.ts'
import { readSearch as rollouts } from '../pages/rollouts/search.ts'
import { readSearch as shift } from '../pages/shift/search.ts'
import { readSearch as tasks } from '../pages/tasks/search.ts'
import { readSearch as transactions } from '../pages/transactions/search.ts'
import { readSearch as vendors } from '../pages/vendors/search.ts'
import { PATHS } from '../paths.ts'
import { readScope } from '../scope.ts'
import { lazyPart, patiently } from '../shell/lazy-part.ts'
import { Shell } from '../shell/shell.tsx'

// Each page has a folder: `search.ts` reads what its address holds, `page.tsx` is loaded when it is first shown.

const palette = lazyPart(async () => (await import('../palette/palette.tsx')).Palette)

const root = createRootRoute({
  component: () => createElement(Shell, { palette }),
  validateSearch: readScope,
  // Links keep the institution that was chosen, and the wall.
  search: { middlewares: [retainSearchParams(['institution', 'wall', 'turn', 'every', 'sound'])] },
})

/** The route of a page: its address, how what the address holds is read, and where the page is loaded from. */
const page = <const TPath extends string, TSearch>(
  path: TPath,
  readSearch: (search: Record<string, unknown>) => TSearch,
  load: () => Promise<ComponentType>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readSearch,
    component: lazyRouteComponent(patiently(async () => ({ default: await load() }))),
  })

export const routeTree = root.addChildren([
  page(PATHS.fleet, fleet, async () => (await import('../pages/fleet/page.tsx')).FleetPage),
  page(PATHS.events, events, async () => (await import('../pages/events/page.tsx')).EventsPage),
  page(PATHS.atms, atms, async () => (await import('../pages/atms/page.tsx')).AtmsPage),
  page(PATHS.atm, atm, async () => (await import('../pages/atm/page.tsx')).AtmPage),
  page(PATHS.incidents, incidents, async () => (await import('../pages/incidents/page.tsx')).IncidentsPage),
  page(PATHS.incident, incident, async () => (await import('../pages/incident/page.tsx')).IncidentPage),
  page(PATHS.shift, shift, async () => (await import('../pages/shift/page.tsx')).ShiftPage),
  page(PATHS.journals, journals, async () => (await import('../pages/journals/page.tsx')).JournalsPage),
  page(PATHS.files, files, async () => (await import('../pages/files/page.tsx')).FilesPage),
  page(PATHS.file, file, async () => (await import('../pages/file/page.tsx')).FilePage),
  page(PATHS.transactions, transactions, async () => (await import('../pages/transactions/page.tsx')).TransactionsPage),
  page(PATHS.evidence, evidence, async () => (await import('../pages/evidence/page.tsx')).EvidencePage),
  page(PATHS.availability, availability, async () => (await import('../pages/availability/page.tsx')).AvailabilityPage),
  page(PATHS.maintenance, maintenance, async () => (await import('../pages/maintenance/page.tsx')).MaintenancePage),
  page(PATHS.insights, insights, async () => (await import('../pages/insights/page.tsx')).InsightsPage),
  page(PATHS.cash, cash, async () => (await import('../pages/cash/page.tsx')).CashPage),
  page(PATHS.tasks, tasks, async () => (await import('../pages/tasks/page.tsx')).TasksPage),
  page(PATHS.rollouts, rollouts, async () => (await import('../pages/rollouts/page.tsx')).RolloutsPage),
  page(PATHS.rollout, rollout, async () => (await import('../pages/rollout/page.tsx')).RolloutPage),
  page(PATHS.permissions, permissions, async () => (await import('../pages/permissions/page.tsx')).PermissionsPage),
  page(PATHS.vendors, vendors, async () => (await import('../pages/vendors/page.tsx')).VendorsPage),
  page(PATHS.admin, admin, async () => (await import('../pages/admin/page.tsx')).AdminPage),
])
