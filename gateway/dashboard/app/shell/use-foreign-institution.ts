import { useInstitutions } from '../api/institutions.ts'
import { useAuth } from '../api/session.ts'
import { useInstitution } from '../scope.ts'

/** The institution of the address, where it is none of the caller's; undefined while that is not known. */
export const useForeignInstitution = (): string | undefined => {
  const chosen = useInstitution()
  const { session } = useAuth()
  const { data } = useInstitutions()
  const known = data?.data.institutions
  if (chosen === undefined || known === null || known === undefined) return undefined
  // One without an ATM is in no list, but may be the caller's.
  const isOwn = known.some(({ key }) => key === chosen) || (session?.institutions ?? []).includes(chosen)
  return isOwn ? undefined : chosen
}
