import type { CashOutcome, JournalTransaction, TransactionKind, Verdict } from './sessions/family.ts'

/** A line of a fact list about a part of the journal; both line numbers count from 1. */
type Part = { readonly firstLine: number; readonly lastLine: number }

/**
 * What a person reads in a request of a journal; a word that is not there is not printed. `fixtures/README.md` lists
 * the words.
 */
type Facts = Part & { readonly words: ReadonlyMap<string, string> }

/** A transaction as its facts describe it. */
export type ReadTransaction = Facts & { readonly startedAt: string; readonly endedAt: string }

/** The fact list of one journal. */
export type FactList = {
  readonly journalDate: string
  readonly lines: number
  readonly transactions: readonly ReadTransaction[]
  /** Requests of a session that print an answer of their own and are no transaction of their own. */
  readonly besides: readonly Facts[]
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
const VERDICTS: Readonly<Record<string, Verdict>> = { approved: 'APPROVED', declined: 'DECLINED' }
const OUTCOMES: Readonly<Record<string, CashOutcome>> = {
  'notes taken': 'DISPENSED',
  'fewer notes taken': 'PARTIAL',
  'notes retracted': 'RETRACTED',
  'notes left': 'NOT_TAKEN',
}
/** The numbers that a transaction is found by; today `reference` is the first of these that is not zero. */
const NUMBERS = ['rrn', 'utrnno', 'stan', 'number', 'trace', 'serial']
const LABELLED = new RegExp(`^(card|code|response|authorisation|${NUMBERS.join('|')}) ([0-9A-Z.*]+)$`)
const AMOUNT = /^(\d+\.\d\d)(?: ([A-Z]{3}))?$/

const NO_END_MARK = 'no end mark'
const TIMES = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) to (?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d:\d\d), /
const LINE = /^(\d+)(?:-(\d+))? +(?:(no transaction: .+)|(asked besides: )?(.+))$/

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
  return { startedAt: `${day}T${from}`, endedAt: `${nextDay ?? day}T${to}` }
}

/** Reads a fact list; throws at anything that `fixtures/README.md` does not describe. */
export const readFacts = (text: string): FactList => {
  const [head = '', size = '', blank, ...rest] = text.trimEnd().split('\n')
  const journalDate = /^journal of (\d{4}-\d\d-\d\d): .+$/.exec(head)?.[1]
  const lines = /^(\d+) lines$/.exec(size)?.[1]
  if (journalDate === undefined || lines === undefined || blank !== '') throw new Error(`Not a fact list: ${head}`)
  const transactions: ReadTransaction[] = []
  const besides: Facts[] = []
  const nothing: Part[] = []
  for (const line of rest.filter((each) => !each.startsWith('# '))) {
    const [, first, last = first, none, beside, facts = ''] = LINE.exec(line) ?? []
    if (first === undefined) throw new Error(`Not a line of a fact list: ${line}`)
    const part = { firstLine: Number(first), lastLine: Number(last) }
    if (none !== undefined) nothing.push(part)
    else if (beside !== undefined) besides.push({ ...part, words: wordsOf(facts) })
    else transactions.push({ ...part, ...timesOf(facts, line), words: wordsOf(facts.replace(TIMES, '')) })
  }
  return { journalDate, lines: Number(lines), transactions, besides, nothing }
}

const ALL_ZEROS = /^0+$/

/** The transaction that the platform is to make of the facts: what they do not say is null, and no notes are NONE. */
export const transactionOf = ({ words, ...facts }: ReadTransaction): JournalTransaction => {
  const of = (name: string): string => words.get(name) ?? ''
  const amount = words.get('amount')
  return {
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    kind: KINDS[of('kind')] ?? 'OTHER',
    verdict: VERDICTS[of('verdict')] ?? null,
    hostCode: words.get('code') ?? null,
    amountMinor: amount === undefined ? null : BigInt(amount.replace('.', '')),
    currency: words.get('currency') ?? null,
    card: words.get('card') ?? null,
    reference: NUMBERS.map(of).find((number) => number !== '' && !ALL_ZEROS.test(number)) ?? null,
    cashOutcome: OUTCOMES[of('cash')] ?? 'NONE',
    completeness: words.has('end') ? 'TRUNCATED' : 'COMPLETE',
    firstLine: facts.firstLine,
    lastLine: facts.lastLine,
  }
}

const PRINTED = ['code', 'response', 'authorisation', ...NUMBERS]

/** Whether a value is in the text, not as part of a longer one. */
const isPrinted = (text: string, value: string): boolean =>
  text.split(/[^0-9A-Z.]+/).some((word) => word === value || word === `${value}.`)

/** A card that a journal prints in any of the ways of the families: in clear, in groups, masked by X or stars. */
const showsCard = (text: string, card: string): boolean => {
  const shape = [...card].map((sign) => (sign === '*' ? '[*X\\d]' : sign)).join('[ ]?')
  return new RegExp(shape).test(text)
}

/** The facts that the journal does not print: numbers in the lines of their part, cards anywhere. */
export const notPrinted = (list: FactList, journal: readonly string[]): readonly string[] =>
  [...list.transactions, ...list.besides].flatMap(({ firstLine, lastLine, words }) => {
    const part = journal.slice(firstLine - 1, lastLine).join('\n')
    const card = words.get('card')
    return [
      ...PRINTED.flatMap((name) => words.get(name) ?? []).filter((value) => !isPrinted(part, value)),
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
