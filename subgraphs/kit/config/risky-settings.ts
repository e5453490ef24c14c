import { addressParts } from '../../../db/address.ts'
import type { Config } from './config.ts'
import { isPlainHttp } from './config-faults.rules.ts'

/** A setting of production that weakens its protection: what it is, what may happen, and what to set instead. */
export type RiskySetting = { readonly setting: string; readonly risk: string; readonly cure: string }

const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/

const isLocal = (brokers: readonly string[]): boolean =>
  brokers.every((broker) => LOOPBACK.test(broker.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')))

/** Databases on other machines whose server need not prove who it is. */
const unprotected = ({ database, serviceDatabases }: Pick<Config, 'database' | 'serviceDatabases'>) =>
  [database?.app, database?.platform, database?.owner, ...Object.values(serviceDatabases)]
    .flatMap((url) => (url === null || url === undefined ? [] : [addressParts(url)]))
    .find(({ hosts, sslMode }) => sslMode !== 'verify-full' && hosts.some(({ host }) => !LOOPBACK.test(host)))

/** The risky settings of a configuration; none outside production. */
export const riskySettings = (
  config: Pick<
    Config,
    | 'production'
    | 'database'
    | 'serviceDatabases'
    | 'kafkaBrokers'
    | 'kafkaSecurity'
    | 'token'
    | 'incidentScopeAtmReads'
    | 'atmRegistration'
    | 'internalHost'
    | 'logLevel'
  >,
): readonly RiskySetting[] => {
  if (!config.production) return []
  const { key, issuer, audience } = config.token
  const sslMode = unprotected(config)?.sslMode
  const found: (RiskySetting & { readonly applies: boolean })[] = [
    {
      applies: !config.incidentScopeAtmReads,
      setting: 'INCIDENT_SCOPE_ATM_READS=false',
      risk: 'users of one institution can read the events of ATMs of another by their numeric id',
      cure: 'set INCIDENT_SCOPE_ATM_READS=true unless institutions share their events',
    },
    {
      applies: config.atmRegistration === 'auto',
      setting: 'ATM_REGISTRATION=auto',
      risk: 'an agent can claim the future id of an ATM of another institution by naming it first',
      cure: 'register ATMs with POST /incident/api/atms and set ATM_REGISTRATION=known',
    },
    {
      applies: issuer === null,
      setting: 'JWT_RELAXED=issuer',
      risk: 'tokens of any issuer that uses the same key are accepted',
      cure: 'set JWT_ISSUER',
    },
    {
      applies: audience === null,
      setting: 'JWT_RELAXED=audience',
      risk: 'tokens that were issued for other services are accepted',
      cure: 'set JWT_AUDIENCE',
    },
    {
      applies: key?.kind === 'jwks' && isPlainHttp(key.url),
      setting: 'JWT_RELAXED=http-jwks',
      risk: 'whoever can alter traffic to the key set can sign tokens',
      cure: 'set JWKS_URL to an https address',
    },
    {
      applies: key?.kind === 'secret',
      setting: 'JWT_SECRET',
      risk: 'whatever verifies tokens with this secret can also sign them',
      cure: 'use JWKS_URL or JWT_PUBLIC_KEY',
    },
    {
      applies: sslMode !== undefined,
      setting: `sslmode=${sslMode}`,
      risk:
        sslMode === 'disable'
          ? 'rows of a database on another machine can be read on its way, and whatever answers for it is believed'
          : 'whatever answers in place of a database on another machine is believed',
      cure: 'add sslmode=verify-full and sslrootcert to the URLs of databases',
    },
    {
      applies: config.kafkaBrokers !== null && config.kafkaSecurity.tls === null && !isLocal(config.kafkaBrokers),
      setting: 'KAFKA_TLS=false',
      risk: 'messages and the password of Kafka can be read on the network',
      cure: 'set KAFKA_TLS_CA_FILE, or KAFKA_TLS=true for authorities of the system',
    },
    {
      applies: !LOOPBACK.test(config.internalHost),
      setting: `INTERNAL_HOST=${config.internalHost}`,
      risk: 'metrics and internal routes can be reached from other machines',
      cure: 'let no network but that of the platform reach this listener, or bind it to 127.0.0.1',
    },
    {
      applies: config.logLevel === 'debug' || config.logLevel === 'trace',
      setting: `LOG_LEVEL=${config.logLevel}`,
      risk: 'logs hold details of requests and grow fast',
      cure: 'set LOG_LEVEL=info once the search for a fault is over',
    },
  ]
  return found.filter(({ applies }) => applies).map(({ setting, risk, cure }) => ({ setting, risk, cure }))
}

/** Logs each risky setting once, at the start of a process. */
export const warnOfRiskySettings = (
  config: Parameters<typeof riskySettings>[0],
  log: { warn(about: object, message: string): void },
): void => {
  for (const { setting, risk, cure } of riskySettings(config))
    log.warn({ setting }, `risky setting ${setting}: ${risk}; ${cure}`)
}
