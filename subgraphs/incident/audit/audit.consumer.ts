import type { Stores } from '../../../db/tenancy.ts'
import { AUDIT_RECORDED, auditRecordedSchema } from '../../../schema/events/audit-recorded.ts'
import { createBatchLane } from '../../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../../kit/messaging/events.ts'
import { appendAuditEntries, type NewAuditEntry } from './append-audit.store.ts'
import { chainOf } from './audit-chain.ts'

/** Records that are appended together, as far as a transport hands them over at once. */
const TOGETHER = 500

const textOf = (state: object | null): string | null => (state === null ? null : JSON.stringify(state))

/** The entry of a message. @throws ZodError for what does not have its shape. */
const entryOf = ({ id, institutionKey, occurredAt, data }: Envelope): NewAuditEntry => {
  const { before, after, ...record } = auditRecordedSchema.parse(data)
  const at = new Date(occurredAt).toISOString()
  return {
    ...record,
    id,
    at,
    institutionKey,
    chain: chainOf(institutionKey),
    before: textOf(before),
    after: textOf(after),
  }
}

/** Appends what the services publish to the audit. */
export const auditConsumer = (stores: Stores): ConsumerDefinition => {
  const append = createBatchLane(
    (entries: readonly NewAuditEntry[]) => stores.asPlatform((tx) => appendAuditEntries(tx, entries)),
    TOGETHER,
  )
  return {
    group: 'incident.audit',
    topics: [AUDIT_RECORDED],
    together: TOGETHER,
    handle: async (envelope) => append(entryOf(envelope)),
  }
}
