import type { AtmConnectivity, ServiceState, StatusBadge } from './schema.gen.ts'

/** Whether an agent is heard of: its last heartbeat is at most `withinMs` old. */
export const connectivityOf = (lastHeartbeatAt: Date | null, now: Date, withinMs: number): AtmConnectivity => {
  if (lastHeartbeatAt === null) return 'NEVER_CONNECTED'
  return now.getTime() - lastHeartbeatAt.getTime() <= withinMs ? 'CONNECTED' : 'DISCONNECTED'
}

/** The one badge: an agent that is offline takes precedence over every state (requirements, ATM service state). */
export const badgeOf = (connectivity: AtmConnectivity, serviceState: ServiceState): StatusBadge =>
  connectivity === 'CONNECTED' ? serviceState : 'AGENT_OFFLINE'
