import { z } from 'zod'

/** The topic of what people changed. Its key is the institutionKey, `PLATFORM_KEY` for what belongs to none. */
export const AUDIT_RECORDED = 'audit.recorded'

/** The key of what belongs to no institution. No institution is called so: keys have no braces. */
export const PLATFORM_KEY = '{platform}'

const state = z.record(z.string(), z.unknown()).nullable()

/** The data of a record of the audit; its institution, its id and its time are in the envelope. */
export const auditRecordedSchema = z.object({
  actor: z.string().min(1).describe('Who did it: the `sub` of the token.'),
  role: z.string().min(1).describe('The role of the token.'),
  action: z.string().min(1).describe('What was done: the name of the mutation of the graph.'),
  subjectType: z.string().min(1).describe('What kind of record was changed.'),
  subjectId: z.string().describe('Which record was changed.'),
  before: state.describe('What the change replaced; null for what is new.'),
  after: state.describe('What the change made of it; null for what is gone.'),
  traceId: z.string().describe('The trace id of the request.'),
})

export type AuditRecorded = z.infer<typeof auditRecordedSchema>
