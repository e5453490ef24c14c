import type { Stores } from '../../../db/tenancy.ts'
import {
  INCIDENT_CHANGES,
  type IncidentChange,
  type IncidentChanged,
  incidentChangedSchema,
  incidentTopic,
} from '../../../schema/events/incident-changed.ts'
import { createBatchLane } from '../../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../../kit/messaging/events.ts'
import { bodyOf, EVENT_OF, holdMs, mayBePart, placeOf, TRIED_MS } from './webhook-payload.rules.ts'
import { insertDeliveries, listInstitutionsWithWebhooks, type NewDelivery } from './webhook-queue.store.ts'

type Env = { readonly stores: Stores; readonly platformName: string; now(): Date }

const TOGETHER = 500

/** A change of an incident, as its message reports it. */
type Reported = {
  readonly messageId: string
  readonly institutionKey: string
  readonly occurredAt: string
  readonly change: IncidentChange
  readonly data: IncidentChanged
}

/** What a message reports; null for an incident without an institution, which has no webhooks. */
const readReported = (platformName: string, envelope: Envelope, topic: string): Reported | null => {
  const { id: messageId, institutionKey, occurredAt } = envelope
  const change = INCIDENT_CHANGES.find((one) => topic === incidentTopic(platformName, one))
  if (change === undefined) throw new Error(`${topic} is not a topic of incident changes`)
  const data = incidentChangedSchema.parse(envelope.data)
  return institutionKey === null ? null : { messageId, institutionKey, occurredAt, change, data }
}

const deliveryOf = ({ messageId, institutionKey, occurredAt, change, data }: Reported, at: number): NewDelivery => ({
  messageId,
  institutionKey,
  incidentId: data.incidentId,
  kind: data.kind,
  severity: data.severity,
  event: EVENT_OF[change],
  place: placeOf(change, data.version),
  body: bodyOf(change, { institutionKey, occurredAt, data }),
  occurredAt: Date.parse(occurredAt),
  createdAt: at,
  nextAttemptAt: at + holdMs(data.kind),
  expiresAt: at + TRIED_MS,
  awaitsSearch: mayBePart(data.kind),
})

/**
 * Queues deliveries for the webhooks of institutions. Most institutions have none, and cost one look together. A change
 * that would have been given up by now, as a dead letter that is replayed after days, is not queued.
 */
const queueDeliveries = ({ stores, now }: Env, reported: readonly Reported[]): Promise<void> =>
  stores.asPlatform(async (tx) => {
    const at = now().getTime()
    const recent = reported.filter(({ occurredAt }) => Date.parse(occurredAt) >= at - TRIED_MS)
    const keys = new Set(recent.map(({ institutionKey }) => institutionKey))
    const subscribed = await listInstitutionsWithWebhooks(tx, [...keys])
    const deliveries = recent.flatMap((one) => (subscribed.has(one.institutionKey) ? [deliveryOf(one, at)] : []))
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries)
  })

/** Queues changes of incidents for the webhooks that subscribe to them, each message once. */
export const webhookEventsConsumer = (env: Env): ConsumerDefinition => {
  const queue = createBatchLane((reported: readonly Reported[]) => queueDeliveries(env, reported), TOGETHER)
  return {
    group: 'incident.webhooks',
    topics: INCIDENT_CHANGES.map((change) => incidentTopic(env.platformName, change)),
    concurrency: INCIDENT_CHANGES.length,
    // The place of a delivery says where it belongs.
    together: TOGETHER,
    async handle(envelope, { topic }) {
      const reported = readReported(env.platformName, envelope, topic)
      if (reported !== null) await queue(reported)
    },
  }
}
