import { takeHostCode, takeHostWords, takeNumber } from '../sessions/attempt.ts'
import type { DateBounds } from '../sessions/dates.ts'
import { startsIn } from '../sessions/line-shapes.ts'
import { readReceipt, takeHostDate } from '../sessions/receipts.ts'
import type { DatedSession } from './dated-notes.ts'

/** The labels of these receipts, and those that mean the same on all others. */
const LABELS: readonly { readonly label: RegExp; readonly means: string }[] = [
  { label: /^(?:NO\.? ?REKORD|NO\.? ?URUT)\b/, means: 'TRAN NO' },
  { label: /^(?:KARTU|NO\.? ?KARTU)\b/, means: 'CARD NO' },
  { label: /^(?:DARI|KE) REK(?:ENING)?\b\.?/, means: 'ACCOUNT NO' },
  { label: /^(?:REK|REKENING|NO\.? ?REK)\b\.?/, means: 'ACCOUNT NO' },
  { label: /^JUMLAH\b/, means: 'AMOUNT' },
  { label: /^PENARIKAN(?: TUNAI)?(?: TABUNGAN| GIRO)?\b/, means: 'WITHDRAWAL' },
  { label: /^SETOR(?:AN)?(?: TUNAI)?\b/, means: 'DEPOSIT' },
  { label: /^(?:INFO|CEK|INFORMASI) SALDO\b/, means: 'BALANCE INQUIRY' },
]
const mayBeLabel = startsIn('NO', 'KA', 'RE', 'JU', 'PE', 'SE', 'IN', 'CE', 'DA', 'KE')

/** `RESPON : 00   SUKSES`. A code with letters is the bank's name of a step, and answers nothing. */
const DATE = /^TANGGAL ?:? ?(?=\d)/
const TIME = /WAKTU ?:? ?/
const RESPONSE = /^RESPON(?:SE)?(?: CODE)? ?:? ?(\d{1,4})(?![\dA-Z])/
const TERMINAL = /^(?:ATM|TERMINAL) ID ?[:[]? ?([0-9A-Z]{3,20})\b/
/** The second column of a line. */
export const REFERENCE = /\bNO\.? ?REF\.? ?: ?(\d{1,12})\b/
const REFUSES = /^TRANSAKSI (?:ANDA )?(?:DITOLAK|GAGAL)\b|^SALDO (?:ANDA )?TIDAK (?:CUKUP|MENCUKUPI)\b/
const APPROVES = /^TRANSAKSI (?:ANDA )?(?:BERHASIL|SUKSES)\b/
const mayBeOwn = startsIn('RE', 'AT', 'TA', 'TE', 'TR', 'SA')

const takeWords = ({ attempt }: DatedSession, verdict: 'APPROVED' | 'DECLINED'): void => {
  if (attempt.answers.length === 0) takeHostWords(attempt, verdict)
}

const readOwn = (session: DatedSession, text: string, bounds: DateBounds): boolean => {
  const { attempt } = session
  const code = RESPONSE.exec(text)?.[1]
  const terminal = TERMINAL.exec(text)?.[1]
  if (code !== undefined) takeHostCode(attempt, code)
  else if (DATE.test(text)) takeHostDate(attempt, text.replace(DATE, '').replace(TIME, ''), bounds)
  else if (terminal !== undefined) {
    takeNumber(attempt, 'terminalId', terminal)
    const reference = REFERENCE.exec(text)?.[1]
    if (reference !== undefined) takeNumber(attempt, 'rrn', reference)
  } else if (REFUSES.test(text)) takeWords(session, 'DECLINED')
  else if (APPROVES.test(text)) takeWords(session, 'APPROVED')
  else return text.startsWith('RESPON')
  return true
}

/** A line of a receipt, in capitals and with single spaces; true if it is one that says something. */
export const readDatedReceipt = (session: DatedSession, text: string, bounds: DateBounds): boolean => {
  if (mayBeOwn(text) && readOwn(session, text, bounds)) return true
  const found = mayBeLabel(text) ? LABELS.find(({ label }) => label.test(text)) : undefined
  return readReceipt(session.attempt, found === undefined ? text : text.replace(found.label, found.means), bounds)
}
