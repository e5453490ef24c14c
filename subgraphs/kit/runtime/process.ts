import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { createAuthenticate, createSecretCheck } from '../auth/principal.ts'
import { createSeenUsers, type SeenUsers } from '../auth/seen-users.ts'
import {
  type Calls,
  createCalls,
  createHttpPool,
  httpPeer,
  internalUrlOf,
  type Peer,
  SERVICE_NAMES,
  type ServiceName,
} from '../calls/calls.ts'
import { createWaker } from '../common/waker.ts'
import type { Config, ServiceConfig } from '../config/config.ts'
import { relocated } from '../config/database-urls.ts'
import { createLiveSecrets, type LiveSecrets, type SecretValues } from '../config/secrets.ts'
import { createAnswerBudget } from '../http/answer-budget.ts'
import { createBodyBudget } from '../http/bodies.ts'
import { createOverload, type Overload } from '../http/overload.ts'
import { jobChecks } from '../jobs/job-list.ts'
import { watchJobs } from '../jobs/job-metrics.ts'
import { createJobMetrics } from '../jobs/job-runs.ts'
import { type JobDefinition, startJobs } from '../jobs/jobs.ts'
import type { Transport } from '../messaging/events.ts'
import { watchLag, watchRefusedTopics } from '../messaging/message-metrics.ts'
import { watchConnections } from '../observability/connection-metrics.ts'
import { CHECK_TIMEOUT_MS, type Check, type Component, createHealth, guardCheck } from '../observability/health.ts'
import type { Logger } from '../observability/log.ts'
import { createCacheCounter, createMetrics } from '../observability/metrics.ts'
import { traceStores } from '../observability/traced-stores.ts'
import { type Authenticator, memoryPeer } from '../service/host.ts'
import { type HostedService, openService, type ServiceDefinition, type ServiceEnv } from '../service/service.ts'
import { openTopics } from '../service/topics.ts'
import { shareFairly } from '../sharing/fair-stores.ts'
import { plainTracer, type Tracer } from '../tracing/tracing.ts'
import { openRefusedHeartbeats } from './refused-heartbeats.ts'

export type ProcessOptions = {
  readonly config: Config
  /** The services that this process hosts. */
  readonly definitions: readonly ServiceDefinition[]
  readonly database: { readonly app: string; readonly platform: string }
  readonly secrets: SecretValues
  /** Reads the secrets again; null or left out where they stay. */
  readonly rereadSecrets?: (() => SecretValues) | null
  readonly log: Logger
  /** Nothing is recorded when left out. */
  readonly tracer?: Tracer
  readonly now?: () => Date
  readonly newId?: () => string
  /** False for tools that open services only to use their parts. */
  readonly background?: boolean
}

/** The services of one process, open, with what joins them. */
export type ServiceProcess = {
  readonly hosted: ReadonlyMap<ServiceName, HostedService>
  readonly calls: Calls
  readonly authenticator: Authenticator
  readonly overload: Overload
  readonly metrics: Registry
  readonly jobs: readonly JobDefinition[]
  /**
   * Where the jobs of all processes and their runs are written down: in the platform's own database, wherever the
   * services' are.
   */
  readonly jobStores: Stores
  readonly log: Logger
  readonly tracer: Tracer
  now(): Date
  health(): Promise<Readonly<Record<string, Component>>>
  /** Starts background work: relays, consumers, jobs. Call it when the listeners are up. */
  start(): Promise<void>
  /** Drains and closes everything, in reverse order of opening. */
  close(): Promise<void>
}

const serviceConfig = (config: Config, internalSecret: () => string): ServiceConfig => ({
  platformName: config.platformName,
  platformTimeZone: config.platformTimeZone,
  atmConnectedWithinMs: config.atmConnectedWithinMs,
  massOutageAtms: config.massOutageAtms,
  massOutagePercent: config.massOutagePercent,
  inServiceTarget: config.inServiceTarget,
  webhookTargets: config.webhookTargets,
  incidentScopeAtmReads: config.incidentScopeAtmReads,
  atmRegistration: config.atmRegistration,
  journalMaxAgeDays: config.journalMaxAgeDays,
  hotDays: config.hotDays,
  parseRepeatAfterMs: config.parseRepeatAfterMs,
  retention: config.retention,
  rateLimits: config.rateLimits,
  internalUrl: config.internalUrl,
  internalSecret,
})

