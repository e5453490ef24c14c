import { DomainError } from '../kit/common/errors.ts'

/** The refusal of whatever is asked of a retired ATM or comes from its agent. */
export const isRetired = (): DomainError =>
  new DomainError(
    'CONFLICT',
    'agentAtmId: this ATM is retired; an administrator can reactivate it, unless it was merged into another one',
  )
