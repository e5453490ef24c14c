import { printedCard } from './cards.ts'
import { createJournalClock, readDate, readTime } from './dates.ts'
import type { CashOutcome, Family, FamilyReader, JournalTransaction, ReadContext, TransactionKind } from './family.ts'

/** `============TRANSACTION START=============`; there is no end mark in this family. */
const START = /^=+ ?TRANSACTION START ?=+$/
/** `------------MM/DD/YY HH:MM:SS-------------` dates what follows. */
const DATED = /^-{6,}(\d\d)\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)-{6,}$/
/** `**POWER OFF                MM/DD/YY HH:MM`. */
const STATUS = /^\*\*(\S.{0,60}?) {1,30}(\d\d)\/(\d\d)\/(\d\d) (\d\d:\d\d)$/
const CLOSING_STATUS = /^(POWER (OFF|ON)|SUPERVISOR MODE|OUT-OF-SERVICE)/
const OUT_OF_SERVICE = /^\s*OUT-OF-SERVICE$/
/** Timed lines that begin something, so that what was being printed is over; others may fall into it. */
const BEGINS = /^(?:CARD|DISPENSE|TNX RE(?:QUEST|PLY)|NOTES|CASH|TRACE)\b/
const TIMED = /^(\d\d:\d\d:\d\d) (\S.*)$/
const CARD = /^CARD:;?([\dX*]{13,19})/
/** First line of a host receipt; its second date may be the sentinel 99/11/30. */
const RECEIPT = /^\d\d\/\d\d\/\d\d \d\d\/\d\d\/\d\d \d\d:\d\d \d+$/
const RECEIPT_NUMBERS = /^\d{3} (\d{4}) \d{6}$/
const RECEIPT_CARD = /^[\dX*]{13,19}$/
const RECEIPT_AMOUNT = /^([\d,]{1,15}\.\d\d) +(\d{3})$/
const RECEIPT_CODE = /^\d{3}$/
const TRACE = /^TRACE: (\d{1,12})$/
const NOTES = /^([A-Z]{3})(\d{1,6}) +-(\d{1,5})$/

/** ISO 4217 numbers that this family's hosts print. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '230': 'ETB',
  '404': 'KES',
  '800': 'UGX',
  '834': 'TZS',
  '840': 'USD',
  '978': 'EUR',
}

const APPROVED_CODE = '000'

/** More than a machine holds in any currency, in hundredths; what adds up to more is no amount. */
const MAX_AMOUNT_MINOR = 1_000_000_000_000n

/** What has been read of the session that is open. */
type Session = {
  startedAt: string
  endedAt: string | null
  firstLine: number
  lastLine: number
  card: string | null
  receiptCard: string | null
  trace: string | null
  receiptNumber: string | null
  hostCode: string | null
  amountMinor: bigint | null
  currency: string | null
  notesMinor: bigint
  /** The last line of notes, and the last command to dispense: printed again they count once. */
  notesLine: string | null
  dispenseLine: string | null
  notesCurrency: string | null
  notesPresented: boolean
  notesTaken: boolean
  notesRetracted: boolean
  named: TransactionKind | null
  /** What the next lines belong to, until a timed line that begins something else. */
  block: 'none' | 'receipt' | 'notes'
}

const openSession = (startedAt: string, line: number): Session => ({
  startedAt,
  endedAt: null,
  firstLine: line,
  lastLine: line,
  card: null,
  receiptCard: null,
  trace: null,
  receiptNumber: null,
  hostCode: null,
  amountMinor: null,
  currency: null,
  notesMinor: 0n,
  notesLine: null,
  dispenseLine: null,
  notesCurrency: null,
  notesPresented: false,
  notesTaken: false,
  notesRetracted: false,
  named: null,
  block: 'none',
})