/**
 * How this process reaches the services it does not host: by their URL, else through the platform's internal
 * listener.
 */
const remotePeers = (
  options: ProcessOptions,
  pool: ReturnType<typeof createHttpPool>,
  internalSecret: () => string,
): [ServiceName, Peer][] => {
  const hosted = new Set(options.definitions.map(({ name }) => name))
  return SERVICE_NAMES.filter((name) => !hosted.has(name)).map((name) => {
    const url = options.config.serviceUrls[name]
    const through = `${options.config.internalUrl}/${name}`
    const urls =
      url === undefined
        ? { publicUrl: through, internalUrl: through }
        : { publicUrl: url, internalUrl: internalUrlOf(url) }
    return [name, httpPeer(pool, urls, internalSecret)]
  })
}

/** What has been opened so far. */
type Opened = {
  add(close: () => Promise<void>): void
  /** Closes all of it in reverse order. A part that does not close cleanly keeps none of the others open. */
  closeAll(): Promise<void>
}

const createOpened = (log: Logger): Opened => {
  const closers: (() => Promise<void>)[] = []
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).reverse()) {
        await close().catch((error: unknown) => log.warn({ err: error }, 'a part did not close cleanly'))
      }
    },
  }
}

/** Connections of each role to the database of a service. */
const CONNECTIONS = 8

type SharedEnv = Omit<ServiceEnv, 'name' | 'log' | 'stores' | 'urls' | 'outbox'>

/** One service on its own stores, and how those are checked. */
const openHosted = async (
  definition: ServiceDefinition,
  { config, database, log }: ProcessOptions,
  shared: SharedEnv,
  opened: Opened,
): Promise<{ readonly service: HostedService; checkStores(): Promise<Component> }> => {
  const place = config.serviceDatabases[definition.name]
  const urls = { app: relocated(database.app, place), platform: relocated(database.platform, place) }
  const unshared = await openStores(urls, { name: `fleetops-${definition.name}`, max: CONNECTIONS })
  opened.add(() => unshared.close())
  const fair = shareFairly(unshared, CONNECTIONS)
  watchConnections(shared.metrics, definition.name, fair)
  const stores = traceStores(fair, definition.name)
  const service = await openService(definition, {
    ...shared,
    // Only an outbox beside the topics has the shorter way to them.
    topics: place === undefined ? shared.topics : withoutMover(shared.topics),
    log: log.child({ service: definition.name }),
    stores,
    urls,
    outbox: createWaker(),
  })
  opened.add(() => service.close())
  return { service, checkStores: guardCheck(() => stores.check(), CHECK_TIMEOUT_MS) }
}

const createAuthenticator = (
  { config }: ProcessOptions,
  secrets: LiveSecrets,
  metrics: Registry,
  users: SeenUsers,
): Authenticator => {
  const { issuer, audience } = config.token
  const keys = () => secrets.current().tokenKeys
  const authenticate = createAuthenticate({ keys, issuer, audience }, () => new Date(), {
    onLookUp: createCacheCounter(metrics, 'tokens'),
  })
  return {
    async authenticate(authorization) {
      const principal = await authenticate(authorization)
      users.see(principal)
      return principal
    },
    isInternalSecret: createSecretCheck(() => secrets.current().internal),
    bodies: createBodyBudget(metrics),
    answers: createAnswerBudget(metrics),
  }
}

const USERS_TIMEOUT_MS = 10_000

/** The users who call this process, for the directory of the incident service. */
const openSeenUsers = (calls: Calls, now: () => Date, log: Logger): SeenUsers =>
  createSeenUsers(
    async (users) => {
      const path = '/api/internal/users'
      const request = {
        method: 'POST',
        path,
        body: users,
        as: { kind: 'internal' },
        timeoutMs: USERS_TIMEOUT_MS,
      } as const
      const { status } = await calls.request('incident', request)
      if (status !== 204) throw new Error(`the incident service answered ${status} to the users who called`)
    },
    now,
    log,
  )

/** How often the files of secrets are read. */
const SECRETS_EVERY_MS = 5_000

