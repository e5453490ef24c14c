import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { auditEntry } from '../../../db/incident/audit-entry.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

const SHOWN = {
  id: auditEntry.id,
  at: auditEntry.at,
  actor: auditEntry.actor,
  role: auditEntry.role,
  institutionKey: auditEntry.institutionKey,
  action: auditEntry.action,
  subjectType: auditEntry.subjectType,
  subjectId: auditEntry.subjectId,
  before: auditEntry.before,
  after: auditEntry.after,
  traceId: auditEntry.traceId,
}

/** An entry as it is shown: without its place in the chain. */
export type AuditRow = Pick<typeof auditEntry.$inferSelect, keyof typeof SHOWN>

export type AuditFilter = {
  readonly actor: string | null
  readonly action: string | null
  readonly subjectType: string | null
  readonly subjectId: string | null
  readonly institutionKey: string | null
  readonly from: Date | null
  readonly to: Date | null
}

const matching = (visibility: Visibility, filter: AuditFilter): SQL | undefined => {
  const { actor, action, subjectType, subjectId, institutionKey, from, to } = filter
  return and(
    scopeOf(visibility, auditEntry.institutionKey),
    actor === null ? undefined : eq(auditEntry.actor, actor),
    action === null ? undefined : eq(auditEntry.action, action),
    subjectType === null ? undefined : eq(auditEntry.subjectType, subjectType),
    subjectId === null ? undefined : eq(auditEntry.subjectId, subjectId),
    institutionKey === null ? undefined : eq(auditEntry.institutionKey, institutionKey),
    from === null ? undefined : gte(auditEntry.at, from),
    to === null ? undefined : lt(auditEntry.at, to),
  )
}

/** Entries are counted up to so many: beyond, a list is for its newest, and for filters. */
const MAX_COUNTED = 100_000

const NEWEST_FIRST = [desc(auditEntry.at), desc(auditEntry.id)]

/** A page of the audit, the newest first, and how many entries there are, counted up to 100,000. */
export const listAuditPage = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: AuditFilter,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<{ rows: AuditRow[]; total: number }> => {
  const where = matching(visibility, filter)
  const page = tx.select(SHOWN).from(auditEntry).where(where)
  const [rows, counted] = await Promise.all([
    page
      .orderBy(...NEWEST_FIRST)
      .limit(size)
      .offset(offset),
    tx
      .select({ total: count() })
      .from(tx.select({ id: auditEntry.id }).from(auditEntry).where(where).limit(MAX_COUNTED).as('counted')),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The entries behind one, the newest first. */
export const listAuditAfter = (
  tx: TenantTx,
  visibility: Visibility,
  filter: AuditFilter,
  after: Pick<AuditRow, 'at' | 'id'> | null,
  size: number,
): Promise<AuditRow[]> => {
  const behind =
    after === null
      ? undefined
      : sql`(${auditEntry.at}, ${auditEntry.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return tx
    .select(SHOWN)
    .from(auditEntry)
    .where(and(matching(visibility, filter), behind))
    .orderBy(...NEWEST_FIRST)
    .limit(size)
}
