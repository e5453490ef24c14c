import {
  ATM_ATTRIBUTES,
  type AtmAttribute,
  type AtmDescription,
  atmAttributes,
  choiceAttributes,
  degreesAttributes,
  isAttribute,
  textAttributes,
  wordsAttributes,
} from '../../../schema/atm-attributes.rules.ts'
import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import type { FieldFault } from '../../kit/common/errors.ts'
import { findTextFault } from '../../kit/common/text-faults.ts'
import { textOfCell } from '../../kit/rest/csv.rules.ts'
import type { CsvRow } from '../../kit/rest/csv-reader.rules.ts'
import { institutionFor, readAgentAtmId, readDescription } from '../atms/atm-registry.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'

/** Something wrong with a file. `column` is null where it is the line as a whole. */
export type ImportFault = { readonly line: number; readonly column: string | null; readonly message: string }

/** A line of the file, checked: what is left out of `description` has no column. */
export type ImportRow = {
  readonly line: number
  readonly agentAtmId: string
  /** Null where the file does not say. */
  readonly institutionKey: string | null
  readonly description: Partial<AtmDescription>
}

/** The names of the columns, in their order; null for one that is passed over. */
export type ImportHeader = readonly ('agentAtmId' | 'institutionKey' | AtmAttribute | null)[]

/** Columns of the list of ATMs as CSV that only the platform writes. */
const PASSED_OVER = new Set([
  ...['id', 'status', 'retiredAt', 'badge', 'serviceState', 'serviceStateChangedAt', 'supervisorSince'],
  ...['connectivity', 'lastHeartbeatAt'],
])

const columnOf = (name: string): ImportHeader[number] | undefined => {
  if (name === 'agentAtmId' || name === 'institutionKey') return name
  if (isAttribute(name)) return name
  return PASSED_OVER.has(name) ? null : undefined
}

/** What each column is. Faults are collected. */
export const readHeader = ({ line, cells }: CsvRow, faults: ImportFault[]): ImportHeader => {
  const names = cells.map((cell) => cell.trim())
  for (const [n, name] of names.entries()) {
    const column = name === '' ? `column ${n + 1}` : name
    if (columnOf(name) === undefined) {
      const known = ['agentAtmId', 'institutionKey', ...atmAttributes].join(', ')
      faults.push({ line, column, message: `is no column of ATMs; there are ${known}` })
    } else if (names.indexOf(name) < n) faults.push({ line, column, message: 'is there twice' })
  }
  if (!names.includes('agentAtmId')) faults.push({ line, column: 'agentAtmId', message: 'is missing' })
  return names.map((name) => columnOf(name) ?? null)
}

type Given = { -readonly [Name in AtmAttribute]?: AtmDescription[Name] }

/** `Number` would read hexadecimal digits as well. */
const DEGREES = /^[+-]?\d{1,3}(?:\.\d+)?$/

/** What the cells of a line say of the attributes; an empty one clears. */
const givenOf = (cells: ReadonlyMap<string, string>, faults: FieldFault[]): Given => {
  const given: Given = {}
  for (const name of textAttributes) {
    const text = cells.get(name)
    if (text !== undefined) given[name] = text
  }
  for (const name of degreesAttributes) {
    const text = cells.get(name)
    if (text === undefined) continue
    if (text !== '' && !DEGREES.test(text)) faults.push({ field: name, message: 'must be a number' })
    else given[name] = text === '' ? null : Number(text)
  }
  for (const name of choiceAttributes) {
    const text = cells.get(name)
    if (text === undefined) continue
    const { choices } = ATM_ATTRIBUTES[name]
    const choice = choices.find((one) => one === text.toUpperCase())
    if (text !== '' && choice === undefined)
      faults.push({ field: name, message: `must be one of ${choices.join(', ')}, or empty` })
    else given[name] = choice ?? null
  }
  for (const name of wordsAttributes) {
    const text = cells.get(name)
    if (text !== undefined) given[name] = text.split(/[,;]/)
  }
  return given
}

/** A line as what it asks for; null with faults where it asks for nothing that can be done. */
export const readRow = (
  { line, cells }: CsvRow,
  header: ImportHeader,
  principal: Principal,
  faults: ImportFault[],
): ImportRow | null => {
  // A line with fewer cells would clear the attributes that it does not name.
  if (cells.length !== header.length) {
    faults.push({ line, column: null, message: `has ${cells.length} cells, and the header has ${header.length}` })
    return null
  }
  const named = new Map<string, string>()
  for (const [n, name] of header.entries()) if (name !== null) named.set(name, textOfCell(cells[n] ?? '').trim())
  const found: FieldFault[] = [...named].flatMap(([name, text]) => findTextFault(text, name) ?? [])
  const agentAtmId = readAgentAtmId(named.get('agentAtmId') ?? '', found)
  const institutionKey = named.get('institutionKey') || null
  if (institutionKey !== null) {
    const message = institutionKeyFault(institutionKey)
    if (message !== null) found.push({ field: 'institutionKey', message })
    else if (!seesInstitution(principal, institutionKey))
      found.push({ field: 'institutionKey', message: 'is none of your institutions' })
  }
  const description = readDescription(givenOf(named, found), found)
  if (found.length === 0) return { line, agentAtmId, institutionKey, description }
  faults.push(...found.map(({ field, message }) => ({ line, column: field, message })))
  return null
}

/** The institution of a new ATM; null with a fault where neither the file nor the token says it. */
export const newInstitution = (row: ImportRow, principal: Principal, faults: ImportFault[]): string | null => {
  const found: FieldFault[] = []
  const key = institutionFor(row.institutionKey, principal, found)
  faults.push(...found.map(({ message }) => ({ line: row.line, column: 'institutionKey', message })))
  return key
}

/** A value before and after, in words; null for none. */
export type FieldChange = { readonly name: string; readonly before: string | null; readonly after: string | null }

type Value = AtmDescription[AtmAttribute]
const wordsOf = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? value.join(';') : String(value)

/** What a line changes of an ATM; of a new one, what it has. */
export const changesOf = (row: ImportRow, before: AtmRow | null): readonly FieldChange[] =>
  atmAttributes.flatMap((name) => {
    const given = row.description[name]
    if (given === undefined) return []
    const [was, is] = [wordsOf(before?.[name]), wordsOf(given)]
    return was === is ? [] : [{ name, before: was, after: is }]
  })
