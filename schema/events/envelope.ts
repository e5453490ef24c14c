import { z } from 'zod'

/** The only version of the envelope so far. */
export const ENVELOPE_VERSION = 1

/**
 * The envelope of every message on a topic. An unknown version goes to the dead letter; an unknown field is ignored.
 */
export const envelopeSchema = z.object({
  id: z.uuid().describe('The id of the message: a consumer has one effect per id.'),
  type: z.string().min(1).describe('The topic that the message was made for.'),
  version: z.literal(ENVELOPE_VERSION).describe('Of the envelope and its data.'),
  occurredAt: z.iso.datetime().describe('When the change happened, by the clock of the producer.'),
  institutionKey: z.string().nullable().describe('The institution; null for what belongs to none.'),
  traceparent: z.string().nullable().describe('The W3C trace context of the request that it came from.'),
  data: z.record(z.string(), z.unknown()).describe('The content; its schema depends on the topic.'),
})

export type Envelope = z.infer<typeof envelopeSchema>
