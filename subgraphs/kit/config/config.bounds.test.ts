import { describe, expect, test } from 'vitest'
import { ConfigError, ratePerSecond, readConfig } from './config.ts'
import { durationMs } from './durations.rules.ts'

type Environment = Readonly<Record<string, string>>

const faultOf = (env: Environment): string | null => {
  try {
    readConfig(env)
    return null
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.name).toBe('ConfigError')
    return error.message.replace('The configuration cannot be used:\n  - ', '')
  }
}

const CORRECTED = 'events that come late correct the history of service states'
const REPLAYED =
  'must not be less than EXCEPTION_RETENTION_DAYS (400): ' +
  'an exception that is replayed becomes an event of the day of its receipt'
const PORTS = 'must be 0 to 65535'
const TURN = 'must be a duration from 1ms to 1s, such as 5ms'
const RATE = 'must be a rate a second such as 100/s'
const URL = 'must be a URL such as http://host:4000'
const DATABASE = 'must be a URL such as postgres://user:password@host:5432/name'
const BROKERS = 'must be hosts and ports such as kafka-1:9092,kafka-2:9092'
const NETWORKS = 'must be networks such as 10.1.0.0/16,fd00::/8'
const NAME = 'must be a short lower-case name'
const SAMPLERS =
  'must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, ' +
  'parentbased_traceidratio'
const COLLECTOR = 'must be a URL such as http://collector:4318'
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const databases = { DATABASE_URL: 'postgres://a@db/x', PLATFORM_DATABASE_URL: 'postgres://b@db/x' }

