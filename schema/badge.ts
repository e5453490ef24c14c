/** Whether an ATM's agent is connected. */
export type Connectivity = 'CONNECTED' | 'DISCONNECTED' | 'NEVER_CONNECTED'

/** What an ATM does for its customers. */
export type ServiceState = 'IN_SERVICE' | 'OUT_OF_SERVICE' | 'IN_SUPERVISOR' | 'UNKNOWN'

/** The one thing that is shown of an ATM's status. */
export type Badge = 'AGENT_OFFLINE' | 'IN_SUPERVISOR' | 'OUT_OF_SERVICE' | 'IN_SERVICE' | 'UNKNOWN'

/** Every badge with the words for it, in the order of precedence. Servers and browsers share this list. */
export const BADGES: readonly { readonly badge: Badge; readonly words: string }[] = [
  { badge: 'AGENT_OFFLINE', words: 'Agent offline' },
  { badge: 'IN_SUPERVISOR', words: 'In supervisor' },
  { badge: 'OUT_OF_SERVICE', words: 'Out of service' },
  { badge: 'IN_SERVICE', words: 'In service' },
  { badge: 'UNKNOWN', words: 'Unknown' },
]

/** The badge of an ATM, derived nowhere else: an agent that is offline takes precedence over every state. */
export const badgeOf = (connectivity: Connectivity, serviceState: ServiceState): Badge => {
  if (connectivity !== 'CONNECTED') return 'AGENT_OFFLINE'
  switch (serviceState) {
    case 'IN_SUPERVISOR':
    case 'OUT_OF_SERVICE':
    case 'IN_SERVICE':
      return serviceState
    default:
      return 'UNKNOWN'
  }
}
