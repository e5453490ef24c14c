import { bigint, customType, json, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { incidentSchema, instant } from './schema.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const state = (name: string) => json(name).$type<Record<string, unknown>>()

/** What people changed, in partitions by month. Rows are only added. */
export const auditEntry = incidentSchema.table(
  'audit_entry',
  {
    id: uuid('id').notNull(),
    chain: text('chain').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    role: text('role').notNull(),
    institutionKey: text('institution_key'),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    before: state('before'),
    after: state('after'),
    traceId: text('trace_id').notNull(),
    previousHash: bytes('previous_hash'),
    hash: bytes('hash').notNull(),
  },
  ({ at, id }) => [primaryKey({ columns: [at, id] })],
)
