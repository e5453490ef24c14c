import { badInput } from '../common/errors.ts'

/** A number in its bounds. @throws DomainError BAD_USER_INPUT naming the argument. */
export const checkBetween = (field: string, value: number, min: number, max: number): number => {
  if (value < min || value > max) throw badInput(field, `must be from ${min} to ${max}`)
  return value
}

/** Entries of a list without pages that are given at most. */
const MAX_LIST = 200

/** The argument `first` of a list without pages. @throws DomainError BAD_USER_INPUT naming it. */
export const checkFirst = (first: number): number => checkBetween('first', first, 1, MAX_LIST)
