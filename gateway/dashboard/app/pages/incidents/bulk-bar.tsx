import { t, tc } from '../../language/texts.ts'
import { count } from '../../ui/format.ts'
import styles from './bulk.module.css'
import type { Asked } from './bulk-question.tsx'
import { type BulkWork, MOST } from './bulk-work.ts'
import type { Progress } from './use-bulk.ts'

type ActionsProps = { readonly run: (work: BulkWork) => void; readonly ask: (what: Asked) => void; readonly me: string }

const Actions = ({ run, ask, me }: ActionsProps) => (
  <>
    <button type="button" className="button" data-kind="main" onClick={() => run({ action: 'ACKNOWLEDGE' })}>
      {tc('action', 'Acknowledge')} <kbd>A</kbd>
    </button>
    <button type="button" className="button" onClick={() => run({ action: 'ASSIGN', userId: me })}>
      {t('Take')} <kbd>M</kbd>
    </button>
    <button type="button" className="button" onClick={() => ask('assign')}>
      {t('Assign')} <kbd>O</kbd>
    </button>
    <button type="button" className="button" onClick={() => run({ action: 'RELEASE' })}>
      {t('Release')}
    </button>
    <button type="button" className="button" onClick={() => ask('resolve')}>
      {t('Resolve')} <kbd>R</kbd>
    </button>
    <button type="button" className="button" onClick={() => ask('note')}>
      {tc('action', 'Note')} <kbd>N</kbd>
    </button>
  </>
)

type BulkBarProps = ActionsProps & {
  readonly chosen: number
  readonly progress: Progress | null
  readonly total: number
  readonly isWhole: boolean
  readonly chooseAll: () => Promise<void>
  readonly clear: () => void
}

/** What can be done to all chosen incidents, or how much of it is done. */
export const BulkBar = ({ chosen, progress, total, isWhole, chooseAll, clear, ...actions }: BulkBarProps) => (
  <section className={styles.bar} aria-label={t('Chosen incidents')} data-bulk-bar>
    <p aria-live="polite">
      {progress === null ? (
        <b>{t('{chosen} chosen', { chosen: count(chosen) })}</b>
      ) : (
        <b>
          {progress.what === 'sent'
            ? t('Sent {done} of {of}', { done: count(progress.done), of: count(progress.of) })
            : t('Collected {done} of {of}', { done: count(progress.done), of: count(progress.of) })}
        </b>
      )}
    </p>
    {chosen > 0 && progress === null && (
      <>
        <Actions {...actions} />
        <span className={styles.spring} />
        {isWhole && total > chosen && total <= MOST && (
          <button type="button" className={styles.all} onClick={() => void chooseAll()}>
            {t('Choose all {total} that match', { total: count(total) })}
          </button>
        )}
        {isWhole && total > MOST && (
          <span className={styles.note}>{t('{most} at most can be chosen.', { most: count(MOST) })}</span>
        )}
        <button type="button" className={styles.all} onClick={clear}>
          {t('Choose none')}
        </button>
      </>
    )}
  </section>
)
