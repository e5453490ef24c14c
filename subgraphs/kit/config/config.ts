import { createPublicKey } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { addressFault } from '../../../db/address.ts'
import type { TokenKey } from '../auth/token-keys.ts'
import { SERVICE_NAMES, type ServiceName } from '../calls/calls.ts'
import { isTimeZone } from '../common/dates.ts'
import type { OverloadLimits } from '../http/overload-detector.rules.ts'
import { type TracingConfig, tracingConfigOf, tracingEnvironment } from '../observability/tracing-environment.ts'
import { consistencyFaults, type Given, JWT_CHECKS, relaxedChecks } from './config-faults.rules.ts'
import { withPasswordFile } from './database-urls.ts'
import { durationBetween, durationMs } from './durations.rules.ts'
import { type GraphLimits, graphEnvironment, graphLimitsOf } from './graph-limits.ts'
import { type KafkaSecurity, kafkaEnvironment, kafkaSecurityOf } from './kafka-security.ts'
import { overloadEnvironment, overloadLimitsOf } from './overload-limits.ts'
import { type Retention, retentionEnvironment, retentionFaults, retentionOf } from './retention.ts'
import { hasSecretFiles, type SecretValues, withSecretFiles } from './secrets.ts'

/** A configuration that cannot be used; its message lists every fault at once and is meant for the operator. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** What the services themselves need to know. Durations are in milliseconds. */
export type ServiceConfig = {
  readonly platformName: string
  readonly platformTimeZone: string
  readonly atmConnectedWithinMs: number
  /** So many ATMs of an institution that go down together are a mass outage. */
  readonly massOutageAtms: number
  readonly massOutagePercent: number
  /** How many percent of the ATMs ought to be in service. */
  readonly inServiceTarget: number
  readonly webhookTargets: WebhookTargets
  readonly incidentScopeAtmReads: boolean
  readonly atmRegistration: AtmRegistration
  readonly journalMaxAgeDays: number
  readonly hotDays: number
  readonly parseRepeatAfterMs: number
  readonly retention: Retention
  readonly rateLimits: RateLimits
  readonly internalUrl: string
  /** The internal secret to send, which may change. */
  readonly internalSecret: () => string
}

/** Whether the first report about an ATM registers it, or only ATMs that were registered before may report. */
export type AtmRegistration = 'auto' | 'known'

/** What webhooks may be sent to besides public addresses by https: networks such as `10.1.0.0/16`, and plain http. */
export type WebhookTargets = { readonly allowedNetworks: readonly string[]; readonly allowHttp: boolean }

/** How much agents may send, in events and requests a second. */
export type RateLimits = { readonly agentPerSecond: number; readonly institutionPerSecond: number }

export type DatabaseUrls = { readonly app: string; readonly platform: string; readonly owner: string | null }

export type Config = {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly internalHost: string
  readonly internalPort: number
  readonly dataDir: string
  /** Null where the embedded server is to be used. */
  readonly database: DatabaseUrls | null
  /** False where migrations run beforehand: a start then only checks that they have. */
  readonly migrateAtStart: boolean
  /**
   * Where the schema of a service lives, if not in the one database: host, port and name; the logins stay those of
   * `database`.
   */
  readonly serviceDatabases: Partial<Record<ServiceName, string>>
  readonly serviceUrls: Partial<Record<ServiceName, string>>
  /** Host and port of each; null where topics are tables of the database. */
  readonly kafkaBrokers: readonly string[] | null
  readonly kafkaSecurity: KafkaSecurity
  readonly token: {
    /** At the start; `secrets` has those of now. */
    readonly key: TokenKey | null
    readonly issuer: string | null
    readonly audience: string | null
  }
  readonly secrets: SecretValues
  /** Reads the secrets again; null where none of them is in a file. @throws ConfigError for what cannot be used. */
  readonly rereadSecrets: (() => SecretValues) | null
  readonly internalUrl: string
  readonly platformName: string
  readonly platformTimeZone: string
  readonly atmConnectedWithinMs: number
  /** So many ATMs of an institution that go down together are a mass outage. */
  readonly massOutageAtms: number
  readonly massOutagePercent: number
  /** How many percent of the ATMs ought to be in service. */
  readonly inServiceTarget: number
  readonly webhookTargets: WebhookTargets
  readonly incidentScopeAtmReads: boolean
  readonly atmRegistration: AtmRegistration
  readonly journalMaxAgeDays: number
  readonly hotDays: number
  readonly parseRepeatAfterMs: number
  readonly retention: Retention
  readonly rateLimits: RateLimits
  readonly overload: OverloadLimits
  readonly graph: GraphLimits
  /** Null where no traces are exported. */
  readonly tracing: TracingConfig | null
  readonly demo: boolean
  readonly logLevel: string
}

