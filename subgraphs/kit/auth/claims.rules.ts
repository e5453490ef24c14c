import type { JWTPayload } from 'jose'
import { DomainError } from '../common/errors.ts'
import { isBlank } from '../common/texts.rules.ts'
import { agentAtmIdFault, isInstitutionKey } from './identifiers.rules.ts'
import type { Principal } from './principal.ts'

export const USER_ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const
const TOKEN_ROLES = [...USER_ROLES, 'AGENT'] as const
type TokenRole = (typeof TOKEN_ROLES)[number]
export type Role = TokenRole | 'INTERNAL'

const MAX_SUB_CHARS = 255
const MAX_EMAIL_CHARS = 320
const MAX_INSTITUTIONS = 1_000
/** 9999-12-31T23:59:59Z. Later times have no instant that every part of the platform can hold. */
const MAX_TIME_S = 253_402_300_799

export const unauthenticated = (why: string) =>
  new DomainError('UNAUTHENTICATED', `${why}; send "Authorization: Bearer <token>" with a valid token`)

const isTokenRole = (role: unknown): role is TokenRole => TOKEN_ROLES.some((known) => known === role)

/**
 * Control characters, characters without a glyph, and halves of surrogate pairs: two texts would look the same, or
 * break a log line.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u

const readName = (name: string, claim: unknown, maxChars: number): string => {
  if (typeof claim !== 'string') throw unauthenticated(`the claim ${name} is not a text`)
  if (claim.length > maxChars) throw unauthenticated(`the claim ${name} has more than ${maxChars} characters`)
  if (UNSEEN.test(claim)) throw unauthenticated(`the claim ${name} has control or invisible characters`)
  return claim
}

/**
 * The institutions of the claim: a string, a comma-separated list or an array of strings. Blank ones are dropped.
 * @throws DomainError UNAUTHENTICATED for anything else: it names an institution that is not understood, which is not
 * the same as none.
 */
export const institutionsOf = (claim: unknown): readonly string[] => {
  if (claim === undefined || claim === null) return []
  const raw: unknown[] = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(',') : [claim]
  if (raw.length > MAX_INSTITUTIONS)
    throw unauthenticated(`the claim institutionKey holds more than ${MAX_INSTITUTIONS} keys`)
  const keys = raw
    .filter((key) => key !== undefined && key !== null)
    .map((key) => {
      if (typeof key !== 'string')
        throw unauthenticated('the claim institutionKey is neither a text nor a list of texts')
      return key.trim()
    })
    .filter((key) => key !== '')
  if (!keys.every(isInstitutionKey))
    throw unauthenticated('the claim institutionKey holds a key with characters that no institution has')
  return [...new Set(keys)]
}

/** The one ATM of an agent; null for a token that may name any ATM of its institution. */
const agentAtmIdOf = (claim: unknown): string | null => {
  if (claim === undefined || claim === null) return null
  if (typeof claim !== 'string') throw unauthenticated('the claim agentAtmId is not a text')
  const fault = agentAtmIdFault(claim)
  if (fault !== null) throw unauthenticated(`the claim agentAtmId ${fault}`)
  if (UNSEEN.test(claim)) throw unauthenticated('the claim agentAtmId has control or invisible characters')
  return claim.trim()
}

const readTime = (name: string, claim: unknown): number | null => {
  if (claim === undefined) return null
  if (typeof claim !== 'number' || !(claim >= 0 && claim <= MAX_TIME_S))
    throw unauthenticated(`the claim ${name} is not a time in seconds since 1970, up to the year 9999`)
  return claim
}

/**
 * Checks the times of a token beyond what its verification has: one that was issued in the future was issued by no
 * clock of ours.
 */
const checkTimes = (claims: JWTPayload, latestIssueS: number): void => {
  readTime('exp', claims.exp)
  readTime('nbf', claims.nbf)
  const issuedAt = readTime('iat', claims.iat)
  if (issuedAt !== null && issuedAt > latestIssueS) throw unauthenticated('the claim iat is in the future')
}

const MAX_NAME_CHARS = 200

/** A name decides nothing and is only shown: one that cannot be shown is left out. */
const shownName = (claim: unknown): string | null => {
  if (typeof claim !== 'string' || claim.length > MAX_NAME_CHARS || UNSEEN.test(claim)) return null
  return claim.trim() || null
}

/**
 * The caller that a verified token names. `latestIssueS`: the latest time of issue that is plausible, in seconds
 * since 1970.
 * @throws DomainError UNAUTHENTICATED naming the claim that is missing or malformed: no claim is ever read as if it
 * were absent.
 */
export const principalOf = (claims: JWTPayload, latestIssueS: number): Principal => {
  checkTimes(claims, latestIssueS)
  if (claims.sub === undefined || claims.sub === '') throw unauthenticated('the token has no claim sub')
  const userId = readName('sub', claims.sub, MAX_SUB_CHARS)
  if (isBlank(userId)) throw unauthenticated('the claim sub is blank')
  if (!isTokenRole(claims.role)) throw unauthenticated('the token has no known role')
  const { role } = claims
  const email = claims.email ?? null
  const name = shownName(claims.name)
  const institutions = institutionsOf(claims.institutionKey)
  if (role === 'AGENT' && institutions.length > 1)
    throw unauthenticated("the claim institutionKey holds several keys; an agent's token has one")
  return {
    userId,
    email: email === null ? null : readName('email', email, MAX_EMAIL_CHARS).trim() || null,
    ...(name === null ? {} : { name }),
    role,
    institutions,
    unrestricted: role === 'ADMIN' || role === 'BCOS_ADMIN',
    agentAtmId: role === 'AGENT' ? agentAtmIdOf(claims.agentAtmId) : null,
  }
}
