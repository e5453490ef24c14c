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
/** How many blank lines and rulers may be between the heads and the values, and between two rows. */
const MAX_BLANK_LINES = 2
const BLANK = /^[^\w*]*$/
/** Shorter numbers may be a year, a code, a choice. */
const MIN_DIGITS = 5
const CARD = /^(?:\d[ .-]{0,2}){12,19}$/
/** A head that is no label: a few words, without a value behind them. */
const WORDS_ONLY = /^[^\w*]{0,3}[A-Z][^\d*:=]{0,40}(?:[:=][^\w*:=]{0,8})?$/i

/** What is in a line of values: most lines have one, and are not looked at any further. */
const HAS_VALUE = /\*|\d{4}/

/** Whether a single space is behind a head that is no label: then it is no head, but a part of a sentence. */
const isSentence = (parts: readonly Part[], heads: readonly Head[]): boolean =>
  parts.some(({ text, from }, n) => heads[n]?.label === null && parts[n + 1]?.from === from + text.length + 1)

/** What names the numbers of a table: a label that is no word of a sentence, or nothing but labels. */
const isNamed = (heads: readonly Head[]): boolean => {
  if (heads.length === 1) return heads[0]?.label?.kind === 'CARD'
  return heads.every(({ label }) => label !== null) || heads.some(({ label }) => label?.isLoose === false)
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
 * known, or the label of a card alone. A table is open for rows until a line of another kind.
 */
export const createColumnSearch = (labels: LabelSearch, cards: CardContext): ColumnSearch => {
  let open: (Table & { readonly blank: number }) | null = null

  const labelOf = (text: string): Label | null =>
    cards.head.test(text) ? { kind: 'CARD', isLoose: false } : labels.headOf(text)
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
    if (columns.length === 1)
      return cards.head.test(text) ? { heads: [{ text, label: { kind: 'CARD', isLoose: false } }], isTimed } : null
    if (columns.length === 0 || columns.length > MAX_COLUMNS) return null
    const all = headsIn(columns)
    const heads = all === null || !isSentence(columns, all) ? all : headsIn(partsOf(line, CELLS, stamp.length))
    return heads !== null && isNamed(heads) ? { heads, isTimed } : null
  }
  const spansOf = ({ text, from }: Part, { kind, isLoose }: Label, { heads, above }: Table): readonly Span[] => {
    const isFirst = above === null && heads.every(({ label }) => label !== null)
    const at = ({ from: start, to }: Span): Span => ({ from: from + start, to: from + to })
    if (kind === 'CARD') {
      if (heads.length === 1 && !hasCheckDigit(text)) return []
      // A reference has 12 digits, and may be below what is no table.
      return cardSpans(text, isFirst && heads.length > 1 ? 0 : MIN_CARD_DIGITS).map(at)
    }
    const least = isFirst ? 0 : isLoose ? LONG_NUMBER : MIN_DIGITS
    const value = labels.valueOf(text, kind)
    return value === null || digitsOf(text) < least ? [] : [at(value)]
  }
  return {
    isIdle: () => open === null,
    find(visible) {
      const table = open
      const isBlank = BLANK.test(visible)
      open = table !== null && isBlank && table.blank < MAX_BLANK_LINES ? { ...table, blank: table.blank + 1 } : null
      if (isBlank) return []
      const heads = headsOf(visible)
      const row = table === null ? null : rowOf(visible, table)
      if (heads !== null) open = { ...heads, above: null, blank: 0 }
      // Where a value is missing, the next line may be anything.
      else if (table !== null && row !== null && row.shape.words >= table.heads.length)
        open = { ...table, above: row.shape, blank: 0 }
      return table === null || row === null ? [] : row.cells.flatMap(([part, label]) => spansOf(part, label, table))
    },
  }
}
