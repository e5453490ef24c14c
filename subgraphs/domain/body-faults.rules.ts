import { maskBeginning } from '../kit/cards/card-numbers.ts'
import type { FieldFault } from '../kit/common/errors.ts'
import { findTextFault } from '../kit/common/text-faults.ts'

const MAX_FIELD_CHARS = 200

/**
 * What keeps a body, as an agent sent it, from being stored or passed on: NUL, half a surrogate pair,
 * nesting that no recursion should follow. Null where there is nothing. The field is named by its path; as a path is
 * made of what was sent, it is cut, and card numbers in it are masked.
 */
export const findBodyFault = (event: unknown): FieldFault | null => {
  const fault = findTextFault(event, '')
  if (fault === null) return null
  const field = maskBeginning(fault.field, MAX_FIELD_CHARS).toWellFormed()
  return { ...fault, field: field === '' ? 'body' : field }
}
