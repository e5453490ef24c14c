import { z } from 'zod'

/** The only version of the envelope so far. */
export const ENVELOPE_VERSION = 1

/** The envelope of every message on a topic. An unknown version goes to the dead letter; an unknown field is ignored. */
export const envelopeSchema = z.object({
  /** Of the message: whoever consumes it has an effect once per id. */
  id: z.uuid(),
  /** The topic that the message was made for. */
  type: z.string().min(1),
  version: z.literal(ENVELOPE_VERSION),
  /** When what it tells of happened, at the producer. */
  occurredAt: z.iso.datetime(),
  /** Null for what belongs to no institution. */
  institutionKey: z.string().nullable(),
  /** The W3C trace context of the request that it came from. */
  traceparent: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})

export type Envelope = z.infer<typeof envelopeSchema>
