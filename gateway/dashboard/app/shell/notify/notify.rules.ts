import type { IncidentSeverity } from '../../gql/graphql.gen.ts'

/** An incident as the live stream has it. */
export type Streamed = {
  readonly id: number
  readonly agentAtmId: string
  readonly kind: string
  readonly title: string
  readonly severity: IncidentSeverity
  readonly status: string
  readonly openedAt: string
  readonly parentIncidentId: number | null
}

/** From the least to the worst. */
export const SEVERITY_RISE = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const satisfies readonly IncidentSeverity[]

/** What opened longer ago is not news, unless it became worse. */
const NEWS_MS = 5 * 60_000
/** An ATM that goes down may be part of a mass outage: its notification waits this long, until that is known. */
const HELD_MS = 90_000
const HELD_KINDS = ['UNREACHABLE', 'OUT_OF_SERVICE']
/** Incidents that are remembered. */
const MOST = 2_000

const isSeverity = (value: unknown): value is IncidentSeverity => SEVERITY_RISE.some((severity) => severity === value)

/** Reads an incident from a message of the stream; null for any other message. */
export const streamedOf = (data: string): Streamed | null => {
  try {
    const { id, agentAtmId, kind, title, severity, status, openedAt, parentIncidentId = null } = JSON.parse(data)
    const isWhole =
      [agentAtmId, kind, title, status, openedAt].every((text) => typeof text === 'string') &&
      typeof id === 'number' &&
      isSeverity(severity)
    return isWhole ? { id, agentAtmId, kind, title, severity, status, openedAt, parentIncidentId } : null
  } catch {
    return null
  }
}

/** Whether an incident is at least as severe as the least severity that a user asked for. */
export const isBadEnough = (severity: IncidentSeverity, least: IncidentSeverity): boolean =>
  SEVERITY_RISE.indexOf(severity) >= SEVERITY_RISE.indexOf(least)

/**
 * Decides which incidents to show notifications of: each once, when it opens or becomes severe enough, and none that is
 * acknowledged, over, suppressed or a part of a mass outage.
 */
export const createTeller = (tell: (incident: Streamed) => void, later: (act: () => void, afterMs: number) => void) => {
  const seen = new Map<number, { readonly incident: Streamed; readonly isSettled: boolean }>()
  const remember = (incident: Streamed, isSettled: boolean) => {
    seen.delete(incident.id)
    seen.set(incident.id, { incident, isSettled })
    const [oldest] = seen.keys()
    if (seen.size > MOST && oldest !== undefined) seen.delete(oldest)
  }
  const isFit = ({ status, parentIncidentId, severity }: Streamed, least: IncidentSeverity) =>
    status === 'OPEN' && parentIncidentId === null && isBadEnough(severity, least)
  return (incident: Streamed, least: IncidentSeverity, now: number): void => {
    const before = seen.get(incident.id)
    const isNews = before !== undefined || now - Date.parse(incident.openedAt) < NEWS_MS
    const isToTell = isNews && before?.isSettled !== true && isFit(incident, least)
    remember(incident, before?.isSettled === true || isToTell)
    if (!isToTell) return
    const tellLatest = () => {
      const latest = seen.get(incident.id)?.incident ?? incident
      if (isFit(latest, least)) tell(latest)
    }
    if (HELD_KINDS.includes(incident.kind)) later(tellLatest, HELD_MS)
    else tell(incident)
  }
}
