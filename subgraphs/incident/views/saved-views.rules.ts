import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { maskCardNumbers } from '../../kit/cards/card-numbers.ts'
import { badInput, badInputs, DomainError, type FieldFault } from '../../kit/common/errors.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import type { SavedViewChange, SavedViewInput } from '../schema.gen.ts'

export const MAX_OWN = 100
export const MAX_SHARED = 200
/** Views that are listed. */
export const MAX_LISTED = 300

const MAX_NAME_CHARS = 80
const MAX_SEARCH_CHARS = 2_000
/** What an address can have after its question mark. */
const SEARCH = /^[^\s#\p{Cc}]*$/u

export type ViewChanges = { readonly name?: string; readonly search?: string; readonly shared?: boolean }

/** What a change sets, checked. @throws DomainError BAD_USER_INPUT naming every fault. */
export const viewChangesOf = ({ name, search, shared }: SavedViewChange): ViewChanges => {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const named = name?.trim()
  const filter = search?.replace(/^\?/, '')
  if (name === null || named === '') fault('name', 'must not be blank')
  if (named !== undefined && isLongerThan(named, MAX_NAME_CHARS))
    fault('name', `must have ${MAX_NAME_CHARS} characters or fewer`)
  if (search === null || (filter !== undefined && !SEARCH.test(filter)))
    fault('search', 'must be what follows the question mark in an address, without spaces')
  if (filter !== undefined && isLongerThan(filter, MAX_SEARCH_CHARS))
    fault('search', `must have ${MAX_SEARCH_CHARS} characters or fewer`)
  if (shared === null) fault('shared', 'must be true or false')
  if (faults.length > 0) throw badInputs(faults)
  return {
    ...(named === undefined ? {} : { name: maskCardNumbers(named) }),
    ...(filter === undefined ? {} : { search: maskCardNumbers(filter) }),
    ...(shared === undefined || shared === null ? {} : { shared }),
  }
}

/**
 * The institution that a new view is of; null for one of an administrator that is of none.
 * @throws DomainError BAD_USER_INPUT where it is not clear, FORBIDDEN for one that is not the caller's.
 */
export const institutionOf = (
  { institutionKey, shared }: Pick<SavedViewInput, 'institutionKey' | 'shared'>,
  { unrestricted, institutions }: Principal,
): string | null => {
  const [only, ...others] = institutions
  const named = institutionKey ?? (unrestricted || others.length > 0 ? null : (only ?? null))
  if (named === null && (!unrestricted || shared)) throw badInput('institutionKey', 'is required')
  const fault = named === null ? null : institutionKeyFault(named)
  if (fault !== null) throw badInput('institutionKey', fault)
  if (named !== null && !unrestricted && !institutions.includes(named))
    throw new DomainError('FORBIDDEN', 'institutionKey: views can be kept for your own institutions only')
  return named
}

/** @throws DomainError FORBIDDEN for who may share nothing. */
export const checkSharing = ({ shared }: ViewChanges, { role }: Principal): void => {
  if (shared && role === 'USER') throw new DomainError('FORBIDDEN', 'Your role, user, shares no views.')
}

/** True for who may remove the shared views of others. */
export const maySweep = ({ role }: Principal): boolean =>
  role === 'ADMIN' || role === 'BCOS_ADMIN' || role === 'MSP_ADMIN'