const openSecrets = ({ secrets, rereadSecrets = null, log }: ProcessOptions, opened: Opened): LiveSecrets => {
  const live = createLiveSecrets(secrets, rereadSecrets, log)
  if (rereadSecrets === null) return live
  const timer = setInterval(live.refresh, SECRETS_EVERY_MS).unref()
  opened.add(async () => clearInterval(timer))
  return live
}

const openParts = async (options: ProcessOptions, opened: Opened): Promise<ServiceProcess> => {
  const { config, definitions, database, log, tracer = plainTracer } = options
  const { now = () => new Date(), newId = randomUUID } = options
  const metrics = createMetrics()
  const pool = createHttpPool()
  opened.add(() => pool.close())
  const secrets = openSecrets(options, opened)
  const internalSecret = () => secrets.current().internal[0] ?? ''
  const peers = new Map<ServiceName, Peer>(remotePeers(options, pool, internalSecret))
  const calls = createCalls(peers)
  const kafkaPassword = () => secrets.current().kafkaPassword
  const topicsEnv = { config, definitions, database, log, metrics, newId, kafkaPassword }
  const { transport: topics, ...topicParts } = await openTopics(topicsEnv)
  opened.add(() => topicParts.close())
  watchLag({ metrics, log, now }, topics)
  watchRefusedTopics(metrics, topics)
  const own = serviceConfig(config, internalSecret)
  const shared = { config: own, now, newId, calls, topics, metrics, tracer }
  const hosted = new Map<ServiceName, HostedService>()
  const checks: Check[] = [...topicParts.checks]
  for (const definition of definitions) {
    const { service, checkStores } = await openHosted(definition, options, shared, opened)
    hosted.set(definition.name, service)
    peers.set(definition.name, memoryPeer(service, { log, now }))
    checks.push([`${definition.name}.database`, checkStores])
  }
  const users = openSeenUsers(calls, now, log)
  opened.add(() => users.close())
  const jobs = [...[...hosted.values()].flatMap((service) => service.jobs), ...topicParts.jobs]
  const jobStores = await openStores(database, { name: 'fleetops-jobs', max: 3 })
  opened.add(() => jobStores.close())
  watchConnections(metrics, 'jobs', jobStores)
  watchJobs({ metrics, log, now }, jobStores, jobs)
  const jobMetrics = createJobMetrics(metrics)
  const overload = createOverload(config.overload, { metrics })
  const refused = openRefusedHeartbeats({ calls, overload, metrics, log, now })
  opened.add(() => refused.close())
  checks.push(...jobChecks(jobStores, jobs))
  return {
    hosted,
    calls,
    metrics,
    jobs,
    jobStores,
    log,
    tracer,
    now,
    authenticator: createAuthenticator(options, secrets, metrics, users),
    overload,
    health: createProcessHealth(checks, hosted),
    async start() {
      topicParts.start()
      for (const service of hosted.values()) await service.start()
      if (options.background === false) return
      users.start()
      refused.start()
      const { platformTimeZone } = config
      const parts = { databaseUrl: database.platform, stores: jobStores, metrics: jobMetrics }
      const running = await startJobs({ ...parts, platformTimeZone, log, tracer, now }, jobs)
      opened.add(() => running.close())
    },
    close: opened.closeAll,
  }
}

/**
 * Opens the given services in this process: stores, topics, calls, listeners.
 * @throws UserFacingError or Error, with everything closed again, when a part cannot be opened.
 */
export const openProcess = async (options: ProcessOptions): Promise<ServiceProcess> => {
  const opened = createOpened(options.log)
  try {
    return await openParts(options, opened)
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

const withoutMover = ({ outboxMover: _mover, ...topics }: Transport): Transport => topics

/** The state of the process's own parts and of its services, all asked for at once. Neither throws nor hangs. */
const createProcessHealth = (checks: readonly Check[], hosted: ReadonlyMap<ServiceName, HostedService>) => {
  const own = createHealth(checks)
  const ofService = async (service: HostedService) =>
    Object.entries(await service.health()).map(([name, component]) => [`${service.name}.${name}`, component] as const)
  return async () => {
    const [parts, ...ofServices] = await Promise.all([own(), ...[...hosted.values()].map(ofService)])
    return { ...parts, ...Object.fromEntries(ofServices.flat()) }
  }
}
