import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress } from '../../db/address.ts'
import { openConnection } from '../../db/client.ts'
import { openPgClient } from '../../db/pg-client.ts'
import { cloneDatabase } from '../support/database.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { type Authority, createAuthority, OPENSSL } from '../support/servers/certificates.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres-server.ts'

const IN_USE = 'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()'

/** Both drivers, each asked whether its session is encrypted. */
const DRIVERS = {
  postgres: async (url: string) => {
    const connection = await openConnection({ url, name: 'tests' })
    const [row] = await connection.sql.unsafe(IN_USE)
    await connection.close()
    return row?.ssl
  },
  pg: async (url: string) => {
    const client = await openPgClient(createAddress(url), { name: 'tests', connectTimeoutMs: 10_000 })
    const { rows } = await client.query(IN_USE)
    await client.end()
    return rows[0]?.ssl
  },
}

describeWhere(OPENSSL, 'PostgreSQL over TLS', () => {
  let authority: Authority
  let other: Authority
  let server: PostgresServer
  beforeAll(async () => {
    authority = createAuthority()
    other = createAuthority()
    server = await startPostgresServer(authority.issue('server', ['IP:127.0.0.1', 'DNS:db.example']))
  })
  afterAll(async () => {
    await server?.close()
    authority?.close()
    other?.close()
  })

  const urlOf = (parameters: string, host = '127.0.0.1') =>
    `${server.urls.platform.replace('127.0.0.1', host)}?${parameters}`
  const trusting = ({ caFile }: Authority) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`

  for (const [name, ask] of Object.entries(DRIVERS)) {
    test(`${name} uses it where authority and host are right, and where neither is asked for`, async () => {
      expect(await ask(urlOf(trusting(authority)))).toBe(true)
      expect(await ask(urlOf('sslmode=require'))).toBe(true)
      expect(await ask(urlOf(trusting(authority).replace('verify-full', 'verify-ca'), 'localhost'))).toBe(true)
      expect(await ask(urlOf('sslmode=disable'))).toBe(false)
    })

    test(`${name} refuses another authority, another host and no TLS, and says why`, async () => {
      const cases: readonly (readonly [string, string])[] = [
        [urlOf(trusting(other)), `its certificate was not issued by an authority in ${other.caFile} (sslrootcert)`],
        [urlOf('sslmode=verify-full'), 'its certificate was not issued by an authority of the system (sslrootcert)'],
        [
          urlOf(trusting(authority), 'localhost'),
          'its certificate is for another host (IP Address:127.0.0.1, DNS:db.example)',
        ],
        [
          urlOf('sslmode=verify-full&sslrootcert=/nowhere'),
          'the certificate authorities in /nowhere (sslrootcert) cannot',
        ],
      ]
      for (const [url, reason] of cases) {
        const text = await ask(url).then(String, String)
        expect(text).toContain(`cannot be used as platform: ${reason}`)
      }
      const plain = await cloneDatabase()
      await expect(ask(`${plain.urls.platform}?${trusting(authority)}`)).rejects.toThrow(
        'it does not offer TLS, which sslmode=verify-full asks for',
      )
      await plain.drop()
    })
  }
})
