import { STAMP } from '../../../kit/cards/card-context.rules.ts'
import type { CustomerLabel } from '../sessions/family.ts'
import type { Strength } from './customer-labels.ts'

/** What the head of a column names. */
export type Kind = CustomerLabel['kind'] | 'CARD'
/** A text in a line, and where it begins. */
export type Part = { readonly text: string; readonly from: number }
/** A head that is a label. */
export type Label = { readonly kind: Kind; readonly strength: Strength }
/** The cell of a line of heads; `label` is null where it is not known. */
export type Head = { readonly text: string; readonly label: Label | null }

/** Columns are parted by at least two spaces, a tab or a border. */
export const CELLS = / {2,}|\t|\|/g
/** Words are parted by a space, too. */
const WORDS = /[\s|]+/g
/** No amount and no trace number has as many digits. */
export const LONG_NUMBER = 8
const VALUE = /[\d*]/
/** What begins as a value: digits, perhaps behind a currency or letters. TYPE 1 and a name that is hidden do not. */
const BEGINS_VALUE = /^[^\w*]{0,8}(?:[A-Z]{0,3}[^\w*]{0,3}|[A-Z]{1,12}-?)[\d*]/i
const LETTER = /[A-Z]/i
/** Heads whose values begin a row like the time of a line. */
const TIME_HEAD = /^\W{0,3}(?:DATE|TIME|TGL|TANGGAL|JAM|WAKTU|FECHA|HORA)(?![A-Z])/i
/** What names a number: words below it are another line, and so is a line that begins with it. */
const NUMBER_HEAD =
  /(?:^|[^A-Z])(?:NO|NUMBER|NOMOR|ID|CODE|KODE|AMOUNT|AMT|BAL|BALANCE|DATE|TIME|RRN|STAN|TRACE|SEQ)(?![A-Z])/i
const NUMBERS = 'RRN|STAN|AID|TVR|TSI|ARQC|TRACE|SEQ|TID|REF|LUNO|BATCH|INVOICE|AUTH|APPROVAL|OPCODE'
const FIELDS = 'TERMINAL|TERM|ATM ID|RESP|RESPONSE|TOTAL|SUBTOTAL|AMOUNT|BALANCE|DATE|TIME'
/** A field of its own, or a name that was hidden, which may have been the word for one. */
const FIELD = String.raw`[A-Z] {0,20}[:=]|[A-Z][^\w*]{1,3}\*{1,40}(?![^\s|])`
/** A line of another kind: it has a label of its own. What asks for a balance, and TIME OUT, may be in a row. */
const OTHER_LINE = new RegExp(
  `(?:^|[^A-Z])(?:${NUMBERS}|${FIELDS})(?![A-Z]|(?<=BALANCE)\\W{0,3}INQ|(?<=TIME)\\W?OUT)|${FIELD}`,
  'i',
)
/** The same for the first cell of a row with more columns than two, which no other line is likely to have. */
const OTHER_FIRST = new RegExp(`(?:^|[^A-Z])(?:NO|NUMBER|NOMOR|ID|CODE|KODE)(?![A-Z])|${FIELD}`, 'i')
/** A cell that is the label of the next one. */
const OTHER_CELL = new RegExp(`^\\W*(?:${NUMBERS})\\W*$`, 'i')
/** What is no number of a customer: a time, a date, an amount. */
const OTHER_VALUE = /:|^(?:\d\d?[/.-]\d\d?[/.-](?:20)?|20\d\d[/.-]\d\d[/.-])\d\d$|^\D{0,4}\d[\d,.]*[.,]\d\d$/
/** What is printed where there is no value. */
const NO_VALUE = /^(?:N\/?A|NIL|NONE|NULL|[-._]+)$/i

/** What is printed before the text of a line. */
export const stampOf = (line: string): string => STAMP.exec(line)?.[0] ?? ''

