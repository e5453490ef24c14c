import { readFileSync } from 'node:fs'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { UserFacingError } from '../db/errors.ts'
import { createHttpPool } from '../subgraphs/kit/calls/calls.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { openAnyGateway } from './any/any-gateway.ts'

const USAGE = `Serves any supergraph at http://127.0.0.1:PORT/graphql, without authentication:

  SUPERGRAPH=file PORT=4000 npm run gateway:any`

const settingsOf = ({ SUPERGRAPH: file, PORT: port }: NodeJS.ProcessEnv) => {
  if (file === undefined || port === undefined || !/^\d{1,5}$/.test(port)) throw new UserFacingError(USAGE)
  return { supergraphSdl: readFileSync(file, 'utf8'), port: Number(port) }
}

const serve = async (life: Lifecycle): Promise<void> => {
  const { supergraphSdl, port } = settingsOf(process.env)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const pool = await life.open({
    name: 'the connections to services',
    atLeastMs: 100,
    open: async () => createHttpPool(),
    close: (opened) => opened.destroy(),
  })
  const graph = await life.open({
    name: 'the graph',
    atLeastMs: 100,
    open: () =>
      openAnyGateway({
        supergraphSdl,
        pool,
        onUncompiled: ({ reason }) => say(`an operation is not compiled: ${reason}`),
      }),
    close: (opened) => opened.stop(),
  })
  const app = fastify({ forceCloseConnections: true })
  app.route({ method: ['GET', 'POST'], url: '/graphql', handler: fastifyApolloHandler(graph) })
  await life.open({
    name: 'the listener',
    atLeastMs: 100,
    open: () => app.listen({ port, host: '127.0.0.1' }),
    close: () => app.close(),
  })
  say(`http://127.0.0.1:${port}/graphql`)
}

process.env.APOLLO_TELEMETRY_DISABLED = '1'
await runProgram(serve)