describe('a variable', () => {
  test.each([
    [
      'PORT',
      ['0', '4000', '65535'],
      [
        ['-1', PORTS],
        ['65536', PORTS],
        ['1.5', 'must be a whole number'],
        ['x', 'must be a port number'],
      ],
    ],
    [
      'HOT_DAYS',
      ['1', '90'],
      [
        ['0', 'must be 1 or more'],
        ['1.5', 'must be a whole number'],
        ['x', 'must be a number of days'],
      ],
    ],
    [
      'AUDIT_RETENTION_MONTHS',
      ['12', '84', '1200'],
      [
        ['11', 'must be 12 or more'],
        ['1201', 'must be 1200 or less'],
        ['84.5', 'must be a whole number'],
        ['x', 'must be a number of months'],
      ],
    ],
    [
      'STATE_RETENTION_DAYS',
      ['70', '36500'],
      [
        ['69', 'must be 70 or more'],
        ['36501', 'must be 36500 or less'],
        ['x', 'must be a number of days'],
      ],
    ],
    [
      'EVENT_RETENTION_DAYS',
      ['400'],
      [
        ['69', 'must be 70 or more'],
        ['0', 'must be 70 or more'],
        ['399', `must not be less than STATE_RETENTION_DAYS (400): ${CORRECTED}\n  - EVENT_RETENTION_DAYS ${REPLAYED}`],
      ],
    ],
    [
      'JOURNAL_RETENTION_DAYS',
      ['1830'],
      [
        ['92', 'must be 93 or more'],
        ['1829', 'must not be less than JOURNAL_MAX_AGE_DAYS (1830): a journal that is accepted must be kept'],
      ],
    ],
    [
      'RATE_LIMIT_AGENT',
      ['1/s', ' 5/s ', '999999999/s'],
      [
        ['0/s', RATE],
        ['5/s!', RATE],
        ['x', RATE],
        ['1000000000/s', RATE],
      ],
    ],
    [
      'ATM_CONNECTED_WITHIN',
      ['1ms', ' 15m '],
      [
        ['0m', 'must be a duration such as 15m'],
        ['15mm', 'must be a duration such as 15m'],
        ['x', 'must be a duration such as 15m'],
      ],
    ],
    [
      'MASS_OUTAGE_ATMS',
      ['3', '1000000'],
      [
        ['2', 'must be 3 or more'],
        ['1000001', 'must be 1000000 or less'],
        ['3.5', 'must be a whole number'],
        ['x', 'must be a number'],
      ],
    ],
    [
      'MASS_OUTAGE_PERCENT',
      ['1', '100'],
      [
        ['0', 'must be 1 or more'],
        ['101', 'must be 100 or less'],
        ['3.5', 'must be a whole number'],
        ['x', 'must be a number'],
      ],
    ],
    [
      'IN_SERVICE_TARGET',
      ['1', '99.5', '100'],
      [
        ['0.5', 'must be 1 or more'],
        ['100.1', 'must be 100 or less'],
        ['x', 'must be a number'],
      ],
    ],
    [
      'WEBHOOK_ALLOWED_NETWORKS',
      ['10.1.0.0/16', '10.1.0.0/16, fd00::/8'],
      [
        ['10.1.0.0', NETWORKS],
        ['10.1.0.0/33', NETWORKS],
        ['fd00::/129', NETWORKS],
        ['10.1.0.0/16,', NETWORKS],
      ],
    ],
    [
      'JWKS_URL',
      ['http://id/keys', 'https://id/keys'],
      [
        ['xhttp://id/keys', URL],
        ['httpsx://id/keys', URL],
        ['id', URL],
      ],
    ],
    [
      'MIGRATION_DATABASE_URL',
      ['postgres://o@db/x', 'postgresql://o@db/x'],
      [
        ['xpostgres://o@db/x', DATABASE],
        ['postgresx://o@db/x', DATABASE],
      ],
    ],
    [
      'KAFKA_BROKERS',
      ['a:9092', 'a:1, [::1]:99999'],
      [
        ['a', BROKERS],
        ['a:123456', BROKERS],
        ['a:1,', BROKERS],
        ['a:b:1', BROKERS],
        [':1', BROKERS],
      ],
    ],
    [
      'PLATFORM_NAME',
      ['a', `a${'b'.repeat(30)}`, 'a-1'],
      [
        [`a${'b'.repeat(31)}`, NAME],
        ['A', NAME],
        ['1a', NAME],
        ['aB', NAME],
      ],
    ],
    ['JWT_SECRET', ['x'.repeat(32)], [['x'.repeat(31), 'must have 32 characters or more']]],
    [
      'INTERNAL_SERVICE_SECRET',
      ['x'.repeat(16), 'x'.repeat(17)],
      [['x'.repeat(15), 'must have 16 characters or more']],
    ],
    [
      'GRAPH_MAX_DEPTH',
      ['1', '1000000000'],
      [
        ['0', 'must be 1 or more'],
        ['1.5', 'must be a whole number'],
        ['1000000001', 'must be 1000000000 or less'],
        ['x', 'must be a number'],
      ],
    ],
    ['GRAPH_SERVICE_TIMEOUT', ['1ms', '3s'], [['0s', 'must be a duration such as 3s']]],
    ['GRAPH_SCHEMA_WAIT', ['0s', '1h'], [['61m', 'must be a duration from 0s to 1h, such as 4m']]],
    [
      'OVERLOAD_TURN',
      ['1ms', '1s'],
      [
        ['0ms', TURN],
        ['1001ms', TURN],
        ['x', TURN],
      ],
    ],
    ['OVERLOAD_WAIT', ['10ms', '1m'], [['9ms', 'must be a duration from 10ms to 1m, such as 100ms']]],
    ['OVERLOAD_AFTER', ['100ms', '10m'], [['11m', 'must be a duration from 100ms to 10m, such as 2000ms']]],
    ['PARSE_REPEAT_AFTER', ['5m', '7d'], [['299s', 'must be a duration from 5m to 7d, such as 1h']]],
    ['ATM_REGISTRATION', ['auto', 'known'], [['never', 'must be auto or known']]],
    ['LOG_LEVEL', LEVELS, [['loud', `must be one of ${LEVELS.join(', ')}`]]],
    ['INCIDENT_SCOPE_ATM_READS', ['true', 'false'], [['yes', 'must be true or false']]],
    ['DEMO', ['true', 'false'], [['yes', 'must be true or false']]],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://c:4318', 'https://c'], [['c:4318', COLLECTOR]]],
    ['OTEL_TRACES_SAMPLER', ['always_on', 'parentbased_traceidratio'], [['jaeger_remote', SAMPLERS]]],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      ['0', '0.01', '1'],
      [
        ['1.01', 'must be 0 to 1'],
        ['x', 'must be a number'],
      ],
    ],
    ['HOST', ['a'], []],
    ['DEVICES_URL', ['http://d:1'], [['d:1', URL]]],
    ['AGENT_PROXY_DATABASE_URL', [], [['http://d', DATABASE]]],
  ])('takes what is in its bounds and refuses the rest: %s', (name, taken, refused) => {
    const others = name === 'MIGRATION_DATABASE_URL' ? databases : {}
    for (const value of taken) expect(faultOf({ ...others, [name]: value })).toBeNull()
    for (const [value, words] of refused) expect(faultOf({ ...others, [name]: String(value) })).toBe(`${name} ${words}`)
  })
})

test('events are kept as long as the exceptions that can become events of their days', () => {
  const env = { STATE_RETENTION_DAYS: '70', EVENT_RETENTION_DAYS: '70' }
  expect(faultOf(env)).toBe(`EVENT_RETENTION_DAYS ${REPLAYED}`)
  expect(readConfig({ ...env, EXCEPTION_RETENTION_DAYS: '70' }).retention.eventDays).toBe(70)
})

test('journals are kept until their month is in the cold table', () => {
  const env = { JOURNAL_MAX_AGE_DAYS: '100', JOURNAL_RETENTION_DAYS: '150' }
  expect(faultOf(env)).toBe('JOURNAL_RETENTION_DAYS must be 62 more than HOT_DAYS (90) or more')
  expect(readConfig({ ...env, HOT_DAYS: '88' }).retention.journalDays).toBe(150)
})

