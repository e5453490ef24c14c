import type { TenantTx } from '../../../db/tenancy.ts'
import type { AtmAttribute, AtmDescription } from '../../../schema/atm-attributes.rules.ts'
import { isAttribute } from '../../../schema/atm-attributes.rules.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { badInput, badInputs } from '../../kit/common/errors.ts'
import type { AuditedChange, OperationContext } from '../../kit/graphql/context.ts'
import type { ByteStream } from '../../kit/rest/answer.ts'
import { CsvFault, type CsvRow, createCsvReader } from '../../kit/rest/csv-reader.rules.ts'
import { auditedAtmChange, auditedAtmCreation } from '../atms/atm-audit.rules.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import type { AtmImport, AtmImportChange } from '../schema.gen.ts'
import {
  changesOf,
  type ImportFault,
  type ImportHeader,
  type ImportRow,
  newInstitution,
  readHeader,
  readRow,
} from './atm-import.rules.ts'
import { type ImportedAtm, insertAtms, listByAgentId, listLockedAtms, updateAtms } from './atm-import.store.ts'

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
  readonly faults: FoundFaults
}

/** What is wrong with a file: how much, and the first of it. */
type FoundFaults = { readonly count: number; readonly first: readonly ImportFault[] }

/** Ends the transaction of an import that meets faults while it writes. */
class NotKept extends Error {
  readonly faults: readonly ImportFault[]

  constructor(faults: readonly ImportFault[]) {
    super('an import that is not kept')
    this.name = 'NotKept'
    this.faults = faults
  }
}

/** A line that changes an ATM, which was of this institution when they were compared. */
type PlannedChange = Partial<AtmDescription> & Pick<AtmRow, 'id' | 'institutionKey'> & { readonly line: number }

/** What lines come to, compared with what is there. */
type Plan = {
  readonly creating: readonly (ImportedAtm & { readonly line: number })[]
  readonly changing: readonly PlannedChange[]
  readonly unchanged: number
  readonly changes: readonly AtmImportChange[]
  /** One of a line at most. */
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
  const faults = { count: 0, first: [] as ImportFault[] }
  const note = (found: readonly ImportFault[]) => {
    faults.count += found.length
    faults.first.push(...found.slice(0, MAX_SHOWN - faults.first.length))
  }
  const rows: ImportRow[] = []
  const firstLines = new Map<string, number>()
  let header: ImportHeader | null = null
  let isHeaderFaulty = false
  let lines = 0
  const takeHeader = (row: CsvRow) => {
    const found: ImportFault[] = []
    header = readHeader(row, found)
    isHeaderFaulty = found.length > 0
    note(found)
  }
  const take = (row: CsvRow, columns: ImportHeader) => {
    lines += 1
    if (lines > MAX_ROWS) throw badInput('file', `must have ${MAX_ROWS.toLocaleString('en')} lines or fewer`)
    const found: ImportFault[] = []
    const read = readRow(row, columns, principal, found)
    note(found)
    if (read === null) return
    const first = firstLines.get(read.agentAtmId)
    if (first === undefined) rows.push(read)
    else note([{ line: read.line, column: 'agentAtmId', message: `is that of line ${first} too` }])
    firstLines.set(read.agentAtmId, first ?? read.line)
  }
  try {
    for await (const some of rowsOf(file)) {
      for (const row of some) {
        if (header === null) takeHeader(row)
        else if (!isHeaderFaulty) take(row, header)
      }
    }
  } catch (error) {
    if (error instanceof CsvFault) note([{ line: error.line, column: null, message: error.message }])
    else if (error instanceof TypeError) throw badInput('file', 'must be UTF-8')
    else throw error
  }
  if (header === null && faults.count === 0) throw badInput('file', 'must have a header and at least one line')
  rows.sort((a, b) => (a.agentAtmId < b.agentAtmId ? -1 : 1))
  return { rows, names: (header ?? []).filter((name) => name !== null).filter(isAttribute), lines, faults }
}

const pushAll = <T>(to: T[], some: readonly T[]): void => {
  for (const one of some) to.push(one)
}

type Importer = Pick<OperationContext, 'audit'> & { readonly now: Date }

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

/** Compares a portion of the lines with the ATMs that the caller sees. */
const planPortion = async (tx: TenantTx, rows: readonly ImportRow[], principal: Principal): Promise<Plan> => {
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
    return [{ ...description, id: atm.id, institutionKey: atm.institutionKey, line }]
  })
  return { creating, changing, unchanged, changes, faults }
}

const portionsOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / PORTION) }, (_, n) => all.slice(n * PORTION, (n + 1) * PORTION))

/** Compares a file with the ATMs that the caller sees. It locks none, and its transaction writes nothing. */
const planRows = async (tx: TenantTx, { rows }: ImportFile, principal: Principal): Promise<Plan> => {
  const plans: Plan[] = []
  for (const portion of portionsOf(rows)) plans.push(await planPortion(tx, portion, principal))
  return {
    creating: plans.flatMap(({ creating }) => creating),
    changing: plans.flatMap(({ changing }) => changing),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchanged, 0),
    changes: plans.flatMap(({ changes }) => changes),
    faults: plans.flatMap(({ faults }) => faults),
  }
}

