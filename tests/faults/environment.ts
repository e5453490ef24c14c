import { execFileSync } from 'node:child_process'
import { openConnection } from '../../db/client.ts'
import type { DatabaseUrls } from '../../db/databases.ts'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { type Answer, type Ask as Request, request } from '../support/clients/request.ts'
import { findPortPair } from '../support/gateway-services.ts'
import { AUDIENCE, type IdentityProvider, ISSUER } from './identity.ts'
import { type Member, ROOT } from './members.ts'

export const INTERNAL_SECRET = 'the internal secret of the fault tests'
export const PLATFORM_NAME = 'system'

export type { Answer }
export type Ask<Through = string> = Request & {
  /** Which gateway is asked; the first one when left out. */
  readonly through?: Through
}
type Settings = Readonly<Record<string, string>>

const variableOf = (name: ServiceName): string => `${name.toUpperCase().replaceAll('-', '_')}_URL`

type Environment = {
  readonly identity: Pick<IdentityProvider, 'certificateFile' | 'jwksUrl'>
  readonly databaseUrls: DatabaseUrls
  readonly kafka: Settings
  /** Where a service finds the internal listener of a gateway. */
  readonly internalUrl: string
  urlTo(name: ServiceName): string
}

/** The settings that all processes of a platform in production have. */
export const settingsOf = (env: Environment): Settings => ({
  NODE_ENV: 'production',
  NODE_EXTRA_CA_CERTS: env.identity.certificateFile,
  HOST: '127.0.0.1',
  DATABASE_URL: env.databaseUrls.app,
  PLATFORM_DATABASE_URL: env.databaseUrls.platform,
  MIGRATION_DATABASE_URL: env.databaseUrls.owner,
  ...env.kafka,
  PLATFORM_NAME,
  JWKS_URL: env.identity.jwksUrl,
  JWT_ISSUER: ISSUER,
  JWT_AUDIENCE: AUDIENCE,
  INTERNAL_SERVICE_SECRET: INTERNAL_SECRET,
  INTERNAL_URL: env.internalUrl,
  // The receiver of webhooks is on this machine.
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'true',
  ...Object.fromEntries(SERVICE_NAMES.map((name) => [variableOf(name), env.urlTo(name)])),
})

/** Creates the topics of a release, as an operator does before the first start. */
export const createTopics = (kafka: Settings, root: string = ROOT): void => {
  const { PATH = '' } = process.env
  const env = { PATH, PLATFORM_NAME, ...kafka }
  execFileSync(process.execPath, ['tools/topics.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Finds ports, each of which is given once, with the one a hundred above: what has it may be away for a while. */
export const createPorts = () => {
  const given = new Set<number>()
  return async (): Promise<number> => {
    for (;;) {
      const port = await findPortPair()
      if (given.has(port) || given.has(port + 100)) continue
      given.add(port).add(port + 100)
      return port
    }
  }
}

/**
 * Starts processes: the first alone, as it migrates the empty database, then `together` at a time, as each takes some
 * seconds of a processor to load.
 */
export const startInTurn = async ([first, ...others]: readonly Member[], together: number): Promise<void> => {
  await first?.start()
  for (let at = 0; at < others.length; at += together)
    await Promise.all(others.slice(at, at + together).map((one) => one.start()))
}

/** Closes a part of what a test has started. */
export const close = async (part: { close(): Promise<unknown> }): Promise<void> => void (await part.close())

/** Sends one request, whose answer may take 30 s unless it says otherwise. Rejects where no answer comes. */
export const askAt = (url: string, method: string, path: string, ask: Ask): Promise<Answer> =>
  request(`${url}${path}`, method, { timeoutMs: 30_000, ...ask })

/** Rows of a statement, read past row-level security. */
export const readRows = async (urls: DatabaseUrls, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const connection = await openConnection({ url: urls.superuser, name: 'fault tests' })
  try {
    return await connection.sql.unsafe(statement)
  } finally {
    await connection.close()
  }
}
