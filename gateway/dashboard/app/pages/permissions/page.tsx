import { IconCheck, IconLock, IconMinus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { PermissionsDocument, type TaskKind } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { Bones } from '../../ui/bones.tsx'
import { plural } from '../../ui/format.ts'
import { rowKeys } from '../../ui/rows.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { Editor } from './editor.tsx'
import { GRANTABLE, NEVER, type Row, rowsOf } from './matrix.rules.ts'
import styles from './permissions.module.css'

const Granted = ({ row, kind }: { readonly row: Row; readonly kind: TaskKind }) =>
  row.kinds.includes(kind) ? (
    <span className={styles.granted}>
      <IconCheck size={16} stroke={2.4} aria-hidden />
      Granted
    </span>
  ) : (
    <span className={styles.denied}>
      <IconMinus size={16} stroke={2} aria-hidden />
      Denied
    </span>
  )

const Institution = ({ row, onEdit }: { readonly row: Row; readonly onEdit: () => void }) => (
  <tr data-row>
    <th scope="row">
      <b>{row.key}</b>
      <small>{row.atms === null ? 'no ATM known' : plural(row.atms, 'ATM')}</small>
    </th>
    {GRANTABLE.map((kind) => (
      <td key={kind}>
        <span className={styles.kind}>{TASK_KINDS[kind].label}</span>
        <Granted row={row} kind={kind} />
      </td>
    ))}
    {NEVER.map((kind) => (
      <td key={kind} className={styles.never}>
        <span className={styles.locked}>
          <IconLock size={14} stroke={2} aria-hidden />
          <span className="sr">never</span>
        </span>
      </td>
    ))}
    <td className={styles.by}>
      {row.grantedAt === null ? (
        <span className={styles.none}>no grants</span>
      ) : (
        <>
          {row.grantedBy}
          <small>
            <Age at={row.grantedAt} /> ago
          </small>
        </>
      )}
    </td>
    <td className={styles.edit}>
      <button type="button" className="button" data-size="small" onClick={onEdit} aria-label={`Edit ${row.key}`}>
        Edit
      </button>
    </td>
  </tr>
)

const Matrix = ({ rows, onEdit }: { readonly rows: readonly Row[]; readonly onEdit: (key: string) => void }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
  <section className={styles.scroll} tabIndex={0} aria-label="Institutions and kinds of task" onKeyDown={rowKeys()}>
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            Institution
          </th>
          <th scope="colgroup" colSpan={GRANTABLE.length}>
            Grantable to customers
          </th>
          <th scope="colgroup" colSpan={NEVER.length} className={styles.never}>
            Never grantable
          </th>
          <th scope="col" rowSpan={2} className={styles.by}>
            Granted by
          </th>
          <td rowSpan={2} />
        </tr>
        <tr>
          {[...GRANTABLE, ...NEVER].map((kind) => (
            <th key={kind} scope="col" className={TASK_KINDS[kind].grantable ? undefined : styles.never}>
              {TASK_KINDS[kind].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Institution key={row.key} row={row} onEdit={() => onEdit(row.key)} />
        ))}
      </tbody>
    </table>
  </section>
)

/** What the customers of each institution may push. */
export const PermissionsPage = () => {
  const { edit } = useSearch({ from: PATHS.permissions })
  const navigate = useNavigate({ from: PATHS.permissions })
  const mayEdit = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const query = useDocument(PermissionsDocument, {}, { everyMs: 30_000 })
  const show = (key: string | undefined) =>
    void navigate({ search: (now: object) => ({ ...now, edit: key }), replace: key === undefined })
  return (
    <section className="page" aria-label="Permissions">
      <p className={styles.intro}>
        Which commands the customers of an institution may push to its ATMs. What is not granted is denied;
        administrators and the service provider may push everything. What changes the software of an ATM or records its
        traffic can never be granted. A set is saved as a whole, and at once in force.
      </p>
      <Loaded
        query={query}
        what="Permissions"
        roots={['allTaskPermissions']}
        pick={rowsOf}
        bones={
          <div className={styles.bones}>
            <Bones rows={6} height={26} gap={18} />
          </div>
        }
      >
        {(rows) =>
          rows.length === 0 ? <Empty>No institution has an ATM yet.</Empty> : <Matrix rows={rows} onEdit={show} />
        }
      </Loaded>
      {edit !== undefined && mayEdit && <Editor key={edit} institution={edit} close={() => show(undefined)} />}
    </section>
  )
}
