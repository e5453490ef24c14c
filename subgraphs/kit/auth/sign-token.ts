import { SignJWT } from 'jose'
import type { Role } from './claims.rules.ts'

/** What a token says of its holder. */
export type TokenClaims = {
  readonly role: Exclude<Role, 'INTERNAL'>
  readonly userId: string
  readonly email: string | null
  readonly name?: string | null
  readonly institutions: readonly string[]
  readonly agentAtmId: string | null
}

export type SignTokenOptions = {
  readonly secret: string
  readonly issuer: string | null
  readonly audience: string | null
  readonly now: Date
  readonly ttlMs: number
}

/**
 * Signs a token with the platform's HS256 secret, for tools and demonstrations; in production tokens come from
 * elsewhere.
 */
export const signToken = (claims: TokenClaims, options: SignTokenOptions): Promise<string> => {
  const issuedAt = Math.floor(options.now.getTime() / 1000)
  const token = new SignJWT({
    role: claims.role,
    ...(claims.email === null ? {} : { email: claims.email }),
    ...(claims.name ? { name: claims.name } : {}),
    ...(claims.institutions.length === 0
      ? {}
      : { institutionKey: claims.institutions.length === 1 ? claims.institutions[0] : claims.institutions }),
    ...(claims.agentAtmId === null ? {} : { agentAtmId: claims.agentAtmId }),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.floor(options.ttlMs / 1000))
  if (options.issuer !== null) token.setIssuer(options.issuer)
  if (options.audience !== null) token.setAudience(options.audience)
  return token.sign(new TextEncoder().encode(options.secret))
}
