import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Stores } from '../../db/tenancy.ts'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { createAuthenticate, createSecretCheck, type Principal } from '../../subgraphs/kit/auth/principal.ts'
import { createCalls } from '../../subgraphs/kit/calls/calls.ts'
import { createWaker } from '../../subgraphs/kit/common/waker.ts'
import type { ServiceConfig } from '../../subgraphs/kit/config/config.ts'
import { RETENTION } from '../../subgraphs/kit/config/retention.ts'
import type { ResolverMap } from '../../subgraphs/kit/graphql/subgraph-schema.ts'
import { createAnswerBudget } from '../../subgraphs/kit/http/answer-budget.ts'
import { createBodyBudget } from '../../subgraphs/kit/http/bodies.ts'
import { createHttpApp, type HttpOptions } from '../../subgraphs/kit/http/http.ts'
import type { Transport } from '../../subgraphs/kit/messaging/events.ts'
import type { Logger } from '../../subgraphs/kit/observability/log.ts'
import { type Authenticator, registerService } from '../../subgraphs/kit/service/host.ts'
import { type HostedService, openService, type ServiceEnv } from '../../subgraphs/kit/service/service.ts'

/** The fixed time of tests. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const TOKEN_SECRET = 'a-secret-of-more-than-32-characters!'
export const INTERNAL_SECRET = 'the-internal-secret'

/** Leads the SDL of a tiny service. */
export const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", ' +
  '"@inaccessible", "@external"])\n'

const refuse = () => Promise.reject(new Error('this service has no store'))

/** Stores for a service that has none: each call is refused. */
export const noStores: Stores = { inTenant: refuse, asPlatform: refuse, check: refuse, close: async () => {} }

const noTopics: Transport = { publish: refuse, subscribe: () => ({ close: async () => {} }) }

/** Settings of a service under test, as those of the environment by default. */
export const TEST_CONFIG: ServiceConfig = {
  platformName: 'fleetops',
  platformTimeZone: 'UTC',
  atmConnectedWithinMs: 900_000,
  massOutageAtms: 20,
  massOutagePercent: 30,
  inServiceTarget: 98,
  webhookTargets: { allowedNetworks: [], allowHttp: false },
  incidentScopeAtmReads: false,
  atmRegistration: 'auto',
  journalMaxAgeDays: 1830,
  hotDays: 90,
  parseRepeatAfterMs: 3_600_000,
  retention: RETENTION,
  rateLimits: { agentPerSecond: 100, institutionPerSecond: 10_000 },
  internalUrl: 'http://127.0.0.1:1',
  internalSecret: () => INTERNAL_SECRET,
}

/** A logger that keeps its lines. */
export const recordingLog = (): { log: Logger; lines: string[] } => {
  const lines: string[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) }
}

/** An administrator who sees every institution. */
export const ADMIN_PRINCIPAL: Principal = callerOf({ role: 'ADMIN', institutions: [], unrestricted: true })

/** A token that is valid at NOW, with the claims given. */
export const tokenFor = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT({ sub: '7', role: 'USER', institutionKey: 'ACME', exp: NOW.getTime() / 1000 + 3_600, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(TOKEN_SECRET))

const KEYS = [{ kind: 'secret', secret: TOKEN_SECRET }] as const

/** What the listeners of a test measure. */
export const metrics = new Registry()

export const authenticator: Authenticator = {
  authenticate: createAuthenticate({ keys: () => KEYS, issuer: null, audience: null }, () => NOW),
  isInternalSecret: createSecretCheck(() => [INTERNAL_SECRET]),
  bodies: createBodyBudget(metrics),
  answers: createAnswerBudget(metrics),
}

type TestService = { readonly sdl: string; readonly resolvers: ResolverMap; readonly stores?: Stores }

/** Opens a service of a test's own SDL, without a process around it. */
export const openTestService = async (
  { sdl, resolvers, stores = noStores }: TestService,
  log: Logger,
): Promise<HostedService> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-sdl-'))
  const file = join(folder, 'service.graphql')
  writeFileSync(file, `${LINK}${sdl}`)
  const env: ServiceEnv = {
    config: TEST_CONFIG,
    log,
    now: () => NOW,
    newId: () => '00000000-0000-4000-8000-000000000000',
    stores,
    urls: { app: '', platform: '' },
    calls: createCalls(new Map()),
    topics: noTopics,
    metrics: new Registry(),
    outbox: createWaker(),
  }
  try {
    const open = async () => ({ resolvers })
    return await openService({ name: 'claims', sdl: pathToFileURL(file).href, outbox: null, open }, env)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export type ListeningService = {
  readonly app: FastifyInstance
  readonly hosted: HostedService
  /** Everything logged so far. */
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** The same service behind a listener of the platform, under the prefix `/claims`. */
export const listenTestService = async (
  service: TestService & {
    readonly listener?: 'public' | 'internal'
    readonly limits?: Pick<HttpOptions, 'stalledAfterMs' | 'unreadAfterMs'>
  },
): Promise<ListeningService> => {
  const { log, lines } = recordingLog()
  const hosted = await openTestService(service, log)
  const app = createHttpApp({ log, now: () => NOW, ...service.limits })
  registerService(app, hosted, { prefix: '/claims', listener: service.listener ?? 'public', authenticator })
  return { app, hosted, lines, close: () => app.close() }
}
