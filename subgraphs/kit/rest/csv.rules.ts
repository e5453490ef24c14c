/** A cell: text, a number (of a given spelling, such as `100.00`, if that matters), an instant, or nothing. */
export type CsvCell = string | number | Date | { readonly number: string } | null

/** What a spreadsheet takes for the beginning of a formula; the last four are the full-width forms. */
const FORMULA_SIGNS = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20')
/**
 * What ends a cell or a line for some spreadsheet. Where the list separator is `;` (most of Europe) or a tab, a file
 * with commas is split there, inside our quotation marks too.
 */
const SEPARATORS = new Set(';\t\r\n\v\f\u0085\u2028\u2029')
/** What may precede a formula without making a text of it. */
const PASSED_OVER = /["\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
const LINE_SIGNS = new Set('\t\r\n')

/** Nearly every cell is none of these, and is not looked through. */
const MAY_HOLD_FORMULA =
  /^["'\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[;\t\r\n\v\f\u0085\u2028\u2029]/u
const NEEDS_QUOTES = /[",\r\n]/

/**
 * The text with `change` made to the number of apostrophes before each sign that could begin a formula, and before a
 * line break or tab that begins the text.
 */
const withApostrophes = (text: string, change: (count: number) => number): string => {
  let changed = ''
  let isBeginning = true
  let apostrophes = 0
  for (const sign of text) {
    if (isBeginning && sign === "'") {
      apostrophes += 1
      continue
    }
    const isGuarded = isBeginning && (FORMULA_SIGNS.has(sign) || (changed === '' && LINE_SIGNS.has(sign)))
    changed += "'".repeat(isGuarded ? change(apostrophes) : apostrophes)
    isBeginning = SEPARATORS.has(sign) || (isBeginning && apostrophes === 0 && PASSED_OVER.test(sign))
    apostrophes = 0
    changed += sign
  }
  return changed + "'".repeat(apostrophes)
}

/**
 * The text with an apostrophe more before each sign that could begin a formula: it makes a text of a cell, and
 * spreadsheets do not show it.
 */
const withoutFormulas = (text: string): string =>
  MAY_HOLD_FORMULA.test(text) ? withApostrophes(text, (count) => count + 1) : text

/** The text of a cell that `csvLine` wrote: without the apostrophes that keep spreadsheets from reading a formula. */
export const textOfCell = (cell: string): string =>
  cell.includes("'") ? withApostrophes(cell, (count) => Math.max(0, count - 1)) : cell

const cellText = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'object') return cell.number
  const harmless = withoutFormulas(cell)
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Cells as a line of RFC 4180, its CRLF included. No text among them is a formula to a spreadsheet, whether it splits
 * lines at commas, semicolons or tabs; numbers stay numbers.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** The name of a file with the list of a day, or of several days: `gaps-2026-11-20.csv`, in UTC. */
export const csvFileName = (list: string, from: Date, to: Date = from): string => {
  const [first, last] = [from, to].map((at) => at.toISOString().slice(0, 10))
  return `${list}-${first}${last === first ? '' : `-to-${last}`}.csv`
}

/** The mark by which spreadsheets know that a file is UTF-8; without it they take it for the local code page. */
export const UTF8_MARK = '\uFEFF'
