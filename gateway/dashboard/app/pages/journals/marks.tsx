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
  TransactionVerdict,
} from '../../gql/graphql.gen.ts'
import styles from './marks.module.css'

type Look = {
  readonly label: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'wait' | 'none'
  readonly Icon: typeof IconClock
}

/** What is known of a file, in the order of what needs somebody. */
export const FILE_STATES: Readonly<Record<JournalFileStatus, Look>> = {
  FAILED: { label: 'Not readable', tone: 'bad', Icon: IconSquareX },
  MISDATED: { label: 'Of another day', tone: 'bad', Icon: IconCalendarX },
  PARTIAL: { label: 'Read in part', tone: 'warn', Icon: IconCircleHalf2 },
  RECEIVED: { label: 'Waits to be read', tone: 'wait', Icon: IconClock },
  PARSED: { label: 'Read', tone: 'ok', Icon: IconCircleCheck },
}

export const GAP_STATES: Readonly<Record<JournalGapStatus, Look>> = {
  OPEN: { label: 'Missing', tone: 'warn', Icon: IconCircleDashed },
  FETCH_REQUESTED: { label: 'Asked for', tone: 'wait', Icon: IconHourglassEmpty },
  CLOSED: { label: 'Has come', tone: 'ok', Icon: IconCircleCheck },
}

export const VERDICTS: Readonly<Record<TransactionVerdict | 'NONE', Look>> = {
  APPROVED: { label: 'Approved', tone: 'ok', Icon: IconCircleCheck },
  DECLINED: { label: 'Declined', tone: 'bad', Icon: IconCircleX },
  CANCELLED: { label: 'Cancelled', tone: 'none', Icon: IconBan },
  REVERSED: { label: 'Reversed', tone: 'warn', Icon: IconReceiptRefund },
  NONE: { label: 'No verdict', tone: 'none', Icon: IconCircleDashed },
}

export const CASH: Readonly<Record<CashOutcome, Look>> = {
  DISPENSED: { label: 'Notes taken', tone: 'ok', Icon: IconCash },
  PARTIAL: { label: 'Taken in part', tone: 'warn', Icon: IconCircleHalf2 },
  RETRACTED: { label: 'Retracted', tone: 'warn', Icon: IconArrowBackUp },
  NOT_TAKEN: { label: 'Not taken', tone: 'bad', Icon: IconHandStop },
  NONE: { label: 'No notes', tone: 'none', Icon: IconMinus },
  UNKNOWN: { label: 'Not known', tone: 'warn', Icon: IconQuestionMark },
}

/** Where the evidence of a transaction contradicts itself. */
export const CONFLICTS: Readonly<Record<TransactionConflict, string>> = {
  DECLINED_WITH_CASH: 'Declined, notes taken',
  AMOUNT_AND_NOTES: 'Amount and notes differ',
  CARD_MISMATCH: 'Another card on the receipt',
  TIMEOUT_REVERSED: 'Timeout, then reversed',
  APPROVED_AND_DECLINED: 'Two answers differ',
  NOTES_RETURNED: 'Approved, notes returned',
  MIXED_LINES: 'Lines of another session',
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

/** What is said of an attempt behind its kind. Of a session the first one is the usual one, and is not named. */
export const attemptText = (attemptNo: number): string =>
  attemptNo === 0 ? ', no request' : attemptNo === 1 ? '' : `, attempt ${attemptNo}`

/** What a journal does not contain. */
export const NotTold = () => <span className={styles.none}>{'\u2014'}</span>
