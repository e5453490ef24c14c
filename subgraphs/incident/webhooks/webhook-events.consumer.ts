import type { Stores } from '../../../db/tenancy.ts'
import { INCIDENT_CHANGES, incidentChangedSchema, incidentTopic } from '../../../schema/events/incident-changed.ts'
import { createBatchLane } from '../../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../../kit/messaging/events.ts'
import { bodyOf, EVENT_OF, holdMs, mayBePart, placeOf, TRIED_MS } from './webhook-payload.rules.ts'
import { insertDeliveries, type NewDelivery } from './webhook-queue.store.ts'

type Env = { readonly stores: Stores; readonly platformName: string; now(): Date }

const TOGETHER = 500

/** The delivery of a message; null for an incident without an institution, which has no webhooks. */
const deliveryOf = ({ platformName, now }: Env, envelope: Envelope, topic: string): NewDelivery | null => {
  const { id, institutionKey, occurredAt } = envelope
  const change = INCIDENT_CHANGES.find((one) => topic === incidentTopic(platformName, one))
  if (change === undefined) throw new Error(`${topic} is not a topic of incident changes`)
  const data = incidentChangedSchema.parse(envelope.data)
  if (institutionKey === null) return null
  const at = now().getTime()
  return {
    messageId: id,
    institutionKey,
    incidentId: data.incidentId,
    kind: data.kind,
    severity: data.severity,
    event: EVENT_OF[change],
    place: placeOf(change, data.version),
    body: bodyOf(change, { institutionKey, occurredAt, data }),
    createdAt: at,
    nextAttemptAt: at + holdMs(data.kind),
    expiresAt: at + TRIED_MS,
    awaitsSearch: mayBePart(data.kind),
  }
}

/** Queues changes of incidents for the webhooks that subscribe to them, each message once. */
export const webhookEventsConsumer = (env: Env): ConsumerDefinition => {
  const insert = createBatchLane(
    (deliveries: readonly NewDelivery[]) => env.stores.asPlatform((tx) => insertDeliveries(tx, deliveries)),
    TOGETHER,
  )
  return {
    group: 'incident.webhooks',
    topics: INCIDENT_CHANGES.map((change) => incidentTopic(env.platformName, change)),
    concurrency: INCIDENT_CHANGES.length,
    // The place of a delivery says where it belongs.
    together: TOGETHER,
    async handle(envelope, { topic }) {
      const delivery = deliveryOf(env, envelope, topic)
      if (delivery !== null) await insert(delivery)
    },
  }
}
