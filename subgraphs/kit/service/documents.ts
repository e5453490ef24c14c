import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSdl } from '../graphql/schema.ts'
import { type DescribedService, describeContract, openApiOf, platformOpenApiOf } from '../openapi/openapi.ts'
import { namesTag } from '../rest/ranges.rules.ts'
import { type Authenticator, callerOf } from './host.ts'
import type { HostedService, ServiceDefinition } from './service.ts'

/** The contract of a service, from the service itself or, where it runs elsewhere, from its SDL. */
export const describeService = (definition: ServiceDefinition, hosted: HostedService | undefined): DescribedService =>
  hosted?.contract ?? describeContract(definition.name, readSdl(definition.sdl))

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a document that is made and encoded once, when it is first asked for; 304 to a client that has it. */
const createDocumentSender = (make: () => unknown) => {
  let prepared: { readonly bytes: Buffer; readonly etag: string } | null = null
  const prepare = () => {
    const bytes = Buffer.from(JSON.stringify(make()))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    prepared ??= prepare()
    reply.headers({ etag: prepared.etag, 'cache-control': 'no-cache' })
    if (namesTag(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send()
    return reply.type(JSON_TYPE).send(prepared.bytes)
  }
}

/** Serves `/openapi.json`, open to anyone: every service under its prefix. */
export const registerPlatformDocument = (
  app: FastifyInstance,
  services: readonly DescribedService[],
  version: string,
): void => {
  const send = createDocumentSender(() => platformOpenApiOf(services, version))
  app.get('/openapi.json', async (request, reply) => send(request, reply))
}

/** Serves the `openapi.json` of one service under a prefix, to holders of any token. */
export const registerServiceDocument = (
  app: FastifyInstance,
  prefix: string,
  service: DescribedService,
  options: { readonly version: string; readonly authenticator: Authenticator },
): void => {
  const send = createDocumentSender(() => openApiOf(service, options.version))
  app.get(`${prefix}/openapi.json`, {
    async onRequest(request) {
      await callerOf(request, options.authenticator)
    },
    handler: async (request, reply) => send(request, reply),
  })
}
