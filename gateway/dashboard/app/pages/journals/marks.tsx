import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCalendarX,
  IconCash,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
  IconHandStop,
  IconHourglassEmpty,
  IconMinus,
  IconQuestionMark,
  IconReceiptRefund,
  IconSquareX,
} from '@tabler/icons-react'
import type {
  CashOutcome,
  JournalFileStatus,
  JournalGapStatus,
  TransactionConflict,
  TransactionKind,
  TransactionVerdict,
} from '../../gql/graphql.gen.ts'
import { t, tc } from '../../language/texts.ts'
import { words } from '../../ui/format.ts'
import styles from './marks.module.css'

type Look = {
  readonly label: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'wait' | 'none'
  readonly Icon: typeof IconClock
}

/** What is known of a file, in the order of what needs somebody. */
export const FILE_STATES: Readonly<Record<JournalFileStatus, Look>> = {
  FAILED: { label: t('Not readable'), tone: 'bad', Icon: IconSquareX },
  MISDATED: { label: t('Of another day'), tone: 'bad', Icon: IconCalendarX },
  PARTIAL: { label: t('Read in part'), tone: 'warn', Icon: IconCircleHalf2 },
  RECEIVED: { label: t('Waits to be read'), tone: 'wait', Icon: IconClock },
  PARSED: { label: tc('file', 'Read'), tone: 'ok', Icon: IconCircleCheck },
}

export const GAP_STATES: Readonly<Record<JournalGapStatus, Look>> = {
  OPEN: { label: tc('journal', 'Missing'), tone: 'warn', Icon: IconCircleDashed },
  FETCH_REQUESTED: { label: t('Asked for'), tone: 'wait', Icon: IconHourglassEmpty },
  CLOSED: { label: t('Has come'), tone: 'ok', Icon: IconCircleCheck },
}

export const VERDICTS: Readonly<Record<TransactionVerdict | 'NONE', Look>> = {
  APPROVED: { label: t('Approved'), tone: 'ok', Icon: IconCircleCheck },
  DECLINED: { label: t('Declined'), tone: 'bad', Icon: IconCircleX },
  CANCELLED: { label: tc('transaction', 'Cancelled'), tone: 'none', Icon: IconBan },
  REVERSED: { label: t('Reversed'), tone: 'warn', Icon: IconReceiptRefund },
  NONE: { label: t('No verdict'), tone: 'none', Icon: IconCircleDashed },
}

export const CASH: Readonly<Record<CashOutcome, Look>> = {
  DISPENSED: { label: t('Notes taken'), tone: 'ok', Icon: IconCash },
  PARTIAL: { label: t('Taken in part'), tone: 'warn', Icon: IconCircleHalf2 },
  RETRACTED: { label: tc('notes', 'Retracted'), tone: 'warn', Icon: IconArrowBackUp },
  NOT_TAKEN: { label: t('Not taken'), tone: 'bad', Icon: IconHandStop },
  NONE: { label: t('No notes'), tone: 'none', Icon: IconMinus },
  UNKNOWN: { label: t('Not known'), tone: 'warn', Icon: IconQuestionMark },
}

/** Where the evidence of a transaction contradicts itself. */
export const CONFLICTS: Readonly<Record<TransactionConflict, string>> = {
  DECLINED_WITH_CASH: t('Declined, notes taken'),
  AMOUNT_AND_NOTES: t('Amount and notes differ'),
  CARD_MISMATCH: t('Another card on the receipt'),
  TIMEOUT_REVERSED: t('Timeout, then reversed'),
  APPROVED_AND_DECLINED: t('Two answers differ'),
  NOTES_RETURNED: t('Approved, notes returned'),
  MIXED_LINES: t('Lines of another session'),
}

const Mark = ({ look: { label, tone, Icon }, calm = false }: { readonly look: Look; readonly calm?: boolean }) => (
  <span className={styles.mark} data-tone={tone} data-calm={calm || undefined}>
    <Icon size={15} stroke={2} aria-hidden />
    {label}
  </span>
)

export const FileState = ({ status }: { readonly status: JournalFileStatus }) => <Mark look={FILE_STATES[status]} />

/** The same as a choice, without a colour of alarm. */
export const FileStateChip = ({ status }: { readonly status: JournalFileStatus }) => (
  <Mark look={FILE_STATES[status]} calm />
)

export const GapStateChip = ({ status }: { readonly status: JournalGapStatus }) => (
  <Mark look={GAP_STATES[status]} calm />
)

export const GapState = ({ status }: { readonly status: JournalGapStatus }) => <Mark look={GAP_STATES[status]} />

export const Verdict = ({ verdict }: { readonly verdict: TransactionVerdict | null }) => (
  <Mark look={VERDICTS[verdict ?? 'NONE']} />
)

export const Cash = ({ outcome }: { readonly outcome: CashOutcome }) => <Mark look={CASH[outcome]} />

/** The conflicts of a transaction, one below the other; nothing without one. */
export const Conflicts = ({ conflict }: { readonly conflict: readonly TransactionConflict[] }) =>
  conflict.map((code) => (
    <span key={code} className={styles.conflict}>
      <IconAlertTriangle size={12} stroke={2} aria-hidden />
      {CONFLICTS[code]}
    </span>
  ))

/** What an attempt was for. Of a session the first one is the usual one, and is not named. */
export const attemptText = (kind: TransactionKind, attemptNo: number): string => {
  if (attemptNo === 0) return t('{kind}, no request', { kind: words(kind) })
  return attemptNo === 1 ? words(kind) : t('{kind}, attempt {n}', { kind: words(kind), n: attemptNo })
}

/** What a journal does not contain. */
export const NotTold = () => <span className={styles.none}>{'\u2014'}</span>
