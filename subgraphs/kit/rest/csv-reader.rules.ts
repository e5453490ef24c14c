/** A line of a CSV file that is not empty, by the number of the line on which it begins, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** Reads CSV piece by piece. */
export type CsvReader = {
  /** The rows that a piece of the file completes. @throws CsvFault */
  push(text: string): CsvRow[]
  /** The last row, where no line break follows it. @throws CsvFault */
  end(): CsvRow[]
}

/** What keeps a file from being read as CSV. */
export class CsvFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvFault'
    this.line = line
  }
}

const MAX_CELL_CHARS = 4_096
const MAX_CELLS = 100

/** Reads text of which it is known what separates its cells. */
const createRows = (separator: ',' | ';'): CsvReader => {
  let line = 1
  let begun = 1
  let cells: string[] = []
  let cell = ''
  // Where it is: before or in a plain cell, in quotes, or after a quotation mark that ends them or stands for one.
  let state: 'plain' | 'quoted' | 'quote' = 'plain'
  let wasReturn = false
  let rows: CsvRow[] = []

  const endCell = () => {
    if (cells.length >= MAX_CELLS) throw new CsvFault(begun, `has more than ${MAX_CELLS} columns`)
    cells.push(cell)
    cell = ''
    state = 'plain'
  }
  const endRow = () => {
    const isEmpty = cells.length === 0 && cell === ''
    endCell()
    if (!isEmpty) rows.push({ line: begun, cells })
    cells = []
  }
  const add = (sign: string) => {
    if (cell.length >= MAX_CELL_CHARS) throw new CsvFault(line, `has a cell of more than ${MAX_CELL_CHARS} characters`)
    cell += sign
  }
  /** Of the two signs of a line break the first one counts. */
  const isBreak = (sign: string) => sign === '\r' || (sign === '\n' && !wasReturn)
  const takeQuoted = (sign: string) => {
    if (isBreak(sign)) line += 1
    if (sign === '"') state = 'quote'
    else add(sign)
  }
  const takePlain = (sign: string) => {
    if (sign === separator) endCell()
    else if (isBreak(sign)) {
      endRow()
      line += 1
      begun = line
    } else if (sign === '\n') return
    else if (state === 'quote' && sign !== '"') throw new CsvFault(line, 'has text behind a closing quotation mark')
    else if (sign === '"' && (state === 'quote' || cell === '')) {
      if (state === 'quote') add(sign)
      state = 'quoted'
    } else add(sign)
  }
  return {
    push(text) {
      rows = []
      for (const sign of text) {
        if (state === 'quoted') takeQuoted(sign)
        else takePlain(sign)
        wasReturn = sign === '\r'
      }
      return rows
    },
    end() {
      if (state === 'quoted') throw new CsvFault(begun, 'has a quotation mark that is never closed')
      rows = []
      endRow()
      return rows
    },
  }
}

/**
 * Reads the CSV of RFC 4180, with line breaks of any system. What separates cells is a comma; a semicolon where the
 * first line has one and no comma, as spreadsheets write it where the comma is in numbers.
 */
export const createCsvReader = (): CsvReader => {
  let reader: CsvReader | null = null
  /** Text of which it is not known yet what separates its cells. */
  let head = ''

  const begin = (): CsvReader => {
    const [first = ''] = head.split(/[\r\n]/, 1)
    return createRows(first.includes(';') && !first.includes(',') ? ';' : ',')
  }
  return {
    push(text) {
      if (reader !== null) return reader.push(text)
      head += text
      if (!/[\r\n]/.test(text)) {
        if (head.length > MAX_CELLS * MAX_CELL_CHARS) throw new CsvFault(1, 'is too long')
        return []
      }
      reader = begin()
      return reader.push(head)
    },
    end() {
      if (reader !== null) return reader.end()
      reader = begin()
      return [...reader.push(head), ...reader.end()]
    },
  }
}
