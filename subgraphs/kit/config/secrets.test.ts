import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { readConfig } from './config.ts'
import { relocated } from './database-urls.ts'
import { createLiveSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'fleetops-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

let versions = 0
/** Replaces all files at once, by a link that is moved, as Kubernetes does. */
const mount = (files: Readonly<Record<string, string>>) => {
  versions += 1
  const version = join(folder, `version-${versions}`)
  mkdirSync(version)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(version, name), `${text}\n`)
  symlinkSync(version, join(folder, 'next'))
  renameSync(join(folder, 'next'), join(folder, 'now'))
}
const at = (name: string) => join(folder, 'now', name)
const [OLD, NEW] = ['the old one, of thirty-two characters', 'the new one, of thirty-two characters']
const FILES = {
  JWT_SECRET_FILE: at('jwt'),
  JWT_SECRET_NEXT_FILE: at('jwt-next'),
  INTERNAL_SERVICE_SECRET_FILE: at('internal'),
  INTERNAL_SERVICE_SECRET_NEXT_FILE: at('internal-next'),
}

const faultsOf = (env: Readonly<Record<string, string>>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return String(Object(error).message).split('\n  - ').slice(1)
  }
}

test('secrets of files are read again: both of two are accepted, and the first one is used', () => {
  mount({ jwt: OLD, internal: OLD })
  const config = readConfig(FILES)
  const { log, lines } = recordingLog()
  const secrets = createLiveSecrets(config.secrets, config.rereadSecrets, log)
  const now = () => {
    secrets.refresh()
    const { tokenKeys, internal } = secrets.current()
    return [tokenKeys.map((key) => Object(key).secret), internal]
  }
  expect(now()).toEqual([[OLD], [OLD]])
  const before = secrets.current()
  expect([now(), secrets.current() === before]).toEqual([[[OLD], [OLD]], true])
  mount({ jwt: OLD, internal: OLD, 'jwt-next': NEW, 'internal-next': NEW })
  expect(now()).toEqual([
    [OLD, NEW],
    [OLD, NEW],
  ])
  mount({ jwt: NEW, internal: NEW, 'jwt-next': OLD, 'internal-next': OLD })
  expect(now()).toEqual([
    [NEW, OLD],
    [NEW, OLD],
  ])
  mount({ jwt: NEW, internal: NEW, 'jwt-next': '', 'internal-next': '' })
  expect(now()).toEqual([[NEW], [NEW]])
  // What cannot be used changes nothing, and is logged once.
  for (const files of [{ jwt: 'short', internal: NEW }, { jwt: 'short', internal: NEW }, { internal: '' }]) {
    mount(files)
    expect(now()).toEqual([[NEW], [NEW]])
  }
  const logged = lines.map((line) => JSON.parse(line)).map(({ msg, reason, changed }) => changed ?? `${msg}: ${reason}`)
  expect(logged).toEqual([
    ['tokenKeys', 'internal'],
    ['tokenKeys', 'internal'],
    ['tokenKeys', 'internal'],
    expect.stringContaining('JWT_SECRET must have 32 characters or more'),
    expect.stringContaining(`JWT_SECRET_FILE names ${at('jwt')}, which cannot be read`),
  ])
  expect(lines.join()).not.toContain(NEW)
})

test('the list of keys stays the same when another secret changes, so that a key set is not asked for again', () => {
  mount({ jwt: OLD, internal: OLD })
  const config = readConfig(FILES)
  const secrets = createLiveSecrets(config.secrets, config.rereadSecrets, recordingLog().log)
  const { tokenKeys } = secrets.current()
  mount({ jwt: OLD, internal: NEW })
  secrets.refresh()
  expect(secrets.current()).toMatchObject({ internal: [NEW] })
  expect(secrets.current().tokenKeys).toBe(tokenKeys)
})

test('a start names every fault of secrets and their files', () => {
  mount({ empty: '' })
  expect(
    faultsOf({
      JWT_SECRET_FILE: at('none'),
      INTERNAL_SERVICE_SECRET: 'sixteen characters',
      INTERNAL_SERVICE_SECRET_FILE: at('empty'),
      JWT_PUBLIC_KEY_NEXT: 'no key',
      KAFKA_SASL_PASSWORD_FILE: at('empty'),
      KAFKA_SASL_MECHANISM: 'md5',
      KAFKA_TLS_CA_FILE: at('empty'),
      KAFKA_TLS: 'yes',
      DATABASE_PASSWORD_FILE: at('none'),
    }),
  ).toEqual([
    'JWT_PUBLIC_KEY_NEXT must be a public key in PEM ("-----BEGIN PUBLIC KEY-----")',
    'KAFKA_TLS must be true or false',
    'KAFKA_TLS_CA_FILE must name a file with certificates in PEM',
    'KAFKA_SASL_MECHANISM must be one of plain, scram-sha-256, scram-sha-512',
    `JWT_SECRET_FILE names ${at('none')}, which cannot be read`,
    'only one of INTERNAL_SERVICE_SECRET and INTERNAL_SERVICE_SECRET_FILE may be given',
    `KAFKA_SASL_PASSWORD_FILE names ${at('empty')}, which is empty`,
    'JWT_PUBLIC_KEY_NEXT is given together with JWT_PUBLIC_KEY',
    'DATABASE_PASSWORD_FILE is given together with DATABASE_URL',
    'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are given together',
  ])
})

test('the URL of a database may have several hosts and parameters of TLS, and nothing that is not known', () => {
  const fault = (url: string) => faultsOf({ DATABASE_URL: url, PLATFORM_DATABASE_URL: url })[0]
  for (const url of [
    'postgres://a:p%40ss@db-1,db-2:5433/x?target_session_attrs=read-write',
    'postgresql://a@[::1]:5432/x?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  ])
    expect(fault(url)).toBeUndefined()
  const cases: readonly (readonly [string, string])[] = [
    ['postgres://a@db/x?sslmode=prefer', 'must have an sslmode of disable, require, verify-ca, verify-full'],
    [
      'postgres://a@db/x?sslcert=y',
      'cannot have the parameter sslcert: it takes sslmode, sslrootcert, target_session_attrs',
    ],
    ['postgres://a@db/x?target_session_attrs=standby', 'must have target_session_attrs any or read-write'],
    ['postgres://a@db:0/x', 'must name hosts such as db-1:5432,db-2:5432'],
    ['postgres://a:%zz@db/x', 'must have its special characters written as %xx'],
  ]
  for (const [url, words] of cases) expect(fault(url)).toBe(`DATABASE_URL ${words}`)
})

test('a login at another place keeps its password, also one of a file', () => {
  const env = {
    DATABASE_URL: 'postgres://app:a%2Fb@db/x',
    PLATFORM_DATABASE_URL: 'postgres://platform@db/x',
    PLATFORM_DATABASE_PASSWORD_FILE: '/run/secrets/platform',
  }
  const { database } = readConfig(env)
  const place = 'postgres://other-1,other-2:5433/y?sslmode=require'
  expect(relocated(database?.app ?? '', place)).toBe('postgres://app:a%2Fb@other-1,other-2:5433/y?sslmode=require')
  expect(relocated(database?.platform ?? '', place)).toBe(
    'postgres://platform@other-1,other-2:5433/y?sslmode=require&passwordfile=%2Frun%2Fsecrets%2Fplatform',
  )
})
