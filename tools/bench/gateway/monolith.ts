import { ApolloServer } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { buildSchema, isObjectType, isScalarType } from 'graphql'
import { scalarResolvers } from '../../../subgraphs/kit/graphql/scalars.ts'
import { portOf } from '../../../tests/support/ports.ts'
import { MONOLITH } from './services.ts'

type Entity = { readonly id: number }

const schemaOf = () => {
  const schema = buildSchema(MONOLITH.typeDefs)
  for (const [name, { serialize, parseValue, parseLiteral }] of Object.entries(scalarResolvers)) {
    const type = schema.getType(name)
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral })
  }
  const query = schema.getQueryType()?.getFields() ?? {}
  if (query.atm !== undefined) query.atm.resolve = (_source, { id }: Entity) => MONOLITH.atm(id)
  if (query.atms !== undefined) query.atms.resolve = () => MONOLITH.atms()
  const atm = schema.getType('Atm')
  if (!isObjectType(atm)) throw new Error('there is no type Atm')
  const fields = atm.getFields()
  for (const name of ['state', 'since', 'firmware', 'signal', 'cassettes'] as const) {
    const field = fields[name]
    if (field !== undefined) field.resolve = ({ id }: Entity) => MONOLITH.device(id)?.[name]
  }
  return schema
}

/** One Apollo Server on Fastify, as its documentation shows it, without tokens and limits. */
export const openMonolith = async () => {
  const server = new ApolloServer({ schema: schemaOf(), stopOnTerminationSignals: false, nodeEnv: 'production' })
  await server.start()
  const app = fastify()
  app.route({ method: ['GET', 'POST'], url: '/graphql', handler: fastifyApolloHandler(server) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: portOf(app.server), close: () => app.close() }
}
