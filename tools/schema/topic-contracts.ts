import { z } from 'zod'
import { envelopeSchema } from '../../schema/events/envelope.ts'
import { listEventTopics } from '../../schema/events/topics.ts'

const jsonSchema = z.record(z.string(), z.unknown())

/** A topic, or the envelope of all messages, as its producers and consumers meet it. */
export const topicContractSchema = z.strictObject({
  /** With the placeholders `<platform>` and `{INSTITUTION}`. */
  name: z.string(),
  /** What messages are ordered by; null for the envelope. */
  key: z.string().nullable(),
  /** What is written: the JSON Schema of a message after defaults were applied. */
  written: jsonSchema,
  /** What is read: the JSON Schema of a message before that. */
  read: jsonSchema,
})

export type TopicContract = z.infer<typeof topicContractSchema>

/** The contract of a topic whose messages fit `data`. */
export const topicContractOf = (name: string, key: string | null, data: z.ZodType): TopicContract => ({
  name,
  key,
  written: jsonSchema.parse(z.toJSONSchema(data, { io: 'output' })),
  read: jsonSchema.parse(z.toJSONSchema(data, { io: 'input' })),
})

/** Every topic, the envelope first, with the JSON Schemas of its messages. */
export const topicContracts = (): readonly TopicContract[] => [
  topicContractOf('the envelope', null, envelopeSchema),
  ...listEventTopics('<platform>').map(({ name, suffix = '', key, data }) =>
    topicContractOf(`${name}${suffix}`, key, data),
  ),
]
