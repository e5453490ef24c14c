import {
  IconAlertHexagon,
  IconBuildingBank,
  IconBuildingFactory2,
  IconBulb,
  IconCalendarStats,
  IconCash,
  IconClipboardList,
  IconClockCheck,
  IconKey,
  IconLayoutDashboard,
  IconSettings,
  IconTerminal2,
} from '@tabler/icons-react'
import type { Role } from '../api/session.ts'
import { t } from '../language/texts.ts'
import { PATHS } from '../paths.ts'

const ADMINS: readonly Role[] = ['MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN']

type NavItem = {
  readonly to: (typeof PATHS)[keyof typeof PATHS]
  readonly label: string
  readonly icon: typeof IconKey
  /** Pressed after G. */
  readonly key: string
  /** Whose the page is; everyone's without. */
  readonly roles?: readonly Role[]
}

/** The pages of the menu. */
export const NAV = [
  { to: PATHS.fleet, label: t('Fleet'), icon: IconLayoutDashboard, key: 'o' },
  { to: PATHS.atms, label: t('ATMs'), icon: IconBuildingBank, key: 'a' },
  { to: PATHS.incidents, label: t('Incidents'), icon: IconAlertHexagon, key: 'i' },
  { to: PATHS.journals, label: t('Journals'), icon: IconCalendarStats, key: 'j' },
  { to: PATHS.shift, label: t('Shift'), icon: IconClipboardList, key: 's' },
  { to: PATHS.cash, label: t('Cash'), icon: IconCash, key: 'c' },
  { to: PATHS.availability, label: t('Availability'), icon: IconClockCheck, key: 'y' },
  { to: PATHS.insights, label: t('Insights'), icon: IconBulb, key: 'n' },
  { to: PATHS.tasks, label: t('Tasks'), icon: IconTerminal2, key: 't' },
  { to: PATHS.permissions, label: t('Permissions'), icon: IconKey, key: 'p', roles: ADMINS },
  { to: PATHS.vendors, label: t('Vendors'), icon: IconBuildingFactory2, key: 'v' },
  { to: PATHS.admin, label: t('Admin'), icon: IconSettings, key: 'd', roles: ADMINS },
] as const satisfies readonly NavItem[]

export type Page = (typeof NAV)[number]

/** The pages that a role has. */
export const pagesOf = (role: string | undefined): readonly Page[] =>
  NAV.filter((page) => !('roles' in page) || page.roles.some((one) => one === role))

/** The page of the menu that an address belongs to. */
export const pageOf = (path: string): Page | undefined =>
  path === PATHS.fleet || path === PATHS.events
    ? NAV[0]
    : NAV.find(({ to }) => to !== PATHS.fleet && (path === to || path.startsWith(`${to}/`)))
