import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { execute } from '../api/client.ts'
import { useAuth } from '../api/session.ts'
import { InstitutionsDocument } from '../gql/graphql.gen.ts'
import { type Scope, useInstitution } from '../scope.ts'
import { count } from '../ui/format.ts'
import { Pick } from '../ui/list/filter-bar.tsx'
import styles from './shell.module.css'

/** The caller's institutions, whichever of them is looked at. */
export const useInstitutions = () => {
  const { session } = useAuth()
  return useQuery({
    queryKey: ['institutions', session?.token],
    // Without the institution that is chosen, as it would be the only one.
    queryFn: ({ signal }) => execute(InstitutionsDocument, {}, { signal }),
    staleTime: 300_000,
    enabled: session !== null,
  })
}

/** Chooses the institution that every page shows; it is in the address. */
export const InstitutionPick = () => {
  const navigate = useNavigate()
  const chosen = useInstitution()
  const { data } = useInstitutions()
  const known = data?.data.institutions ?? []
  const options = known.map(({ key, atms }) => ({ value: key, label: `${key} (${count(atms)})` }))
  const listed = chosen === undefined || options.some(({ value }) => value === chosen)
  if (listed && options.length < 2) return null
  return (
    <div className={styles.scope}>
      <Pick
        label="Institution"
        value={chosen}
        options={listed ? options : [...options, { value: chosen, label: chosen }]}
        onChange={(institution) =>
          void navigate({ to: '.', search: (search: Scope) => ({ ...search, institution }), replace: true })
        }
      />
    </div>
  )
}
