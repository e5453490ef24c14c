import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { riskySettings, warnOfRiskySettings } from './risky-settings.ts'

const SAFE = {
  NODE_ENV: 'production',
  JWKS_URL: 'https://id.example/keys',
  JWT_ISSUER: 'https://id.example',
  JWT_AUDIENCE: 'fleetops',
  INTERNAL_SERVICE_SECRET: 'x'.repeat(16),
  DATABASE_URL: 'postgres://app:a@db/fleet?sslmode=verify-full',
  PLATFORM_DATABASE_URL: 'postgres://platform:b@db/fleet?sslmode=verify-full',
  MIGRATION_DATABASE_URL: 'postgresql://owner:c@db/fleet?sslmode=verify-full',
  INCIDENT_SCOPE_ATM_READS: 'true',
  ATM_REGISTRATION: 'known',
}
const settingsOf = (more: Record<string, string>) =>
  riskySettings(readConfig({ ...SAFE, ...more })).map(({ setting }) => setting)

test('a production without risky settings has none', () => {
  expect(settingsOf({})).toEqual([])
  expect(settingsOf({ INTERNAL_HOST: '::1', LOG_LEVEL: 'warn', HOST: '0.0.0.0' })).toEqual([])
})

test.each([
  [{ INCIDENT_SCOPE_ATM_READS: '' }, ['INCIDENT_SCOPE_ATM_READS=false']],
  [{ ATM_REGISTRATION: '' }, ['ATM_REGISTRATION=auto']],
  [{ JWT_RELAXED: 'issuer', JWT_ISSUER: '' }, ['JWT_RELAXED=issuer']],
  [{ JWT_RELAXED: 'audience', JWT_AUDIENCE: '' }, ['JWT_RELAXED=audience']],
  [{ JWT_RELAXED: 'issuer,audience,http-jwks' }, []],
  [{ JWT_RELAXED: 'http-jwks', JWKS_URL: 'http://id.example/keys' }, ['JWT_RELAXED=http-jwks']],
  [{ JWKS_URL: '', JWT_SECRET: 'x'.repeat(32) }, ['JWT_SECRET']],
  [{ INTERNAL_HOST: '0.0.0.0' }, ['INTERNAL_HOST=0.0.0.0']],
  [{ INTERNAL_HOST: '10.0.0.1' }, ['INTERNAL_HOST=10.0.0.1']],
  [{ DATABASE_URL: 'postgres://app:a@db/fleet' }, ['sslmode=disable']],
  [{ JOURNAL_DATABASE_URL: 'postgres://127.0.0.1,db/x?sslmode=require' }, ['sslmode=require']],
  [{ DATABASE_URL: 'postgres://app:a@127.0.0.1/fleet' }, []],
  [{ KAFKA_BROKERS: 'kafka-1:9092' }, ['KAFKA_TLS=false']],
  [{ KAFKA_BROKERS: 'kafka-1:9092', KAFKA_TLS: 'true' }, []],
  [{ KAFKA_BROKERS: '127.0.0.1:9092,[::1]:9092' }, []],
  [{ LOG_LEVEL: 'debug' }, ['LOG_LEVEL=debug']],
  [{ LOG_LEVEL: 'trace' }, ['LOG_LEVEL=trace']],
])('%o is reported as %o', (more, settings) => {
  expect(settingsOf(more)).toEqual(settings)
})

test('outside production nothing is reported', () => {
  expect(riskySettings(readConfig({ LOG_LEVEL: 'trace', INTERNAL_HOST: '0.0.0.0' }))).toEqual([])
})

test('each is one line of the log, with its cure and no secret', () => {
  const lines: string[] = []
  const JWT_SECRET = 'hunter2'.repeat(5)
  warnOfRiskySettings(readConfig({ ...SAFE, JWKS_URL: '', JWT_SECRET, LOG_LEVEL: 'debug' }), {
    warn: (_about, message) => lines.push(message),
  })
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^risky setting \S+: .+; .+/)
  expect(lines.join()).not.toContain('hunter2')
})
