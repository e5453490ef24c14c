import { useNavigate } from '@tanstack/react-router'
import { useInstitutions } from '../api/institutions.ts'
import { type Scope, useInstitution } from '../scope.ts'
import { count } from '../ui/format.ts'
import { Pick } from '../ui/list/filter-bar.tsx'
import styles from './shell.module.css'

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