const cashOutcome = (session: Session): CashOutcome => {
  if (session.notesRetracted) return 'RETRACTED'
  if (session.notesTaken) {
    const short = session.amountMinor !== null && session.notesMinor > 0n && session.notesMinor < session.amountMinor
    return short ? 'PARTIAL' : 'DISPENSED'
  }
  return session.notesPresented ? 'NOT_TAKEN' : 'NONE'
}

/** The evidence of this family, in its order: the printed code, else notes taken, else nothing. */
const verdictOf = (session: Session): JournalTransaction['verdict'] => {
  if (session.hostCode !== null) return session.hostCode === APPROVED_CODE ? 'APPROVED' : 'DECLINED'
  return session.notesTaken ? 'APPROVED' : null
}

const referenceOf = (session: Session): string | null =>
  [session.trace, session.receiptNumber].find((value) => value !== null && !/^0*$/.test(value)) ?? null

const isBeyond = (amountMinor: bigint | null): boolean => amountMinor !== null && amountMinor > MAX_AMOUNT_MINOR

const closeSession = (session: Session): JournalTransaction => {
  const dispensed = session.notesMinor > 0n ? session.notesMinor : null
  const amountMinor = session.amountMinor ?? dispensed
  const isAmount = !isBeyond(amountMinor)
  return {
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    kind: session.dispenseLine !== null || session.notesPresented ? 'WITHDRAWAL' : (session.named ?? 'OTHER'),
    verdict: verdictOf(session),
    hostCode: session.hostCode,
    amountMinor: isAmount ? amountMinor : null,
    currency: isAmount ? (session.amountMinor === null ? session.notesCurrency : session.currency) : null,
    card: session.card ?? session.receiptCard,
    reference: referenceOf(session),
    cashOutcome: cashOutcome(session),
    completeness: 'COMPLETE',
    firstLine: session.firstLine,
    lastLine: session.lastLine,
  }
}

/** A line of the session that begins with a time. */
const readTimed = (session: Session, time: string, text: string): void => {
  if (BEGINS.test(text)) session.block = 'none'
  const card = CARD.exec(text)?.[1]
  if (card !== undefined) session.card ??= printedCard(card)
  else if (text === 'DISPENSE') {
    session.block = session.dispenseLine === time ? 'none' : 'notes'
    session.dispenseLine = time
    session.notesLine = null
  } else if (text.startsWith('NOTES PRESENT')) session.notesPresented = true
  else if (text.startsWith('NOTES TAKEN')) session.notesTaken = true
  else if (/^(NOTES|CASH) RETRACT/.test(text)) session.notesRetracted = true
  else if (/^(CASH|NOTES) (INSERTED|ACCEPTED|STORED|DEPOSITED)/.test(text)) session.named ??= 'DEPOSIT'
}

const readAmount = (session: Session, text: string): boolean => {
  const amount = RECEIPT_AMOUNT.exec(text)
  if (amount?.[1] === undefined || amount[2] === undefined) return false
  session.amountMinor = BigInt(amount[1].replaceAll(/[,.]/g, ''))
  session.currency = CURRENCIES[amount[2]] ?? null
  return true
}

/** A line inside a host receipt; true if it is one of its known lines. */
const readReceipt = (session: Session, text: string): boolean => {
  // What the host says after the notes were out is about another request of the same session.
  const settled = session.hostCode !== null && session.notesPresented
  const numbers = RECEIPT_NUMBERS.exec(text)
  if (numbers?.[1] !== undefined) session.receiptNumber ??= numbers[1]
  else if (RECEIPT_CARD.test(text)) session.receiptCard ??= printedCard(text)
  else if (RECEIPT_CODE.test(text)) session.hostCode = settled ? session.hostCode : text
  else if (settled || !readAmount(session, text)) return text.startsWith('SURCHARGE')
  return true
}

