/**
 * The addresses of the dashboard's pages; `$name` is a parameter. The gateway answers each of them
 * with the page, and the page shows what belongs there.
 */
export const PATHS = {
  fleet: '/',
  events: '/events',
  atms: '/atms',
  atm: '/atms/$atmId',
  incidents: '/incidents',
  incident: '/incidents/$incidentId',
  shift: '/shift',
  journals: '/journals',
  files: '/journals/files',
  file: '/journals/files/$fileId',
  transactions: '/journals/transactions',
  evidence: '/journals/transactions/$transactionId',
  availability: '/availability',
  maintenance: '/availability/maintenance',
  insights: '/insights',
  cash: '/cash',
  tasks: '/tasks',
  rollouts: '/tasks/rollouts',
  rollout: '/tasks/rollouts/$rolloutId',
  permissions: '/permissions',
  vendors: '/vendors',
  admin: '/admin',
} as const
