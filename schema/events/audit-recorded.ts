import { z } from 'zod'

/** The topic of what people changed. Its key is the institutionKey, `PLATFORM_KEY` for what belongs to none. */
export const AUDIT_RECORDED = 'audit.recorded'

/**
 * The topic of many changes that one request made to records of an institution, such as an import of ATMs. What others
 * change meanwhile does not wait behind them. Its key is the institutionKey.
 */
export const AUDIT_RECORDED_TOGETHER = 'audit.recorded-together'

/** The topics of what people changed. */
export const AUDIT_TOPICS: readonly string[] = [AUDIT_RECORDED, AUDIT_RECORDED_TOGETHER]

/** The key of what belongs to no institution. No institution is called so: keys have no braces. */
export const PLATFORM_KEY = '{platform}'

const state = z.record(z.string(), z.unknown()).nullable()

const record = {
  action: z.string().min(1).describe('What was done: the name of the mutation of the graph.'),
  subjectType: z.string().min(1).describe('What kind of record was changed.'),
  subjectId: z.string().describe('Which record was changed.'),
  before: state.describe('What the change replaced; null for what is new.'),
  after: state.describe('What the change made of it; null for what is gone.'),
}

const by = {
  actor: z.string().min(1).describe('Who did it: the `sub` of the token.'),
  role: z.string().min(1).describe('The role of the token.'),
  traceId: z.string().describe('The trace id of the request.'),
}

/** The data of a record of the audit; its institution, its id and its time are in the envelope. */
export const auditRecordedSchema = z.object({ ...by, ...record })

export type AuditRecorded = z.infer<typeof auditRecordedSchema>

/** The data of several records of the audit, by one request; their institution and their time are in the envelope. */
export const auditRecordedTogetherSchema = z.object({
  ...by,
  records: z
    .array(z.object({ id: z.uuid().describe('The id of the record in the audit.'), ...record }))
    .min(1)
    .describe('The records, in their order.'),
})

export type AuditRecordedTogether = z.infer<typeof auditRecordedTogetherSchema>
