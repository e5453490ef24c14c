import type { Principal } from '../kit/auth/principal.ts'
import { seesInstitution } from '../kit/auth/visibility.rules.ts'
import { badInput, badInputs, type FieldFault } from '../kit/common/errors.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import { type EventHeader, readEventHeader } from './event-header.rules.ts'
import { checkAgentAtm, type JsonObject, senderOf } from './sender.rules.ts'

/** The institution of a known ATM; undefined where there is no such ATM. */
export type FindInstitution = (agentAtmId: string) => Promise<string | null | undefined>

/**
 * The header of an event, from which the sender is checked. Read first: a faulty body is 400 for every sender.
 * @throws DomainError BAD_USER_INPUT.
 */
const headerOf = (event: unknown): EventHeader => {
  const faults: FieldFault[] = []
  const header = readEventHeader(event, faults)
  if (header === null || faults.length > 0) throw badInputs(faults)
  return header
}

/**
 * The institution of a known ATM, or `otherwise` where it has none, for a caller who sees several or none.
 * @throws DomainError BAD_USER_INPUT when there is no such ATM of theirs.
 */
const institutionOfAtm = async (
  agentAtmId: string,
  { principal, otherwise }: { readonly principal: Principal; readonly otherwise: string | null },
  find: FindInstitution,
): Promise<string | null> => {
  const known = await find(agentAtmId)
  const institutionKey = known ?? otherwise ?? known
  if (institutionKey !== undefined && seesInstitution(principal, institutionKey)) return institutionKey
  throw badInput('institutionKey', 'is required, as your token does not say which institution this new ATM belongs to')
}

/**
 * An event as its caller may report it: with the institution that the caller reports for, whatever the body itself
 * says.
 * @throws DomainError BAD_USER_INPUT for a faulty header, FORBIDDEN for an ATM or an institution of others.
 */
export const reportedBy = async (
  event: unknown,
  context: OperationContext,
  find: FindInstitution,
): Promise<JsonObject> => {
  const { agentAtmId, fields } = headerOf(event)
  const { principal } = context
  checkAgentAtm(principal, agentAtmId)
  const sender = senderOf(principal, fields.institutionKey)
  const institutionKey =
    sender.kind === 'institution'
      ? sender.institutionKey
      : await institutionOfAtm(agentAtmId, { principal, otherwise: sender.otherwise }, find)
  return { ...fields, institutionKey }
}
