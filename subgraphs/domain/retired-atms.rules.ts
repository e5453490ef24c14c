import { DomainError } from '../kit/common/errors.ts'

/** The refusal of requests for a retired ATM and of what its agent sends. */
export const isRetired = (): DomainError =>
  new DomainError(
    'CONFLICT',
    'agentAtmId: this ATM is retired; an administrator can reactivate it, unless it was merged into another one',
  )
