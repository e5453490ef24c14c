import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { listenOnFreePort } from '../support/ports.ts'

export const ISSUER = 'https://identity.example'
const HOUR_MS = 3_600_000
export const AUDIENCE = 'fleetops'

/** What a token says of its holder, in the names of its claims. */
export type Claims = {
  readonly sub?: string
  readonly email?: string
  readonly role: string
  readonly institutionKey?: string | readonly string[]
  readonly agentAtmId?: string
}

/** An identity provider that publishes its keys over https. */
export type IdentityProvider = {
  readonly jwksUrl: string
  /** The certificate that its clients have to trust. */
  readonly certificateFile: string
  /** A token that is signed with the newest key and good for a day, also by clocks that are hours wrong. */
  token(claims: Claims): Promise<string>
  /** Takes a new key; the one before is published no longer. */
  rotate(): Promise<void>
  close(): Promise<void>
}

type Key = { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK }

const createKey = async (): Promise<Key> => {
  const kid = randomUUID()
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

/** A certificate for localhost, made by the openssl of this machine. */
const createCertificate = (folder: string) => {
  const keyFile = join(folder, 'identity.key')
  const certificateFile = join(folder, 'identity.crt')
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  })
  return { keyFile, certificateFile }
}

/** Starts an identity provider; `folder` takes its certificate. */
export const startIdentityProvider = async (folder: string): Promise<IdentityProvider> => {
  let key = await createKey()
  const { keyFile, certificateFile } = createCertificate(folder)
  const server = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
    (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key.jwk] })),
  )
  const port = await listenOnFreePort(server)
  return {
    jwksUrl: `https://localhost:${port}/jwks.json`,
    certificateFile,
    token: ({ sub = '7', ...claims }) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setSubject(sub)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(new Date(Date.now() - 3 * HOUR_MS))
        .setExpirationTime('1d')
        .sign(key.privateKey),
    async rotate() {
      key = await createKey()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
