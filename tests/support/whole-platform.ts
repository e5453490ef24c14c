import { readFileSync } from 'node:fs'
import { createEdge } from '../../gateway/edge/listeners.ts'
import { startGraph } from '../../gateway/federation/graph.ts'
import { SERVICES } from '../../gateway/services.ts'
import { createGraphUsage } from '../../gateway/usage/usage.ts'
import { type Client, createClient } from '../../schema/client/client.ts'
import { signToken, type TokenClaims } from '../../subgraphs/kit/auth/sign-token.ts'
import { createHttpPool, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { createServiceGates } from '../../subgraphs/kit/calls/service-gates.ts'
import { readConfig } from '../../subgraphs/kit/config/config.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { createLog, type Logger } from '../../subgraphs/kit/observability/log.ts'
import { openProcess, type ServiceProcess } from '../../subgraphs/kit/runtime/process.ts'
import { createListeners } from '../../subgraphs/kit/runtime/standalone.ts'
import type { ServiceDefinition } from '../../subgraphs/kit/service/service.ts'
import { plainTracer, type Tracer } from '../../subgraphs/kit/tracing/tracing.ts'
import { type Answer, type Ask, request } from './clients/request.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { findPortPair } from './gateway-services.ts'

const SECRET = 'a secret of thirty-two characters or more, for tests'
const INTERNAL_SECRET = 'the internal secret of the tests'
/**
 * Tests share the machine with each other and are short of processor time for seconds. What a platform refuses then,
 * as it is overloaded or turns of expensive operations come late, says nothing of what they test.
 */
const OVERLOAD_AFTER = '10m'
const TURN_PATIENCE_MS = 60_000

const SUPERGRAPH = new URL('../../schema/supergraph.graphql', import.meta.url)

/** The whole platform behind real listeners, in one process or with each service in a process of its own. */
export type WholePlatform = {
  readonly url: string
  readonly internalUrl: string
  readonly database: TestDatabase
  readonly gateway: ServiceProcess
  token(claims: Partial<TokenClaims>): Promise<string>
  ask(method: string, path: string, ask?: Ask & { readonly internal?: boolean }): Promise<Answer>
  /** The typed client of a caller. */
  client(as: string): Client
  /** The answer to any text, with its errors as they are. */
  query(text: string, as: string, variables?: Record<string, unknown>): Promise<{ data: unknown; errors?: unknown }>
  close(): Promise<void>
}

type Options = {
  /** Each service behind HTTP, as it runs alone. */
  readonly separate?: boolean
  /** Services whose URL leads to nothing. */
  readonly down?: readonly ServiceName[]
  readonly env?: Record<string, string>
  readonly log?: Logger
  readonly now?: () => Date
  /** Records nothing when left out. */
  readonly tracer?: Tracer
  /** A database that is there already and stays; a new one, thrown away at the end, when left out. */
  readonly database?: TestDatabase
  /** False for a platform that answers, and does nothing of its own accord. */
  readonly start?: boolean
}

type Shared = {
  readonly env: Record<string, string>
  readonly database: TestDatabase
  readonly log: Logger
  readonly now: () => Date
  readonly tracer: Tracer
}

const openServices = (
  definitions: readonly ServiceDefinition[],
  { env, database, log, now, tracer }: Shared,
): Promise<ServiceProcess> => {
  const config = readConfig(env)
  return openProcess({
    config,
    definitions,
    database: database.urls,
    secrets: config.secrets,
    rereadSecrets: config.rereadSecrets,
    log,
    now,
    tracer,
    background: false,
  })
}

/** One service as it runs alone: its own listeners, and its internal listener 100 above. */
const standAlone = async (definition: ServiceDefinition, port: number, shared: Shared) => {
  const process = await openServices([definition], shared)
  const { publicApp, internalApp } = createListeners(process, definition.name, () => true)
  await publicApp.listen({ port, host: '127.0.0.1' })
  await internalApp.listen({ port: port + 100, host: '127.0.0.1' })
  return {
    start: () => process.start(),
    async close() {
      await publicApp.close()
      await internalApp.close()
      await process.close()
    },
  }
}

const variableOf = (name: ServiceName) => `${name.toUpperCase().replaceAll('-', '_')}_URL`

const openGateway = async (hosted: readonly ServiceDefinition[], port: number, shared: Shared) => {
  const config = readConfig(shared.env)
  const process = await openServices(hosted, shared)
  const pool = createHttpPool()
  const gates = createServiceGates()
  const usage = createGraphUsage(process.jobStores, shared.now, shared.log)
  const graph = await startGraph({
    supergraphSdl: readFileSync(SUPERGRAPH, 'utf8'),
    contracts: SERVICES.map(({ sdl }) => readSdl(sdl)),
    hosted: process.hosted,
    serviceUrls: config.serviceUrls,
    pool,
    gates,
    production: false,
    log: shared.log,
    metrics: process.metrics,
    limits: config.graph,
    turnPatienceMs: TURN_PATIENCE_MS,
    hooks: [usage.hook],
  })
  const { publicApp, internalApp } = createEdge({
    config,
    definitions: SERVICES,
    process,
    graph,
    usage,
    pool,
    gates,
    demoTokens: null,
    isReady: () => true,
  })
  await publicApp.listen({ port, host: '127.0.0.1' })
  await internalApp.listen({ port: port + 100, host: '127.0.0.1' })
  return {
    process,
    async close() {
      await publicApp.close()
      await internalApp.close()
      await graph.stop()
      await usage.close()
      await process.close()
      await pool.destroy()
    },
  }
}

/** Opens the platform for a test file, background work included; cron jobs are run by hand. */
export const openWholePlatform = async (options: Options = {}): Promise<WholePlatform> => {
  const database = options.database ?? (await cloneDatabase())
  const port = await findPortPair()
  const ports = new Map<ServiceName, number>()
  for (const { name } of SERVICES) if (options.separate === true) ports.set(name, await findPortPair())
  for (const name of options.down ?? []) ports.set(name, 1)
  const env = {
    OVERLOAD_AFTER,
    JWT_SECRET: SECRET,
    INTERNAL_SERVICE_SECRET: INTERNAL_SECRET,
    INTERNAL_URL: `http://127.0.0.1:${port + 100}`,
    ...Object.fromEntries([...ports].map(([name, at]) => [variableOf(name), `http://127.0.0.1:${at}`])),
    ...options.env,
  }
  const shared: Shared = {
    env,
    database,
    log: options.log ?? createLog({ level: process.env.TEST_LOG ?? 'silent', name: 'test' }),
    now: options.now ?? (() => new Date()),
    tracer: options.tracer ?? plainTracer,
  }
  const alone = SERVICES.filter(({ name }) => ports.has(name) && ports.get(name) !== 1)
  const standing = await Promise.all(
    alone.map((definition) => standAlone(definition, ports.get(definition.name) ?? 0, shared)),
  )
  const gateway = await openGateway(
    SERVICES.filter(({ name }) => !ports.has(name)),
    port,
    shared,
  )
  if (options.start !== false) for (const part of [...standing, gateway.process]) await part.start()
  return {
    url: `http://127.0.0.1:${port}`,
    internalUrl: env.INTERNAL_URL,
    database,
    gateway: gateway.process,
    ...clientOf(`http://127.0.0.1:${port}`, env.INTERNAL_URL),
    async close() {
      await gateway.close()
      await Promise.all(standing.map((part) => part.close()))
      if (options.database === undefined) await database.drop()
    },
  }
}

const clientOf = (url: string, internalUrl: string): Pick<WholePlatform, 'token' | 'ask' | 'client' | 'query'> => {
  const ask: WholePlatform['ask'] = (method, path, { internal = false, ...given } = {}) =>
    internal
      ? request(`${internalUrl}${path}`, method, {
          ...given,
          headers: { 'x-internal-secret': INTERNAL_SECRET, ...given.headers },
        })
      : request(`${url}${path}`, method, given)
  return {
    ask,
    token: (claims) =>
      signToken(
        { role: 'USER', userId: '7', email: null, institutions: [], agentAtmId: null, ...claims },
        { secret: SECRET, issuer: null, audience: null, now: new Date(), ttlMs: 600_000 },
      ),
    client: (as) => createClient({ url, token: as }),
    async query(query, as, variables = {}) {
      const { body } = await ask('POST', '/graphql', { as, body: { query, variables } })
      const { data, errors } = Object(body)
      return { data, errors }
    },
  }
}
