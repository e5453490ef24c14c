import { badInput } from '../../kit/common/errors.ts'

/** Who is given incidents, and what they see. */
export type Receiver = {
  readonly userId: string
  readonly institutions: readonly string[]
  readonly unrestricted: boolean
}

/**
 * Refuses to give somebody an incident of an institution that they do not see: neither a member of it nor of the
 * operator's people. One of no institution is only seen by these.
 * @throws DomainError BAD_USER_INPUT
 */
export const checkSees = ({ institutions, unrestricted }: Receiver, institutionKey: string | null): void => {
  if (unrestricted || (institutionKey !== null && institutions.includes(institutionKey))) return
  const whose = institutionKey ?? 'without an institution'
  throw badInput('userId', `does not see the incident, which is of ${whose}; name somebody of that institution`)
}
