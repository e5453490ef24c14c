import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmAttribute } from '../../../schema/atm-attributes.rules.ts'
import { isAttribute } from '../../../schema/atm-attributes.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { badInput, badInputs } from '../../kit/common/errors.ts'
import type { AuditedChange, OperationContext } from '../../kit/graphql/context.ts'
import type { ByteStream } from '../../kit/rest/answer.ts'
import { CsvFault, type CsvRow, createCsvReader } from '../../kit/rest/csv-reader.rules.ts'
import { auditedAtmChange, auditedAtmCreation } from '../atms/atm-audit.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import type { AtmImport, AtmImportChange } from '../schema.gen.ts'
import { changesOf, type ImportFault, type ImportRow, newInstitution, readHeader, readRow } from './atm-import.rules.ts'
import { insertAtms, listByAgentId, listLockedAtms, updateAtms } from './atm-import.store.ts'

const MAX_ROWS = 100_000
/** Lines of one statement. */
const PORTION = 5_000
/** What an answer shows at most of changes and faults; their numbers count all. */
const MAX_SHOWN = 1_000

/** A file, checked as far as it can be without the database. */
type ImportFile = {
  readonly rows: readonly ImportRow[]
  readonly names: readonly AtmAttribute[]
  readonly lines: number
  readonly faults: ImportFault[]
}

/** Ends the transaction of a dry run, and of one with faults, with what it came to. */
class NotKept extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('an import that is not kept')
    this.name = 'NotKept'
    this.outcome = outcome
  }
}

type Outcome = {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly changes: readonly AtmImportChange[]
  readonly atms: readonly AtmRow[]
  readonly faults: readonly ImportFault[]
}

/** @throws CsvFault; TypeError for what is no UTF-8. */
async function* rowsOf({ chunks }: ByteStream): AsyncGenerator<readonly CsvRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = createCsvReader()
  for await (const chunk of chunks) yield reader.push(decoder.decode(chunk, { stream: true }))
  yield reader.push(decoder.decode())
  yield reader.end()
}

const readFile = async (file: ByteStream, principal: Principal): Promise<ImportFile> => {
  const faults: ImportFault[] = []
  const rows: ImportRow[] = []
  const firstLines = new Map<string, number>()
  let header: ReturnType<typeof readHeader> | null = null
  let lines = 0
  const take = (row: CsvRow, columns: ReturnType<typeof readHeader>) => {
    lines += 1
    if (lines > MAX_ROWS) throw badInput('file', `must have ${MAX_ROWS.toLocaleString('en')} lines or fewer`)
    const read = readRow(row, columns, principal, faults)
    if (read === null) return
    const first = firstLines.get(read.agentAtmId)
    if (first === undefined) rows.push(read)
    else faults.push({ line: read.line, column: 'agentAtmId', message: `is that of line ${first} too` })
    firstLines.set(read.agentAtmId, first ?? read.line)
  }
  try {
    for await (const some of rowsOf(file)) {
      for (const row of some) {
        if (header === null) header = readHeader(row, faults)
        else if (faults.every(({ line }) => line > 1) || lines > 0) take(row, header)
      }
    }
  } catch (error) {
    if (error instanceof CsvFault) faults.push({ line: error.line, column: null, message: error.message })
    else if (error instanceof TypeError) throw badInput('file', 'must be UTF-8')
    else throw error
  }
  if (header === null && faults.length === 0) throw badInput('file', 'must have a header and at least one line')
  rows.sort((a, b) => (a.agentAtmId < b.agentAtmId ? -1 : 1))
  return { rows, names: (header ?? []).filter((name) => name !== null).filter(isAttribute), lines, faults }
}

const pushAll = <T>(to: T[], some: readonly T[]): void => {
  for (const one of some) to.push(one)
}

type Importer = Pick<OperationContext, 'principal' | 'audit'> & { readonly now: Date; readonly dryRun: boolean }

/** What the audit says of a portion: the same as if each ATM had been registered or edited by itself. */
const auditedPortion = (
  { created, changed, before }: Readonly<Record<'created' | 'changed' | 'before', readonly AtmRow[]>>,
  names: readonly AtmAttribute[],
): AuditedChange[] => {
  const old = new Map(before.map((row) => [row.id, row]))
  const creations = created.map((row) => {
    const given = names.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))
    const { agentAtmId, institutionKey } = row
    return auditedAtmCreation(row, { agentAtmId, institutionKey, ...Object.fromEntries(given) })
  })
  const edits = changed.flatMap((after) => {
    const was = old.get(after.id)
    return was === undefined ? [] : [auditedAtmChange('updateAtm', { before: was, after, names })]
  })
  return [...creations, ...edits]
}

