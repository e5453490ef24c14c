import {
  AUDIT_RECORDED,
  AUDIT_RECORDED_TOGETHER,
  type AuditRecorded,
  type AuditRecordedTogether,
  PLATFORM_KEY,
} from '../../../schema/events/audit-recorded.ts'
import type { AuditedBy, AuditedChange, RecordAudit } from '../graphql/context.ts'
import { insertOutbox, type OutboxRow } from '../messaging/outbox.ts'
import { auditedState } from './audited-state.ts'

type Env = { newId(): string; now(): Date }

/** Up to so many changes of a request have messages of their own; so many more go together. */
const TOGETHER = 100
/** A character has three bytes at most, and a message a million. */
const MAX_CHARS = 250_000

const byOf = ({ principal, traceId }: AuditedBy) => ({ actor: principal.userId, role: principal.role, traceId })

const recordOf = ({ action, subjectType, subjectId, before, after }: AuditedChange) => ({
  ...{ action, subjectType, subjectId: String(subjectId), before: auditedState(before), after: auditedState(after) },
})

/** The message by which a change gets into the audit. */
export const auditMessage = (by: AuditedBy, change: AuditedChange): OutboxRow => {
  const data: AuditRecorded = { ...byOf(by), ...recordOf(change) }
  const { institutionKey } = change
  return { topic: AUDIT_RECORDED, key: institutionKey ?? PLATFORM_KEY, institutionKey, data }
}

type Recorded = AuditRecordedTogether['records'][number]

/** Records in portions, each of which fits into a message of any transport. */
const portionsOf = (records: readonly Recorded[]): Recorded[][] => {
  const portions: Recorded[][] = []
  let chars = 0
  for (const record of records) {
    const size = JSON.stringify(record).length
    const last = portions.at(-1)
    if (last === undefined || last.length >= TOGETHER || chars + size > MAX_CHARS) {
      portions.push([record])
      chars = size
    } else {
      last.push(record)
      chars += size
    }
  }
  return portions
}

/** The messages by which many changes to records of an institution get into the audit. */
const messagesTogether = (
  by: AuditedBy,
  institutionKey: string,
  changes: readonly AuditedChange[],
  newId: () => string,
): OutboxRow[] =>
  portionsOf(changes.map((change) => ({ id: newId(), ...recordOf(change) }))).map((records) => {
    const data: AuditRecordedTogether = { ...byOf(by), records }
    return { topic: AUDIT_RECORDED_TOGETHER, key: institutionKey, institutionKey, data }
  })

/** The messages of what a request changed: many changes to records of an institution go together, and by themselves. */
export const auditMessages = (
  by: AuditedBy,
  changes: readonly AuditedChange[],
  newId: () => string,
): readonly OutboxRow[] =>
  [...Map.groupBy(changes, ({ institutionKey }) => institutionKey)].flatMap(([institutionKey, own]) =>
    institutionKey === null || own.length <= TOGETHER
      ? own.map((change) => auditMessage(by, change))
      : messagesTogether(by, institutionKey, own, newId),
  )

/** Records changes in the outbox of a service. Of the platform's own work nothing is recorded. */
export const createRecordAudit =
  (env: Env, schema: string): RecordAudit =>
  async (tx, by, changes) => {
    if (by.principal.role === 'INTERNAL') return
    await insertOutbox(tx, schema, auditMessages(by, changes, env.newId), env)
  }
