import type { AtmConnectivity, ServiceState, StatusBadge } from './schema.gen.ts'

/** The one badge: an agent that is offline takes precedence over every state (requirements, ATM service state). */
export const badgeOf = (connectivity: AtmConnectivity, serviceState: ServiceState): StatusBadge =>
  connectivity === 'CONNECTED' ? serviceState : 'AGENT_OFFLINE'