/** Imports a portion of the lines, in the order of their ids, in the transaction of the whole file. */
const importPortion = async (
  tx: TenantTx,
  rows: readonly ImportRow[],
  names: readonly AtmAttribute[],
  { principal, audit, now, dryRun }: Importer,
) => {
  const faults: ImportFault[] = []
  const known = await listByAgentId(
    tx,
    rows.map(({ agentAtmId }) => agentAtmId),
  )
  const before = new Map(known.map((row) => [row.agentAtmId, row]))
  const changes: AtmImportChange[] = []
  const creating = rows.flatMap((row) => {
    if (before.has(row.agentAtmId)) return []
    const institutionKey = newInstitution(row, principal, faults)
    if (institutionKey === null) return []
    const { line, agentAtmId, description } = row
    changes.push({ line, agentAtmId, kind: 'CREATED', fields: [...changesOf(row, null)] })
    return [{ ...description, agentAtmId, institutionKey, line }]
  })
  let unchanged = 0
  const changing = rows.flatMap((row) => {
    const { line, agentAtmId, institutionKey, description } = row
    const atm = before.get(agentAtmId)
    if (atm === undefined) return []
    if (institutionKey !== null && institutionKey !== atm.institutionKey) {
      const message = `is not its institution, which is ${atm.institutionKey ?? 'none'}; an import moves no ATM`
      faults.push({ line, column: 'institutionKey', message })
      return []
    }
    const fields = changesOf(row, atm)
    if (fields.length === 0) {
      unchanged += 1
      return []
    }
    changes.push({ line, agentAtmId, kind: 'CHANGED', fields: [...fields] })
    return [{ ...description, id: atm.id }]
  })
  const created = await insertAtms(tx, creating, now)
  const isCreated = new Set(created.map(({ agentAtmId }) => agentAtmId))
  for (const { line, agentAtmId } of creating)
    if (!isCreated.has(agentAtmId)) faults.push({ line, column: 'agentAtmId', message: 'is known already' })
  const locked = await listLockedAtms(
    tx,
    changing.map(({ id }) => id),
  )
  const changed = await updateAtms(tx, changing, names, now)
  if (!dryRun) await audit(tx, ...auditedPortion({ created, changed, before: locked }, names))
  return { created, changed, unchanged, changes, faults }
}

const importRows = async (
  tx: TenantTx,
  { rows, names, faults: found }: ImportFile,
  importer: Importer,
): Promise<Outcome> => {
  const [atms, changes, faults]: [AtmRow[], AtmImportChange[], ImportFault[]] = [[], [], [...found]]
  let created = 0
  let unchanged = 0
  for (let from = 0; from < rows.length; from += PORTION) {
    const done = await importPortion(tx, rows.slice(from, from + PORTION), names, importer)
    created += done.created.length
    unchanged += done.unchanged
    if (!importer.dryRun) for (const some of [done.created, done.changed]) pushAll(atms, some)
    pushAll(changes, done.changes)
    pushAll(faults, done.faults)
  }
  const changed = changes.filter(({ kind }) => kind === 'CHANGED').length
  const outcome = { created, changed, unchanged, changes, atms, faults }
  if (importer.dryRun || faults.length > 0) throw new NotKept(outcome)
  return outcome
}

const inLines = <T extends { readonly line: number }>(some: readonly T[]): T[] =>
  some.toSorted((a, b) => a.line - b.line).slice(0, MAX_SHOWN)

/**
 * Imports ATMs from CSV: registers those that are not known, and changes the attributes of the others that the file
 * has columns of. All of it is done in one transaction, or nothing. A dry run does the same and keeps nothing.
 * @throws DomainError BAD_USER_INPUT naming lines and columns, unless it is a dry run.
 */
export const importAtms = async (
  { file, dryRun }: { readonly file: ByteStream; readonly dryRun: boolean },
  { principal, now, write, audit }: OperationContext,
  onKept: (atms: readonly AtmRow[]) => Promise<void>,
): Promise<AtmImport> => {
  const read = await readFile(file, principal)
  const outcome = await write((tx) => importRows(tx, read, { dryRun, principal, audit, now: now() })).catch(
    (error: unknown) => {
      if (error instanceof NotKept) return error.outcome
      throw error
    },
  )
  const { created, changed, unchanged, changes, faults, atms } = outcome
  if (!dryRun && faults.length > 0) {
    const worded = inLines(faults).map(({ line, column, message }) => ({
      field: column === null ? `line ${line}` : `line ${line}, ${column}`,
      message,
    }))
    throw badInputs(worded)
  }
  await onKept(atms)
  return {
    ...{ dryRun, rows: read.lines, created, changed, unchanged },
    ...{ changes: inLines(changes), errorCount: faults.length, errors: inLines(faults) },
  }
}
