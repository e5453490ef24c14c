import { STAMP } from '../../../kit/cards/card-context.rules.ts'
import type { CustomerLabel } from '../sessions/family.ts'

/** What the head of a column names. */
export type Kind = CustomerLabel['kind'] | 'CARD'
/** A text in a line, and where it begins. */
export type Part = { readonly text: string; readonly from: number }
/** A head that is a label; `isLoose`: it also is a word of a sentence. */
export type Label = { readonly kind: Kind; readonly isLoose: boolean }
/** The cell of a line of heads; `label` is null where it is not known. */
export type Head = { readonly text: string; readonly label: Label | null }

/** Columns are parted by at least two spaces, a tab or a border. */
export const CELLS = / {2,}|\t|\|/g
/** Words are parted by a space, too. */
const WORDS = /[\s|]+/g
/** No amount and no trace number has as many digits. */
export const LONG_NUMBER = 8
const VALUE = /[\d*]/
/** Heads whose values begin a row like the time of a line. */
const TIME_HEAD = /^\W{0,3}(?:DATE|TIME|TGL|TANGGAL|JAM|WAKTU|FECHA|HORA)(?![A-Z])/i
/** What names a number: words below it are another line, and so is a line that begins with it. */
const NUMBER_HEAD =
  /(?:^|[^A-Z])(?:NO|NUMBER|NOMOR|ID|CODE|KODE|AMOUNT|AMT|BAL|BALANCE|DATE|TIME|RRN|STAN|TRACE|SEQ)(?![A-Z])/i
const NUMBERS = 'RRN|STAN|AID|TVR|TSI|ARQC|TRACE|SEQ|TID|REF|LUNO|BATCH|INVOICE|AUTH|APPROVAL|OPCODE'
const FIELDS = 'TERMINAL|TERM|ATM ID|RESP|RESPONSE|TOTAL|SUBTOTAL|AMOUNT|BALANCE|DATE|TIME'
/** A line of another kind: it has a label of its own. */
const OTHER_LINE = new RegExp(`(?:^|[^A-Z])(?:${NUMBERS}|${FIELDS})(?![A-Z])|[A-Z] {0,20}[:=]`, 'i')
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

/** Whether words are the values of as many columns; others may follow them. */
const areValues = (words: readonly Part[], columns: number): boolean =>
  VALUE.test(words[0]?.text ?? '') &&
  (words.every(({ text }) => VALUE.test(text)) || words.filter(isLong).length >= columns)

/** Whether all words of a text are values. */
const isValue = ({ text }: Part): boolean => text.split(/\s+/).every((word) => VALUE.test(word))

/** The heads of columns, and whether a time is before them: six digits may be one, or a value. */
export type Heads = { readonly heads: readonly Head[]; readonly isTimed: boolean }
/** What a row looks like: how many words it has, and whether words without a digit begin it. */
export type Shape = { readonly words: number; readonly isText: boolean }
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
const labelledRow = (line: string, { isTimed }: Heads, labels: readonly Label[]): Row | null => {
  const stamp = stampOf(line)
  const start = isTimed || stamp.includes(':') ? stamp.length : 0
  const words = partsOf(line, WORDS, start)
  if (!areValues(words, labels.length)) return null
  const long = words.filter(isLong)
  const { length: columns } = labels
  const cells = [partsOf(line, CELLS, start).filter(isValue), words, long].find(({ length }) => length === columns)
  // Which is which is not known where one is missing: then what hides more is taken.
  const kind: Kind = labels.some((label) => label.kind === 'IDENTIFIER') ? 'IDENTIFIER' : 'ACCOUNT'
  const rest: Label = { kind, isLoose: false }
  return {
    cells: (cells ?? long).map((part, n) => [part, cells === undefined ? rest : (labels[n] ?? rest)]),
    shape: { words: words.length, isText: false },
  }
}

const isWords = (text: string): boolean => !VALUE.test(text) && !NO_VALUE.test(text)

/** Whether a text may be below a head. */
const fits = ({ text, label }: Head, cell: string): boolean => {
  if (NO_VALUE.test(cell)) return true
  if (label === null) return !NUMBER_HEAD.test(text) || VALUE.test(cell)
  return VALUE.test(cell) && !OTHER_VALUE.test(cell)
}

/** Where the cells of a row may begin; nowhere in a line with a time of its own. */
const startsOf = (line: string, { heads, isTimed }: Heads): readonly number[] => {
  const stamp = stampOf(line)
  if (!stamp.includes(':')) return isTimed ? [stamp.length, 0] : [0]
  if (isTimed) return [stamp.length]
  return heads.some(({ text }) => TIME_HEAD.test(text)) ? [0] : []
}

/** Whether the first cell of a line lets it be a row; words of a sentence, and a field of its own, do not. */
const mayBegin = (first: string, separator: RegExp, above: Shape | null): boolean =>
  !isWords(first) || (separator === CELLS && above?.isText !== false && !NUMBER_HEAD.test(first))

/** The values of a line with as many cells as there are heads; null for a line of another kind. */
const exactRow = (line: string, table: Table): Row | null => {
  if (OTHER_LINE.test(line)) return null
  const { heads, above } = table
  for (const start of startsOf(line, table)) {
    for (const separator of [CELLS, WORDS]) {
      const parts = partsOf(line, separator, start)
      const first = parts[0]?.text ?? ''
      if (parts.length !== heads.length || !mayBegin(first, separator, above)) continue
      if (!heads.every((head, n) => fits(head, parts[n]?.text ?? ''))) continue
      const cells = parts.flatMap((part, n): readonly (readonly [Part, Label])[] => {
        const label = heads[n]?.label ?? null
        return label === null ? [] : [[part, label]]
      })
      if (above !== null || cells.some(([{ text }]) => VALUE.test(text)))
        return { cells, shape: { words: partsOf(line, WORDS, start).length, isText: isWords(first) } }
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
