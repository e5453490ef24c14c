import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { bodySizeOf, whenOver } from '../../subgraphs/kit/http/bodies.ts'
import { type Authenticator, callerOf, hangUpOf } from '../../subgraphs/kit/service/host.ts'
import type { GraphContext } from '../federation/data-sources.ts'
import type { Graph } from '../federation/graph.ts'
import { withTraceId } from '../federation/operation-hooks.ts'
import { openTrustedDocuments, resolveDocument, type TrustedDocuments } from '../federation/trusted-documents.ts'
import type { TrustedAnswer, TrustedRequest } from '../federation/trusted-operations.ts'
import { compressAnswers } from './graph-answers.ts'
import { answerRead, checkQuery, readRequestOf } from './graph-reads.ts'

export type GraphRoutesOptions = {
  readonly graph: Graph
  readonly authenticator: Authenticator
  /** Sends the page for developers, which requires no token. */
  sendPage(reply: FastifyReply): FastifyReply
  /** The trusted documents; those of `schema/operations` by default. */
  readonly documents?: TrustedDocuments
}

const JSON_TYPE = 'application/json; charset=utf-8'

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && /\btext\/html\b/i.test(request.headers.accept ?? '')

const NO_DOCUMENT = 'is no document of this platform; load the page again, or send the text of the operation as `query`'

/** Replaces the id of a trusted document by its text; sends an error where the id is unknown. */
const resolveNamed = async (documents: TrustedDocuments, request: FastifyRequest, reply: FastifyReply) => {
  const read = readRequestOf(request)
  const resolved = resolveDocument(read ?? request.body, documents)
  if (resolved.kind === 'known') {
    request.body = resolved.body
    request.setDecorator('isTrusted', true)
    if (read !== null) checkQuery(String(resolved.body.query))
  }
  if (resolved.kind === 'text') request.body = withoutExtensions(request.body)
  if (resolved.kind !== 'unknown') return
  const errors = [{ field: 'documentId', message: NO_DOCUMENT }]
  const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 }, errors, traceId: request.id }
  return reply.code(400).send({ errors: [{ message: `documentId: ${NO_DOCUMENT}`, extensions }] })
}

const bodySchema = z.object({ extensions: z.looseObject({}) }).loose()

/** The text is executed; a hash that a client sends with it is ignored. */
const withoutExtensions = (body: unknown): unknown => {
  const { data } = bodySchema.safeParse(body)
  if (data === undefined) return body
  const { extensions: _extensions, ...rest } = data
  return rest
}

const refusalSchema = z.object({
  errors: z.array(z.object({ extensions: z.record(z.string(), z.unknown()).optional() }).loose()),
  traceId: z.undefined().optional(),
})

/** An error before the operation was read, with the trace id that every other answer has. */
const refusalWithTraceId = (payload: unknown, traceId: string): unknown => {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return payload
  const { data } = refusalSchema.safeParse(JSON.parse(payload))
  if (data === undefined) return payload
  return `${JSON.stringify({ errors: withTraceId(data.errors, traceId) })}\n`
}

/** Media types for which an answer is plain JSON. */
const PLAIN = new Set([undefined, '*/*', 'application/json'])

/** The text of an operation that a client sent; null where it names a trusted document, or sends none. */
const textOf = (request: FastifyRequest): string | null => {
  if (request.getDecorator<boolean>('isTrusted')) return null
  const given = request.method === 'GET' ? request.query : request.body
  return isRecord(given) && typeof given.query === 'string' ? given.query : null
}

/** A trusted document that is asked for in the usual way; null for anything that Apollo's own handler should read. */
const plainOperation = (request: FastifyRequest): TrustedRequest | null => {
  const isPlain = request.method === 'POST' && PLAIN.has(request.headers.accept)
  if (!isPlain || !request.getDecorator<boolean>('isTrusted') || !isRecord(request.body)) return null
  const { query, variables, operationName } = request.body
  if (typeof query !== 'string' || !isRecord(variables)) return null
  if (operationName === undefined) return { query, variables, operationName: null }
  return typeof operationName === 'string' ? { query, variables, operationName } : null
}

const sendTrusted = async (reply: FastifyReply, answered: Promise<TrustedAnswer>): Promise<string> => {
  const { status, headers, answer } = await answered
  const { errors, data, extensions } = answer
  reply.code(status).header('content-type', JSON_TYPE)
  for (const [name, value] of headers) reply.header(name, value)
  return `${JSON.stringify({ errors, data, extensions })}\n`
}

/** Serves the federated graph at `/graphql`; a caller without a valid token is refused before the body is read. */
export const registerGraph = (app: FastifyInstance, options: GraphRoutesOptions): void => {
  const documents = options.documents ?? openTrustedDocuments()
  app.register(async (scope) => {
    scope.decorateRequest('graphContext', null)
    scope.decorateRequest('isTrusted', false)
    const answer = fastifyApolloHandler(options.graph, {
      async context(request) {
        const context = request.getDecorator<GraphContext>('graphContext')
        const text = textOf(request)
        if (text !== null) options.graph.checkText(text, context.caller.principal)
        return context
      },
    })
    scope.addHook('onSend', async (request, reply, payload) =>
      reply.statusCode < 400 ? payload : refusalWithTraceId(payload, request.id),
    )
    compressAnswers(scope)
    scope.addHook('onResponse', async (request, reply) => {
      const context = request.getDecorator<GraphContext | null>('graphContext')
      const isTrusted = request.getDecorator<boolean>('isTrusted')
      if (context?.report !== undefined)
        options.graph.operations.ended(context.report, isTrusted, reply.elapsedTime / 1_000)
    })
    scope.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      exposeHeadRoute: false,
      async onRequest(request, reply) {
        reply.header('vary', 'accept')
        if (wantsPage(request)) return options.sendPage(reply)
        const caller = await callerOf(request, options.authenticator)
        // A request without a body takes a place, too: operations are counted.
        whenOver(reply, options.authenticator.bodies.enter(caller.principal, Math.max(1, bodySizeOf(request))))
        const { authorization = '' } = request.headers
        const hungUp = hangUpOf(reply)
        request.setDecorator<GraphContext>('graphContext', {
          caller: { ...caller, hungUp },
          authorization,
          report: {},
        })
      },
      preHandler: (request, reply) => resolveNamed(documents, request, reply),
      handler(request, reply) {
        const context = request.getDecorator<GraphContext>('graphContext')
        if (readRequestOf(request) !== null) return answerRead(options.graph, context, request, reply)
        const trusted = plainOperation(request)
        const answered = trusted === null ? null : options.graph.trusted.execute(trusted, context)
        return answered === null ? answer.call(scope, request, reply) : sendTrusted(reply, answered)
      },
    })
  })
}
