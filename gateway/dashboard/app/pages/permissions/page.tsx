import { useDocument } from '../../api/client.ts'
import { callerOf, useAuth, useRole } from '../../api/session.ts'
import { PermissionMatrixDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useInstitution } from '../../scope.ts'
import { ClearFilters, FilterBar, SearchField, Spring, Total } from '../../ui/list/filter-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Empty, Loaded, Partial } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { type Row, rowsOf } from './matrix.rules.ts'
import { Matrix } from './matrix.tsx'
import { OwnKinds } from './own-kinds.tsx'
import styles from './permissions.module.css'
import { SaveBar } from './save-bar.tsx'
import { useDrafts } from './use-drafts.ts'

const Editor = ({ rows }: { readonly rows: readonly Row[] }) => {
  const { search, change } = usePageSearch(PATHS.permissions)
  const { q } = search
  const editing = useDrafts(rows)
  // What is not saved stays in sight, whatever is looked for.
  const shown =
    q === undefined
      ? rows
      : rows.filter(({ key }) => key.toLowerCase().includes(q.toLowerCase()) || editing.drafts.has(key))
  const find = (text: string | undefined) => change({ q: text })
  return (
    <>
      <FilterBar>
        <SearchField label={t('Find an institution')} value={q} onChange={find} />
        <ClearFilters active={q !== undefined} onClear={() => find(undefined)} />
        <Spring />
        <Total of={shown.length} text={(n) => tn(n, '{n} institution', '{n} institutions')} />
      </FilterBar>
      {shown.length === 0 ? (
        <Empty>{t('No institution has “{text}” in its key.', { text: q ?? '' })}</Empty>
      ) : (
        <Matrix rows={shown} editing={editing} />
      )}
      <SaveBar {...editing} />
      <LeaveDialog boxes={editing.summary.boxes} onLeave={editing.discard} />
    </>
  )
}

const Institutions = () => {
  const institution = useInstitution()
  const { session } = useAuth()
  const query = useDocument(PermissionMatrixDocument, {}, { everyMs: 15_000, keep: true })
  return (
    <>
      <p className={styles.intro}>
        {t(
          'Which commands the customers of an institution may push to its ATMs. What is not ticked is denied; administrators and the service provider may push everything. What changes the software of an ATM or records its traffic can never be granted. The set of an institution is saved as a whole, and at once in force.',
        )}
      </p>
      <Loaded
        query={query}
        what={t('Permissions')}
        roots={['taskPermissionSets', 'institutions']}
        pick={rowsOf}
        skeleton={
          <div className={styles.skeleton}>
            <SkeletonRows rows={6} height={26} gap={18} />
          </div>
        }
      >
        {(rows, { data, at }) => (
          <>
            {data.institutions === null && (
              <div className={styles.partial}>
                <Partial services={['incident']} at={at} />
              </div>
            )}
            {rows.length === 0 ? (
              <Empty>{t('No institution has an ATM yet.')}</Empty>
            ) : (
              // The drafts of another institution are not saved here.
              <Editor key={`${session === null ? '' : callerOf(session)} ${institution ?? ''}`} rows={rows} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** What the customers of each institution may push. */
export const PermissionsPage = () => {
  const maySet = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  return (
    <section className="page" aria-label={t('Permissions')}>
      {maySet ? <Institutions /> : <OwnKinds />}
    </section>
  )
}
