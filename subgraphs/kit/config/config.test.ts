import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, ratePerSecond, readConfig } from './config.ts'
import { durationMs } from './durations.rules.ts'

/** The faults of an environment, one a line. */
const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [first, ...faults] = error.message.split('\n')
    expect(first).toBe('The configuration cannot be used:')
    return faults.map((line) => line.replace('  - ', '')).sort()
  }
}

const production = {
  NODE_ENV: 'production',
  JWT_SECRET: 'x'.repeat(32),
  JWT_ISSUER: 'https://id.example',
  JWT_AUDIENCE: 'fleetops',
  INTERNAL_SERVICE_SECRET: 'x'.repeat(16),
  DATABASE_URL: 'postgres://app:a@db/fleet',
  PLATFORM_DATABASE_URL: 'postgres://platform:b@db/fleet',
  MIGRATION_DATABASE_URL: 'postgresql://owner:c@db/fleet',
}

describe('an empty environment', () => {
  test('is a platform on this machine, with the demo', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      internalHost: '127.0.0.1',
      internalPort: 4001,
      internalUrl: 'http://127.0.0.1:4001',
      dataDir: expect.stringMatching(/\/\.data$/),
      database: null,
      serviceUrls: {},
      token: { key: null, issuer: null, audience: null },
      secrets: { tokenKeys: [], internal: [], kafkaPassword: null },
      rereadSecrets: null,
      platformName: 'fleetops',
      platformTimeZone: 'UTC',
      atmConnectedWithinMs: 900_000,
      incidentScopeAtmReads: false,
      atmRegistration: 'auto',
      journalMaxAgeDays: 1830,
      hotDays: 90,
      demo: true,
      logLevel: 'info',
    })
  })

  test('is the same with empty variables', () => {
    expect(readConfig({ PORT: '', JWT_SECRET: '', DEMO: '', INCIDENT_URL: '' })).toEqual(readConfig({}))
  })
})

test('every variable is read', () => {
  const config = readConfig({
    ...production,
    HOST: '10.0.0.1',
    PORT: '80',
    INTERNAL_PORT: '81',
    INCIDENT_URL: 'http://incident:4103',
    AGENT_PROXY_URL: 'https://proxy',
    JOURNAL_DATABASE_URL: 'postgres://db2/journal',
    PLATFORM_TIME_ZONE: 'Europe/Berlin',
    JWT_ISSUER: 'me',
    ATM_CONNECTED_WITHIN: '90s',
    INCIDENT_SCOPE_ATM_READS: 'true',
    LOG_LEVEL: 'debug',
  })
  expect(config).toMatchObject({
    production: true,
    host: '10.0.0.1',
    port: 80,
    internalUrl: 'http://127.0.0.1:81',
    database: {
      app: production.DATABASE_URL,
      platform: production.PLATFORM_DATABASE_URL,
      owner: production.MIGRATION_DATABASE_URL,
    },
    serviceUrls: { incident: 'http://incident:4103', 'agent-proxy': 'https://proxy' },
    serviceDatabases: { journal: 'postgres://db2/journal' },
    platformTimeZone: 'Europe/Berlin',
    token: { key: { kind: 'secret' }, issuer: 'me' },
    atmConnectedWithinMs: 90_000,
    incidentScopeAtmReads: true,
    demo: false,
    logLevel: 'debug',
  })
  expect(readConfig({ ...production, HOST: '' }).host).toBe('0.0.0.0')
})

test('brokers are a list of hosts and ports, or none', () => {
  expect(readConfig({}).kafkaBrokers).toBeNull()
  expect(readConfig({ KAFKA_BROKERS: 'kafka-1:9092, [::1]:9093' }).kafkaBrokers).toEqual(['kafka-1:9092', '[::1]:9093'])
  for (const wrong of ['kafka-1', 'kafka-1:9092,', 'http://kafka-1:9092', 'a b:9092'])
    expect(() => readConfig({ KAFKA_BROKERS: wrong }), wrong).toThrow(/KAFKA_BROKERS must be hosts and ports/)
})

test('every fault is reported at once, by its variable', () => {
  expect(
    faultsOf({
      NODE_ENV: 'production',
      PORT: 'http',
      INTERNAL_PORT: '70000',
      ATM_CONNECTED_WITHIN: 'soon',
      PLATFORM_TIME_ZONE: 'Mars/Olympus',
      PLATFORM_NAME: 'Fleet Ops',
      JWT_SECRET: 'short',
      DATABASE_URL: 'mysql://db/x',
      FLEET_URL: 'fleet',
      DEVICES_URL: 'ftp://devices',
      CLAIMS_DATABASE_URL: 'http://db',
      DEMO: 'yes',
      LOG_LEVEL: 'loud',
      HOT_DAYS: '-1',
      ATM_REGISTRATION: 'first',
      JWT_RELAXED: 'issuer,expiry',
      JWT_ISSUER: '',
      RATE_LIMIT_AGENT: '100',
      RATE_LIMIT_INSTITUTION: '0/s',
    }),
  ).toEqual([
    'ATM_CONNECTED_WITHIN must be a duration such as 15m',
    'ATM_REGISTRATION must be auto or known',
    'CLAIMS_DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    'DEMO must be true or false',
    'DEVICES_URL must be a URL such as http://host:4000',
    'FLEET_URL must be a URL such as http://host:4000',
    'HOT_DAYS must be 1 or more',
    'INTERNAL_PORT must be 0 to 65535',
    'INTERNAL_SERVICE_SECRET is required in production',
    'JWT_AUDIENCE is required in production: the claim aud of your tokens; JWT_RELAXED=audience takes any',
    'JWT_ISSUER is required in production: the claim iss of your tokens; JWT_RELAXED=issuer takes any',
    'JWT_RELAXED must be a list of issuer, audience, http-jwks',
    'JWT_SECRET must have 32 characters or more',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    'MIGRATION_DATABASE_URL is required in production',
    'PLATFORM_DATABASE_URL is required in production',
    'PLATFORM_NAME must be a short lower-case name',
    'PLATFORM_TIME_ZONE must be an IANA time zone such as Europe/Berlin',
    'PORT must be a port number',
    'RATE_LIMIT_AGENT must be a rate a second such as 100/s',
    'RATE_LIMIT_INSTITUTION must be a rate a second such as 10000/s',
  ])
})

