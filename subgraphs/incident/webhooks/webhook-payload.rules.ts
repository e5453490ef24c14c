import type { IncidentChange, IncidentChanged } from '../../../schema/events/incident-changed.ts'
import { MASS_OUTAGE } from '../model/incident-kinds.rules.ts'

/** The events of a webhook, by the change of an incident. */
export const EVENT_OF = {
  created: 'INCIDENT_CREATED',
  updated: 'INCIDENT_UPDATED',
  resolved: 'INCIDENT_RESOLVED',
} as const satisfies Record<IncidentChange, string>

export type WebhookEvent = (typeof EVENT_OF)[IncidentChange]

/** What happened in one version of an incident comes in this order. */
const ORDER: readonly IncidentChange[] = ['created', 'updated', 'resolved']

/** The place of a message among those of its incident. */
export const placeOf = (change: IncidentChange, version: number): number =>
  version * ORDER.length + ORDER.indexOf(change)

type DeliveryContent = { readonly institutionKey: string; readonly occurredAt: string; readonly data: IncidentChanged }

/** The body of a delivery: type, time and content, as Standard Webhooks recommends. */
export const bodyOf = (change: IncidentChange, { institutionKey, occurredAt, data }: DeliveryContent): string =>
  JSON.stringify({ type: `incident.${change}`, timestamp: occurredAt, data: { institutionKey, ...data } })

/** The body of a test. */
export const testBody = (institutionKey: string, at: Date): string =>
  JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: { institutionKey } })

/** Time in which messages of several topics that were written in order arrive, whatever order they are read in. */
const SETTLING_MS = 2_000
/** Whether incidents of a kind can become parts of a mass outage. */
export const mayBePart = (kind: string): boolean => MASS_OUTAGE.kinds.some((one) => one === kind)

/**
 * How long a delivery waits at least before it is sent: what can become a part of a mass outage until that is usually
 * known, and then for the search that says so.
 */
export const holdMs = (kind: string): number => (mayBePart(kind) ? MASS_OUTAGE.foundWithinMs : SETTLING_MS)

/** For how long a delivery is tried. */
export const TRIED_MS = 24 * 60 * 60_000
/** A test is tried for a minute. */
export const TEST_TRIED_MS = 60_000

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60 * 60_000

/** How long to wait after so many attempts that failed; `random` is from 0 to 1. */
export const backoffMs = (attempts: number, random: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20)) * (0.5 + random)
