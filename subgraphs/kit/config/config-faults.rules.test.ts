import { describe, expect, it } from 'vitest'
import { consistencyFaults, type Given, isPlainHttp, relaxedChecks } from './config-faults.rules.ts'

const WHOLE: Given = {
  JWKS_URL: 'https://idp/keys',
  JWT_ISSUER: 'https://idp',
  JWT_AUDIENCE: 'fleetops',
  INTERNAL_SERVICE_SECRET: 'secret',
  DATABASE_URL: 'postgres://a',
  PLATFORM_DATABASE_URL: 'postgres://b',
  MIGRATION_DATABASE_URL: 'postgres://c',
}
const faults = (more: Given, production = true) => consistencyFaults({ ...WHOLE, ...more }, production)

describe('the checks of tokens that are relaxed', () => {
  it('are words of a list', () => {
    expect(relaxedChecks('issuer')).toEqual(['issuer'])
    expect(relaxedChecks(' http-jwks, audience,issuer,issuer ')).toEqual(['issuer', 'audience', 'http-jwks'])
    for (const list of ['', 'issuer,', 'all', 'issuer,all']) expect(relaxedChecks(list)).toBeNull()
  })
})

describe('an address without TLS', () => {
  it('is known however its scheme is written', () => {
    for (const url of ['http://a', ' HTTP://a', '\thttp:a']) expect(isPlainHttp(url)).toBe(true)
    for (const url of ['https://a', 'a http://b', 'httpx://a']) expect(isPlainHttp(url)).toBe(false)
  })
})

describe('the environment in production', () => {
  it('has no fault where it is whole', () => {
    expect(faults({})).toEqual([])
    expect(faults({ JWKS_URL: undefined, JWT_SECRET: 's' })).toEqual([])
    expect(faults({ JWKS_URL: undefined, JWT_PUBLIC_KEY: 'k', DEMO: 'false' })).toEqual([])
    expect(faults({ MIGRATION_DATABASE_URL: undefined, MIGRATE_AT_START: 'false' })).toEqual([])
  })

  it('has a fault for everything that is missing', () => {
    expect(consistencyFaults({}, true)).toEqual([
      'one of JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET is required in production',
      'JWT_ISSUER is required in production: the claim iss of your tokens; JWT_RELAXED=issuer takes any',
      'JWT_AUDIENCE is required in production: the claim aud of your tokens; JWT_RELAXED=audience takes any',
      'INTERNAL_SERVICE_SECRET is required in production',
      'DATABASE_URL is required in production',
      'PLATFORM_DATABASE_URL is required in production',
      'MIGRATION_DATABASE_URL is required in production',
    ])
    expect(consistencyFaults({}, false)).toEqual([])
  })

  it('has none for what is relaxed, and for nothing else', () => {
    const without = { JWT_ISSUER: undefined, JWT_AUDIENCE: undefined, JWKS_URL: 'http://idp/keys' }
    const named = (JWT_RELAXED?: string) => faults({ ...without, JWT_RELAXED }).map((fault) => fault.split(' ')[0])
    expect(named()).toEqual(['JWT_ISSUER', 'JWT_AUDIENCE', 'JWKS_URL'])
    expect(named('issuer')).toEqual(['JWT_AUDIENCE', 'JWKS_URL'])
    expect(named('audience')).toEqual(['JWT_ISSUER', 'JWKS_URL'])
    expect(named('http-jwks')).toEqual(['JWT_ISSUER', 'JWT_AUDIENCE'])
    expect(named('issuer,everything')).toEqual(['JWT_ISSUER', 'JWT_AUDIENCE', 'JWKS_URL'])
    expect(named('issuer,audience,http-jwks')).toEqual([])
    expect(faults({ JWKS_URL: 'http://idp/keys' })).toEqual([
      'JWKS_URL must be https in production; JWT_RELAXED=http-jwks takes keys over http',
    ])
  })

  it('has no demo', () => {
    expect(faults({ DEMO: 'true' })).toEqual(['DEMO cannot be on in production'])
    expect(faults({ DEMO: 'true' }, false)).toEqual([])
  })
})

describe('the environment anywhere', () => {
  it('has one sort of key', () => {
    const several = ['only one of JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET may be given']
    for (const more of [
      { JWT_SECRET: 's' },
      { JWT_PUBLIC_KEY: 'k' },
      { JWKS_URL: undefined, JWT_PUBLIC_KEY: 'k', JWT_SECRET: 's' },
    ])
      expect([faults(more), faults(more, false)]).toEqual([several, several])
  })

  it('has the databases of callers and of the platform together, or neither', () => {
    const alone = ['DATABASE_URL and PLATFORM_DATABASE_URL are given together or not at all']
    expect(faults({ DATABASE_URL: undefined }, false)).toEqual(alone)
    expect(faults({ PLATFORM_DATABASE_URL: undefined }, false)).toEqual(alone)
    expect(faults({ DATABASE_URL: undefined, PLATFORM_DATABASE_URL: undefined }, false)).toEqual([])
    expect(faults({ DATABASE_URL: undefined })).toEqual(['DATABASE_URL is required in production'])
  })
})
