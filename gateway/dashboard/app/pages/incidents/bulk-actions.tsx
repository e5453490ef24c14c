import { t, tc } from '../../language/texts.ts'
import type { Asked } from './bulk-question.tsx'
import type { BulkWork } from './bulk-work.ts'

type ActionsProps = { readonly run: (work: BulkWork) => void; readonly ask: (what: Asked) => void; readonly me: string }

/** The buttons of what is done to all chosen incidents. */
export const BulkActions = ({ run, ask, me }: ActionsProps) => (
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
