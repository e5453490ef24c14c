import { Link } from '@tanstack/react-router'
import { useInstitutions } from '../api/institutions.ts'
import { useAuth } from '../api/session.ts'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { type Scope, useInstitution } from '../scope.ts'
import { Empty } from '../ui/widget.tsx'

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

/** Instead of every page, when the address names an institution that the caller does not have. */
export const ForeignInstitution = ({ institution }: { readonly institution: string }) => (
  <section className="page">
    <Empty>
      <p>{rich('{institution} is not one of your institutions.', { institution: <b>{institution}</b> })}</p>
      <p>
        <Link to="." search={(search: Scope) => ({ ...search, institution: undefined })} className="link">
          {t('Show all of yours')}
        </Link>
      </p>
    </Empty>
  </section>
)
