import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { signToken, type TokenClaims } from '../../subgraphs/kit/auth/sign-token.ts'
import { readConfig } from '../../subgraphs/kit/config/config.ts'
import { createHttpApp } from '../../subgraphs/kit/http/http.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import type { Method } from '../../subgraphs/kit/rest/routes.ts'
import { openProcess, type ServiceProcess } from '../../subgraphs/kit/runtime/process.ts'
import { registerService } from '../../subgraphs/kit/service/host.ts'
import type { ServiceDefinition } from '../../subgraphs/kit/service/service.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

/** What the tokens of tests are signed with. */
export const TEST_SECRET = 'a secret of thirty-two characters or more, for tests'
export const INTERNAL_SECRET = 'the internal secret of the tests'

export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Record<string, unknown>
}

export type Ask = { readonly as?: string | null; readonly body?: unknown; readonly headers?: Record<string, string> }

/**
 * Services of the platform on a database of their own, behind a public and an internal listener, with a clock that
 * tests set.
 */
export type TestPlatform = {
  readonly process: ServiceProcess
  readonly database: TestDatabase
  readonly publicApp: FastifyInstance
  readonly internalApp: FastifyInstance
  readonly clock: { now(): Date; set(instant: string | Date): void }
  /** A signed token; role USER of no institution by default. */
  token(claims: Partial<TokenClaims>): Promise<string>
  /** Asks the public listener; the path begins with the service's prefix. */
  ask(method: Method, url: string, ask?: Ask): Promise<Answer>
  /** Asks the internal listener, with the internal secret. */
  askInternal(method: Method, url: string, ask?: Ask): Promise<Answer>
  /** Runs a job at the time of the clock; `lastDoneAt` is when it ended last, by default never. */
  runJob(name: string, lastDoneAt?: Date | null): Promise<string>
  close(): Promise<void>
}

const parse = (text: string, type: unknown): unknown =>
  String(type).includes('json') && text !== '' ? JSON.parse(text) : text

const send = async (app: FastifyInstance, method: Method, url: string, { as, body, headers }: Ask): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(as === undefined || as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    body: parse(answer.body, answer.headers['content-type']),
    text: answer.body,
    headers: answer.headers,
  }
}

/**
 * How services are opened. `logTo` takes every line that is logged, of every level; `database` is that of another
 * platform, for a second process beside it.
 */
export type TestOptions = {
  readonly env?: Record<string, string>
  readonly now?: string
  /**
   * The clock shows `now` until it is set, instead of going on from there: for results that follow from the time
   * alone.
   */
  readonly isClockStopped?: boolean
  readonly start?: boolean
  readonly logTo?: { write(line: string): void }
  readonly database?: TestDatabase
  /** How long a body may make no progress; see `createHttpApp`. */
  readonly stalledAfterMs?: number
}

/** Opens services for a test file. `env` adds to the environment that the configuration is read from. */
export const openTestPlatform = async (
  definitions: readonly ServiceDefinition[],
  options: TestOptions = {},
): Promise<TestPlatform> => {
  const database = options.database ?? (await cloneDatabase())
  const goingMs = () => (options.isClockStopped === true ? 0 : Date.now())
  let offsetMs = options.now === undefined ? Date.now() - goingMs() : Date.parse(options.now) - goingMs()
  const now = () => new Date(goingMs() + offsetMs)
  const serviceProcess = await openProcess({
    config: readConfig({ JWT_SECRET: TEST_SECRET, INTERNAL_SERVICE_SECRET: INTERNAL_SECRET, ...options.env }),
    definitions,
    database: database.urls,
    secrets: {
      tokenKeys: [{ kind: 'secret', secret: TEST_SECRET }],
      internal: [options.env?.INTERNAL_SERVICE_SECRET ?? INTERNAL_SECRET],
      kafkaPassword: null,
    },
    log: createLog(
      { level: options.logTo === undefined ? (process.env.TEST_LOG ?? 'silent') : 'trace', name: 'test' },
      options.logTo,
    ),
    now,
    newId: randomUUID,
    background: false,
  })
  const open = async (listener: 'public' | 'internal') => {
    const { stalledAfterMs } = options
    const app = createHttpApp({
      log: serviceProcess.log,
      now,
      ...(stalledAfterMs === undefined ? {} : { stalledAfterMs }),
    })
    for (const service of serviceProcess.hosted.values()) {
      registerService(app, service, {
        prefix: `/${service.name}`,
        listener,
        authenticator: serviceProcess.authenticator,
      })
    }
    await app.ready()
    return app
  }
  const publicApp = await open('public')
  const internalApp = await open('internal')
  if (options.start === true) await serviceProcess.start()
  return {
    process: serviceProcess,
    runJob(name, lastDoneAt = null) {
      const job = serviceProcess.jobs.find((found) => found.name === name)
      if (job === undefined) throw new Error(`there is no job ${name}`)
      return job.run({ now: now(), lastDoneAt, log: serviceProcess.log, progress: () => {} })
    },
    database,
    publicApp,
    internalApp,
    clock: {
      now,
      set(instant) {
        offsetMs = new Date(instant).getTime() - goingMs()
      },
    },
    token: (claims) =>
      signToken(
        { role: 'USER', userId: '7', email: null, institutions: [], agentAtmId: null, ...claims },
        { secret: TEST_SECRET, issuer: null, audience: null, now: new Date(), ttlMs: 600_000 },
      ),
    ask: (method, url, ask = {}) => send(publicApp, method, url, ask),
    askInternal: (method, url, ask = {}) =>
      send(internalApp, method, url, { ...ask, headers: { 'x-internal-secret': INTERNAL_SECRET, ...ask.headers } }),
    async close() {
      await publicApp.close()
      await internalApp.close()
      await serviceProcess.close()
      if (options.database === undefined) await database.drop()
    },
  }
}
