import { z } from 'zod'
import { envelopeSchema } from '../../schema/events/envelope.ts'
import { type EventTopic, listEventTopics } from '../../schema/events/topics.ts'

/** A field of a JSON Schema, as far as our messages have them. */
const fieldSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

const propertiesSchema = z.object({ properties: z.record(z.string(), z.unknown()) })

const typeOf = (schema: unknown): string => {
  const { type = '', format, items, anyOf, enum: values, const: only, minimum } = fieldSchema.parse(schema)
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (typeof type !== 'string') return type.join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return values.join(', ')
  if (type === 'array') return `list of ${typeOf(items)}`
  if (format !== undefined) return format
  return minimum === 0 ? `${type} ≥ 0` : type
}

const tableOf = (schema: z.ZodObject): readonly string[] => {
  const { properties } = propertiesSchema.parse(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  const rows = Object.entries(properties).map(([name, field]) => {
    const { description } = fieldSchema.parse(field)
    if (description === undefined) throw new Error(`the field ${name} of a message has no description`)
    return `| \`${name}\` | ${typeOf(field)} | ${description} |`
  })
  return ['| Field | Type | Meaning |', '|---|---|---|', ...rows]
}

const titleOf = ({ name, suffix = '' }: EventTopic): string => `\`${name}${suffix}\``

/** A section of its own; data that another topic has as well is shown once, there. */
const sectionOf = (topic: EventTopic, twin: EventTopic): readonly string[] => {
  const { about, key, writtenBy, readBy, data } = topic
  const readers = readBy.length === 0 ? 'no service of the platform' : readBy.join(', ')
  return [
    `## ${titleOf(topic)}`,
    '',
    about,
    '',
    `Key: ${key}. Written by: ${writtenBy}. Read by: ${readers}.`,
    '',
    ...(twin === topic ? tableOf(data) : [`The fields of the data are those of ${titleOf(twin)}.`]),
    '',
  ]
}

const HEAD = `# The topics

Generated from the schemas in this folder by \`npm run codegen\`; do not edit it.

Messages are JSON. Each is written in the transaction of the change that it reports, delivered at least once, and in
order within its key. A consumer has one effect per \`id\`. Unknown fields are ignored, in the envelope and in its data,
so that new ones can be added. \`<platform>\` stands for \`PLATFORM_NAME\`, \`fleetops\` by default. \`{INSTITUTION}\`
is the institution's key: letters, digits and \`-\` as they are, every other byte of its UTF-8 as \`_\` and two
hexadecimal digits.

## The envelope
`

const DEAD_LETTERS = `## Dead letters

A message that cannot be read, has an unknown \`version\`, or whose handling fails five times for a reason of its own,
goes unchanged to \`<topic>.dead-letter\`, with the same key. An outage of a database, a broker or another service never
sends a message there. Each process counts its own attempts: of several that take turns with a topic, each may try a
message four times before one gives it up at its fifth, and one that ends has its successor count anew. A message may
be there more than once, as one that is not known to be there comes again. Headers say what happened:

| Header | Meaning |
|---|---|
| \`error\` | What the last attempt failed with, in one line, card numbers masked. |
| \`consumer-group\` | Who could not handle it. |
| \`first-attempt-at\`, \`last-attempt-at\` | When the process that gave it up tried it, ISO 8601 in UTC. |
| \`attempts\` | How often that process did. |

\`npm run dead-letters\`, and \`GET /api/dead-letters\` of the services that consume topics, list them; both replay
them.
`

/** The reference of topics and messages, as Markdown. @throws Error for a field without a description. */
export const eventReference = (): string => {
  const topics = listEventTopics('<platform>')
  const sections = topics.flatMap((topic) => sectionOf(topic, topics.find(({ data }) => data === topic.data) ?? topic))
  return [HEAD, ...tableOf(envelopeSchema), '', ...sections, DEAD_LETTERS].join('\n')
}
