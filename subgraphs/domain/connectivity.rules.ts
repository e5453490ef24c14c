/** Whether the agent of an ATM is connected. */
export type Connectivity = 'CONNECTED' | 'DISCONNECTED' | 'NEVER_CONNECTED'

/** CONNECTED while the last heartbeat is at most `withinMs` old, NEVER_CONNECTED without any (contract, section 4). */
export const connectivityOf = (lastHeartbeatAt: Date | null, now: Date, withinMs: number): Connectivity => {
  if (lastHeartbeatAt === null) return 'NEVER_CONNECTED'
  return now.getTime() - lastHeartbeatAt.getTime() <= withinMs ? 'CONNECTED' : 'DISCONNECTED'
}
