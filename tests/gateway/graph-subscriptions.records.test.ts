import {
  buildSchema,
  execute,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUBSCRIPTION_FIELDS } from '../../gateway/live/subscription.rules.ts'
import { createSubscriptions, type SubscriptionGraph } from '../../gateway/live/subscriptions.ts'
import { sourceOf, type Topic } from '../../gateway/live/topics.rules.ts'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { restSchemaOf } from '../../subgraphs/kit/graphql/schema.ts'
import { compileRoutes } from '../../subgraphs/kit/rest/routes.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'
import { recordingLog } from '../support/hosted-service.ts'

const services = listServiceSdls()
const { apiSchema: schema } = composeGraph(services)

/** The part of a change in which the service of a topic tells the record. */
const RECORD_OF: Readonly<Record<Topic, string>> = {
  incidents: 'incident',
  'service-state': 'stateChange',
  gaps: 'gap',
  insights: 'insight',
  rollouts: 'rollout',
}

/** Some value of a type. */
const someOf = (given: GraphQLOutputType): unknown => {
  const type = getNullableType(given)
  if (isListType(type)) return [someOf(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.value
  if (!isLeafType(type)) return {}
  if (type.name === 'Boolean') return true
  return ['Int', 'Float', 'SafeInt'].includes(type.name) ? 1 : 'x'
}

const answerSchema = z.object({ answer: z.object({ changes: z.tuple([z.record(z.string(), z.unknown())]) }) })

/** A record of a topic with all that the route of its service answers. */
const recordOf = async (topic: Topic): Promise<unknown> => {
  const sdl = services.find(({ name }) => name === sourceOf(topic))?.sdl ?? ''
  const route = compileRoutes(restSchemaOf(sdl)).find(({ path }) => path === '/api/internal/live')
  const { data, errors } = await execute({
    schema: buildSchema(sdl, { assumeValid: true, assumeValidSDL: true }),
    document: parse(route?.document ?? ''),
    fieldResolver: (_source, _args, _context, { returnType }) => someOf(returnType),
  })
  expect(errors).toBeUndefined()
  return answerSchema.parse(data).answer.changes[0][RECORD_OF[topic]]
}

/** What a subscription sends of a record, and the queries that it asks for it. */
const answerOf = async (query: string, topic: Topic, record: unknown) => {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('no operation')
  async function* chunks() {
    yield Buffer.from(`event: ${topic}\nid: A\ndata: ${JSON.stringify(record)}\n\n`)
  }
  const asked: string[] = []
  const graph: SubscriptionGraph = {
    check: () => ({ kind: 'valid', schema, document, operation, given: {} }),
    async query(text) {
      asked.push(text)
      return { data: null }
    },
  }
  const streams = {
    open: () => ({ chunks: chunks(), cut: new AbortController().signal, isEnded: () => false }),
    count: () => 0,
    release: () => {},
  }
  const env = { contracts: services.map(({ sdl }) => sdl), log: recordingLog().log }
  const caller = { principal: callerOf({ userId: 'u', institutions: [] }), token: null, traceId: 'trace' }
  const { chunks: frames } = createSubscriptions(graph, streams, env).open(
    caller,
    { query, operationName: null, variables: {} },
    null,
  )
  return { text: Buffer.concat(await Array.fromAsync(frames)).toString(), asked }
}

/** The values of a type, without related records. */
const leavesOf = (root: string): readonly string[] => {
  const type = getNamedType(schema.getSubscriptionType()?.getFields()[root]?.type)
  if (!isObjectType(type)) throw new Error(`${root} is no subscription`)
  return Object.values(type.getFields()).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []))
}

describe.each(Object.entries(SUBSCRIPTION_FIELDS))('the subscription %s', (root, { topic }) => {
  it('has each value of its record, or asks the graph for it', async () => {
    const record = await recordOf(topic)
    const leaves = leavesOf(root)
    expect(leaves.length).toBeGreaterThan(5)
    for (const leaf of leaves) {
      const { text, asked } = await answerOf(`subscription { ${root} { ${leaf} } }`, topic, record)
      if (asked.length === 0) expect(text).toMatch(new RegExp(`^event: next\\nid: A\\ndata: .*"${leaf}":(?!null)`))
      else expect([leaf, validate(schema, parse(asked.join('')))]).toEqual([leaf, []])
    }
  })
})

it('An incident’s causes, which REST omits, are asked for', async () => {
  const { asked } = await answerOf('subscription { incidentChanged { id causes } }', 'incidents', { id: 7 })
  expect(asked).toEqual([expect.stringContaining('incident(id: $__liveId)')])
})
