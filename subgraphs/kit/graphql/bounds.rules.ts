import { badInput } from '../common/errors.ts'

/** A number in its bounds. @throws DomainError BAD_USER_INPUT naming the argument. */
export const checkBetween = (field: string, value: number, min: number, max: number): number => {
  if (value < min || value > max) throw badInput(field, `must be from ${min} to ${max}`)
  return value
}