test('no fault reveals a secret', () => {
  const faults = faultsOf({ JWT_SECRET: 'hunter2', DATABASE_URL: 'postgres//app:hunter2@db' })
  expect(faults).toHaveLength(3)
  expect(faults.join()).not.toContain('hunter2')
})

describe('production', () => {
  test('starts with all that it must have', () => {
    expect(faultsOf(production)).toEqual([])
  })

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('does not start without %s', (name) => {
    const [fault] = faultsOf({ ...production, [name]: '' })
    expect(fault).toContain(name)
    expect(fault).toContain('required in production')
  })

  test('takes key sets over https only', () => {
    const withKeys = (url: string, more = {}) => faultsOf({ ...production, JWT_SECRET: '', JWKS_URL: url, ...more })
    expect(withKeys('https://id.example/keys')).toEqual([])
    const fault = 'JWKS_URL must be https in production; JWT_RELAXED=http-jwks takes keys over http'
    expect(withKeys('http://id.example/keys')).toEqual([fault])
    expect(withKeys('HTTP://id.example/keys')).toEqual([fault])
    expect(withKeys('http://id.example/keys', { JWT_RELAXED: 'issuer,audience' })).toEqual([fault])
    expect(withKeys('http://id.example/keys', { JWT_RELAXED: 'http-jwks' })).toEqual([])
    expect(faultsOf({ JWKS_URL: 'http://id.example/keys' })).toEqual([])
  })

  test('checks issuer and audience unless switched off', () => {
    const { JWT_ISSUER: _issuer, JWT_AUDIENCE: _audience, ...bare } = production
    expect(faultsOf({ ...bare, JWT_RELAXED: 'issuer' })).toEqual([expect.stringContaining('JWT_AUDIENCE')])
    expect(faultsOf({ ...bare, JWT_RELAXED: 'audience' })).toEqual([expect.stringContaining('JWT_ISSUER')])
    expect(faultsOf({ ...bare, JWT_RELAXED: ' audience, issuer' })).toEqual([])
    for (const JWT_RELAXED of ['all', 'issuer,', ',', 'ISSUER', 'issuer;audience'])
      expect(faultsOf({ ...production, JWT_RELAXED })).toEqual([
        'JWT_RELAXED must be a list of issuer, audience, http-jwks',
      ])
  })

  test('does not start with the demo', () => {
    expect(faultsOf({ ...production, DEMO: 'true' })).toEqual(['DEMO cannot be on in production'])
    expect(faultsOf({ ...production, DEMO: 'false' })).toEqual([])
  })
})

describe('the key of tokens', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

  test('is one of three', () => {
    expect(readConfig({ JWT_PUBLIC_KEY: pem }).token.key).toEqual({ kind: 'pem', pem })
    expect(readConfig({ JWT_PUBLIC_KEY: pem.replaceAll('\n', '\\n') }).token.key).toEqual({ kind: 'pem', pem })
    expect(readConfig({ JWKS_URL: 'https://id/keys' }).token.key).toEqual({ kind: 'jwks', url: 'https://id/keys' })
    expect(faultsOf({ JWKS_URL: 'https://id/keys', JWT_SECRET: 'x'.repeat(32) })).toEqual([
      'only one of JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET may be given',
    ])
  })

  test('is a public key in PEM where it is one', () => {
    const fault = ['JWT_PUBLIC_KEY must be a public key in PEM ("-----BEGIN PUBLIC KEY-----")']
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const text of ['abc', pem.replace('M', '*'), secret]) expect(faultsOf({ JWT_PUBLIC_KEY: text })).toEqual(fault)
    expect(faultsOf({ JWKS_URL: 'file:///keys' })).toEqual(['JWKS_URL must be a URL such as http://host:4000'])
  })
})

test('both logins of the database are given, or none', () => {
  expect(faultsOf({ DATABASE_URL: 'postgres://app@db/x' })).toEqual([
    'DATABASE_URL and PLATFORM_DATABASE_URL are given together or not at all',
  ])
})

test('a rate is a whole number a second', () => {
  expect(readConfig({}).rateLimits).toEqual({ agentPerSecond: 100, institutionPerSecond: 10_000 })
  expect(readConfig({ RATE_LIMIT_AGENT: '5/s', RATE_LIMIT_INSTITUTION: '20/s' }).rateLimits).toEqual({
    agentPerSecond: 5,
    institutionPerSecond: 20,
  })
  for (const text of ['', '5', '5/m', '1.5/s', '-1/s', '5 /s']) expect(ratePerSecond(text)).toBeNull()
})

test('a duration has a number and a unit', () => {
  expect(['250ms', '90s', '15m', '2h', '1d'].map(durationMs)).toEqual([250, 90_000, 900_000, 7_200_000, 86_400_000])
  for (const text of ['', '15', 'm', '1.5h', '-1s', '1 h 2', '15 m']) expect(durationMs(text)).toBeNull()
})
