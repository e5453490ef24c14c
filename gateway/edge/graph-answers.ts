import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../../subgraphs/kit/rest/ranges.rules.ts'
import { compress, encodingFor, tagOf } from './encodings.ts'

/** Shorter answers, in bytes, are sent as they are: they fit into a packet. */
const MIN_BYTES = 1_024

const compressed = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  const isJson = String(reply.getHeader('content-type')).includes('json')
  if (typeof payload !== 'string' || !isJson) return payload
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity' || Buffer.byteLength(payload) < MIN_BYTES) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return compress(payload, encoding)
}

/** Compresses the JSON answers of an app, beside the event loop, as far as the client accepts it. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', compressed)
}

/**
 * Sends an answer with an entity tag, or 304 to a client that has it. It may be kept by this client only, and be used
 * only after it was asked for again: it depends on who asks.
 */
export const sendTagged = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply => {
  // A weak tag: the same answer may be sent in several encodings.
  const tag = tagOf(body)
  reply.headers({
    etag: `W/${tag}`,
    'cache-control': 'private, no-cache',
    vary: 'authorization, fleet-institution, accept',
  })
  if (!namesTag(request.headers['if-none-match'], tag)) return reply.send(body)
  reply.removeHeader('content-type').removeHeader('content-length')
  return reply.code(304).header('vary', 'authorization, fleet-institution, accept, accept-encoding').send()
}
