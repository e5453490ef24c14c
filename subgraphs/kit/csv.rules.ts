/** A cell: text, a number (of a given spelling, such as `100.00`, if that matters), or nothing. */
export type CsvCell = string | number | { readonly number: string } | null

/** What a spreadsheet takes for the beginning of a formula, or passes over before it looks for one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NEEDS_QUOTES = /[",\r\n]/

const cellText = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.number
  // An apostrophe makes a text of it; spreadsheets do not show it.
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Cells as a line of RFC 4180, its CRLF included. No text among them is a formula to a spreadsheet; numbers stay numbers. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** The mark by which spreadsheets know that a file is UTF-8; without it they take it for the local code page. */
export const UTF8_MARK = '\uFEFF'
