import { isDeepStrictEqual } from 'node:util'
import type { AuditedChange } from '../../kit/graphql/context.ts'
import type { AtmRow } from './atms.store.ts'

type Subject = Pick<AtmRow, 'id' | 'institutionKey'>

const auditedAtm = (action: string, { id, institutionKey }: Subject) =>
  ({ action, subjectType: 'Atm', subjectId: id, institutionKey }) as const

/** What the audit says of an ATM that somebody registers. */
export const auditedAtmCreation = (atm: Subject, after: object): AuditedChange => ({
  ...auditedAtm('createAtm', atm),
  before: null,
  after,
})

/**
 * What the audit says of somebody's change of an ATM: those of the named fields that differ. Of a move, the
 * institution that has the ATM now.
 */
export const auditedAtmChange = (
  action: string,
  { before, after, names }: { readonly before: AtmRow; readonly after: AtmRow; readonly names: readonly string[] },
): AuditedChange => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const changed = names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
  const fields = (row: ReadonlyMap<string, unknown>) => Object.fromEntries(changed.map((name) => [name, row.get(name)]))
  return { ...auditedAtm(action, after), before: fields(old), after: fields(now) }
}
