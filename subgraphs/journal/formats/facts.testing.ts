import type {
  CashOutcome,
  Conflict,
  DecisionRule,
  JournalTransaction,
  Notes,
  TransactionKind,
  Verdict,
} from './sessions/transaction.ts'

const STATES: Readonly<Record<string, Notes['state']>> = {
  dispensed: 'DISPENSED',
  rejected: 'REJECTED',
  counted: 'COUNTED',
  accepted: 'ACCEPTED',
  escrow: 'ESCROW',
  refunded: 'REFUNDED',
  retracted: 'RETRACTED',
}

const CONFLICTS: readonly Conflict[] = [
  'DECLINED_WITH_CASH',
  'APPROVED_AND_DECLINED',
  'AMOUNT_AND_NOTES',
  'CARD_MISMATCH',
  'TIMEOUT_REVERSED',
  'NOTES_RETURNED',
  'MIXED_LINES',
]

/** A line of a fact list about a part of the journal; both line numbers count from 1. */
type Part = { readonly firstLine: number; readonly lastLine: number }

/**
 * What a person reads in a request of a journal; a word that is not there is not printed. `fixtures/README.md` lists
 * the words.
 */
type Facts = Part & { readonly words: ReadonlyMap<string, string> }

/** An attempt as its facts describe it. */
export type ReadTransaction = Facts & {
  readonly startedAt: string
  readonly endedAt: string | null
  /** The first line of its session, and its number among the session's attempts. */
  readonly sessionLine: number
  readonly attemptNo: number
  readonly notes: readonly Notes[]
  readonly conflict: readonly Conflict[]
}

/** The fact list of one journal. */
export type FactList = {
  readonly journalDate: string
  readonly lines: number
  readonly transactions: readonly ReadTransaction[]
  /** The parts of the journal in which there is no transaction. */
  readonly nothing: readonly Part[]
}

const KINDS: Readonly<Record<string, TransactionKind>> = {
  withdrawal: 'WITHDRAWAL',
  deposit: 'DEPOSIT',
  balance: 'BALANCE',
  transfer: 'TRANSFER',
  other: 'OTHER',
}
const VERDICTS: Readonly<Record<string, Verdict>> = {
  approved: 'APPROVED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  reversed: 'REVERSED',
}
const RULES: readonly DecisionRule[] = [
  'HOST_CODE',
  'HOST_WORDS',
  'CRYPTOGRAM',
  'NOTES_TAKEN',
  'NOTES_STORED',
  'CANCELLATION',
  'REVERSAL',
]
const OUTCOMES: Readonly<Record<string, CashOutcome>> = {
  'notes taken': 'DISPENSED',
  'fewer notes taken': 'PARTIAL',
  'notes retracted': 'RETRACTED',
  'notes left': 'NOT_TAKEN',
  'cash unknown': 'UNKNOWN',
}
/** The numbers that the platform knows by other names, with the names of the facts for each, the best first. */
const STANS = ['stan', 'trace', 'utrnno', 'number']
const NUMBERS = ['rrn', ...STANS, 'serial', 'terminal', 'account', 'authorisation']
const LABELLED = new RegExp(`^(card|code|response|host date|${NUMBERS.join('|')}) ([0-9A-Z.*-]+)$`)
const CONFLICT = /^conflict ([A-Z_]+)$/
const DECIDED = /^decided ([A-Z_]+) at (\d+)$/
const NOTES = /^(\d+) x (\d+\.\d\d|\?)(?: ([A-Z]{3}))? (dispensed|rejected|counted|accepted|escrow|refunded|retracted)$/
const AMOUNT = /^(\d+\.\d\d)(?: ([A-Z]{3}))?$/

const NO_END_MARK = 'no end mark'
const NO_REQUEST = 'no request'
const TIMES = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) to (?:no time|(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d:\d\d)), /
const LINE = /^(\d+)(?:-(\d+))? +(?:(no transaction: .+)|(then )?(.+))$/