const readNotes = (session: Session, text: string): boolean => {
  const notes = NOTES.exec(text)
  if (notes?.[1] === undefined) return false
  if (text === session.notesLine) return true
  session.notesLine = text
  session.notesMinor += BigInt(notes[2] ?? 0) * BigInt(notes[3] ?? 0) * 100n
  session.notesCurrency = notes[1]
  return true
}

/** A line without a time inside a session; true if it belongs to the session's evidence. */
const readUntimed = (session: Session, text: string): boolean => {
  const trace = TRACE.exec(text)?.[1]
  if (trace !== undefined) {
    session.trace ??= trace
    session.block = 'none'
    return true
  }
  if (RECEIPT.test(text)) {
    session.block = 'receipt'
    return true
  }
  if (session.block === 'receipt') return readReceipt(session, text.trim())
  return session.block === 'notes' && readNotes(session, text.trim())
}

/** The session that is open, and the clock of the lines. */
const createSessions = ({ emit, damaged, ...bounds }: ReadContext) => {
  const clock = createJournalClock(bounds)
  let session: Session | null = null
  const close = (): void => {
    if (session === null) return
    if (isBeyond(session.amountMinor) || isBeyond(session.notesMinor)) damaged()
    emit(closeSession(session))
    session = null
  }
  return {
    close,
    start(number: number): void {
      const startedAt = clock.current()
      // The mark printed again, with nothing between, is the same transaction.
      if (session !== null && session.lastLine === session.firstLine && session.startedAt === startedAt) return
      close()
      session = openSession(startedAt, number)
    },
    setClock([month, day, year, time = '']: readonly (string | undefined)[]): void {
      const date = readDate(Number(month), Number(day), Number(year), bounds)
      const seconds = readTime(time)
      if (date !== null && seconds !== null) clock.setDate(date, seconds)
    },
    timed(time: string, text: string, number: number): void {
      const seconds = readTime(time)
      if (seconds === null) return
      const at = clock.at(seconds)
      if (at === null) {
        damaged()
        return
      }
      if (session === null) return
      if (session.endedAt === null) session.startedAt = at
      session.endedAt = at
      session.lastLine = number
      readTimed(session, time, text)
    },
    untimed(text: string, number: number): void {
      if (session !== null && text !== '' && readUntimed(session, text)) session.lastLine = number
    },
  }
}

const createReader = (context: ReadContext): FamilyReader => {
  const sessions = createSessions(context)
  return {
    line: (raw, number) => {
      const text = raw.trimEnd()
      const dated = DATED.exec(text)
      const status = dated === null ? STATUS.exec(text) : null
      const clocked = TIMED.exec(text)
      if (dated !== null) sessions.setClock(dated.slice(1))
      else if (START.test(text)) sessions.start(number)
      else if (status !== null) {
        if (CLOSING_STATUS.test(status[1] ?? '')) sessions.close()
        sessions.setClock(status.slice(2))
      } else if (OUT_OF_SERVICE.test(text)) sessions.close()
      else if (clocked?.[1] !== undefined) sessions.timed(clocked[1], clocked[2] ?? '', number)
      else sessions.untimed(text, number)
    },
    end: sessions.close,
  }
}

/** Recyclers whose journal dates its lines by rulers and prints no end of a transaction. */
export const recycler: Family = {
  name: 'RECYCLER',
  sniff: (head) => head.filter((line) => START.test(line.trimEnd()) || DATED.test(line.trimEnd())).length,
  createReader,
  evidence: [
    /\b[A-Z]\d{17}\.(?:JPG|MPG|JPEG|MP4|AVI|BMP|PNG)\b/g,
    /\bAID ?[=:] ?[0-9A-F]{10,32}\b/g,
    /\bBRANCH ?: ?\d{1,19}\b/g,
  ],
  customerNumberNext: /CUSTOMER INFORMATION ENTERED/,
  customerNumberOver: /TRANSACTION START|TNX REPLY|DISPENSE|TRACE:|^\d\d\/\d\d\/\d\d \d\d\/\d\d\/\d\d /,
}
