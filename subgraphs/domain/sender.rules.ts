import type { Principal } from '../kit/auth/principal.ts'
import { seesInstitution, soleInstitution } from '../kit/auth/visibility.rules.ts'
import { DomainError } from '../kit/common/errors.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Where the institution of a report comes from: the token's one, or the known ATM itself where the caller sees several
 * or none. `otherwise` is that of an ATM without one, such as a new one; null where nothing says which.
 */
export type Sender =
  | { readonly kind: 'institution'; readonly institutionKey: string }
  | { readonly kind: 'atm'; readonly otherwise: string | null }

/** @throws DomainError FORBIDDEN when an agent's token is for another ATM than the one named. */
export const checkAgentAtm = (principal: Principal, agentAtmId: unknown): void => {
  if (principal.agentAtmId !== null && typeof agentAtmId === 'string' && agentAtmId.trim() !== principal.agentAtmId) {
    throw new DomainError('FORBIDDEN', `agentAtmId: your token is for the ATM ${principal.agentAtmId} only`)
  }
}

/**
 * On whose behalf a caller reports. `named` is the institution that the body names, if it does.
 * @throws DomainError FORBIDDEN.
 */
export const senderOf = (principal: Principal, named: unknown): Sender => {
  const only = soleInstitution(principal)
  if (principal.role === 'AGENT') {
    if (only === null) throw new DomainError('FORBIDDEN', "An agent's token must name exactly one institution.")
    return { kind: 'institution', institutionKey: only }
  }
  const key = typeof named === 'string' && named.trim() !== '' ? named.trim() : null
  if (key !== null && !seesInstitution(principal, key)) {
    throw new DomainError('FORBIDDEN', 'institutionKey: must be an institution of your token')
  }
  if (key !== null) return { kind: 'institution', institutionKey: key }
  if (!principal.unrestricted && only !== null) return { kind: 'institution', institutionKey: only }
  return { kind: 'atm', otherwise: only }
}
