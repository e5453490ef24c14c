import { plural } from '../../ui/format.ts'
import styles from './save-bar.module.css'
import type { Editing } from './use-drafts.ts'

const listOf = (keys: readonly string[]): string =>
  keys.length > 3 ? `${keys.slice(0, 3).join(', ')} and ${keys.length - 3} more` : keys.join(', ')

/** What there is to save, in how many institutions, and what it will do. */
export const SaveBar = ({ summary, saving, discard, save }: Editing) => {
  const { boxes, institutions, overtaken, ready, emptied } = summary
  const busy = saving.size > 0
  if (institutions === 0) return null
  return (
    <section className={styles.bar} aria-label="Changes not saved">
      <div className={styles.words} role="status">
        <p>
          <b>{plural(boxes, 'change')}</b> in {plural(institutions, 'institution')}
          {busy && ' · saving'}
        </p>
        {overtaken.length > 0 && (
          <p className={styles.warn}>
            {listOf(overtaken)}: changed by somebody else meanwhile; choose which set to keep.
          </p>
        )}
        {emptied.length > 0 && (
          <p className={styles.warn}>
            {listOf(emptied)}: revokes all, so that their customers can push nothing any more.
          </p>
        )}
      </div>
      <button type="button" className="button" onClick={discard} disabled={busy}>
        Discard
      </button>
      <button
        type="button"
        className="button"
        data-kind={emptied.length > 0 ? 'danger' : 'main'}
        onClick={() => void save()}
        disabled={busy || ready.length === 0}
      >
        Save
      </button>
    </section>
  )
}
