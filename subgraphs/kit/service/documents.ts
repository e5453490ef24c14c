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

/** The entity tag of a document. */
export const tagOfDocument = (bytes: Buffer | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Sends a document that is made and encoded once, when it is first asked for; 304 to a client that has it. */
const createDocumentSender = (make: () => string, type = JSON_TYPE) => {
  let prepared: { readonly bytes: Buffer; readonly etag: string } | null = null
  const prepare = () => {
    const bytes = Buffer.from(make())
    return { bytes, etag: tagOfDocument(bytes) }
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    prepared ??= prepare()
    reply.headers({ etag: prepared.etag, 'cache-control': 'no-cache' })
    if (namesTag(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send()
    return reply.type(type).send(prepared.bytes)
  }
}

/** Serves `/openapi.json`, open to anyone: every service under its prefix. */
export const registerPlatformDocument = (
  app: FastifyInstance,
  services: readonly DescribedService[],
  version: string,
): void => {
  const send = createDocumentSender(() => JSON.stringify(platformOpenApiOf(services, version)))
  app.get('/openapi.json', async (request, reply) => send(request, reply))
}

/** Serves the `openapi.json` of one service under a prefix, to holders of any token. */
export const registerServiceDocument = (
  app: FastifyInstance,
  prefix: string,
  service: DescribedService,
  options: { readonly version: string; readonly authenticator: Authenticator },
): void => {
  const send = createDocumentSender(() => JSON.stringify(openApiOf(service, options.version)))
  app.get(`${prefix}/openapi.json`, {
    async onRequest(request) {
      await callerOf(request, options.authenticator)
    },
    handler: async (request, reply) => send(request, reply),
  })
}

/** Where the internal listener of a service that runs alone serves its SDL. */
export const SCHEMA_PATH = '/schema.graphql'

/** Serves the SDL that a service runs, for gateways that start; for internal listeners only. */
export const registerSchema = (app: FastifyInstance, sdl: string): void => {
  const send = createDocumentSender(() => sdl, 'text/plain; charset=utf-8')
  app.get(SCHEMA_PATH, async (request, reply) => send(request, reply))
}
