import { once } from 'node:events'
import { createServer } from 'node:http'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import type { GraphQLResolverMap } from '@apollo/subgraph/dist/schema-helper/resolverMap.js'
import { graphql, parse } from 'graphql'
import { portOf } from '../../support/ports.ts'

/** A service of a graph of any kind: its SDL, to which the link to federation is added, and its resolvers. */
export type SmallSubgraph = {
  readonly name: string
  readonly sdl: string
  readonly resolvers: GraphQLResolverMap<unknown>
  /** Written for the first version of federation, without a link. */
  readonly isFirstVersion?: boolean
}

export const FEDERATION = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key",
  "@shareable", "@external", "@requires", "@provides", "@override", "@inaccessible", "@interfaceObject"])\n`

const typeDefsOf = ({ sdl, isFirstVersion }: SmallSubgraph) =>
  parse(isFirstVersion === true ? sdl : `${FEDERATION}${sdl}`)

/** Services as any server of GraphQL would answer, and the supergraph that has their URLs. */
export const listenSubgraphs = async (subgraphs: readonly SmallSubgraph[]) => {
  const schemas = new Map(
    subgraphs.map((subgraph) => [
      subgraph.name,
      buildSubgraphSchema([{ typeDefs: typeDefsOf(subgraph), resolvers: subgraph.resolvers }]),
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
    subgraphs.map((subgraph) => ({
      name: subgraph.name,
      url: `http://127.0.0.1:${portOf(server)}/${subgraph.name}`,
      typeDefs: typeDefsOf(subgraph),
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