/** A relative DATA_DIR is the same folder for every process, whichever workspace npm starts it in. */
const HOME = fileURLToPath(new URL('../../..', import.meta.url))

const RATE = /^(\d{1,9})\/s$/
/** Reads `100/s` as a number a second; null for anything else. */
export const ratePerSecond = (text: string): number | null => {
  const match = RATE.exec(text.trim())
  return match === null ? null : Number(match[1])
}

/** A PEM in one line has `\n` spelt out. */
const unfolded = (pem: string): string => pem.replaceAll('\\n', '\n')

const isPublicKey = (pem: string): boolean => {
  try {
    return unfolded(pem).includes('-----BEGIN PUBLIC KEY-----') && createPublicKey(unfolded(pem)).type === 'public'
  } catch {
    return false
  }
}

const brokersOf = (list: string): readonly string[] => list.split(',').map((broker) => broker.trim())
const isBrokerList = (list: string): boolean =>
  brokersOf(list).every((broker) => /^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i.test(broker))

const networkSchema = z.union([z.cidrv4(), z.cidrv6()])
const networksOf = (list: string | undefined): readonly string[] =>
  list === undefined ? [] : list.split(',').map((network) => network.trim())

const port = (otherwise: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 65535')
    .max(65_535, 'must be 0 to 65535')
    .default(otherwise)
const days = (otherwise: number) =>
  z.coerce
    .number('must be a number of days')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .default(otherwise)
const rate = (otherwise: number) =>
  z
    .string()
    .refine((text) => (ratePerSecond(text) ?? 0) > 0, `must be a rate a second such as ${otherwise}/s`)
    .default(`${otherwise}/s`)
    .transform((text) => ratePerSecond(text) ?? otherwise)
const flag = (otherwise: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(otherwise ? 'true' : 'false')
    .transform((text) => text === 'true')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as http://host:4000' })
const postgresUrl = z.string().superRefine((url, context) => {
  const fault = addressFault(url)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})
const text = z.string().min(1, 'must not be empty').optional()

const publicKey = z
  .string()
  .refine((pem) => isPublicKey(pem), 'must be a public key in PEM ("-----BEGIN PUBLIC KEY-----")')
  .optional()
const tokenSecret = z.string().min(32, 'must have 32 characters or more').optional()
const internalSecret = z.string().min(16, 'must have 16 characters or more').optional()

const secretEnvironment = {
  JWKS_URL: httpUrl.optional(),
  JWT_PUBLIC_KEY: publicKey,
  JWT_PUBLIC_KEY_NEXT: publicKey,
  JWT_SECRET: tokenSecret,
  JWT_SECRET_NEXT: tokenSecret,
  INTERNAL_SERVICE_SECRET: internalSecret,
  INTERNAL_SERVICE_SECRET_NEXT: internalSecret,
  KAFKA_SASL_PASSWORD: text,
}
const secretSchema = z.object(secretEnvironment)

const environment = z.object({
  ...secretEnvironment,
  ...kafkaEnvironment,
  HOST: text,
  PORT: port(4000),
  INTERNAL_HOST: text,
  INTERNAL_PORT: port(4001),
  INTERNAL_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  PLATFORM_DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_PASSWORD_FILE: text,
  PLATFORM_DATABASE_PASSWORD_FILE: text,
  MIGRATION_DATABASE_PASSWORD_FILE: text,
  MIGRATE_AT_START: flag(true),
  KAFKA_BROKERS: z
    .string()
    .refine(isBrokerList, 'must be hosts and ports such as kafka-1:9092,kafka-2:9092')
    .optional(),
  PLATFORM_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short lower-case name')
    .default('fleetops'),
  PLATFORM_TIME_ZONE: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
  JWT_ISSUER: text,
  JWT_AUDIENCE: text,
  ATM_CONNECTED_WITHIN: z
    .string()
    .refine((value) => (durationMs(value) ?? 0) > 0, 'must be a duration such as 15m')
    .default('15m'),
  JWT_RELAXED: z
    .string()
    .refine((list) => relaxedChecks(list) !== null, `must be a list of ${JWT_CHECKS.join(', ')}`)
    .optional(),
  INCIDENT_SCOPE_ATM_READS: flag(false),
  MASS_OUTAGE_ATMS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(3, 'must be 3 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(20),
  MASS_OUTAGE_PERCENT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(30),
  IN_SERVICE_TARGET: z.coerce
    .number('must be a number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(98),
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .refine(
      (list) => networksOf(list).every((network) => networkSchema.safeParse(network).success),
      'must be networks such as 10.1.0.0/16,fd00::/8',
    )
    .optional(),
  WEBHOOK_ALLOW_HTTP: flag(false),
  ATM_REGISTRATION: z.enum(['auto', 'known'], 'must be auto or known').default('auto'),
  JOURNAL_MAX_AGE_DAYS: days(1830),
  HOT_DAYS: days(90),
  PARSE_REPEAT_AFTER: durationBetween('5m', '7d', '1h'),
  ...retentionEnvironment,
  RATE_LIMIT_AGENT: rate(100),
  RATE_LIMIT_INSTITUTION: rate(10_000),
  ...overloadEnvironment,
  ...graphEnvironment,
  ...tracingEnvironment,
  DEMO: z.enum(['true', 'false'], 'must be true or false').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
  NODE_ENV: z.string().default('development'),
})

const variableOf = (service: ServiceName, suffix: string) => `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`

const perService = (env: Record<string, string | undefined>, suffix: string, schema: z.ZodType, faults: string[]) => {
  const found: Partial<Record<ServiceName, string>> = {}
  for (const service of SERVICE_NAMES) {
    const name = variableOf(service, suffix)
    const value = env[name]
    if (value === undefined || value === '') continue
    const checked = schema.safeParse(value)
    if (checked.success) found[service] = value
    else faults.push(`${name} ${checked.error.issues[0]?.message ?? 'cannot be used'}`)
  }
  return found
}

type Environment = z.infer<typeof environment>

/** Where a listener of this machine is reached: one that listens everywhere is dialled on the loopback. */
const dialled = (host = '127.0.0.1'): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const isGiven = (value: string | undefined): value is string => value !== undefined

const tokenKeys = (env: z.infer<typeof secretSchema>): readonly TokenKey[] => {
  if (env.JWKS_URL !== undefined) return [{ kind: 'jwks', url: env.JWKS_URL }]
  const pems = [env.JWT_PUBLIC_KEY, env.JWT_PUBLIC_KEY_NEXT].filter(isGiven)
  if (env.JWT_PUBLIC_KEY !== undefined) return pems.map((pem) => ({ kind: 'pem', pem: unfolded(pem) }))
  return [env.JWT_SECRET, env.JWT_SECRET_NEXT].filter(isGiven).map((secret) => ({ kind: 'secret', secret }))
}

const secretsOf = (env: z.infer<typeof secretSchema>): SecretValues => ({
  tokenKeys: tokenKeys(env),
  internal: [env.INTERNAL_SERVICE_SECRET, env.INTERNAL_SERVICE_SECRET_NEXT].filter(isGiven),
  kafkaPassword: env.KAFKA_SASL_PASSWORD ?? null,
})

const issuesOf = ({ issues }: z.ZodError): string[] => issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)

/** Reads the files of secrets once more. @throws ConfigError with every fault. */
const rereadSecrets = (given: Given): SecretValues => {
  const faults: string[] = []
  const parsed = secretSchema.safeParse(withSecretFiles(given, faults))
  if (!parsed.success) faults.push(...issuesOf(parsed.error))
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return secretsOf(parsed.data)
}

/** The logins with their files of passwords; null where none is given. */
const databaseOf = (env: Environment): DatabaseUrls | null => {
  const { DATABASE_URL: app, PLATFORM_DATABASE_URL: platform, MIGRATION_DATABASE_URL: owner } = env
  if (app === undefined || platform === undefined) return null
  return {
    app: withPasswordFile(app, env.DATABASE_PASSWORD_FILE),
    platform: withPasswordFile(platform, env.PLATFORM_DATABASE_PASSWORD_FILE),
    owner: owner === undefined ? null : withPasswordFile(owner, env.MIGRATION_DATABASE_PASSWORD_FILE),
  }
}

/** Reads and checks the whole environment. @throws ConfigError listing every fault at once, by variable. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const written: Given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const faults: string[] = []
  const given = withSecretFiles(written, faults)
  const serviceUrls = perService(given, 'URL', httpUrl, faults)
  const serviceDatabases = perService(given, 'DATABASE_URL', postgresUrl, faults)
  const production = given.NODE_ENV === 'production'
  faults.push(...consistencyFaults(given, production))
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw new ConfigError([...issuesOf(parsed.error), ...faults])
  const values = parsed.data
  faults.push(...retentionFaults(values))
  if (faults.length > 0) throw new ConfigError(faults)
  const secrets = secretsOf(values)
  return {
    production,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    internalHost: values.INTERNAL_HOST ?? '127.0.0.1',
    internalPort: values.INTERNAL_PORT,
    dataDir: resolve(HOME, values.DATA_DIR),
    database: databaseOf(values),
    migrateAtStart: values.MIGRATE_AT_START,
    serviceDatabases,
    serviceUrls,
    kafkaBrokers: values.KAFKA_BROKERS === undefined ? null : brokersOf(values.KAFKA_BROKERS),
    kafkaSecurity: kafkaSecurityOf(values),
    token: {
      key: secrets.tokenKeys[0] ?? null,
      issuer: values.JWT_ISSUER ?? null,
      audience: values.JWT_AUDIENCE ?? null,
    },
    secrets,
    rereadSecrets: hasSecretFiles(written) ? () => rereadSecrets(written) : null,
    internalUrl: values.INTERNAL_URL ?? `http://${dialled(values.INTERNAL_HOST)}:${values.INTERNAL_PORT}`,
    platformName: values.PLATFORM_NAME,
    platformTimeZone: values.PLATFORM_TIME_ZONE,
    atmConnectedWithinMs: durationMs(values.ATM_CONNECTED_WITHIN) ?? 0,
    webhookTargets: {
      allowedNetworks: networksOf(values.WEBHOOK_ALLOWED_NETWORKS),
      allowHttp: values.WEBHOOK_ALLOW_HTTP,
    },
    incidentScopeAtmReads: values.INCIDENT_SCOPE_ATM_READS,
    massOutageAtms: values.MASS_OUTAGE_ATMS,
    massOutagePercent: values.MASS_OUTAGE_PERCENT,
    inServiceTarget: values.IN_SERVICE_TARGET,
    atmRegistration: values.ATM_REGISTRATION,
    journalMaxAgeDays: values.JOURNAL_MAX_AGE_DAYS,
    hotDays: values.HOT_DAYS,
    parseRepeatAfterMs: durationMs(values.PARSE_REPEAT_AFTER) ?? 0,
    retention: retentionOf(values),
    rateLimits: { agentPerSecond: values.RATE_LIMIT_AGENT, institutionPerSecond: values.RATE_LIMIT_INSTITUTION },
    overload: overloadLimitsOf(values),
    graph: graphLimitsOf(values),
    tracing: tracingConfigOf(values),
    demo: !production && values.DEMO !== 'false',
    logLevel: values.LOG_LEVEL,
  }
}
