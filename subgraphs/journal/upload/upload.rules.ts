import type { KnownAtm } from '../../domain/atm-directory.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { seesInstitution, soleInstitution } from '../../kit/auth/visibility.rules.ts'
import { addDays, localDateOf } from '../../kit/common/dates.ts'
import { badInput, DomainError } from '../../kit/common/errors.ts'

/** From which day to which a journal is taken, by the local date of its ATM. */
export const journalWindow = (now: Date, timeZone: string, maxAgeDays: number): { from: string; to: string } => {
  const today = localDateOf(now, timeZone)
  return { from: addDays(today, -maxAgeDays), to: addDays(today, 1) }
}

/** @throws DomainError BAD_USER_INPUT for a day outside the window. */
export const checkJournalDate = (journalDate: string, window: { from: string; to: string }): void => {
  if (journalDate < window.from || journalDate > window.to)
    throw badInput('journalDate', `must be a day from ${window.from} to ${window.to}`)
}

/**
 * The institution that an upload claims for an ATM that may be new; null if it claims none, so that the ATM must be
 * known.
 * @throws DomainError FORBIDDEN for an institution that is not the caller's.
 */
export const claimedInstitution = (principal: Principal, given: string | null): string | null => {
  if (given !== null && given.trim() !== '') {
    if (!seesInstitution(principal, given))
      throw new DomainError('FORBIDDEN', 'The institution is not one of your token; name one of your own.')
    return given
  }
  return principal.unrestricted ? null : soleInstitution(principal)
}

/**
 * The ATM with the institution under which its file is stored.
 * @throws DomainError BAD_USER_INPUT if nothing says which, FORBIDDEN if the ATM is another institution's.
 */
export const placeOf = (
  atm: KnownAtm | null,
  claimed: string | null,
  principal: Principal,
): KnownAtm & { readonly institutionKey: string } => {
  const institutionKey = atm?.institutionKey ?? null
  if (atm === null || institutionKey === null)
    throw badInput(
      'institutionKey',
      'is needed, as no institution of this ATM is known; give the key of its institution',
    )
  const isForeign = !seesInstitution(principal, institutionKey)
  if (isForeign || (claimed !== null && claimed !== institutionKey))
    throw new DomainError('FORBIDDEN', 'The ATM belongs to another institution.')
  return { ...atm, institutionKey }
}
