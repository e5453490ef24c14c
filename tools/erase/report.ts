import { randomUUID } from 'node:crypto'
import type { Stores } from '../../db/tenancy.ts'
import { appendAudit } from '../../subgraphs/incident/audit/append-audit.store.ts'
import { countInstitution, type EraseEnv, type ErasureReport, eraseInstitution } from './erase.ts'
import type { EraseOptions } from './options.ts'

const total = ({ tables }: ErasureReport, of: 'before' | 'removed' | 'after'): number =>
  tables.reduce((sum, table) => sum + table[of], 0)

const printReport = (print: (line: string) => void, found: ErasureReport, key: string): void => {
  const shown = found.tables.filter(({ before, removed, after }) => before + removed + after > 0)
  const width = Math.max(5, ...shown.map(({ table }) => table.length))
  const line = (table: string, ...cells: readonly (string | number)[]) =>
    print(`${table.padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join('')}`)
  line('table', 'before', 'removed', 'after')
  for (const { table, before, removed, after } of shown) line(table, before, removed, after)
  line('all', total(found, 'before'), total(found, 'removed'), total(found, 'after'))
  print(
    `Kept: ${found.kept} entries of ${key} in the audit until AUDIT_RETENTION_MONTHS drops their months, messages that`,
  )
  print('bring it more, sums of the whole fleet, topics of Kafka until their retention, backups and logs.')
}

/** The audit, which stays, says that an erasure of so many rows began; a repeated one says how many were left. */
const recordErasure = (incident: Stores, key: string, rows: number): Promise<void> =>
  appendAudit(incident, [
    {
      ...{ id: randomUUID(), at: new Date().toISOString(), actor: 'operator', role: 'ADMIN', traceId: '' },
      ...{ action: 'eraseInstitution', subjectType: 'Institution', subjectId: key, institutionKey: null, chain: '' },
      ...{ before: null, after: JSON.stringify({ rows }) },
    },
  ])

export type ErasureEnv = EraseEnv & {
  /** The database of the audit. */
  readonly incident: Stores
  print(line: string): void
}

/** Counts or erases, as confirmed, and prints what was found. Returns whether what was asked for was done. */
export const runErasure = async (env: ErasureEnv, { key, isDryRun, isConfirmed }: EraseOptions): Promise<boolean> => {
  const { incident, print } = env
  if (isDryRun || !isConfirmed) {
    printReport(print, await countInstitution(env, key), key)
    print(isDryRun ? 'Nothing was changed.' : `Nothing was changed: --yes erases all of ${key} for good.`)
    return isDryRun
  }
  const found = await countInstitution(env, key)
  // Before the first row goes: an erasure that is interrupted is in the audit too.
  const before = total(found, 'before')
  if (before > 0) await recordErasure(incident, key, before)
  const done = await eraseInstitution(env, key, found)
  printReport(print, done, key)
  const removed = total(done, 'removed')
  if (before === 0 && removed > 0) await recordErasure(incident, key, removed)
  if (total(done, 'after') === 0) return true
  print(`Rows came while it ran: end the tokens of ${key}, and repeat the command.`)
  return false
}
