import { Link } from '@tanstack/react-router'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import styles from './bulk.module.css'
import { institutionsToSee } from './bulk-owners.ts'
import { type BulkWork, type ChosenIncident, type Failure, MOST } from './bulk-work.ts'
import type { Progress } from './use-bulk.ts'
import { CauseDialog, NoteDialog, OwnerDialog } from './work-dialogs.tsx'

const LISTED = 200

/** What was not done, one by one, with the platform's reasons. */
export const Failures = ({
  failures,
  close,
}: {
  readonly failures: readonly Failure[]
  readonly close: () => void
}) => (
  <Dialog title={tn(failures.length, 'Not done: {n} incident', 'Not done: {n} incidents')} close={close}>
    <ul className={styles.failures}>
      {failures.slice(0, LISTED).map(({ id, reason }) => (
        <li key={id}>
          <Link to={PATHS.incident} params={{ incidentId: String(id) }} className="link id">
            {id}
          </Link>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
    {failures.length > LISTED && (
      <p className={styles.rest}>{t('and {count} more.', { count: count(failures.length - LISTED) })}</p>
    )}
    <div className={styles.end}>
      <button type="button" className="button" data-kind="main" data-first onClick={close}>
        {t('Understood')}
      </button>
    </div>
  </Dialog>
)

/** What is asked before something is done to many incidents. */
export type Asked = 'resolve' | 'assign' | 'note'

type QuestionProps = {
  readonly asked: Asked
  readonly chosen: ReadonlyMap<number, ChosenIncident>
  readonly run: (work: BulkWork) => void
  readonly close: () => void
}

/** Asks what belongs to an action on the chosen incidents. */
export const BulkQuestion = ({ asked, chosen, run, close }: QuestionProps) => {
  const kinds = [...new Set([...chosen.values()].map(({ kind }) => kind))]
  const frame = { busy: false, close }
  if (asked === 'assign')
    return (
      <OwnerDialog
        {...frame}
        title={tn(chosen.size, 'Who works on {n} incident?', 'Who works on {n} incidents?')}
        owner={null}
        sees={institutionsToSee(chosen.values())}
        onChoose={(userId) => run({ action: 'ASSIGN', userId })}
      />
    )
  if (asked === 'note')
    return (
      <NoteDialog
        {...frame}
        title={tn(chosen.size, 'Note on {n} incident', 'Note on {n} incidents')}
        onSave={(text) => run({ action: 'NOTE', text })}
      />
    )
  return (
    <CauseDialog
      {...frame}
      title={tn(chosen.size, 'Resolve {n} incident?', 'Resolve {n} incidents?')}
      action={tn(chosen.size, 'Resolve {n} incident', 'Resolve {n} incidents')}
      kinds={kinds}
      onConfirm={(cause) => run({ action: 'RESOLVE', ...cause })}
    >
      <p>{t('They are resolved from now on. The next event of such a kind opens a new incident.')}</p>
      {kinds.includes('MASS_OUTAGE') && <p>{t('Those of the ATMs of a mass outage are resolved with it.')}</p>}
    </CauseDialog>
  )
}

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
