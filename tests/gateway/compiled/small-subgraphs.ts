import { once } from 'node:events'
import { createServer } from 'node:http'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import type { GraphQLResolverMap } from '@apollo/subgraph/dist/schema-helper/resolverMap.js'
import { graphql, parse } from 'graphql'
import { portOf } from '../../support/ports.ts'

/** A service of a graph of any kind: its SDL without the link to federation, and its resolvers. */
export type SmallSubgraph = {
  readonly name: string
  readonly sdl: string
  readonly resolvers: GraphQLResolverMap<unknown>
}

export const FEDERATION = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key",
  "@shareable", "@external", "@requires", "@provides", "@override", "@inaccessible", "@interfaceObject"])\n`

/** Services as any server of GraphQL would answer, and the supergraph that has their URLs. */
export const listenSubgraphs = async (subgraphs: readonly SmallSubgraph[]) => {
  const schemas = new Map(
    subgraphs.map(({ name, sdl, resolvers }) => [
      name,
      buildSubgraphSchema([{ typeDefs: parse(`${FEDERATION}${sdl}`), resolvers }]),
    ]),
  )
  const server = createServer(async (request, response) => {
    const schema = schemas.get(request.url?.split('/')[1] ?? '')
    if (schema === undefined) return void response.writeHead(404).end()
    let text = ''
    for await (const part of request) text += part
    const { query: source, variables: variableValues, operationName } = JSON.parse(text)
    const answer = await graphql({ schema, source, variableValues, operationName })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const composed = composeServices(
    subgraphs.map(({ name, sdl }) => ({
      name,
      url: `http://127.0.0.1:${portOf(server)}/${name}`,
      typeDefs: parse(`${FEDERATION}${sdl}`),
    })),
  )
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return {
    supergraphSdl: composed.supergraphSdl,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
