import { buildSubgraphSchema } from '@apollo/subgraph'
import type { FastifyInstance } from 'fastify'
import { parse } from 'graphql'
import { callerOf, type Doorkeeper } from './host.ts'
import { type DescribedService, openApiOf, platformOpenApiOf } from './openapi.ts'
import { compileRoutes } from './routes.ts'
import { readSdl } from './schema.ts'
import type { HostedService, ServiceDefinition } from './service.ts'

/** The contract of a service, from the service itself or, where it runs elsewhere, from its SDL. */
export const describeService = (definition: ServiceDefinition, hosted: HostedService | undefined): DescribedService => {
  if (hosted !== undefined) return hosted
  const schema = buildSubgraphSchema({ typeDefs: parse(readSdl(definition.sdl)) })
  return { name: definition.name, schema, routes: compileRoutes(schema) }
}

/** A document as text, made when it is first asked for. */
const textOf = (make: () => unknown): (() => string) => {
  let text: string | null = null
  return () => {
    text ??= JSON.stringify(make())
    return text
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serves `/openapi.json`, open to anyone: every service under its prefix. */
export const registerPlatformDocument = (
  app: FastifyInstance,
  services: readonly DescribedService[],
  version: string,
): void => {
  const text = textOf(() => platformOpenApiOf(services, version))
  app.get('/openapi.json', async (_request, reply) => reply.type(JSON_TYPE).send(text()))
}

/** Serves the `openapi.json` of one service under a prefix, to holders of any token. */
export const registerServiceDocument = (
  app: FastifyInstance,
  prefix: string,
  service: DescribedService,
  options: { readonly version: string; readonly doorkeeper: Doorkeeper },
): void => {
  const text = textOf(() => openApiOf(service, options.version))
  app.get(`${prefix}/openapi.json`, {
    async onRequest(request) {
      await callerOf(request, options.doorkeeper)
    },
    handler: async (_request, reply) => reply.type(JSON_TYPE).send(text()),
  })
}