/** The faults of lines whose ATMs were taken to be new, and are known. */
const knownFaults = (creating: Plan['creating'], isKnown: (agentAtmId: string) => boolean): ImportFault[] =>
  creating.flatMap(({ line, agentAtmId }) =>
    isKnown(agentAtmId) ? [{ line, column: 'agentAtmId', message: 'is known already' }] : [],
  )

/** The faults of lines whose ATMs are of another institution than they were, of which the caller may see nothing. */
const movedFaults = (changing: readonly PlannedChange[], locked: readonly AtmRow[]): ImportFault[] => {
  const institutions = new Map(locked.map(({ id, institutionKey }) => [id, institutionKey]))
  const message = 'was moved to another institution meanwhile; import the file again'
  return changing.flatMap(({ line, id, institutionKey }) =>
    institutions.get(id) === institutionKey ? [] : [{ line, column: 'institutionKey', message }],
  )
}

/**
 * Writes what was planned, in the order of the textual ids. ATMs that are there stay locked to the end of the
 * transaction, and their events wait; so they come last, once nothing can be wrong but an ATM that was moved.
 */
const writeRows = async (
  tx: TenantTx,
  { creating, changing }: Plan,
  names: readonly AtmAttribute[],
  { audit, now }: Importer,
): Promise<AtmRow[]> => {
  const atms: AtmRow[] = []
  for (const portion of portionsOf(creating)) {
    const created = await insertAtms(tx, portion, now)
    await audit(tx, ...auditedPortion({ created, changed: [], before: [] }, names))
    pushAll(atms, created)
  }
  const isCreated = new Set(atms.map(({ agentAtmId }) => agentAtmId))
  const faults = knownFaults(creating, (agentAtmId) => !isCreated.has(agentAtmId))
  if (faults.length > 0) throw new NotKept(faults)
  for (const portion of portionsOf(changing)) {
    const before = await listLockedAtms(
      tx,
      portion.map(({ id }) => id),
    )
    const moved = movedFaults(portion, before)
    if (moved.length > 0) throw new NotKept(moved)
    const changed = await updateAtms(tx, portion, names, now)
    await audit(tx, ...auditedPortion({ created: [], changed, before }, names))
    pushAll(atms, changed)
  }
  return atms
}

const inLines = <T extends { readonly line: number }>(some: readonly T[]): T[] =>
  some.toSorted((a, b) => a.line - b.line).slice(0, MAX_SHOWN)

/** What an import asks the store beside what its caller sees. */
export type ImportEnv = {
  /** Those of these textual ids that are registered, of whichever institution. */
  listKnown(agentAtmIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes what was registered and changed, after the commit. */
  handOver(atms: readonly AtmRow[]): Promise<void>
}

const refuseFaults = (faults: readonly ImportFault[]): never => {
  throw badInputs(
    inLines(faults).map(({ line, column, message }) => ({
      field: column === null ? `line ${line}` : `line ${line}, ${column}`,
      message,
    })),
  )
}

/**
 * Writes a plan in one transaction.
 * @throws DomainError BAD_USER_INPUT for what became known or was moved meanwhile.
 */
const keep = async (
  plan: Plan,
  names: readonly AtmAttribute[],
  { now, write, audit }: OperationContext,
): Promise<readonly AtmRow[]> => {
  if (plan.creating.length + plan.changing.length === 0) return []
  const importer = { audit, now: now() }
  return write((tx) => writeRows(tx, plan, names, importer)).catch((error: unknown) => {
    if (error instanceof NotKept) return refuseFaults(error.faults)
    throw error
  })
}

/**
 * Imports ATMs from CSV: registers those that are not known, and changes the attributes of the others that the file
 * has columns of. All of it is written in one transaction, or nothing. The file is compared with what is there before
 * that, so that a dry run, or a file with faults, writes and locks nothing.
 * @throws DomainError BAD_USER_INPUT naming lines and columns, unless it is a dry run.
 */
export const importAtms = async (
  { file, dryRun }: { readonly file: ByteStream; readonly dryRun: boolean },
  context: OperationContext,
  { listKnown, handOver }: ImportEnv,
): Promise<AtmImport> => {
  const { principal, write } = context
  const read = await readFile(file, principal)
  // Not the read transaction of the operation, which would keep its connection beside the next ones.
  const plan = await write((tx) => planRows(tx, read, principal))
  const { creating, changing, unchanged, changes } = plan
  const isKept = !dryRun && read.faults.count + plan.faults.length === 0
  // While it writes it finds out by itself.
  const known = isKept ? new Set<string>() : await listKnown(creating.map(({ agentAtmId }) => agentAtmId))
  const unseen = knownFaults(creating, (agentAtmId) => known.has(agentAtmId))
  const more = [...plan.faults, ...unseen]
  const faults = inLines([...read.faults.first, ...more])
  if (isKept) await handOver(await keep(plan, read.names, context))
  else if (!dryRun) refuseFaults(faults)
  return {
    ...{ dryRun, rows: read.lines, created: creating.length - unseen.length, changed: changing.length, unchanged },
    ...{ changes: inLines(changes), errorCount: read.faults.count + more.length, errors: faults },
  }
}
