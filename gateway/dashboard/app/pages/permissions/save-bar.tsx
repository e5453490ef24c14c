import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { commas } from '../../ui/format.ts'
import styles from './save-bar.module.css'
import type { Editing } from './use-drafts.ts'

const listOf = (keys: readonly string[]): string =>
  keys.length > 3
    ? tn(keys.length - 3, '{keys} and {n} more', '{keys} and {n} more', { keys: commas(keys.slice(0, 3)) })
    : commas(keys)

/** What there is to save, in how many institutions, and what it will do. */
export const SaveBar = ({ summary, saving, discard, save }: Editing) => {
  const { boxes, institutions, overtaken, ready, emptied } = summary
  const busy = saving.size > 0
  if (institutions === 0) return null
  return (
    <section className={styles.bar} aria-label={t('Changes not saved')}>
      <div className={styles.words} role="status">
        <p>
          {rich('{changes} in {institutions}', {
            changes: <b>{tn(boxes, '{n} change', '{n} changes')}</b>,
            institutions: tn(institutions, '{n} institution', '{n} institutions'),
          })}
          {busy && <> · {t('saving')}</>}
        </p>
        {overtaken.length > 0 && (
          <p className={styles.warn}>
            {t('{institutions}: changed by another person meanwhile; choose which set to keep.', {
              institutions: listOf(overtaken),
            })}
          </p>
        )}
        {emptied.length > 0 && (
          <p className={styles.warn}>
            {t('{institutions}: revokes all, so that their customers can push nothing any more.', {
              institutions: listOf(emptied),
            })}
          </p>
        )}
      </div>
      <button type="button" className="button" onClick={discard} disabled={busy}>
        {t('Discard')}
      </button>
      <button
        type="button"
        className="button"
        data-kind={emptied.length > 0 ? 'danger' : 'main'}
        onClick={() => void save()}
        disabled={busy || ready.length === 0}
      >
        {t('Save')}
      </button>
    </section>
  )
}
