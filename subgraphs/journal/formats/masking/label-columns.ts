import { type CardContext, STAMP } from '../../../kit/cards/card-context.rules.ts'
import { cardAt, type Span } from '../../../kit/cards/card-digits.rules.ts'
import { eachHidden } from '../../../kit/cards/card-numbers.rules.ts'
import type { CustomerLabel } from '../sessions/family.ts'
import type { LabelSearch } from './customer-labels.ts'

/** What the head of a column names. */
type Kind = CustomerLabel['kind'] | 'CARD'
/** A text in a line, and where it begins. */
type Part = { readonly text: string; readonly from: number }

/** Finds what the line below a line of labels holds; keeps what the heads of the columns say. */
export type ColumnSearch = {
  /** What to hide of the visible line. */
  find(visible: string): readonly Span[]
  /** True while only a line with a label can matter. */
  isIdle(): boolean
}

/** Columns are parted by at least two spaces, a tab or a border; the second account by a word, too. */
const COLUMNS = / {2,}|\t|\|| (?=TO (?:ACC|A\/C))/gi
const CELLS = / {2,}|\t|\|/g
const WORDS = /[\s|]+/g
const MAX_COLUMNS = 8
/** How many blank lines and rulers may be between the heads and the values. */
const MAX_BLANK_LINES = 2
const BLANK = /^[^\w*]*$/
const VALUE = /[\d*]/
/** No amount and no trace number has as many digits. */
const LONG_NUMBER = 8
const CARD = /^(?:\d[ .-]{0,2}){12,19}$/

const stampOf = (line: string): string => STAMP.exec(line)?.[0] ?? ''

/** The texts between separators, from a place on. */
const partsOf = (line: string, separator: RegExp, start: number): readonly Part[] => {
  const parts: Part[] = []
  let from = start
  const push = (to: number): void => {
    const text = line.slice(from, to)
    if (text.trim() !== '') parts.push({ text: text.trim(), from: from + text.search(/\S/) })
  }
  for (const { 0: gap, index } of line.matchAll(separator)) {
    if (index < from) continue
    push(index)
    from = index + gap.length
  }
  push(line.length)
  return parts
}

const isLong = ({ text }: Part): boolean => text.replaceAll(/[^\d*]/g, '').length >= LONG_NUMBER

/** Whether words are the values of as many columns; others may follow them. */
const areValues = (words: readonly Part[], columns: number): boolean =>
  VALUE.test(words[0]?.text ?? '') &&
  (words.every(({ text }) => VALUE.test(text)) || words.filter(isLong).length >= columns)

/** Whether all words of a text are values. */
const isValue = ({ text }: Part): boolean => text.split(/\s+/).every((word) => VALUE.test(word))

/** What the heads of columns name, and whether a time is before them: six digits may be one, or a value. */
type Heads = { readonly kinds: readonly Kind[]; readonly isTimed: boolean }

/** The values of a line below heads, each with what its head names; none where the line holds something else. */
const cellsOf = (line: string, { kinds, isTimed }: Heads): readonly (readonly [Part, Kind])[] => {
  const stamp = stampOf(line)
  const start = isTimed || stamp.includes(':') ? stamp.length : 0
  const words = partsOf(line, WORDS, start)
  if (!areValues(words, kinds.length)) return []
  const long = words.filter(isLong)
  const cells = [partsOf(line, CELLS, start).filter(isValue), words, long].find(({ length }) => length === kinds.length)
  // Which is which is not known where one is missing: then what hides more is taken.
  const rest = kinds.includes('IDENTIFIER') ? 'IDENTIFIER' : 'ACCOUNT'
  return (cells ?? long).map((part, n) => [part, cells === undefined ? rest : (kinds[n] ?? rest)])
}

/** The search for values below lines that are nothing but labels, in two or more columns. */
export const createColumnSearch = (labels: LabelSearch, cards: CardContext): ColumnSearch => {
  let open: (Heads & { readonly blank: number }) | null = null

  const kindOf = ({ text }: Part): Kind | null => (cards.head.test(text) ? 'CARD' : labels.headOf(text))
  const headsOf = (line: string): Heads | null => {
    const stamp = stampOf(line)
    const parts = partsOf(line, COLUMNS, stamp.length)
    if (parts.length < 2 || parts.length > MAX_COLUMNS) return null
    const kinds = parts.map(kindOf).filter((kind) => kind !== null)
    return kinds.length === parts.length ? { kinds, isTimed: stamp.trim() !== '' } : null
  }
  const spansOf = ({ text, from }: Part, kind: Kind): readonly Span[] => {
    const spans: Span[] = []
    const push = (start: number, end: number): void => {
      spans.push({ from: from + start, to: from + end })
    }
    const value = kind === 'CARD' ? null : labels.valueOf(text, kind)
    if (value !== null) push(value.from, value.to)
    if (kind === 'CARD' && CARD.test(text))
      eachHidden(text, [cardAt(text, { from: 0, to: text.length }, (at) => at, true)], push)
    return spans
  }
  return {
    isIdle: () => open === null,
    find(visible) {
      const above = open
      const isBlank = BLANK.test(visible)
      open = above !== null && isBlank && above.blank < MAX_BLANK_LINES ? { ...above, blank: above.blank + 1 } : null
      if (isBlank) return []
      const heads = headsOf(visible)
      if (heads !== null) open = { ...heads, blank: 0 }
      return above === null ? [] : cellsOf(visible, above).flatMap(([part, kind]) => spansOf(part, kind))
    },
  }
}
