import type {
  CashOutcome,
  TransactionConflictFilter,
  TransactionKind,
  TransactionVerdict,
} from '../../gql/graphql.gen.ts'
import { countOf, dateOf, sortOf, textOf, wordOf } from '../../search.ts'
import { addDays } from '../journals/days.ts'

/** What customers ask for, the most usual first. */
export const KINDS = [
  'WITHDRAWAL',
  'DEPOSIT',
  'BALANCE',
  'TRANSFER',
  'OTHER',
] as const satisfies readonly TransactionKind[]

/** Outcomes of the notes, the most usual first. */
export const CASH_ORDER = [
  'DISPENSED',
  'PARTIAL',
  'RETRACTED',
  'NOT_TAKEN',
  'NONE',
  'UNKNOWN',
] as const satisfies readonly CashOutcome[]

/** Verdicts, the most usual first. */
export const DECIDED = [
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'REVERSED',
] as const satisfies readonly TransactionVerdict[]

export const CONFLICT_FILTERS = [
  'ANY',
  'DECLINED_WITH_CASH',
  'AMOUNT_AND_NOTES',
  'CARD_MISMATCH',
  'TIMEOUT_REVERSED',
  'APPROVED_AND_DECLINED',
  'NOTES_RETURNED',
  'MIXED_LINES',
] as const satisfies readonly TransactionConflictFilter[]

/** Numbers by which a host or a receipt names a transaction, beside its reference. */
export const NUMBER_ORDER = [
  'rrn',
  'stan',
  'authorisationCode',
  'serial',
  'terminalId',
  'hostDate',
  'accountTail',
] as const

export const SORTS = ['startedAt', 'amount'] as const
/** How many of the last days are searched where no days are named. */
export const SPANS = ['1', '30', '90'] as const
const USUAL_SPAN = 7

/** What the address of the search for transactions holds. */
export type TransactionsSearch = {
  readonly span?: (typeof SPANS)[number]
  readonly from?: string
  readonly to?: string
  readonly atm?: string
  readonly kind?: TransactionKind
  readonly card?: string
  readonly reference?: string
  readonly least?: string
  readonly most?: string
  readonly code?: string
  /** Which number is looked for, and the number itself. */
  readonly number?: (typeof NUMBER_ORDER)[number]
  readonly is?: string
  readonly verdict?: (typeof DECIDED)[number]
  readonly conflict?: (typeof CONFLICT_FILTERS)[number]
  readonly cash?: (typeof CASH_ORDER)[number]
  readonly sort?: ReturnType<typeof sortOf<(typeof SORTS)[number]>>
  readonly page?: number
}

/** The last 4 digits of what was typed or pasted as a card: more of it must not come into an address. */
export const lastDigits = (text: string): string => text.replace(/\D/g, '').slice(-4)

const AMOUNT = /^\d{1,15}(\.\d{1,2})?$/

/** Whether a text is an amount in the platform's form, such as `1200.50`. */
export const isAmount = (text: string): boolean => AMOUNT.test(text)

/** An amount as it is typed, in the platform's form; as it is where it can be read in two ways, such as `5,000`. */
export const tidyAmount = (text: string): string => {
  const plain = text.replace(/\s/g, '').replace(',', '.')
  return isAmount(plain) ? plain : text
}

/** The amounts of a search that cannot be read. */
export const faultyAmounts = ({ least, most }: TransactionsSearch): readonly string[] =>
  [...new Set([least, most])].filter((amount) => amount !== undefined).filter((amount) => !isAmount(amount))

const sentAmount = (amount: string | undefined): string | null =>
  amount !== undefined && isAmount(amount) ? amount : null

const cardOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text === undefined ? undefined : lastDigits(text) || undefined
}

export const readSearch = (search: Record<string, unknown>): TransactionsSearch => ({
  span: wordOf(SPANS, String(search.span)),
  from: dateOf(search.from),
  to: dateOf(search.to),
  atm: textOf(search.atm),
  kind: wordOf(KINDS, search.kind),
  card: cardOf(search.card),
  reference: textOf(search.reference),
  least: textOf(search.least),
  most: textOf(search.most),
  code: textOf(search.code),
  number: wordOf(NUMBER_ORDER, search.number),
  is: textOf(search.is),
  verdict: wordOf(DECIDED, search.verdict),
  conflict: wordOf(CONFLICT_FILTERS, search.conflict),
  cash: wordOf(CASH_ORDER, search.cash),
  sort: sortOf(SORTS, search.sort),
  page: countOf(search.page, 2),
})

/** The days that are searched: those that are named, else the last ones until today. */
export const daysOf = ({ from, to, span }: TransactionsSearch, today: string) => {
  const last = to ?? (from !== undefined && from > today ? from : today)
  const days = span === undefined ? USUAL_SPAN : Number(span)
  return { dateFrom: from ?? addDays(last, 1 - days), dateTo: last }
}

/** True for a host date that is not valid. */
export const isFaultyNumber = ({ number, is }: TransactionsSearch): boolean =>
  number === 'hostDate' && is !== undefined && dateOf(is) === undefined

const numberOf = (search: TransactionsSearch) => {
  const { number, is } = search
  const of = (name: (typeof NUMBER_ORDER)[number]): string | null =>
    number === name && is !== undefined && !isFaultyNumber(search) ? is : null
  return {
    ...{ rrn: of('rrn'), stan: of('stan'), authorisationCode: of('authorisationCode'), serial: of('serial') },
    ...{ terminalId: of('terminalId'), hostDate: of('hostDate'), accountTail: of('accountTail') },
  }
}

/** The filters in the platform's words, the same for the list and for its export. */
export const filtersOf = (search: TransactionsSearch, today: string) => ({
  ...daysOf(search, today),
  agentAtmId: search.atm ?? null,
  // Fewer digits are not sent: the page says that 4 are needed.
  card: search.card?.length === 4 ? search.card : null,
  reference: search.reference ?? null,
  ...numberOf(search),
  hostCode: search.code ?? null,
  amountFrom: sentAmount(search.least),
  amountTo: sentAmount(search.most),
  kind: search.kind ?? null,
  verdict: search.verdict ?? null,
  cashOutcome: search.cash ?? null,
  conflict: search.conflict ?? null,
})

/** How many filters beside the days are set. */
export const isFiltered = ({ sort, page, ...filters }: TransactionsSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)
