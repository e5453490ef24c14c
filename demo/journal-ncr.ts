import {
  type Counted,
  clearCard,
  type PrintedSession,
  type SessionPlace,
  timeText,
  withdrawal,
} from './journal-sessions.ts'

/** How a session of an NCR machine ends, by what its journal shows. */
type NcrKind = 'APPROVED' | 'DECLINED' | 'SECOND_ATTEMPT' | 'REVERSED' | 'LATE_REVERSAL' | 'CANCELLED' | 'TIMEOUT'

const WEIGHTS: Readonly<Record<NcrKind, number>> = {
  APPROVED: 60,
  DECLINED: 16,
  SECOND_ATTEMPT: 8,
  REVERSED: 4,
  LATE_REVERSAL: 2,
  CANCELLED: 6,
  TIMEOUT: 4,
}

/** The verdicts that evidence of a session allows. */
const VERDICTS: Readonly<Record<NcrKind, readonly Counted[]>> = {
  APPROVED: ['successful'],
  DECLINED: ['failed'],
  SECOND_ATTEMPT: ['failed', 'successful'],
  REVERSED: ['undecided'],
  LATE_REVERSAL: ['undecided'],
  CANCELLED: ['undecided'],
  TIMEOUT: ['undecided'],
}

type Writer = SessionPlace & { readonly card: string; readonly lines: string[]; at: number }

const usDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`
const shortDate = (date: string): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(2, 4)}`

/** The line that dates what follows it. */
const datedLine = (date: string, seconds: number): string => `*${usDate(date)}*${timeText(seconds)}*`

/** What the machine prints once its power is back. */
export const ncrOpening = ({ atm, date }: Pick<SessionPlace, 'atm' | 'date'>, at: number): readonly string[] => {
  const types = atm.institution.currency.notes.map((note) => String(note).padStart(5, '0'))
  return [
    datedLine(date, at),
    'POWER-UP/RESET',
    'CASH TOTAL       TYPE1 TYPE2 TYPE3 TYPE4',
    `DENOMINATION     ${types.join(' ')} 00000`,
  ]
}

/** Prints a line with the time, some seconds after the one before. */
const timed = (writer: Writer, afterS: number, text: string): void => {
  writer.at += afterS
  writer.lines.push(`${timeText(writer.at)} ${text}`)
}

const ask = (writer: Writer, amount: number): void => {
  timed(writer, 4, 'OPCODE = BBC')
  timed(writer, 1, `REQUEST SENT [AMOUNT=${String(amount).padStart(8, '0')}]`)
}

const answer = (writer: Writer): void =>
  timed(writer, 2, `RESPONSE RECEIVED [FUNCTION ID=A, TXN SN NO=${String(writer.trace % 10_000).padStart(4, '0')}]`)

const stanText = (stan: number): string => String(stan % 1_000_000).padStart(6, '0')

const receipt = (writer: Writer, title: string, stan: number, amount: number, code: string): void => {
  const { atm, date, card } = writer
  writer.lines.push(
    `        ${title}`,
    'DATE      HOUR      STAN    TERMINAL',
    `${shortDate(date)} ${timeText(writer.at)} ${stanText(stan)} ${atm.machineNo.slice(0, 8)}`,
    `CARD NBR.      : ${card}`,
    `TRN. AMOUNT    : ${atm.institution.currency.code} ${amount}.00`,
    `RESPONSE CODE  : ${code}`,
  )
}

const dispense = (writer: Writer, notes: readonly (readonly [note: number, count: number])[]): void => {
  const counts = writer.atm.institution.currency.notes.map((note) => notes.find(([one]) => one === note)?.[1] ?? 0)
  timed(writer, 4, 'NOTES STACKED')
  timed(writer, 2, 'CARD TAKEN')
  timed(writer, 2, `NOTES PRESENTED ${counts.join(',')},0`)
  timed(writer, writer.choices.between(2, 9), 'NOTES TAKEN')
}

const WRITERS: Readonly<Record<NcrKind, (writer: Writer) => void>> = {
  APPROVED(writer) {
    const { amount, notes } = withdrawal(writer)
    ask(writer, amount)
    answer(writer)
    receipt(writer, 'WITHDRAWAL', writer.trace, amount, '000')
    dispense(writer, notes)
  },
  DECLINED(writer) {
    const { amount } = withdrawal(writer)
    ask(writer, amount)
    answer(writer)
    receipt(writer, 'WITHDRAWAL', writer.trace, amount, writer.choices.pick(['116', '117', '121']))
    timed(writer, 5, 'CARD TAKEN')
  },
  SECOND_ATTEMPT(writer) {
    const { amount, notes } = withdrawal(writer)
    ask(writer, amount * 2)
    answer(writer)
    receipt(writer, 'WITHDRAWAL', writer.trace, amount * 2, '116')
    ask(writer, amount)
    answer(writer)
    receipt(writer, 'WITHDRAWAL', writer.trace + 100_000, amount, '000')
    dispense(writer, notes)
  },
  // The host approved, and took it back as no notes came out.
  REVERSED(writer) {
    const { amount } = withdrawal(writer)
    ask(writer, amount)
    answer(writer)
    timed(writer, 3, 'UNABLE TO DISPENSE')
    receipt(writer, 'TRANSACTION CANCELED', writer.trace, amount, '480')
    timed(writer, 5, 'CARD TAKEN')
  },
  // No answer in time, and a reversal of what was perhaps approved: a conflict, so that there is no verdict.
  LATE_REVERSAL(writer) {
    const { amount } = withdrawal(writer)
    ask(writer, amount)
    timed(writer, 60, 'HOST TX TIMEOUT')
    receipt(writer, 'TRANSACTION CANCELED', writer.trace, amount, '480')
    timed(writer, 5, 'CARD TAKEN')
  },
  CANCELLED(writer) {
    timed(writer, writer.choices.between(5, 30), 'CUSTOMER CANCELLED')
    timed(writer, 3, 'CARD TAKEN')
  },
  TIMEOUT(writer) {
    ask(writer, withdrawal(writer).amount)
    timed(writer, 60, 'HOST TX TIMEOUT')
    timed(writer, 1, 'OPCODE = F  AA')
    timed(writer, 1, 'REQUEST SENT')
    timed(writer, 3, 'RESPONSE RECEIVED [FUNCTION ID=A]')
    timed(writer, 2, 'CARD TAKEN')
  },
}

/** A customer's session at an NCR machine that starts `at` seconds after local midnight. */
export const printNcrSession = (where: SessionPlace, at: number): PrintedSession => {
  const { date, choices, trace, atm } = where
  const kind = choices.weighted(WEIGHTS)
  const clear = clearCard(atm.institution.cardPrefix, choices)
  const card = `${clear.slice(0, 6)}******${clear.slice(-4)}`
  const lines = [`*${trace}${datedLine(date, at)}`, '*TRANSACTION START*']
  const writer = { ...where, card, lines, at }
  timed(writer, 2, 'CARD INSERTED')
  lines.push(`CARD: ${choices.chance(0.03) ? clear : card}`)
  timed(writer, choices.between(6, 20), 'PIN ENTERED')
  WRITERS[kind](writer)
  timed(writer, 1, 'TRANSACTION END')
  return { lines, verdicts: VERDICTS[kind] }
}
