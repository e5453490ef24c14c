import type { IncidentSeverity } from '../../gql/graphql.gen.ts'
import { readStored, writeStored } from '../../storage.ts'
import { SEVERITY_RISE } from './notify.rules.ts'

const keyOf = (userId: string): string => `fleetops.notify.${userId}`

/** The least severity of incidents that this browser notifies a user of; null for no notifications. */
export const choiceOf = (userId: string): IncidentSeverity | null => {
  const chosen = readStored('localStorage', keyOf(userId))
  return SEVERITY_RISE.find((severity) => severity === chosen) ?? null
}

/** Keeps it. A browser that keeps nothing tells nothing. */
export const choose = (userId: string, least: IncidentSeverity | null): void =>
  writeStored('localStorage', keyOf(userId), least)

/** Whether the browser shows notifications: `absent` where it has none, or the page is not served securely. */
export const permission = (): NotificationPermission | 'absent' =>
  'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'absent'
