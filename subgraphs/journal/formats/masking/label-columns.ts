import type { CardContext } from '../../../kit/cards/card-context.rules.ts'
import { cardAt, MIN_CARD_DIGITS, type Span } from '../../../kit/cards/card-digits.rules.ts'
import { eachHidden, hasCheckDigit } from '../../../kit/cards/card-numbers.rules.ts'
import type { LabelSearch } from './customer-labels.ts'
import {
  CELLS,
  digitsOf,
  type Head,
  type Heads,
  type Label,
  LONG_NUMBER,
  type Part,
  partsOf,
  rowOf,
  stampOf,
  type Table,
} from './label-rows.rules.ts'

/** Finds what the lines below a line of labels hold; keeps what the heads of the columns say. */
export type ColumnSearch = {
  /** What to hide of the visible line. */
  find(visible: string): readonly Span[]
  /** True while only a line with a label can matter. */
  isIdle(): boolean
}

/** Where the labels of two accounts are side by side, a word parts them, too. */
const COLUMNS = / {2,}|\t|\|| (?=TO (?:ACC|A\/C))/gi
const MAX_COLUMNS = 16
/** How many blank lines and rulers may be between the heads and the values. */
const MAX_BLANK_LINES = 2
const BLANK = /^[^\w*]*$/
/** Shorter numbers may be a year, a code, a choice. */
const MIN_DIGITS = 5
/** What counts something. */
const COUNTER = /^000/
/** The type of an account: behind a label it is the value of that. */
const ACCOUNT_TYPE =
  /^(?:SAVINGS?|SAV|CHECKING|CHEQUE|CHK|CURRENT|CREDIT|DEFAULT|TABUNGAN|GIRO)(?:\W{1,3}A(?:CC|CCT|CCOUNT|\/C))?\W{0,8}$/i
const CARD = /^(?:\d[ .-]{0,2}){12,19}$/
const CARD_LABEL: Label = { kind: 'CARD', strength: 'NUMBER' }
/** A head that is no label: a few words, without a value behind them. */
const WORDS_ONLY = /^[^\w*]{0,3}[A-Z][^\d*:=]{0,40}(?:[:=][^\w*:=]{0,8})?$/i

/** What is in a line of values: most lines have one, and are not looked at any further. */
const HAS_VALUE = /\*|\d{4}/

/** Whether a single space is behind a head that is no label: then it is no head, but a part of a sentence. */
const isSentence = (parts: readonly Part[], heads: readonly Head[]): boolean =>
  parts.some(({ text, from }, n) => heads[n]?.label === null && parts[n + 1]?.from === from + text.length + 1)

/** The heads of a table, of which one names its numbers, or all are labels; null for others. */
const named = (heads: readonly Head[]): readonly Head[] | null => {
  if (heads.length === 1) return heads[0]?.label?.kind === 'CARD' ? heads : null
  if (heads.every(({ label }) => label !== null)) return heads
  if (heads.some(({ text }, n) => heads[n - 1]?.label && ACCOUNT_TYPE.test(text))) return null
  const known = heads.map(({ text, label }) => ({ text, label: label?.strength === 'BARE' ? null : label }))
  return known.some(({ label }) => label !== null && label.strength !== 'LOOSE') ? known : null
}

/** How many blank lines and rulers were last, and how many blank lines may part two rows: as before the first one. */
type Gaps = { readonly blank: number; readonly gap: number }

/** A table after a blank line or a ruler; null where it ends. */
const withBlank = <T extends Table & Gaps>(table: T, line: string): T | null => {
  const { above, blank, gap } = table
  const isEmpty = line.trim() === ''
  if (above === null)
    return blank < MAX_BLANK_LINES ? { ...table, blank: blank + 1, gap: isEmpty ? gap + 1 : gap } : null
  return isEmpty && blank < gap ? { ...table, blank: blank + 1 } : null
}

/** What to hide of a card's number; `least`: how many digits it has. */
const cardSpans = (text: string, least: number): readonly Span[] => {
  const spans: Span[] = []
  if (CARD.test(text) && digitsOf(text) >= least)
    eachHidden(text, [cardAt(text, { from: 0, to: text.length }, (at) => at, true)], (from, to) =>
      spans.push({ from, to }),
    )
  return spans
}

/**
 * The search for values below lines of heads: labels in two or more columns, among which may be others that are not
 * known, or the label of a card alone. A table is open for rows until a line of another kind, and until a blank line
 * where its first row was not below one.
 */
export const createColumnSearch = (labels: LabelSearch, cards: CardContext): ColumnSearch => {
  let open: (Table & Gaps) | null = null

  const labelOf = (text: string): Label | null => (cards.head.test(text) ? CARD_LABEL : labels.headOf(text))
  /** The heads that texts are; null where one is none. */
  const headsIn = (parts: readonly Part[]): readonly Head[] | null => {
    const heads: Head[] = []
    for (const { text } of parts) {
      const label = labelOf(text)
      if (label === null && !WORDS_ONLY.test(text)) return null
      heads.push({ text, label })
    }
    return heads
  }
  const headsOf = (line: string): Heads | null => {
    const stamp = stampOf(line)
    if (HAS_VALUE.test(line.slice(stamp.length))) return null
    const isTimed = stamp.trim() !== ''
    const columns = partsOf(line, COLUMNS, stamp.length)
    const [{ text } = { text: '' }] = columns
    if (columns.length === 1) return cards.head.test(text) ? { heads: [{ text, label: CARD_LABEL }], isTimed } : null
    if (columns.length === 0 || columns.length > MAX_COLUMNS) return null
    const all = headsIn(columns)
    const words = all === null || !isSentence(columns, all) ? all : headsIn(partsOf(line, CELLS, stamp.length))
    const heads = words === null ? null : named(words)
    return heads === null ? null : { heads, isTimed }
  }
  const spansOf = ({ text, from }: Part, { kind, strength }: Label, { heads, above }: Table): readonly Span[] => {
    const isFirst = above === null && heads.every(({ label }) => label !== null)
    const at = ({ from: start, to }: Span): Span => ({ from: from + start, to: from + to })
    if (kind === 'CARD') {
      if (heads.length === 1 && !hasCheckDigit(text)) return []
      // A reference has 12 digits, and may be below what is no table.
      return cardSpans(text, isFirst && heads.length > 1 ? 0 : MIN_CARD_DIGITS).map(at)
    }
    const isCounter = COUNTER.test(text)
    if (!isFirst && isCounter && strength !== 'NUMBER') return []
    const least = isFirst ? 0 : isCounter || strength !== 'NUMBER' ? LONG_NUMBER : MIN_DIGITS
    const value = labels.valueOf(text, kind)
    return value === null || digitsOf(text) < least ? [] : [at(value)]
  }
  return {
    isIdle: () => open === null,
    find(visible) {
      const table = open
      const isBlank = BLANK.test(visible)
      open = table !== null && isBlank ? withBlank(table, visible) : null
      if (isBlank) return []
      const heads = headsOf(visible)
      const row = table === null ? null : rowOf(visible, table)
      if (heads !== null) open = { ...heads, above: null, blank: 0, gap: 0 }
      // Where a value is missing, the next line may be anything.
      else if (table !== null && row !== null && row.shape.words >= table.heads.length)
        open = { ...table, above: row.shape, blank: 0 }
      return table === null || row === null ? [] : row.cells.flatMap(([part, label]) => spansOf(part, label, table))
    },
  }
}
