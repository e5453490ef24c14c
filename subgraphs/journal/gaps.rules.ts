import { DomainError } from '../kit/errors.ts'
import type { Principal } from '../kit/principal.ts'

/** An agent's token for one ATM may ask for that one's files only. @throws DomainError FORBIDDEN for another ATM's gap. */
export const checkRequester = ({ agentAtmId }: Principal, gap: { readonly agentAtmId: string }): void => {
  if (agentAtmId !== null && agentAtmId !== gap.agentAtmId)
    throw new DomainError('FORBIDDEN', 'The gap is of another ATM than that of your token.')
}

/** The gap that was marked; one that exists and could not be is closed. @throws DomainError CONFLICT for a closed gap. */
export const requestedOf = <Gap>(marked: Gap | null): Gap => {
  if (marked === null) throw new DomainError('CONFLICT', 'The gap is closed: the journal of that day has come.')
  return marked
}