const wordOf = (word: string): readonly (readonly [string, string])[] => {
  const [, label, value] = LABELLED.exec(word) ?? []
  if (label !== undefined && value !== undefined) return [[label, value]]
  const [, amount, currency] = AMOUNT.exec(word) ?? []
  if (amount !== undefined)
    return currency === undefined
      ? [['amount', amount]]
      : [
          ['amount', amount],
          ['currency', currency],
        ]
  if (word in KINDS) return [['kind', word]]
  if (word in VERDICTS) return [['verdict', word]]
  if (word in OUTCOMES) return [['cash', word]]
  if (word === NO_END_MARK) return [['end', word]]
  if (word === NO_REQUEST) return [['request', word]]
  if (CONFLICT.test(word) || NOTES.test(word)) return [[word, word]]
  const [, rule, line] = DECIDED.exec(word) ?? []
  if (rule !== undefined) return [['decided', `${rule} ${line}`]]
  throw new Error(`Not a fact: ${word}`)
}

const wordsOf = (text: string): ReadonlyMap<string, string> => {
  const pairs = text.split(', ').flatMap(wordOf)
  const words = new Map(pairs)
  if (words.size !== pairs.length) throw new Error(`A fact that is told twice: ${text}`)
  if (!words.has('kind')) throw new Error(`No kind: ${text}`)
  return words
}

const timesOf = (text: string, line: string) => {
  const [, day, from, nextDay, to] = TIMES.exec(text) ?? []
  if (day === undefined) throw new Error(`No times: ${line}`)
  return { startedAt: `${day}T${from}`, endedAt: to === undefined ? null : `${nextDay ?? day}T${to}` }
}

const notesOf = (words: readonly string[]): Notes[] =>
  words.flatMap((word) => {
    const [, count, worth = '', currency = null, state = ''] = NOTES.exec(word) ?? []
    const named = STATES[state]
    if (count === undefined || named === undefined) return []
    const denominationMinor = worth === '?' ? null : BigInt(worth.replace('.', ''))
    return [{ state: named, denominationMinor, currency, count: Number(count) }]
  })

const conflictsOf = (words: readonly string[]): Conflict[] =>
  CONFLICTS.filter((name) => words.includes(`conflict ${name}`))

/** An attempt; of the session of the one before it where that is given. */
const attemptOf = (part: Part, facts: string, line: string, before: ReadTransaction | undefined): ReadTransaction => {
  const words = wordsOf(facts.replace(TIMES, ''))
  const attemptNo = words.has('request') ? 0 : (before?.attemptNo ?? 0) + 1
  return {
    ...part,
    ...timesOf(facts, line),
    words,
    sessionLine: before?.sessionLine ?? part.firstLine,
    attemptNo,
    notes: notesOf([...words.keys()]),
    conflict: conflictsOf([...words.keys()]),
  }
}

/** Reads a fact list; throws at anything that `fixtures/README.md` does not describe. */
export const readFacts = (text: string): FactList => {
  const [head = '', size = '', blank, ...rest] = text.trimEnd().split('\n')
  const journalDate = /^journal of (\d{4}-\d\d-\d\d): .+$/.exec(head)?.[1]
  const lines = /^(\d+) lines$/.exec(size)?.[1]
  if (journalDate === undefined || lines === undefined || blank !== '') throw new Error(`Not a fact list: ${head}`)
  const transactions: ReadTransaction[] = []
  const nothing: Part[] = []
  for (const line of rest.filter((each) => !each.startsWith('# '))) {
    const [, first, last = first, none, then, facts = ''] = LINE.exec(line) ?? []
    if (first === undefined) throw new Error(`Not a line of a fact list: ${line}`)
    const part = { firstLine: Number(first), lastLine: Number(last) }
    if (none !== undefined) nothing.push(part)
    else transactions.push(attemptOf(part, facts, line, then === undefined ? undefined : transactions.at(-1)))
  }
  return { journalDate, lines: Number(lines), transactions, nothing }
}

const ALL_ZEROS = /^0+$/

const isNumber = (number: string): boolean => number !== '' && !ALL_ZEROS.test(number)

