import { Link } from '@tanstack/react-router'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { ofInstitution, type Scope } from '../scope.ts'
import { Empty } from '../ui/widget.tsx'

/** Instead of every page, when the address names an institution that the caller does not have. */
export const ForeignInstitution = ({ institution }: { readonly institution: string }) => (
  <section className="page">
    <Empty>
      <p>{rich('{institution} is not one of your institutions.', { institution: <b>{institution}</b> })}</p>
      <p>
        <Link to="." search={(search: Scope) => ofInstitution(search, undefined)} className="link">
          {t('Show all of yours')}
        </Link>
      </p>
    </Empty>
  </section>
)
