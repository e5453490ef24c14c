import type { AuditQuery } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { CopyLink } from '../../../ui/copy-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { fullTime } from '../../../ui/format.ts'
import admin from '../parts/admin.module.css'
import styles from './audit.module.css'
import { changesOf, type FieldChange, nameWords } from './changes.ts'

export type AuditEntry = NonNullable<AuditQuery['audit']>['content'][number]

/** Who did it, by name or address where these are known. */
export const actorWords = ({ user, actor }: Pick<AuditEntry, 'user' | 'actor'>): string =>
  user?.name ?? user?.email ?? t('user {id}', { id: actor })

const NONE = <span className={styles.none}>{'\u2014'}</span>

const Change = ({ change }: { readonly change: FieldChange }) => (
  <tr>
    <th scope="row">{change.field}</th>
    <td data-was={change.before !== undefined || undefined}>
      {change.before === undefined ? NONE : <del>{change.before}</del>}
    </td>
    <td data-is={change.after !== undefined || undefined}>
      {change.after === undefined ? NONE : <ins>{change.after}</ins>}
    </td>
  </tr>
)

const Changes = ({ entry }: { readonly entry: AuditEntry }) => {
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <p className={admin.quiet}>{t('It changed no field that is kept here.')}</p>
  return (
    <table className={styles.changes}>
      <caption>{t('What changed')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </tbody>
    </table>
  )
}

/** One entry of the audit, with what it changed. */
export const AuditDrawer = ({ entry, close }: { readonly entry: AuditEntry; readonly close: () => void }) => (
  <Dialog title={nameWords(entry.action)} close={close} side="right">
    <dl className={admin.details}>
      <dt>{t('Record')}</dt>
      <dd>
        {nameWords(entry.subjectType)} {entry.subjectId}
      </dd>
      <dt>{t('Who')}</dt>
      <dd>
        {actorWords(entry)}, {entry.role}
      </dd>
      <dt>{t('When')}</dt>
      <dd>
        <time dateTime={entry.at}>{fullTime(entry.at)}</time>
      </dd>
      <dt>{t('Institution')}</dt>
      <dd>{entry.institutionKey ?? t('none')}</dd>
      <dt>{t('Trace id')}</dt>
      <dd className="id">{entry.traceId}</dd>
    </dl>
    <Changes entry={entry} />
    <div className={admin.actions}>
      <CopyLink />
    </div>
  </Dialog>
)
