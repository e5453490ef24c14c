import { badInput, badInputs, DomainError, type FieldFault } from '../kit/common/errors.ts'
import { isLongerThan } from '../kit/common/text-faults.ts'
import { isBlank } from '../kit/common/texts.rules.ts'

export type VendorFields = {
  readonly name: string
  readonly contactName?: string | null | undefined
  readonly contactEmail?: string | null | undefined
  readonly contactPhone?: string | null | undefined
}

const MAX_LENGTH = 200

/** Checks the texts of a vendor. @throws DomainError BAD_USER_INPUT naming every faulty field. */
export const checkVendor = (vendor: VendorFields): void => {
  const faults: FieldFault[] = []
  if (isBlank(vendor.name)) faults.push({ field: 'name', message: 'must not be blank' })
  for (const field of ['name', 'contactName', 'contactEmail', 'contactPhone'] as const) {
    if (isLongerThan(vendor[field] ?? '', MAX_LENGTH))
      faults.push({ field, message: `must have at most ${MAX_LENGTH} characters` })
  }
  if (faults.length > 0) throw badInputs(faults)
}

/**
 * The institution that a new vendor belongs to: the one of the token, null (the pool) for a token without one, the
 * named one for a caller of several. A blank name is none.
 */
export const institutionOfVendor = (keys: readonly string[], named: string | null): string | null => {
  const [first, ...others] = keys
  if (named !== null && !isBlank(named)) {
    if (keys.includes(named)) return named
    throw new DomainError('FORBIDDEN', 'The institution of a vendor must be one of your token.')
  }
  if (others.length > 0)
    throw badInput('institutionKey', `is required, as your token has several institutions: ${keys.join(', ')}`)
  return first ?? null
}
