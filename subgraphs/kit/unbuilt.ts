import { DomainError } from './errors.ts'

/** Stands in for a root field while its resolver is being written; gone when the last one is. */
export const unbuilt = (): never => {
  throw new DomainError('UNAVAILABLE', 'This is not built yet.')
}