/** What a fact list states of the transaction that the platform is to make; `decidedBy` and `notes` only if it does. */
export type StatedTransaction = Omit<JournalTransaction, 'decidedBy' | 'notes'> &
  Partial<Pick<JournalTransaction, 'decidedBy' | 'notes'>>

const decidedOf = (decided: string | undefined): Pick<StatedTransaction, 'decidedBy'> => {
  const [name, line] = decided?.split(' ') ?? []
  const rule = RULES.find((known) => known === name)
  return rule === undefined ? {} : { decidedBy: { rule, line: Number(line) } }
}

/** The transaction that the platform is to make of the facts: what they do not say is null, and no notes are NONE. */
export const transactionOf = ({ words, notes, ...facts }: ReadTransaction): StatedTransaction => {
  const of = (name: string): string => words.get(name) ?? ''
  const amount = words.get('amount')
  const rrn = isNumber(of('rrn')) ? of('rrn') : null
  const stan = STANS.map(of).find(isNumber) ?? null
  return {
    sessionLine: facts.sessionLine,
    attemptNo: facts.attemptNo,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    kind: KINDS[of('kind')] ?? 'OTHER',
    verdict: VERDICTS[of('verdict')] ?? null,
    ...decidedOf(words.get('decided')),
    conflict: facts.conflict,
    hostCode: words.get('code') ?? null,
    amountMinor: amount === undefined ? null : BigInt(amount.replace('.', '')),
    currency: words.get('currency') ?? null,
    card: words.get('card') ?? null,
    reference: rrn ?? stan,
    rrn,
    stan,
    authorisationCode: words.get('authorisation') ?? null,
    serial: words.get('serial') ?? null,
    terminalId: words.get('terminal') ?? null,
    hostDate: words.get('host date') ?? null,
    accountTail: words.get('account') ?? null,
    cashOutcome: OUTCOMES[of('cash')] ?? 'NONE',
    ...(notes.length === 0 ? {} : { notes }),
    completeness: words.has('end') ? 'TRUNCATED' : 'COMPLETE',
    firstLine: facts.firstLine,
    lastLine: facts.lastLine,
  }
}

const PRINTED = ['code', 'response', 'authorisation', ...NUMBERS]

/** Whether a value is in the text, not as part of a longer one; of an account the end. */
const isPrinted = (text: string, value: string, name: string): boolean =>
  text
    .split(/[^0-9A-Z.]+/)
    .some((word) => word === value || word === `${value}.` || (name === 'account' && word.endsWith(value)))

/** A card that a journal prints in any of the ways of the families: in clear, in groups, masked by X or stars. */
const showsCard = (text: string, card: string): boolean => {
  const shape = [...card].map((sign) => (sign === '*' ? '[*X\\d]' : sign)).join('[ ]?')
  return new RegExp(shape).test(text)
}

/** The facts that the journal does not print: numbers in the lines of their part, cards and terminals anywhere. */
export const notPrinted = (list: FactList, journal: readonly string[]): readonly string[] =>
  list.transactions.flatMap(({ firstLine, lastLine, words }) => {
    const part = journal.slice(firstLine - 1, lastLine).join('\n')
    const card = words.get('card')
    return [
      ...PRINTED.flatMap((name) => {
        const value = words.get(name)
        const where = name === 'terminal' ? journal.join('\n') : part
        return value === undefined || isPrinted(where, value, name) ? [] : [value]
      }),
      ...(card === undefined || showsCard(journal.join('\n'), card) ? [] : [card]),
    ].map((value) => `${firstLine}-${lastLine}: ${value}`)
  })

/** The lines of the journal that its facts say nothing of, or say that they are and are not of a transaction. */
export const unaccounted = ({ lines, transactions, nothing }: FactList): readonly number[] => {
  const holds = (line: number) => (part: Part) => part.firstLine <= line && line <= part.lastLine
  return Array.from({ length: lines }, (_, index) => index + 1).filter(
    (line) => transactions.some(holds(line)) === nothing.some(holds(line)),
  )
}
