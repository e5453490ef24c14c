import { badInput, DomainError } from '../common/errors.ts'
import { isInstitutionKey } from './identifiers.rules.ts'
import type { Principal } from './principal.ts'
import { seesInstitution } from './visibility.rules.ts'

/** The request header by which a caller asks to see one of its institutions only. */
export const INSTITUTION_HEADER = 'fleet-institution'

const FIELD = 'Fleet-Institution'

/** The header's key: percent-encoded UTF-8, as headers carry nothing but ASCII safely. */
const keyOf = (given: string | readonly string[]): string => {
  try {
    const key = decodeURIComponent(String(given))
    if (isInstitutionKey(key)) return key
  } catch {
    // Not percent-encoded: as faulty as any other word that is no key.
  }
  throw badInput(FIELD, 'must be the key of one institution, percent-encoded where it is not plain ASCII')
}

/**
 * The caller as it wants to be seen for one request: limited to the institution of the header, if there is one. It
 * never sees more than before; role and identity stay.
 * @throws DomainError BAD_USER_INPUT for what is no key, FORBIDDEN for an institution that the caller does not see.
 */
export const narrowedTo = (principal: Principal, header: string | readonly string[] | undefined): Principal => {
  if (header === undefined) return principal
  const key = keyOf(header)
  if (!seesInstitution(principal, key))
    throw new DomainError('FORBIDDEN', `${FIELD}: your token does not see this institution.`)
  const { institutions } = principal
  return {
    ...principal,
    unrestricted: false,
    institutions: [key],
    narrowed: { institution: key, ofToken: institutions },
  }
}

/** The header that makes another service see the caller in the same way; none for a caller that is not narrowed. */
export const narrowingHeaders = ({ narrowed }: Principal): Readonly<Record<string, string>> =>
  narrowed === undefined ? {} : { [INSTITUTION_HEADER]: encodeURIComponent(narrowed.institution) }

/**
 * The keys of the token itself, as far as the caller wants to see them, for what they decide whatever the role. Null
 * where the caller wants to see an institution that its token's keys do not name: then it sees nothing, not even the
 * pool of tokens without a key.
 */
export const tokenKeysOf = ({ institutions, narrowed }: Principal): readonly string[] | null => {
  if (narrowed === undefined) return institutions
  if (narrowed.ofToken.length === 0) return []
  return narrowed.ofToken.includes(narrowed.institution) ? [narrowed.institution] : null
}
