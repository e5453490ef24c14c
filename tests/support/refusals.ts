import { DomainError } from '../../subgraphs/kit/common/errors.ts'

/** The code of a refusal with the fields that it names; null where nothing is refused. */
export const refusalOf = (run: () => unknown): readonly string[] | null => {
  try {
    run()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, ...(error.errors ?? []).map(({ field }) => field)]
  }
}

/** A refusal in full: its code, the fields with what is wrong with them, and when to try again. */
export const faultsOf = (run: () => unknown) => {
  try {
    run()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, errors, retryAfterSeconds } = error
    return { code, errors: errors?.map(({ field, message }) => `${field}: ${message}`), retryAfterSeconds }
  }
}
