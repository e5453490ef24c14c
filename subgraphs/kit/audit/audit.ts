import { AUDIT_RECORDED, type AuditRecorded, PLATFORM_KEY } from '../../../schema/events/audit-recorded.ts'
import type { AuditedBy, AuditedChange, RecordAudit } from '../graphql/context.ts'
import { insertOutbox, type OutboxRow } from '../messaging/outbox.ts'
import { auditedState } from './audited-state.ts'

type Env = { newId(): string; now(): Date }

/** The message by which a change gets into the audit. */
export const auditMessage = ({ principal, traceId }: AuditedBy, change: AuditedChange): OutboxRow => {
  const data: AuditRecorded = {
    actor: principal.userId,
    role: principal.role,
    action: change.action,
    subjectType: change.subjectType,
    subjectId: String(change.subjectId),
    before: auditedState(change.before),
    after: auditedState(change.after),
    traceId,
  }
  const { institutionKey } = change
  return { topic: AUDIT_RECORDED, key: institutionKey ?? PLATFORM_KEY, institutionKey, data }
}

/** Records changes in the outbox of a service. Of the platform's own work nothing is recorded. */
export const createRecordAudit =
  (env: Env, schema: string): RecordAudit =>
  async (tx, by, changes) => {
    if (by.principal.role === 'INTERNAL') return
    await insertOutbox(
      tx,
      schema,
      changes.map((change) => auditMessage(by, change)),
      env,
    )
  }
