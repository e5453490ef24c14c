import { OPENING_RULES, SEVERITIES, type Severity, worse } from '../model/incident-kinds.rules.ts'

/** The first event of a type that an incident has. */
export type FirstOfType = { readonly id: number; readonly eventType: string; readonly receivedAt: Date }

/** An incident became worse. */
export type SeverityChange = {
  readonly at: Date
  readonly from: Severity
  readonly to: Severity
  readonly eventId: number
}

/** The severity that a text names; null for none. */
export const severityOf = (text: string | null | undefined): Severity | null =>
  SEVERITIES.find((severity) => severity === text) ?? null

/**
 * When an incident became worse, oldest first: of each type only its first event can have made it so. `opened` is the
 * severity with which it was opened; without one it is that of its first event.
 */
export const severityChangesOf = (
  firsts: readonly FirstOfType[],
  opened: Severity | null,
): readonly SeverityChange[] => {
  let severity = opened
  const changes: SeverityChange[] = []
  for (const { id, eventType, receivedAt } of firsts.toSorted((a, b) => a.id - b.id)) {
    const own = OPENING_RULES.get(eventType)?.severity
    if (own === undefined) continue
    const next = severity === null ? own : worse(severity, own)
    if (severity !== null && next !== severity) changes.push({ at: receivedAt, from: severity, to: next, eventId: id })
    severity = next
  }
  return changes
}
