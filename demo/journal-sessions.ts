import type { DemoAtm } from './fleet.ts'
import type { Choices } from './random.ts'

/** What a reader counts an attempt as. */
export type Counted = 'successful' | 'failed' | 'undecided'

/** A printed session, and what its attempts count as. */
export type PrintedSession = { readonly lines: readonly string[]; readonly verdicts: readonly Counted[] }

/** Of which machine and day a session is, and the numbers that it is made up from. */
export type SessionPlace = {
  readonly atm: DemoAtm
  readonly date: string
  readonly choices: Choices
  readonly trace: number
}

/** How a session ends, by what the journal shows of it. */
type SessionKind =
  | 'APPROVED_BY_CODE'
  | 'APPROVED_BY_CASH'
  | 'RETRACTED'
  | 'DEPOSIT'
  | 'BALANCE'
  | 'DECLINED'
  | 'SECOND_ATTEMPT'
  | 'CONFLICT'
  | 'CANCELLED'
  | 'UNDECIDED'

/** The verdicts that evidence of a session allows (family A: the printed code, else notes taken, else none). */
const VERDICTS: Readonly<Record<SessionKind, readonly Counted[]>> = {
  APPROVED_BY_CODE: ['successful'],
  APPROVED_BY_CASH: ['successful'],
  RETRACTED: ['successful'],
  DEPOSIT: ['successful'],
  BALANCE: ['successful'],
  DECLINED: ['failed'],
  SECOND_ATTEMPT: ['failed', 'successful'],
  CONFLICT: ['successful'],
  CANCELLED: ['undecided'],
  UNDECIDED: ['undecided'],
}

const SESSION_WEIGHTS: Readonly<Record<SessionKind, number>> = {
  APPROVED_BY_CODE: 50,
  APPROVED_BY_CASH: 12,
  RETRACTED: 1,
  DEPOSIT: 7,
  BALANCE: 6,
  DECLINED: 20,
  SECOND_ATTEMPT: 4,
  CONFLICT: 1,
  CANCELLED: 3,
  UNDECIDED: 10,
}

/** The longest session in seconds, with what follows it. */
export const SESSION_S = 120

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** `HH:MM:SS` of seconds since midnight. */
export const timeText = (seconds: number): string =>
  `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`