/** The texts between separators, from a place on. */
export const partsOf = (line: string, separator: RegExp, start: number): readonly Part[] => {
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

/** How many digits a text has, also hidden ones. */
export const digitsOf = (text: string): number => text.replaceAll(/[^\d*]/g, '').length
const isLong = ({ text }: Part): boolean => digitsOf(text) >= LONG_NUMBER

/** Whether a value is like the one above it: about as long, and without letters that the other has not. */
const isLike = (value: string, above: string): boolean => {
  if (NO_VALUE.test(value) || NO_VALUE.test(above)) return true
  // Stars are as long as what they hide.
  const [size, sizeAbove] = [value, above].map((text) => text.replaceAll(/\s/g, '').length)
  if (size === undefined || sizeAbove === undefined || (LETTER.test(value) && !LETTER.test(above))) return false
  return size >= LONG_NUMBER ? sizeAbove >= LONG_NUMBER : sizeAbove < LONG_NUMBER && Math.abs(size - sizeAbove) <= 1
}

/** The values of a row that are below labels; null where they are not like those of the row above. */
const valuesOf = (cells: Row['cells'], above: Shape | null): readonly string[] | null => {
  const values = cells.map(([{ text }]) => text)
  if (above === null) return values
  if (!values.every((value, n) => isLike(value, above.values[n] ?? ''))) return null
  return values.map((value, n) => (NO_VALUE.test(value) ? (above.values[n] ?? value) : value))
}

/** Whether words are the values of as many columns; others may follow them. */
const areValues = (words: readonly Part[], columns: number): boolean =>
  VALUE.test(words[0]?.text ?? '') &&
  (words.every(({ text }) => VALUE.test(text)) || words.filter(isLong).length >= columns)

/** Whether all words of a text are values. */
const isValue = ({ text }: Part): boolean => text.split(/\s+/).every((word) => VALUE.test(word))

/** The heads of columns, and whether a time is before them: six digits may be one, or a value. */
export type Heads = { readonly heads: readonly Head[]; readonly isTimed: boolean }
/** What a row looks like: how many words it has, whether words begin it, and what is below the labels. */
export type Shape = { readonly words: number; readonly isText: boolean; readonly values: readonly string[] }
/** A row: its shape, and its values with the labels they are below. */
export type Row = { readonly shape: Shape; readonly cells: readonly (readonly [Part, Label])[] }
/** Heads with the shape of the row above, null before the first one. */
export type Table = Heads & { readonly above: Shape | null }

/** The labels of heads that are nothing else; null for others. */
const labelsOf = ({ heads }: Heads): readonly Label[] | null => {
  const labels = heads.flatMap(({ label }) => label ?? [])
  return labels.length === heads.length && heads.length > 1 ? labels : null
}

/**
 * The values of a line below heads that are labels, all of them: also with other columns behind, or where one is
 * missing.
 */
const labelledRow = (line: string, { isTimed, above }: Table, labels: readonly Label[]): Row | null => {
  const stamp = stampOf(line)
  const start = isTimed || stamp.includes(':') ? stamp.length : 0
  const words = partsOf(line, WORDS, start)
  if (!areValues(words, labels.length)) return null
  const long = words.filter(isLong)
  const { length: columns } = labels
  const cells = [partsOf(line, CELLS, start).filter(isValue), words, long].find(({ length }) => length === columns)
  // Which is which is not known where one is missing: then what hides more is taken.
  const kind: Kind = labels.some((label) => label.kind === 'IDENTIFIER') ? 'IDENTIFIER' : 'ACCOUNT'
  const rest: Label = { kind, strength: 'WORD' }
  const labelled = (cells ?? long).map((part, n) => [part, cells === undefined ? rest : (labels[n] ?? rest)] as const)
  const values = valuesOf(labelled, above)
  return values === null ? null : { cells: labelled, shape: { words: words.length, isText: false, values } }
}

const isWords = (text: string): boolean => !BEGINS_VALUE.test(text) && !NO_VALUE.test(text)
/** Words that a row may begin with where the one above does not, such as TERM 01. */
const HAS_DIGIT = /\d/

/** Whether a text may be below a head. */
const fits = ({ text, label }: Head, cell: string): boolean => {
  if (NO_VALUE.test(cell)) return true
  if (label === null) return !OTHER_CELL.test(cell) && (!NUMBER_HEAD.test(text) || BEGINS_VALUE.test(cell))
  return BEGINS_VALUE.test(cell) && !OTHER_VALUE.test(cell)
}

/** Where the cells of a row may begin; nowhere in a line with a time of its own. */
const startsOf = (line: string, { heads, isTimed }: Heads): readonly number[] => {
  const stamp = stampOf(line)
  if (!stamp.includes(':')) return isTimed ? [stamp.length, 0] : [0]
  if (isTimed) return [stamp.length]
  return heads.some(({ text }) => TIME_HEAD.test(text)) ? [0] : []
}

/** Whether a line may be a row: words of a sentence, and a field of its own, are none. */
const mayBegin = (line: string, first: string, separator: RegExp, { heads, above }: Table): boolean => {
  if (separator === WORDS) return !isWords(first) && !OTHER_LINE.test(line)
  if (!isWords(first)) return true
  if (above?.isText === false && !HAS_DIGIT.test(first)) return false
  return !OTHER_FIRST.test(first) && (heads.length > 2 || !OTHER_LINE.test(first))
}

/** The values of a line with as many cells as there are heads; null for a line of another kind. */
const exactRow = (line: string, table: Table): Row | null => {
  const { heads, above } = table
  for (const start of startsOf(line, table)) {
    for (const separator of [CELLS, WORDS]) {
      const parts = partsOf(line, separator, start)
      const first = parts[0]?.text ?? ''
      if (parts.length !== heads.length || !mayBegin(line, first, separator, table)) continue
      if (!heads.every((head, n) => fits(head, parts[n]?.text ?? ''))) continue
      const cells = parts.flatMap((part, n): readonly (readonly [Part, Label])[] => {
        const label = heads[n]?.label ?? null
        return label === null ? [] : [[part, label]]
      })
      const values = valuesOf(cells, above)
      if (values !== null && (above !== null || cells.some(([{ text }]) => VALUE.test(text))))
        return { cells, shape: { words: partsOf(line, WORDS, start).length, isText: isWords(first), values } }
    }
  }
  return null
}

/**
 * The row that a line is. Below nothing but labels the first row may have more or fewer cells than there are heads,
 * and those below it may have as many as it has.
 */
export const rowOf = (line: string, table: Table): Row | null => {
  const labels = labelsOf(table)
  if (labels !== null && table.above === null) return labelledRow(line, table, labels)
  const exact = exactRow(line, table)
  if (exact !== null || labels === null || OTHER_LINE.test(line) || startsOf(line, table).length === 0) return exact
  const row = labelledRow(line, table, labels)
  return row?.shape.words === table.above?.words ? row : null
}