test('what is not set has its default', () => {
  const {
    production,
    host,
    internalUrl,
    incidentScopeAtmReads,
    atmRegistration,
    demo,
    logLevel,
    rateLimits,
    database,
  } = readConfig({})
  expect({
    production,
    host,
    internalUrl,
    incidentScopeAtmReads,
    atmRegistration,
    demo,
    logLevel,
    rateLimits,
    database,
  }).toEqual({
    production: false,
    host: '127.0.0.1',
    internalUrl: 'http://127.0.0.1:4001',
    incidentScopeAtmReads: false,
    atmRegistration: 'auto',
    demo: true,
    logLevel: 'info',
    rateLimits: { agentPerSecond: 100, institutionPerSecond: 10_000 },
    database: null,
  })
  expect(readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', ATM_REGISTRATION: 'known' })).toMatchObject({
    demo: false,
    logLevel: 'silent',
    atmRegistration: 'known',
  })
  expect(readConfig({ INCIDENT_SCOPE_ATM_READS: 'true' }).incidentScopeAtmReads).toBe(true)
  expect(readConfig({ ATM_CONNECTED_WITHIN: '2m' }).atmConnectedWithinMs).toBe(120_000)
})

test('a database without an owner is one that is migrated elsewhere', () => {
  expect(readConfig(databases).database).toStrictEqual({
    app: 'postgres://a@db/x',
    platform: 'postgres://b@db/x',
    owner: null,
  })
})

test('the internal listener is called where it listens, on the loopback where it listens everywhere', () => {
  const urlOf = (INTERNAL_HOST: string) => readConfig({ INTERNAL_HOST, INTERNAL_PORT: '4201' }).internalUrl
  expect(urlOf('0.0.0.0')).toBe('http://127.0.0.1:4201')
  expect(urlOf('::')).toBe('http://127.0.0.1:4201')
  expect(urlOf('::1')).toBe('http://[::1]:4201')
  expect(urlOf('10.0.0.7')).toBe('http://10.0.0.7:4201')
  expect(readConfig({ INTERNAL_URL: 'http://door:1' }).internalUrl).toBe('http://door:1')
})

test('a relative folder for data is the same wherever the process was started', () => {
  const root = import.meta.dirname.replace(/\/subgraphs\/kit\/config$/, '')
  expect(readConfig({}).dataDir).toBe(`${root}/.data`)
  expect(readConfig({ DATA_DIR: '/var/data' }).dataDir).toBe('/var/data')
})

test('rates and durations may have blanks around them, and nothing else', () => {
  expect([ratePerSecond(' 5/s '), durationMs(' 5s ')]).toEqual([5, 5_000])
  for (const text of ['5/sx', 'x5/s']) expect(ratePerSecond(text)).toBeNull()
  for (const text of ['5sx', 'x5s']) expect(durationMs(text)).toBeNull()
})

test('the limits of the graph are those of the environment', () => {
  expect(readConfig({}).graph).toEqual({
    maxDepth: 15,
    maxFields: 300,
    maxAliases: 100,
    maxRootFields: 50,
    maxDirectives: 50,
    maxTokens: 3_000,
    maxCost: 20_000,
    maxPageSize: 1_000,
    costPerSecond: 200_000,
    serviceTimeoutMs: 3_000,
    schemaWaitMs: 240_000,
  })
  const env = {
    GRAPH_MAX_DEPTH: '1',
    GRAPH_MAX_FIELDS: '2',
    GRAPH_MAX_ALIASES: '3',
    GRAPH_MAX_ROOT_FIELDS: '4',
    GRAPH_MAX_DIRECTIVES: '5',
    GRAPH_MAX_TOKENS: '6',
    GRAPH_MAX_COST: '7',
    GRAPH_MAX_PAGE_SIZE: '8',
    GRAPH_COST_PER_SECOND: '9',
    GRAPH_SERVICE_TIMEOUT: '10ms',
    GRAPH_SCHEMA_WAIT: '11ms',
  }
  expect(Object.values(readConfig(env).graph)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('the limits of overload are durations', () => {
  expect(readConfig({}).overload).toEqual({ turnMs: 5, waitMs: 100, lastsMs: 2_000 })
  const env = { OVERLOAD_TURN: '7ms', OVERLOAD_WAIT: '1s', OVERLOAD_AFTER: '1m' }
  expect(readConfig(env).overload).toEqual({ turnMs: 7, waitMs: 1_000, lastsMs: 60_000 })
})

test('traces are exported where a collector is given, and only there', () => {
  expect(readConfig({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeNull()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }
  expect(readConfig(endpoint).tracing).toEqual({
    tracesUrl: 'http://c:4318/v1/traces',
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
  const given = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  }
  expect(readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }).tracing?.tracesUrl).toBe('http://t/x')
  expect(readConfig(given).tracing).toEqual({ tracesUrl: 'http://t/x', sampler: 'traceidratio', ratio: 0.01 })
})
