import type { Stores } from '../../../db/tenancy.ts'
import {
  AUDIT_RECORDED,
  AUDIT_RECORDED_TOGETHER,
  type AuditRecorded,
  auditRecordedSchema,
  auditRecordedTogetherSchema,
} from '../../../schema/events/audit-recorded.ts'
import { createBatchLane } from '../../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../../kit/messaging/events.ts'
import { appendAudit, type NewAuditEntry } from './append-audit.store.ts'
import { chainOf } from './audit-chain.ts'

/** Records that are appended together, as far as a transport hands them over at once. */
const TOGETHER = 500

const textOf = (state: object | null): string | null => (state === null ? null : JSON.stringify(state))

type Placed = Pick<Envelope, 'institutionKey' | 'occurredAt'>

const entryOf = (id: string, { before, after, ...record }: AuditRecorded, at: Placed): NewAuditEntry => ({
  ...record,
  id,
  at: new Date(at.occurredAt).toISOString(),
  institutionKey: at.institutionKey,
  chain: chainOf(at.institutionKey),
  before: textOf(before),
  after: textOf(after),
})

/** Appends what the services publish to the audit. */
export const auditConsumer = (stores: Stores): ConsumerDefinition => {
  const append = createBatchLane((entries: readonly NewAuditEntry[]) => appendAudit(stores, entries), TOGETHER)
  return {
    group: 'incident.audit',
    topics: [AUDIT_RECORDED],
    together: TOGETHER,
    handle: async (envelope) => append(entryOf(envelope.id, auditRecordedSchema.parse(envelope.data), envelope)),
  }
}

/**
 * Appends what was changed together, a message in a transaction: what others change meanwhile has its turn between two
 * of them.
 */
export const auditTogetherConsumer = (stores: Stores): ConsumerDefinition => ({
  group: 'incident.audit-together',
  topics: [AUDIT_RECORDED_TOGETHER],
  async handle(envelope) {
    const { records, ...by } = auditRecordedTogetherSchema.parse(envelope.data)
    const entries = records.map(({ id, ...record }) => entryOf(id, { ...by, ...record }, envelope))
    await appendAudit(stores, entries)
  },
})