/** `MM/DD/YY` of `YYYY-MM-DD`, as this family prints dates. */
export const printedDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(2, 4)}`

/** The line that dates what follows it. */
export const datedLine = (date: string, seconds: number): string =>
  `------------${printedDate(date)} ${timeText(seconds)}-------------`

/** The digit that makes a number valid by Luhn. */
const checkDigit = (stem: string): number => {
  let sum = 0
  for (let n = 0; n < stem.length; n += 1) {
    const digit = Number(stem[stem.length - 1 - n])
    const counted = n % 2 === 0 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return (10 - (sum % 10)) % 10
}

/**
 * A valid card number with the given first digits. It is made up while it is printed, to be masked on its
 * way in.
 */
export const clearCard = (prefix: string, choices: Choices): string => {
  const stem = `${prefix}${choices.digits(9)}`
  return `${stem}${checkDigit(stem)}`
}

type Writer = SessionPlace & { readonly lines: string[]; at: number }

/** Prints a line with the time, some seconds after the one before. */
const timed = (writer: Writer, afterS: number, text: string): void => {
  writer.at += afterS
  writer.lines.push(`${timeText(writer.at)} ${text}`)
}

const camera = (writer: Writer, number: number): void => {
  const at = `${writer.date}${timeText(writer.at)}`.replaceAll(/[-:]/g, '')
  const stamp = `${at}${writer.choices.digits(3)}`
  timed(writer, 0, `CAMERA  ${number} P${stamp}.JPG`)
}

/** What was asked for, and the notes that make it up. */
export type Money = { readonly amount: number; readonly notes: readonly (readonly [note: number, count: number])[] }

/** A withdrawal of notes that the machine has. */
export const withdrawal = ({ atm, choices }: SessionPlace): Money => {
  const [large, middle, small] = atm.institution.currency.notes
  const counts = [
    [large, choices.between(0, 9)],
    [middle, choices.between(0, 4)],
    [small, choices.chance(0.2) ? choices.between(1, 3) : 0],
  ] as const
  const notes = counts.filter(([, count]) => count > 0)
  const dispensed = notes.length === 0 ? ([[large, 1]] as const) : notes
  return { notes: dispensed, amount: dispensed.reduce((sum, [note, count]) => sum + note * count, 0) }
}

const amountText = (amount: number): string =>
  `${String(Math.floor(amount)).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.00`.padStart(10)

const receipt = (writer: Writer, card: string, amount: number, code: string): void => {
  const { date, atm, choices } = writer
  const day = date.slice(2).replaceAll('-', '/')
  // Some hosts send no date for a refusal.
  const business = code === '000' || choices.chance(0.5) ? day : '99/11/30'
  writer.lines.push(
    `${day} ${business} ${timeText(writer.at).slice(0, 5)} 0`,
    `113 ${code === '000' ? pad(writer.trace % 10_000, 4) : '0000'} ${choices.digits(6)}`,
    card,
    `${amountText(amount)}  ${atm.institution.currency.number}`,
    'SURCHARGE:  0.00',
    '',
    `            ${code}`,
  )
}

const dispense = (writer: Writer, { notes }: Money): void => {
  const { code } = writer.atm.institution.currency
  timed(writer, 6, 'DISPENSE')
  for (const [note, count] of notes) writer.lines.push(`         ${`${code}${note}`.padEnd(9)}-${pad(count, 3)}`)
  timed(writer, 1, 'NOTES PRESENT AT CASH SLOT')
  camera(writer, 3)
  timed(writer, 0, 'CASH SHUTTER OPENED')
}

const ask = (writer: Writer, opcode: string, next: string): void => {
  timed(writer, writer.choices.between(3, 8), `TNX REQUEST, OPCODE: ${opcode}`)
  timed(writer, 1, `TNX REPLY, NEXT: ${next}, FUNCID: ${next === '077' ? 'A' : '5'}`)
}

/** Returns the card's number and what the machine prints of it. */
const insertCard = (writer: Writer): { readonly clear: string; readonly hidden: string } => {
  const { atm, choices } = writer
  const clear = clearCard(atm.institution.cardPrefix, choices)
  const hidden = `${clear.slice(0, 6)}XXXXXX${clear.slice(-4)}`
  timed(writer, 0, `CARD:;${hidden}?`)
  camera(writer, 1)
  timed(writer, 4, 'ATR RECEIVED T=0')
  timed(writer, 1, `AID=A00000000${choices.pick(['31010', '41010'])}`)
  return { clear, hidden }
}

/** From the card to the host's reply. Returns the card as a receipt shows it: hidden, or now and then in clear. */
const request = (writer: Writer, opcode: string, next: string): string => {
  const { choices } = writer
  const { clear, hidden } = insertCard(writer)
  timed(writer, choices.between(6, 20), 'PIN ENTERED')
  ask(writer, opcode, next)
  return choices.chance(0.03) ? clear : hidden.replace('XXXXXX', '******')
}

const WRITERS: Readonly<Record<SessionKind, (writer: Writer) => void>> = {
  APPROVED_BY_CODE(writer) {
    const money = withdrawal(writer)
    const card = request(writer, 'AAAF   A', '077')
    timed(writer, 1, '2nd GenAC:P1 = 40[TC]')
    receipt(writer, card, money.amount, '000')
    timed(writer, 2, 'CARD TAKEN BY CUSTOMER')
    dispense(writer, money)
    timed(writer, writer.choices.between(3, 9), 'NOTES TAKEN BY CUSTOMER')
    timed(writer, 3, 'CASH SHUTTER CLOSED')
  },
  APPROVED_BY_CASH(writer) {
    request(writer, 'AAAD   C', '077')
    timed(writer, 1, '2nd GenAC:P1 = 40[TC]')
    timed(writer, 2, 'CARD TAKEN BY CUSTOMER')
    writer.lines.push(`TRACE: ${writer.trace}`)
    dispense(writer, withdrawal(writer))
    timed(writer, writer.choices.between(3, 9), 'NOTES TAKEN BY CUSTOMER')
  },
  RETRACTED(writer) {
    const money = withdrawal(writer)
    receipt(writer, request(writer, 'AAAF   A', '077'), money.amount, '000')
    dispense(writer, money)
    timed(writer, 30, 'NOTES RETRACTED')
  },
  DEPOSIT(writer) {
    const money = withdrawal(writer)
    const card = request(writer, 'CAAF   D', '083')
    timed(writer, 12, 'CASH INSERTED')
    timed(writer, 5, 'CASH ACCEPTED')
    receipt(writer, card, money.amount, '000')
  },
  BALANCE(writer) {
    receipt(writer, request(writer, 'BAAB   A', '045'), 0, '000')
    timed(writer, 3, 'CARD TAKEN BY CUSTOMER')
  },
  DECLINED(writer) {
    const { choices, atm } = writer
    if (choices.chance(0.35)) {
      timed(writer, 0, 'CARDLESS TNX STARTED')
      camera(writer, 1)
      timed(writer, choices.between(8, 30), 'CUSTOMER INFORMATION ENTERED')
      writer.lines.push(`         ${atm.institution.customerPrefix}${choices.digits(10)}`)
      timed(writer, 1, 'TNX REQUEST, OPCODE: CCC    C')
      timed(writer, 1, 'TNX REPLY, NEXT: 000, FUNCID: 5')
      receipt(writer, '0009898********0000', 0, '105')
      return
    }
    const money = withdrawal(writer)
    const code = choices.weighted({ c105: 10, c005: 4, c051: 6, c055: 3 }).slice(1)
    receipt(writer, request(writer, 'AAAF   A', '000'), money.amount, code)
    timed(writer, 3, 'CARD TAKEN BY CUSTOMER')
  },
  SECOND_ATTEMPT(writer) {
    const money = withdrawal(writer)
    const card = request(writer, 'AAAF   A', '000')
    receipt(writer, card, money.amount * 2, '051')
    ask(writer, 'AAAF   A', '077')
    receipt({ ...writer, trace: writer.trace + 5_000 }, card, money.amount, '000')
    timed(writer, 2, 'CARD TAKEN BY CUSTOMER')
    dispense(writer, money)
    timed(writer, writer.choices.between(3, 9), 'NOTES TAKEN BY CUSTOMER')
  },
  // The receipt is of more than the notes that came out.
  CONFLICT(writer) {
    const money = withdrawal(writer)
    receipt(writer, request(writer, 'AAAF   A', '077'), money.amount + writer.atm.institution.currency.notes[0], '000')
    dispense(writer, money)
    timed(writer, writer.choices.between(3, 9), 'NOTES TAKEN BY CUSTOMER')
  },
  CANCELLED(writer) {
    insertCard(writer)
    timed(writer, writer.choices.between(6, 30), 'CUSTOMER CANCELLED')
    timed(writer, 3, 'CARD TAKEN BY CUSTOMER')
  },
  UNDECIDED(writer) {
    if (writer.choices.chance(0.5)) {
      timed(writer, 0, 'CARDLESS TNX STARTED')
      camera(writer, 1)
      timed(writer, 44, 'SCREEN TIMEOUT OCCURRED')
      return
    }
    request(writer, 'AAAF   C', '000')
    timed(writer, 1, '2nd GenAC:P1 = 00[AAC]')
    timed(writer, 4, 'CARD TAKEN BY CUSTOMER')
  },
}

/** A customer's session at a recycler that starts `at` seconds after local midnight. */
export const printSession = (where: SessionPlace, at: number): PrintedSession => {
  const kind = where.choices.weighted(SESSION_WEIGHTS)
  const lines = [datedLine(where.date, at), '============TRANSACTION START=============']
  WRITERS[kind]({ ...where, lines, at })
  return { lines, verdicts: VERDICTS[kind] }
}
